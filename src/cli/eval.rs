//! `skillscope eval`: every query probed, every figure printed.

use super::{Failure, arguments::ReportFormat, exit::Exit, output};
use crate::{
    core::workbench::Board,
    engine::session::{self, Setup},
    report::eval::{self, Document},
};

pub(super) fn run(setup: Setup, format: ReportFormat) -> Result<Exit, Failure> {
    let board = session::once(&setup)?;
    if board.queries.drafts && setup.queries.is_empty() && format == ReportFormat::Text {
        output::tell("no queries were found; prompts drafted from the skills are no evidence");
    }
    print(&board, format)?;
    Ok(if board.now.figures.run.errored > 0 || !board.run.counts.settled() {
        Exit::Incomplete
    } else {
        Exit::Fine
    })
}

/// The scorecard of a session that nobody sits in front of.
pub(super) fn scorecard(setup: Setup) -> Result<Exit, Failure> {
    let board = session::once(&setup)?;
    print(&board, ReportFormat::Text)?;
    Ok(Exit::Fine)
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
