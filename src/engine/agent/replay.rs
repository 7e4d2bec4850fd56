//! A stream that a harness wrote, kept in a file, as an agent.
//!
//! Must not know where it was kept.

use std::sync::Arc;

use crate::core::{
    listing::Profile,
    snapshot::Snapshot,
    stream::{Bound, Format, Recording},
};

/// The bytes of one recorded probe. Whatever is asked, this is answered.
#[derive(Debug)]
pub struct Replay {
    pub format: Format,
    /// The harness that wrote it, which decides how it names skills and where it looks for them.
    pub profile: Arc<Profile>,
    pub bytes: Vec<u8>,
}

impl Replay {
    /// What the stream says of the skills of this snapshot. Where the project lay is taken from the
    /// stream; if that does not say, skills are known by the ends of their paths.
    pub fn on(&self, snapshot: &Snapshot) -> Recording {
        let bound = Bound::of(snapshot, &self.profile, None);
        Recording::read(self.format, Arc::new(bound), &self.bytes)
    }
}

#[cfg(test)]
mod tests;
