//! `skillscope queries stats`: what query files are made of.

use super::{looked_at, print, rows, setup};
use crate::{
    cli::{
        Failure,
        arguments::{PlainFormat, Target},
        exit::Exit,
        output::listed,
    },
    core::query::stats::Stats,
    report::queries::{StatsDocument, stats_text},
};

pub(super) fn run(target: Target, format: PlainFormat) -> Result<Exit, Failure> {
    let board = looked_at(setup(target)?)?;
    if rows(&board) == 0 {
        let why = listed(&board.queries.diagnostics);
        return Err(Failure::Usage(format!("there is no row to count:{why}")));
    }
    let stats = Stats::of(&board.queries, &board.now.lexicon);
    print(format, || stats_text(&board, &stats), &StatsDocument::of(&board, &stats))
}
