//! `skillscope eval`: every query probed, every figure printed.

use std::sync::Arc;

use super::{
    Failure,
    arguments::ReportFormat,
    exit::{Exit, INTERRUPT},
    output,
    progress::Progress,
    resolve,
};
use crate::{
    core::workbench::Board,
    engine::{
        agent::Speed,
        session::{Live, Session, Setup, SetupError},
    },
    report::eval::{self, Document},
};

pub(super) fn run(setup: Setup, format: ReportFormat) -> Result<Exit, Failure> {
    let named = !setup.queries.is_empty();
    let Some(board) = measured(setup)? else {
        // Half a result would be taken for a whole one.
        output::tell("interrupted; nothing was printed");
        return Ok(Exit::Signal(INTERRUPT));
    };
    resolve::not_empty(&board)?;
    if board.drafts() && !named && format == ReportFormat::Text {
        output::tell("no queries were found; prompts drafted from the skills are no evidence");
    }
    print(&board, format)?;
    Ok(exit(&board))
}

/// Incomplete where a probe errored or is missing.
pub(super) fn exit(board: &Board) -> Exit {
    let counts = board.run.counts;
    if counts.errored > 0 || !counts.settled() { Exit::Incomplete } else { Exit::Fine }
}

/// The scorecard of a session that nobody sits in front of.
pub(super) fn scorecard(setup: Setup) -> Result<Exit, Failure> {
    match measured(setup)? {
        Some(board) => print(&board, ReportFormat::Text).map(|()| Exit::Fine),
        None => Ok(Exit::Signal(INTERRUPT)),
    }
}

/// The board when every probe is done; `None` if the person interrupts before.
pub(super) fn measured(mut setup: Setup) -> Result<Option<Arc<Board>>, Failure> {
    setup.stream = true;
    setup.speed = Speed::INSTANT;
    let mut session = Session::start(setup, Live { watch: false, head: false, search: false })?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(SetupError::Runtime)?;
    let progress = Progress::new();
    let board = runtime.block_on(async {
        tokio::select! {
            board = session.finished(|board| progress.show(board)) => board.map(Some),
            Ok(()) = tokio::signal::ctrl_c() => Ok(None),
        }
    })?;
    if board.is_some() {
        session.stop();
    }
    Ok(board)
}

fn print(board: &Board, format: ReportFormat) -> Result<(), Failure> {
    let text = match format {
        ReportFormat::Text => eval::scorecard(board),
        ReportFormat::Json => output::json(&Document::of(board))?,
        ReportFormat::Jsonl => eval::jsonl(board).map_err(Failure::Json)?,
        ReportFormat::Csv => eval::csv(&Document::of(board)),
    };
    output::print(&text).map(drop)
}
