//! `skillscope agents`: runs of the same rows by several agents, side by side.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Failure, exit::Exit, kept, output, surroundings::Surroundings};
use crate::{
    core::workbench::side_by_side::{Side, SideBySide, unlike},
    report::agents::{self, Document},
};

/// Which runs, and in which form.
#[derive(Debug, Args)]
pub struct Wanted {
    /// Kept runs by their ids, or exported files; two at least.
    #[arg(value_name = "RUN", required = true, num_args = 2..)]
    pub runs: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub format: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    Text,
    Json,
    Markdown,
}

pub(super) fn run(here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    let read = |name: &PathBuf| {
        let kept = kept::read(name, here)?;
        Ok((kept.plan.run.clone(), kept.board()))
    };
    let runs = wanted.runs.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
    let sides: Vec<Side<'_>> = runs.iter().map(|(name, board)| Side { name, board }).collect();
    if let Some((side, why)) = unlike(&sides) {
        let (name, first) = (side.name, sides.first().map_or("", |side| side.name));
        return Err(Failure::Usage(format!(
            "{name} has {why} than {first}: agents stand side by side on the same rows and texts; \
             `compare` holds two runs that differ in them"
        )));
    }
    let all = SideBySide::of(&sides);
    let document = Document::of(&all);
    output::print(&match wanted.format {
        Form::Text => agents::text(&document),
        Form::Json => output::json(&document)?,
        Form::Markdown => agents::markdown(&document),
    })?;
    let missing = |board: &crate::core::workbench::Board| !board.run.counts.settled();
    Ok(if runs.iter().any(|(_, board)| missing(board)) { Exit::Incomplete } else { Exit::Fine })
}
