//! Effects that need files alone: rows that are kept, and the prepared edits of a demo.
//!
//! Must not know who measures what comes of them.

use super::{Setup, disk::Disk};
use crate::core::workbench::{Effect, Input, board::PreparedEdit};

/// Carries an effect out and says what came of it; `None` for one of another kind, or of a demo
/// where there is none.
pub(super) fn run(effect: &Effect, setup: &Setup, disk: &Disk) -> Option<String> {
    Some(match effect {
        Effect::AddRow { prompt, expected } => match disk.add_row(prompt, expected) {
            Ok(file) => format!("row added to {}", file.display()),
            Err(problem) => problem,
        },
        Effect::Edit(number) => match setup.demo.as_ref()?.apply_edit(*number) {
            Ok(edit) => format!("prepared edit made: {}", edit.title),
            Err(error) => error.to_string(),
        },
        Effect::Reset => match setup.demo.as_ref()?.reset() {
            Ok(files) => format!("the demo is as it was: {files} files written"),
            Err(error) => error.to_string(),
        },
        _ => return None,
    })
}

/// Which prepared edits stand on disk; `None` without a demo.
pub(super) fn edits(setup: &Setup) -> Option<Input> {
    let demo = setup.demo.as_ref()?;
    let pending: Vec<&str> = demo.pending().map(|edit| edit.name).collect();
    let edits = demo.edits().iter().map(|edit| PreparedEdit {
        title: edit.title.clone(),
        explanation: edit.explanation.clone(),
        applied: !pending.contains(&edit.name),
    });
    Some(Input::Edits(edits.collect()))
}
