//! Prompts that speak of files which an empty folder does not have.

use std::sync::Arc;

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    lexical::{Tokenizer, token::Token},
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

/// Things of which a user has one.
const KNOWN: [&str; 3] = ["codebase", "repo", "repository"];

/// Words that may stand between the two without naming a thing that lies elsewhere.
const BETWEEN: [&str; 17] = [
    "current",
    "entire",
    "existing",
    "git",
    "go",
    "java",
    "javascript",
    "local",
    "mixed",
    "node",
    "old",
    "python",
    "ruby",
    "rust",
    "source",
    "typescript",
    "whole",
];

/// The first words of a prompt that speak of such a thing: one of the pointing words and the thing
/// (`this repo`, `my python script`), or `the codebase`, `the repo`.
pub fn speaks_of_files(prompt: &str) -> Option<String> {
    let words = Tokenizer::default().spans(prompt);
    let is = |word: Option<&Token>, list: &[&str]| {
        word.is_some_and(|word| list.contains(&word.text.as_str()))
    };
    // A part of a compound is another word: `branch-heavy`.
    let whole =
        |word: &Token| !prompt.get(word.range.end..).is_some_and(|rest| rest.starts_with('-'));
    words.iter().enumerate().find_map(|(at, first)| {
        let points = is(Some(first), &POINTING);
        let (next, third) = (words.get(at + 1), words.get(at + 2));
        let last = if points && is(next, &THINGS) || first.text == "the" && is(next, &KNOWN) {
            at + 1
        } else if points && is(next, &BETWEEN) && is(third, &THINGS) {
            at + 2
        } else {
            return None;
        };
        let run = words.get(at..=last).filter(|run| run.last().is_some_and(whole))?;
        Some(run.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
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
