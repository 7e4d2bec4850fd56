//! The findings of a lint, as `skillscope.lint/1`, for people, and for the machines that run it.
//!
//! Must not know how anything is found.

mod concise;
mod diff;
mod document;
mod explain;
mod github;
mod sarif;
mod text;
mod uri;

use std::path::Path;

pub use self::{
    concise::concise,
    diff::diff,
    document::Document,
    explain::{explained, table},
    github::annotations,
    sarif::Log,
    text::text,
};
use crate::{
    core::{
        diagnostic::Diagnostic,
        lint::{Finding, Level, Mend},
        listing::Lens,
        workbench::Board,
    },
    report::{figure::counted, head},
};

/// The path of findings that are about no file.
const CATALOG: &str = ".";

/// What every form of the report is made of.
#[derive(Debug)]
pub struct Linted<'a> {
    pub board: &'a Board,
    /// Worst first, those of one rule side by side.
    pub findings: &'a [Finding],
    /// Findings that were made and are not asked for.
    pub left_out: usize,
    /// Through whose eyes the skills were judged, besides everybody's.
    pub judges: &'a [Lens],
    /// What is wrong with the query files.
    pub labels: Vec<&'a Diagnostic>,
    /// What the fixes would make of the files that have any.
    pub mends: &'a [Mend],
    /// A warning fails too.
    pub strict: bool,
    /// Where the files' paths are shown from.
    pub cwd: &'a Path,
}

impl Linted<'_> {
    /// Whether one of the findings is grave enough to say no.
    pub fn fails(&self) -> bool {
        self.findings.iter().any(|finding| self.is_grave(finding))
    }

    fn is_grave(&self, finding: &Finding) -> bool {
        finding.level == Level::Error || self.strict && finding.level == Level::Warn
    }

    fn verdict(&self) -> &'static str {
        if self.fails() { "fail" } else { "pass" }
    }

    fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// `fail: 2 errors, 1 warning, 12 notes`
    fn summary(&self) -> String {
        format!(
            "{}: {}, {}, {}",
            self.verdict(),
            counted(self.count(Level::Error), "error", "errors"),
            counted(self.count(Level::Warn), "warning", "warnings"),
            counted(self.count(Level::Info), "note", "notes"),
        )
    }

    /// The findings by rule and level, in their order.
    fn groups(&self) -> impl Iterator<Item = &[Finding]> {
        self.findings.chunk_by(|a, b| (a.rule, a.level) == (b.rule, b.level))
    }

    /// The file of a finding as it is called from the working directory, with its place in it:
    /// `skills/a/SKILL.md:3:14`. `None` of a finding about the catalog as a whole.
    fn place(&self, finding: &Finding) -> Option<String> {
        let mut out = self.file_of(finding)?;
        for number in [finding.line, finding.column].into_iter().map_while(|number| number) {
            out.push_str(&format!(":{number}"));
        }
        Some(out)
    }

    fn file_of(&self, finding: &Finding) -> Option<String> {
        (finding.path != CATALOG).then(|| self.file(&finding.path))
    }

    /// The catalog's file as it is called from the working directory.
    pub fn file(&self, path: &str) -> String {
        head::place(self.board, self.cwd, path)
    }
}
