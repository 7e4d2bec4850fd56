//! What lies before an agent when it is asked: the skills, what a model is shown of them, and where
//! their files are.
//!
//! Must not know agents.

use std::{collections::BTreeMap, path::PathBuf};

use crate::core::{listing::Listing, snapshot::Snapshot};

/// What an agent is set on.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    pub snapshot: &'a Snapshot,
    /// What the harness of the view shows its model; `None` where none looks.
    pub listing: Option<&'a Listing>,
    /// Where each SKILL.md lies on disk, by its path in the catalog.
    pub files: &'a BTreeMap<String, PathBuf>,
}

impl<'a> Ground<'a> {
    /// Skills that nobody lists and that have no files: enough for those who play.
    pub fn bare(snapshot: &'a Snapshot) -> Self {
        static NONE: BTreeMap<String, PathBuf> = BTreeMap::new();
        Self { snapshot, listing: None, files: &NONE }
    }
}
