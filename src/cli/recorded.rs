//! Two results as they were recorded: runs that were kept, or documents that `eval` printed.

use std::{fs, path::Path, sync::Arc};

use super::{Failure, kept, output, surroundings::Surroundings};
use crate::{
    core::{plan::Order, workbench::Board},
    engine::{session::Measured, store::Kept},
    report::eval::{self, Document, LOST},
};

/// Both sides, and what their form does not hold.
pub(super) struct Recorded {
    pub arms: [Measured; 2],
    pub lost: &'static [&'static str],
}

/// One side as it was found.
enum Form {
    Run(Box<Kept>),
    Document { name: String, text: String },
}

/// Reads both sides. A run beside a document is read as its own document would be, so that both
/// have one precision.
///
/// # Errors
/// There is no such run, or a file is neither a run nor a document of one.
pub(super) fn arms(names: [&Path; 2], here: &Surroundings) -> Result<Recorded, Failure> {
    match [form(names[0], here)?, form(names[1], here)?] {
        [Form::Run(before), Form::Run(after)] => {
            let same = before.plan.run == after.plan.run;
            let before = measured(before.plan.run.clone(), before.board());
            // One that is named twice is the same records on both sides.
            let after =
                if same { before.clone() } else { measured(after.plan.run.clone(), after.board()) };
            Ok(Recorded { arms: [before, after], lost: &[] })
        }
        [before, after] => {
            let arms = [before.lowered()?, after.lowered()?];
            Ok(Recorded { arms, lost: &LOST })
        }
    }
}

fn measured(name: String, board: Board) -> Measured {
    Measured { name, board: Arc::new(board), notes: Vec::new(), order: Order::Apart }
}

fn form(name: &Path, here: &Surroundings) -> Result<Form, Failure> {
    if name.is_file()
        && let Ok(text) = fs::read_to_string(name)
        && eval::claims(&text)
    {
        return Ok(Form::Document { name: name.display().to_string(), text });
    }
    Ok(Form::Run(Box::new(kept::read(name, here)?)))
}

impl Form {
    fn lowered(self) -> Result<Measured, Failure> {
        let (name, text) = match self {
            Self::Document { name, text } => (name, text),
            Self::Run(run) => {
                let text = output::json(&Document::of(&run.board()))?;
                (run.plan.run, text)
            }
        };
        let board = eval::board(&name, &text)
            .map_err(|why| Failure::Usage(format!("{name} cannot be compared: {why}")))?;
        Ok(measured(name, board))
    }
}
