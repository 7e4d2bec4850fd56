//! The findings as annotations of GitHub Actions, the worst first: few of a step's are shown.

use super::Linted;
use crate::{
    core::lint::Level,
    report::github::{Annotation, Level as Drawn},
};

/// One workflow command a line.
pub fn annotations(linted: &Linted<'_>) -> String {
    let mut out = String::new();
    for finding in linted.findings {
        let level = match finding.level {
            _ if linted.is_grave(finding) => Drawn::Error,
            Level::Error | Level::Warn => Drawn::Warning,
            Level::Info | Level::Ignore => Drawn::Notice,
        };
        let annotation = Annotation {
            level,
            file: linted.file_of(finding),
            at: finding.line.map(|line| (line, finding.column)),
            title: finding.rule.to_owned(),
            message: format!("{} {}", finding.message, finding.remedy),
        };
        out.push_str(&annotation.to_string());
    }
    let level = if linted.fails() { Drawn::Error } else { Drawn::Notice };
    let title = "skillscope lint".to_owned();
    let all = Annotation { level, file: None, at: None, title, message: linted.summary() };
    out.push_str(&all.to_string());
    out
}
