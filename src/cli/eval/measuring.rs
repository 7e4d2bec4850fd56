//! A session that is measured to its end, while nobody sits in front of it.

use std::sync::Arc;

use crate::{
    cli::{Failure, progress::Progress},
    core::workbench::{Board, board::KeptRun},
    engine::{
        agent::Speed,
        process::interrupted,
        session::{self, Live, Session, Setup},
    },
};

/// How the measuring came to its end.
pub(super) enum Ended {
    /// Nothing is under way any more.
    Whole(Arc<Board>),
    /// By the person, before that; with the run that is kept of it.
    /// By this signal.
    Interrupted(Option<KeptRun>, i32),
}

/// Measures to the end, or until the person interrupts.
pub(super) fn to_the_end(mut setup: Setup) -> Result<Ended, Failure> {
    setup.stream = true;
    setup.speed = Speed::INSTANT;
    let mut session = Session::start(setup, Live { watch: false, head: false, search: false })?;
    let (progress, mut kept) = (Progress::new(), None);
    let board = session::runtime()?.block_on(async {
        let told = |board: &Board| {
            progress.show(board);
            kept.clone_from(&board.kept);
        };
        tokio::select! {
            board = session.finished(told) => board.map(Ok),
            signal = interrupted() => Ok(Err(signal)),
        }
    })?;
    let board = match board {
        Ok(board) => board,
        Err(signal) => return Ok(Ended::Interrupted(kept, signal)),
    };
    session.stop();
    Ok(Ended::Whole(board))
}
