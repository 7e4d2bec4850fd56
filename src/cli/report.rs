//! `skillscope report`: a run's figures in a form to hand on.

use std::{fs, path::Path};

use super::{
    Failure,
    arguments::{PageFormat, Target},
    choose, eval,
    exit::{Exit, INTERRUPT},
    kept, output, resolve,
    surroundings::Surroundings,
};
use crate::{
    core::workbench::Board,
    report::eval::{self as page, Document},
};

/// Writes a page to `out`, or to standard output: of the run that is named, or of one that is made
/// as `eval` makes it.
pub(super) fn run(
    target: Target,
    here: &Surroundings,
    format: PageFormat,
    out: Option<&Path>,
) -> Result<Exit, Failure> {
    if let [name] = &target.paths[..]
        && kept::is_run(name)
    {
        return write(&kept::read(name, here)?.board(), format, out);
    }
    let Some(board) = eval::measured(choose::setup(target, here)?)? else {
        output::tell("interrupted; nothing was written");
        return Ok(Exit::Signal(INTERRUPT));
    };
    resolve::not_empty(&board)?;
    write(&board, format, out)
}

fn write(board: &Board, format: PageFormat, out: Option<&Path>) -> Result<Exit, Failure> {
    let text = match format {
        PageFormat::Text => page::scorecard(board),
        PageFormat::Json => output::json(&Document::of(board))?,
        PageFormat::Jsonl => page::jsonl(board).map_err(Failure::Json)?,
        PageFormat::Csv => page::csv(&Document::of(board)),
        PageFormat::Markdown => page::markdown(board),
        PageFormat::Html => page::html(board),
        PageFormat::Junit => page::junit(board).map_err(Failure::Junit)?,
    };
    match out {
        None => output::print(&text)?,
        Some(path) => {
            fs::write(path, text)
                .map_err(|source| Failure::File { path: path.to_owned(), source })?;
            Exit::Fine
        }
    };
    Ok(eval::exit(board))
}
