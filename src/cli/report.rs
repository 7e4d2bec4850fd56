//! `skillscope report`: a run's figures in a form to hand on.

use std::{fs, path::Path};

use super::{
    Failure,
    arguments::PageFormat,
    eval,
    exit::{Exit, INTERRUPT},
    output, resolve,
};
use crate::{
    engine::session::Setup,
    report::eval::{self as page, Document},
};

/// Measures as `eval` does and writes a page to `out`, or to standard output.
pub(super) fn run(setup: Setup, format: PageFormat, out: Option<&Path>) -> Result<Exit, Failure> {
    let Some(board) = eval::measured(setup)? else {
        output::tell("interrupted; nothing was written");
        return Ok(Exit::Signal(INTERRUPT));
    };
    resolve::not_empty(&board)?;
    let text = match format {
        PageFormat::Text => page::scorecard(&board),
        PageFormat::Json => output::json(&Document::of(&board))?,
        PageFormat::Jsonl => page::jsonl(&board).map_err(Failure::Json)?,
        PageFormat::Csv => page::csv(&Document::of(&board)),
        PageFormat::Markdown => page::markdown(&board),
        PageFormat::Html => page::html(&board),
        PageFormat::Junit => page::junit(&board).map_err(Failure::Junit)?,
    };
    match out {
        None => output::print(&text)?,
        Some(path) => {
            fs::write(path, text)
                .map_err(|source| Failure::File { path: path.to_owned(), source })?;
            Exit::Fine
        }
    };
    Ok(eval::exit(&board))
}
