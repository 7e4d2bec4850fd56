//! `skillscope queries`: what can be done with query files alone. One file a subcommand.

pub mod arguments;
mod convert;
mod destination;
mod lint;
mod sample;
mod source;
mod split;
mod stats;

use std::sync::Arc;

use self::arguments::{PlainFormat, QueriesCommand};
use super::{Failure, choose, exit::Exit, heard, output, resolve, target::Target};
use crate::{
    core::workbench::Board,
    engine::session::{self, Setup},
};

pub(super) fn run(what: QueriesCommand) -> Result<Exit, Failure> {
    match what {
        QueriesCommand::Lint { target, lint } => lint::run(target, &lint),
        QueriesCommand::Stats { target, format } => stats::run(target, format),
        QueriesCommand::Convert { file, writing } => convert::run(&file, &writing),
        QueriesCommand::Sample { file, size, seed, writing } => {
            sample::run(&file, size, seed, &writing)
        }
        QueriesCommand::Split { file, share, seed, held_out, writing } => {
            split::run(&file, &split::Parts { share, seed, held_out }, &writing)
        }
    }
}

/// The board of the skills and the query files that were named or found.
///
/// # Errors
/// There are no skills, or no query files.
fn looked_at(mut setup: Setup) -> Result<Arc<Board>, Failure> {
    // Nothing that is told here depends on who answers; this one needs no script.
    "keyword".clone_into(&mut setup.agent);
    let board = session::once(&setup)?;
    resolve::not_empty(&board)?;
    if board.query_files.is_empty() {
        let remedy = "name some with --queries FILE, or lay them beside the skills";
        return Err(Failure::Usage(format!("no labelled prompts were found: {remedy}")));
    }
    Ok(board)
}

/// Rows that could be read in the files; without any, the board's rows are drafts.
fn rows(board: &Board) -> usize {
    board.query_files.iter().map(|(_, rows)| rows).sum()
}

/// Refuses files without a row: a finding of none of them would read as good news.
fn not_empty(board: &Board) -> Result<(), Failure> {
    if rows(board) > 0 {
        return Ok(());
    }
    let why = output::listed(&board.queries.diagnostics);
    Err(Failure::Usage(format!("there is no row to look at:{why}")))
}

fn setup(target: Target) -> Result<Setup, Failure> {
    choose::words(target, &heard())
}

fn print(
    format: PlainFormat,
    text: impl FnOnce() -> String,
    document: &impl serde::Serialize,
) -> Result<Exit, Failure> {
    output::print(&match format {
        PlainFormat::Text => text(),
        PlainFormat::Json => output::json(document)?,
    })
}
