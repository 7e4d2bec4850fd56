//! `skillscope report`: a run's figures in a form to hand on.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};

use super::{
    Failure, choose, eval,
    exit::{Exit, INTERRUPT},
    kept, output, resolve,
    surroundings::Surroundings,
    target::Target,
};
use crate::{
    core::workbench::Board,
    report::eval::{self as page, Document},
};

/// Which form, and where to.
#[derive(Debug, Args)]
pub struct Wanted {
    /// Markdown serves as a step summary; HTML is one file without scripts.
    #[arg(long, value_enum, default_value_t = PageFormat::Markdown)]
    pub format: PageFormat,
    /// Write to a file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    Text,
    Json,
    Jsonl,
    Csv,
    Markdown,
    Html,
    Junit,
}

/// Writes a page to `out`, or to standard output: of the run that is named, or of one that is made
/// as `eval` makes it.
pub(super) fn run(target: Target, here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    let (format, out) = (wanted.format, wanted.out.as_deref());
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
        PageFormat::Csv => page::csv(board),
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
