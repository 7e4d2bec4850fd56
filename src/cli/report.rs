//! `skillscope report`: a run's figures in a form to hand on.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};

use super::{
    Failure, choose, eval,
    exit::{Exit, INTERRUPT},
    kept, output, resolve, runs,
    surroundings::Surroundings,
    target::Target,
};
use crate::{
    core::{plan::Offered, workbench::Board},
    engine::store::Kept,
    report::eval::{self as page, Document, Readings},
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
    /// Read the run beside this one on parts of the catalog, of the same rows: whose fault a miss
    /// is, by skill [default: the one that `eval --catalog` kept with it].
    #[arg(long, value_name = "RUN|FILE")]
    pub part: Option<PathBuf>,
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
    /// Annotations of GitHub Actions: the prompts that missed, at their rows.
    Github,
}

/// Writes a page to `out`, or to standard output: of the run that is named, or of one that is made
/// as `eval` makes it.
pub(super) fn run(target: Target, here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    if let [name] = &target.paths[..]
        && kept::is_run(name)
    {
        let kept = kept::read(name, here)?;
        let board = kept.board();
        let part = part(&kept, wanted.part.as_deref(), here)?;
        let readings = part.map(|part| Readings::of(&board, &part.board()));
        return write(&board, readings, wanted);
    }
    if wanted.part.is_some() {
        let told = "--part goes with a run on the whole catalog: name that instead of skills";
        return Err(Failure::Usage(told.to_owned()));
    }
    let Some(board) = eval::measured(choose::agreed(target, here, 1)?)? else {
        output::tell("interrupted; nothing was written");
        return Ok(Exit::Signal(INTERRUPT));
    };
    resolve::not_empty(&board)?;
    write(&board, None, wanted)
}

/// The run on parts of the catalog that this one is read beside: as named, else as kept with it.
///
/// # Errors
/// It is not there, or of other rows.
fn part(whole: &Kept, named: Option<&Path>, here: &Surroundings) -> Result<Option<Kept>, Failure> {
    let Some(name) = named else {
        let store = runs::store(None, here.places.as_ref())?;
        let beside = store.beside(&whole.plan);
        let fits = |part: &Kept| whole.plan.differs_from_part(&part.plan).is_empty();
        return Ok(beside.filter(fits));
    };
    let part = kept::read(name, here)?;
    if part.plan.offered == Offered::All {
        let name = name.display();
        return Err(Failure::Usage(format!("{name} is no run on parts of the catalog")));
    }
    match &whole.plan.differs_from_part(&part.plan)[..] {
        [] => Ok(Some(part)),
        what => {
            let (name, what) = (name.display(), what.join(", "));
            Err(Failure::Usage(format!("{name} is of another plan: {what} differ")))
        }
    }
}

fn write(board: &Board, readings: Option<Readings>, wanted: &Wanted) -> Result<Exit, Failure> {
    let text = match wanted.format {
        PageFormat::Text => {
            let beside = readings.map_or_else(String::new, |readings| readings.text());
            page::scorecard_with(board, &beside)
        }
        PageFormat::Json => {
            let mut document = Document::of(board);
            document.reading = readings;
            output::json(&document)?
        }
        PageFormat::Jsonl => page::jsonl(board).map_err(Failure::Json)?,
        PageFormat::Csv => page::csv(board),
        PageFormat::Markdown => page::markdown(board, readings.as_ref()),
        PageFormat::Html => page::html(board, readings.as_ref()),
        PageFormat::Junit => page::junit(board).map_err(Failure::Junit)?,
        PageFormat::Github => page::annotations(board),
    };
    match &wanted.out {
        None => output::print(&text)?,
        Some(path) => {
            fs::write(path, text).map_err(|source| Failure::File { path: path.clone(), source })?;
            Exit::Fine
        }
    };
    Ok(eval::exit(board))
}
