//! `skillscope overlap`: which skills crowd which, by words alone.

use super::{arguments::TableFormat, exit::Exit, output, resolve};
use crate::{
    engine::session::{self, Setup},
    report::overlap::{self, Document, PromptDocument},
};

/// What to show of the overlap.
#[derive(Debug)]
pub(super) struct Wanted {
    pub skill: Option<String>,
    pub prompt: Option<String>,
    /// Rows of the text table; 0 for all.
    pub top: usize,
    pub format: TableFormat,
}

pub(super) fn run(setup: &Setup, wanted: &Wanted) -> Result<Exit, super::Failure> {
    let board = session::words(setup)?;
    resolve::not_empty(&board)?;
    if let Some(prompt) = &wanted.prompt {
        let document = PromptDocument::of(&board, prompt);
        return output::print(&match wanted.format {
            TableFormat::Text => overlap::prompt_text(&document),
            TableFormat::Json => output::json(&document)?,
            TableFormat::Csv => overlap::prompt_csv(&document),
        });
    }
    let only = match &wanted.skill {
        Some(label) => Some(resolve::skill(&board, label)?),
        None => None,
    };
    let document = Document::of(&board, only.as_ref());
    output::print(&match (wanted.format, document.skills.first()) {
        (TableFormat::Json, _) => output::json(&document)?,
        (TableFormat::Csv, _) => overlap::csv(&document),
        (TableFormat::Text, Some(skill)) if only.is_some() => overlap::one_skill(&board, skill),
        (TableFormat::Text, _) => overlap::table(&board, &document, wanted.top),
    })
}
