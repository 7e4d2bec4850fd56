//! A catalog that was read anew: what was before stands for a while longer.
//!
//! Must not know who read it.

use std::sync::Arc;

use super::{Workbench, baseline::Past};
use crate::core::{
    catalog::Catalog,
    workbench::{changes::Against, request::Effect},
};

impl Workbench {
    pub(super) fn catalog_read(&mut self, catalog: Arc<Catalog>) -> Vec<Effect> {
        let before = Arc::clone(&self.board.now);
        let had_one = before.generation() > 0;
        let mut snapshot = self.board.now.snapshot.clone();
        snapshot.catalog = catalog;
        let catalog = &snapshot.catalog;
        snapshot.muted.retain(|id| catalog.get(id).is_some());
        self.board.halted = None;
        let start = || Past::new("the state at start", Arc::clone(catalog));
        self.start.get_or_insert_with(start);
        if had_one {
            let state = Arc::new(before.settled());
            self.board.previous = Some(Arc::new(Against { state, ..Against::default() }));
        }
        let effects = self.measure(snapshot);
        let now = &self.board.now;
        let (generation, skills) = (now.generation(), now.snapshot.catalog.skills.len());
        self.note(format!("generation {generation}: {skills} skills read"));
        effects
    }
}
