//! A check of the skills, as `skillscope.check/1`, for people, and for the machines that run it.

mod document;
mod github;
mod junit;
mod markdown;
mod propose;
mod ratchet;
mod text;

use std::path::Path;

use crate::{
    core::{
        diagnostic::{Diagnostic, Severity},
        lint::{Finding, Level},
        measure::gate::{Report, Verdict},
        workbench::Board,
    },
    report::head,
};

pub use self::{
    document::Document, github::annotations, junit::junit, markdown::markdown, propose::proposal,
    ratchet::Ratcheted, text::text,
};

/// What every form of the report is made of.
#[derive(Debug)]
pub struct Checked<'a> {
    pub board: &'a Board,
    /// `None`: routing was not measured.
    pub report: Option<&'a Report>,
    /// `None`: held against nothing.
    pub ratchet: Option<&'a Ratcheted>,
    /// Why so little was measured, where less was than the bars are about.
    pub part: Option<&'a str>,
    pub findings: Vec<Diagnostic>,
    /// Findings as grave as this, or graver, fail the check.
    pub fails_from: Option<Severity>,
    pub undecided_passes: bool,
    /// Where the files' paths are shown from.
    pub cwd: &'a Path,
}

/// Every diagnosis of the queries, and what a lint found in the skills; worst first.
pub fn findings(board: &Board, found: Vec<Finding>) -> Vec<Diagnostic> {
    let found = found.into_iter().filter_map(diagnosis);
    let mut all: Vec<Diagnostic> = board.queries.diagnostics.iter().cloned().chain(found).collect();
    all.sort_by_key(|one| one.severity);
    all
}

fn diagnosis(finding: Finding) -> Option<Diagnostic> {
    let severity = match finding.level {
        Level::Error => Severity::Error,
        Level::Warn => Severity::Warning,
        Level::Info => Severity::Note,
        Level::Ignore => return None,
    };
    let Finding { path, line, column, message, remedy, .. } = finding;
    Some(Diagnostic { path, line, column, code: finding.rule.into(), severity, message, remedy })
}

impl Checked<'_> {
    /// Fail if a finding, a bar or the ratchet fails, else undecided if one of them is, else pass.
    pub fn verdict(&self) -> Verdict {
        if self.findings.iter().any(|finding| self.fails(finding)) {
            return Verdict::Fail;
        }
        let report = self.report.map(|report| report.verdict);
        let ratchet = self.ratchet.map(Ratcheted::verdict);
        // In the order of their gravity.
        report.into_iter().chain(ratchet).min().unwrap_or(Verdict::Pass)
    }

    /// Whether the check is passed, an undecided one as it was told.
    pub fn lets_through(&self) -> bool {
        match self.verdict() {
            Verdict::Pass => true,
            Verdict::Undecided => self.undecided_passes,
            Verdict::Fail => false,
        }
    }

    fn fails(&self, finding: &Diagnostic) -> bool {
        self.fails_from.is_some_and(|from| finding.severity.reaches(from))
    }

    /// The state of routing in a few words; `None` where bars were held.
    fn unmeasured(&self) -> Option<&'static str> {
        match self.report {
            None => Some("routing not measured"),
            Some(report) if report.assertions.is_empty() && self.ratchet.is_none() => {
                Some("no bars: routing was measured and nothing demanded of it")
            }
            Some(_) => None,
        }
    }

    /// What an undecided gate means for whoever waits for it.
    fn undecided_note(&self) -> Option<&'static str> {
        (self.verdict() == Verdict::Undecided).then_some(if self.undecided_passes {
            "UNDECIDED COUNTS AS PASSED HERE: so few prompts do not tell; --undecided fail refuses it"
        } else {
            "undecided counts as failed here: so few prompts do not tell"
        })
    }

    /// Where the file called `path` lies below the working directory, where that is known.
    fn place(&self, path: &str) -> String {
        head::place(self.board, self.cwd, path)
    }
}
