//! Findings about the rows, the gravest first, then by file and line.

use std::fmt::Write as _;

use serde::Serialize;

use crate::{
    core::{
        diagnostic::{Diagnostic, Severity},
        query::{
            SetAside,
            lint::{Rules, lint},
        },
        visible::line,
        workbench::Board,
    },
    report::{figure::counted, head::CatalogHead},
};

/// What both forms are made of.
#[derive(Debug)]
pub struct Linted<'a> {
    board: &'a Board,
    /// Rows that can be scored.
    scored: usize,
    /// Rows that were read and cannot be.
    set_aside: usize,
    findings: Vec<Diagnostic>,
    /// Findings as grave as this, or graver, fail.
    fails_from: Option<Severity>,
}

/// The contract.
#[derive(Debug, Serialize)]
pub struct LintDocument<'a> {
    schema: &'static str,
    catalog: CatalogHead<'a>,
    verdict: &'static str,
    files: Vec<FileRows<'a>>,
    /// Rows that can be scored.
    scored: usize,
    set_aside: usize,
    refused: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    diagnostics: &'a [Diagnostic],
}

/// A file and the rows that were read from it.
#[derive(Debug, Serialize)]
pub(super) struct FileRows<'a> {
    path: &'a str,
    rows: usize,
}

pub(super) fn files(board: &Board) -> Vec<FileRows<'_>> {
    board.query_files.iter().map(|(path, rows)| FileRows { path, rows: *rows }).collect()
}

impl<'a> Linted<'a> {
    /// Holds the board's rows against the rules; where they are not `labelled` they are drafts, of
    /// which nothing is told.
    pub fn of(
        board: &'a Board,
        labelled: bool,
        rules: &Rules,
        fails_from: Option<Severity>,
    ) -> Self {
        let bound = &board.queries;
        let mut findings = bound.diagnostics.clone();
        let (mut scored, mut set_aside) = (0, 0);
        if labelled {
            (scored, set_aside) = (bound.queries.len(), bound.set_aside.len());
            findings.extend(bound.set_aside.iter().map(unscored));
            findings.extend(lint(bound, &board.now.lexicon, rules));
        }
        findings.sort_by(|a, b| (a.severity, &a.path, a.line).cmp(&(b.severity, &b.path, b.line)));
        Self { board, scored, set_aside, findings, fails_from }
    }

    /// Whether one of the findings fails.
    pub fn fails(&self) -> bool {
        let from = self.fails_from;
        self.findings.iter().any(|one| from.is_some_and(|from| one.severity.reaches(from)))
    }

    fn verdict(&self) -> &'static str {
        if self.fails() { "fail" } else { "pass" }
    }

    fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

fn unscored(SetAside { id, source, reason }: &SetAside) -> Diagnostic {
    let message = format!("`{id}` cannot be scored on these skills: {reason}");
    let remedy = "Correct the name, or take the row out.";
    let path = source.path.clone();
    let mut told = Diagnostic::new(Severity::Warning, "set-aside", path, message, remedy);
    told.line = Some(source.line).filter(|line| *line > 0);
    told
}

impl<'a> LintDocument<'a> {
    pub fn of(linted: &'a Linted<'a>) -> Self {
        Self {
            schema: "skillscope.queries-lint/1",
            catalog: CatalogHead::of(linted.board),
            verdict: linted.verdict(),
            files: files(linted.board),
            scored: linted.scored,
            set_aside: linted.set_aside,
            refused: linted.board.queries.refused,
            errors: linted.count(Severity::Error),
            warnings: linted.count(Severity::Warning),
            notes: linted.count(Severity::Note),
            diagnostics: &linted.findings,
        }
    }
}

/// A summary and a line a finding.
pub fn lint_text(linted: &Linted<'_>) -> String {
    let (scored, set_aside) = (linted.scored, linted.set_aside);
    let refused = linted.board.queries.refused;
    let mut out = format!(
        "{}: {}, {}, {}\n",
        linted.verdict(),
        counted(linted.count(Severity::Error), "error", "errors"),
        counted(linted.count(Severity::Warning), "warning", "warnings"),
        counted(linted.count(Severity::Note), "note", "notes"),
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{} in {}: {scored} can be scored, {set_aside} set aside, {refused} refused",
        counted(scored + set_aside + refused, "row", "rows"),
        counted(linted.board.query_files.len(), "file", "files"),
    );
    let _ = writeln!(out, "{}", line(&linted.board.now.snapshot.catalog.scope_line()));
    let mut before = None;
    for finding in &linted.findings {
        if before != Some(finding.severity) {
            out.push('\n');
        }
        before = Some(finding.severity);
        let _ = writeln!(out, "{:7}  {}", finding.severity, line(&finding.to_string()));
    }
    out
}
