//! The full-text index of a live session, and the questions under way.
//!
//! Must not know who asked or when.

use std::{collections::BTreeSet, sync::Arc};

use tokio::task::JoinSet;

use super::{disk::Disk, found};
use crate::{
    core::{
        catalog::{self, Catalog},
        workbench::board::Found,
    },
    engine::search::{SearchError, SearchHandle, SearchResults},
};

#[derive(Debug, Default)]
pub(super) struct Searching {
    index: Option<SearchHandle>,
    /// The catalog that the index holds.
    indexed: Arc<Catalog>,
    asked: JoinSet<(String, Result<SearchResults, SearchError>)>,
}

impl Searching {
    /// Begins the index. Without one everything else still works; a search then says why it has
    /// none.
    pub fn start(&mut self) {
        self.index = SearchHandle::start().ok();
    }

    /// Brings the index, if there is one, up to a catalog.
    pub fn hold(&mut self, now: Arc<Catalog>, disk: &Disk) {
        let Some(index) = &self.index else { return };
        if Arc::ptr_eq(&self.indexed, &now) {
            return;
        }
        let diff = catalog::diff(&self.indexed, &now);
        let changed: BTreeSet<_> =
            diff.added.iter().chain(diff.changed.iter().map(|(id, _)| id)).collect();
        index.remove(diff.removed);
        index.update(disk.search_docs(&now, changed));
        self.indexed = now;
    }

    /// Asks the index; what can be said at once is given back.
    pub fn ask(&mut self, text: String) -> Option<Found> {
        let Some(index) = self.index.clone() else {
            let why = "there is no full-text index in this session".to_owned();
            return Some(found::problem(text, why));
        };
        self.asked.spawn(async move {
            let found = index.query(&text, found::HITS).await;
            (text, found)
        });
        None
    }

    /// Waits for the answer to a question; `None` if none is under way. May be dropped and called
    /// again.
    pub async fn answer(&mut self) -> Option<Found> {
        loop {
            // An error is a panic in there, which the hook has told.
            let answered = self.asked.join_next().await?.ok();
            if let Some(found) = answered.and_then(|(query, found)| found::of(query, found)) {
                return Some(found);
            }
        }
    }
}
