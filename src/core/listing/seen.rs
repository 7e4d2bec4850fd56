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
        for entry in &self.entries {
            let Some(id) = &entry.id else { continue };
            if entry.state.is_named() {
                let whole = snapshot.drafts.get(id).map(String::as_str).or_else(|| {
                    snapshot.catalog.get(id).map(|skill| skill.doc.description.as_str())
                });
                if whole != Some(entry.text.as_str()) {
                    seen.drafts.insert(id.clone(), entry.text.clone());
                }
            } else if entry.state != State::Hidden {
                seen.muted.insert(id.clone());
            }
        }
        seen
    }
}
