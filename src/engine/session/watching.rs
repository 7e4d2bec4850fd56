//! The watcher of a live session, and what it was told to watch.

use std::{collections::BTreeSet, path::PathBuf};

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
    dirs: BTreeSet<PathBuf>,
}

impl Watching {
    pub fn start(dirs: BTreeSet<PathBuf>) -> Self {
        let (watcher, batches) = Watcher::start(dirs.clone(), Options::default());
        let state = watcher.state();
        Self { watcher, batches, state, dirs }
    }

    /// Watches these directories from now on, and no others.
    pub fn follow(&mut self, dirs: BTreeSet<PathBuf>) {
        if dirs != self.dirs {
            self.watcher.set_dirs(dirs.clone());
            self.dirs = dirs;
        }
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
