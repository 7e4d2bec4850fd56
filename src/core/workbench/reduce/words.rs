//! The words of now: read by themselves, or completed after they were shown.
//!
//! Must not know what is measured by them.

use std::sync::Arc;

use super::Workbench;
use crate::core::{
    catalog::Catalog,
    lexical::{self, Lexicon},
    snapshot::Snapshot,
    workbench::{state::State, trouble},
};

impl Workbench {
    /// Reads a catalog's words and measures nothing else.
    pub fn words_only(&mut self, catalog: Arc<Catalog>) {
        self.words_by(catalog, Lexicon::of);
    }

    /// As [`Workbench::words_only`], and compares the skills by them.
    pub fn words_compared_only(&mut self, catalog: Arc<Catalog>) {
        self.words_by(catalog, Lexicon::compared);
    }

    fn words_by(
        &mut self,
        catalog: Arc<Catalog>,
        read: impl Fn(&Snapshot, lexical::Options) -> Lexicon,
    ) {
        let snapshot = Snapshot::of(catalog);
        let lexicon = Arc::new(read(&snapshot, self.settings.lexical));
        let listing = self.settings.list(&snapshot);
        self.board.now = Arc::new(State { snapshot, lexicon, listing, ..State::default() });
    }

    /// Takes an exact lexicon for a rough one of the same texts; one of other texts came too late.
    pub(super) fn words_compared(&mut self, lexicon: Arc<Lexicon>) {
        if Arc::ptr_eq(&self.board.now.lexicon, &lexicon) {
            // Completed in place: who claims whose triggers is known now.
            self.board.trouble = Arc::new(trouble::rows(&self.board.now));
            return;
        }
        if !self.board.now.lexicon.is_of_texts_of(&lexicon) {
            return;
        }
        for past in self.start.iter_mut().chain(&mut self.head).chain(self.chosen.past_mut()) {
            past.words_compared(&lexicon);
        }
        let now = Arc::make_mut(&mut self.board.now);
        now.lexicon = lexicon;
        now.linting = now.linting.afresh();
        self.board.refreshing = None;
        self.board.trouble = Arc::new(trouble::rows(&self.board.now));
        self.settle_baseline();
    }
}
