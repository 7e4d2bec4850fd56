//! `skillscope listing`: what a harness shows its model of the skills.

use clap::Args;

use super::{Failure, exit::Exit, output, overlap::TableFormat, resolve, values};
use crate::{
    engine::session::{self, Setup},
    report::listing::{Document, csv, table},
};

/// What to show of the listing.
#[derive(Debug, Args)]
pub struct Wanted {
    /// Print the text as the model reads it and nothing else.
    #[arg(long, conflicts_with_all = ["format", "top"])]
    pub verbatim: bool,
    /// Rows of the text table; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub top: usize,
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}

pub(super) fn run(setup: &Setup, wanted: &Wanted) -> Result<Exit, Failure> {
    let board = session::words(setup)?;
    resolve::not_empty(&board)?;
    let Some(listing) = &board.now.listing else {
        let known = values::names().harnesses.join(", ");
        return Err(Failure::Usage(format!(
            "a folder that is named stands for itself: say with --as whose listing it is; known \
             are {known}"
        )));
    };
    if wanted.verbatim {
        return output::print(&listing.text());
    }
    output::print(&match wanted.format {
        TableFormat::Text => table(&board, listing, wanted.top),
        TableFormat::Json => output::json(&Document::of(&board, listing))?,
        TableFormat::Csv => csv(listing),
    })
}
