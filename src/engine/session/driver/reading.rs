//! What was read anew, told to the bench.
//!
//! Must not know who read it, nor why.

use std::sync::Arc;

use tokio::time::Instant;

use super::Driver;
use crate::{
    core::{catalog::Catalog, query::QuerySet, workbench::Input},
    engine::{scheduler::Scheduler, session::disk::Disk},
};

impl Driver {
    pub(super) fn take_changes(
        &mut self,
        catalog: Arc<Catalog>,
        sets: Option<Vec<QuerySet>>,
        scheduler: &Scheduler,
    ) {
        let is_new = catalog.generation != self.bench.generation();
        if let Some(sets) = sets {
            self.take_queries(sets, scheduler);
            self.due.get_or_insert_with(Instant::now);
        }
        if is_new {
            self.take_catalog(catalog, scheduler);
        }
    }

    pub(super) fn take_queries(&mut self, sets: Vec<QuerySet>, scheduler: &Scheduler) {
        for input in Disk::told(sets) {
            self.take(input, scheduler);
        }
    }

    pub(super) fn take_catalog(&mut self, catalog: Arc<Catalog>, scheduler: &Scheduler) {
        if self.setup.live.is_some() {
            // Somebody may ask about them when they are of earlier.
            self.earlier.keep(&catalog, &self.disk.files());
        }
        self.take(Input::Files(self.disk.files()), scheduler);
        self.take(Input::Catalog(catalog), scheduler);
    }

    /// Looks at the disk as if everything might have changed.
    pub(super) fn look_again(&mut self, scheduler: &Scheduler) {
        let (catalog, sets) = self.disk.reload_all();
        self.take_changes(catalog, Some(sets), scheduler);
        self.tell_edits(scheduler);
    }
}
