//! A session over a recorded run: nothing is read, watched or probed.
//!
//! Must not know what is shown of it.

use std::{sync::Arc, thread};

use tokio::sync::{mpsc, watch};

use super::{Session, SetupError};
use crate::{
    core::workbench::{Input, Workbench, board::Opened, trouble},
    engine::store::Kept,
};

impl Session {
    /// Shows a run as it was recorded, read-only.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn of_run(kept: &Kept) -> Result<Self, SetupError> {
        let run = Opened { id: kept.plan.run.clone(), redacted: kept.redacted };
        let mut board = kept.board();
        board.trouble = Arc::new(trouble::rows(&board.now));
        let mut bench = Workbench::opened(board, run);
        let (publish, boards) = watch::channel(bench.board());
        let (requests, mut inbox) = mpsc::unbounded_channel();
        let work = move || {
            while let Some(request) = inbox.blocking_recv() {
                let effects = bench.reduce(Input::Request(request), 0);
                debug_assert!(effects.is_empty(), "a recorded run wants nothing: {effects:?}");
                publish.send_replace(bench.board());
            }
        };
        let thread = thread::Builder::new()
            .name("skillscope-session".into())
            .spawn(work)
            .map_err(SetupError::Runtime)?;
        Ok(Self { boards, requests, thread: Some(thread) })
    }
}
