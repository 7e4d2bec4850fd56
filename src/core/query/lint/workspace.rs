//! Prompts that speak of files which an empty folder does not have.

use std::sync::Arc;

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    lexical::Tokenizer,
    query::{Query, bind::oddities::at},
};

/// Words that point at a thing the user has before them.
const POINTING: [&str; 4] = ["this", "these", "my", "our"];

/// Things that lie in a folder.
const THINGS: [&str; 19] = [
    "repo",
    "repository",
    "codebase",
    "code",
    "project",
    "workspace",
    "folder",
    "directory",
    "file",
    "files",
    "branch",
    "diff",
    "commit",
    "package",
    "monorepo",
    "script",
    "document",
    "notebook",
    "spreadsheet",
];

/// The first words of a prompt that speak of such a thing: one of the pointing words and the
/// thing, with at most one word between them (`this python script`), or `the codebase`, `the repo`.
pub fn speaks_of_files(prompt: &str) -> Option<String> {
    let words = Tokenizer::default().tokens(prompt);
    let thing = |word: &String| THINGS.contains(&word.as_str());
    let points = |word: &String| POINTING.contains(&word.as_str());
    words.iter().enumerate().find_map(|(at, word)| {
        let next = words.get(at + 1)?;
        let direct = points(word) && thing(next);
        let known = word == "the" && matches!(next.as_str(), "codebase" | "repo" | "repository");
        if direct || known {
            return Some(format!("{word} {next}"));
        }
        let third = words.get(at + 2).filter(|third| points(word) && thing(third))?;
        Some(format!("{word} {next} {third}"))
    })
}

pub(super) fn find(rows: &[Arc<Query<SkillId>>]) -> Vec<Diagnostic> {
    let bare = rows.iter().filter(|row| row.workspace.is_none());
    bare.filter_map(|row| {
        let words = speaks_of_files(&row.prompt)?;
        Some(at(
            row,
            Severity::Warning,
            "needs-workspace",
            format!(
                "The prompt of `{}` speaks of \"{words}\", and its probe has no files.",
                row.id
            ),
            "Give the row a `workspace` folder, or put what it needs into the prompt.",
        ))
    })
    .collect()
}
