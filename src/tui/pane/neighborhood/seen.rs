//! Which skills are on the screen: of a huge catalog the session compares them first.
//!
//! Must not know where on the screen, nor what comes of it.

use crate::{
    core::{id::SkillId, workbench::Request},
    tui::app::Desk,
};

/// What the session was told last.
#[derive(Debug, Default)]
pub(super) struct Seen(Vec<SkillId>);

impl Seen {
    /// Tells the session which skills are seen, if they are others than before.
    pub fn tell(&mut self, seen: Vec<SkillId>, desk: &mut Desk<'_>) {
        if seen != self.0 {
            desk.request(Request::Seen(seen.clone()));
            self.0 = seen;
        }
    }
}
