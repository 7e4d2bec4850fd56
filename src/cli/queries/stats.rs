//! `skillscope queries stats`: what query files are made of.

use super::{arguments::PlainFormat, looked_at, not_empty, print, setup};
use crate::{
    cli::{Failure, exit::Exit, target::Target},
    core::query::stats::Stats,
    report::queries::{StatsDocument, stats_text},
};

pub(super) fn run(target: Target, format: PlainFormat) -> Result<Exit, Failure> {
    let board = looked_at(setup(target)?)?;
    not_empty(&board)?;
    let stats = Stats::of(&board.queries, &board.now.lexicon);
    print(format, || stats_text(&board, &stats), &StatsDocument::of(&board, &stats))
}
