//! How each harness is started without a terminal so that it shows exactly one catalog, asks
//! nobody but the loopback, and ends by itself. One file a harness.

mod claude_code;
mod codex;
mod copilot;
mod gemini_cli;
mod opencode;
mod pi;
mod qwen;

use super::launch::Place;

/// A harness as the tests start it.
pub struct Program {
    /// Of its profile.
    pub id: &'static str,
    pub command: &'static str,
    /// Where a project keeps its skills.
    pub skills: &'static str,
    /// It lists in the same order whenever it is started.
    pub steady: bool,
    /// Writes its configuration, and says how it is started with a prompt and a model's address.
    pub start: fn(&Place, prompt: &str, base: &str) -> Start,
    /// Where its listing stands in what it sends.
    pub marks: Marks,
}

/// Beside the command.
pub struct Start {
    pub arguments: Vec<String>,
    pub environment: Vec<(&'static str, String)>,
}

/// What stands before and behind a listing.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    pub from: &'static str,
    pub to: &'static str,
    /// Both are parts of the listing.
    pub kept: bool,
}

pub use self::{
    claude_code::CLAUDE_CODE, codex::CODEX, copilot::COPILOT, gemini_cli::GEMINI_CLI,
    opencode::OPENCODE, pi::PI, qwen::QWEN,
};

/// Most harnesses write tags.
const TAGS: Marks = Marks { from: "<available_skills>", to: "</available_skills>", kept: true };

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}
