//! The watcher of a live session, and what it was told to watch.

use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

use tokio::sync::{mpsc, watch as channel};

use crate::{
    core::workbench::board::WatchStatus,
    engine::watch::{FileBatch, Options, WatchState, Watcher},
};

#[derive(Debug)]
pub(super) struct Watching {
    watcher: Watcher,
    pub batches: mpsc::Receiver<FileBatch>,
    pub state: channel::Receiver<WatchState>,
    dirs: Arc<BTreeSet<PathBuf>>,
}

impl Watching {
    pub fn start(dirs: Arc<BTreeSet<PathBuf>>) -> Self {
        let (watcher, batches) = Watcher::start(BTreeSet::clone(&dirs), Options::default());
        let state = watcher.state();
        Self { watcher, batches, state, dirs }
    }

    /// Watches these directories from now on, and no others.
    pub fn follow(&mut self, dirs: Arc<BTreeSet<PathBuf>>) {
        if !Arc::ptr_eq(&dirs, &self.dirs) && dirs != self.dirs {
            self.watcher.set_dirs(BTreeSet::clone(&dirs));
        }
        self.dirs = dirs;
    }

    /// How changes are noticed now; `None` before that is known.
    pub fn status(&mut self) -> Option<WatchStatus> {
        Some(match &*self.state.borrow_and_update() {
            WatchState::Starting => return None,
            WatchState::Watching { dirs } => WatchStatus::Watching { dirs: *dirs },
            WatchState::Polling { reason } => WatchStatus::Polling { reason: reason.clone() },
            WatchState::Off { reason } => WatchStatus::Blind { reason: reason.clone() },
        })
    }
}
