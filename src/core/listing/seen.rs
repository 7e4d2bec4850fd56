//! The skills as the model sees them: what a stand-in for it may go by.

use crate::core::{
    listing::{Listing, State},
    snapshot::Snapshot,
};

impl Listing {
    /// The snapshot that was listed with the shown texts in place of the files' and without the
    /// skills that are not named. Hidden skills stay, since they are none anyway.
    pub fn seen(&self, snapshot: &Snapshot) -> Snapshot {
        let mut seen = snapshot.clone();
        for resident in snapshot.all() {
            let id = resident.id();
            let Some(entry) = self.entry(id) else { continue };
            if entry.state.is_named() {
                if resident.description != entry.text {
                    seen.drafts.insert(id.clone(), entry.text.clone());
                }
            } else if entry.state != State::Hidden {
                seen.muted.insert(id.clone());
            }
        }
        seen
    }
}
