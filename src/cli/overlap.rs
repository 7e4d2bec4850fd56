//! `skillscope overlap`: which skills crowd which, by words alone.

use std::mem::ManuallyDrop;

use clap::{Args, ValueEnum};

use super::{exit::Exit, output, resolve};
use crate::{
    engine::session::{self, Setup},
    report::overlap::{self, Document, PromptDocument},
};

/// What to show of the overlap.
#[derive(Debug, Args)]
pub struct Wanted {
    /// Show one skill with its rivals and contested terms.
    #[arg(long, value_name = "SKILL")]
    pub skill: Option<String>,
    /// Rank the skills for a prompt, with what each word contributes.
    #[arg(long, value_name = "TEXT", conflicts_with = "skill")]
    pub prompt: Option<String>,
    /// Rows of the text table; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub top: usize,
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    Text,
    Json,
    Csv,
}

pub(super) fn run(setup: &Setup, wanted: &Wanted) -> Result<Exit, super::Failure> {
    let words = match wanted.prompt {
        Some(_) => session::words(setup)?,
        None => session::words_compared(setup)?,
    };
    // The process ends in a moment: to give all of it back piece by piece would only take time.
    let board = ManuallyDrop::new(words);
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
