//! `skillscope queries lint`: what is wrong with query files, for these skills.

use super::{arguments::LintArguments, looked_at, not_empty, print, rows, setup};
use crate::{
    cli::{Failure, exit::Exit, target::Target},
    core::query::lint::Rules,
    report::queries::{LintDocument, Linted, lint_text},
};

pub(super) fn run(target: Target, wanted: &LintArguments) -> Result<Exit, Failure> {
    let setup = setup(target)?;
    let rules = Rules {
        threshold: wanted.threshold,
        confidence: setup.confidence,
        probes: wanted.max_probes,
        attempts: setup.attempts,
    };
    let board = looked_at(setup)?;
    let linted = Linted::of(&board, rows(&board) > 0, &rules, wanted.findings.severity());
    if !linted.fails() {
        not_empty(&board)?;
    }
    print(wanted.format, || lint_text(&linted), &LintDocument::of(&linted))?;
    Ok(if linted.fails() { Exit::Failed } else { Exit::Fine })
}
