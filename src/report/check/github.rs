//! The check as annotations of GitHub Actions: what fails, and what does not pass yet.

use super::{
    Checked,
    text::{sentence, summary},
};
use crate::{
    core::{
        diagnostic::Severity,
        measure::gate::{Ruling, Verdict},
    },
    report::github::{Annotation, Level},
};

/// One workflow command a line.
pub fn annotations(checked: &Checked<'_>) -> String {
    let mut out = String::new();
    let files = &checked.board.now.snapshot.catalog;
    if let Some(ratchet) = checked.ratchet {
        let verdict = ratchet.verdict();
        let level = match verdict {
            Verdict::Fail => Level::Error,
            Verdict::Undecided => Level::Warning,
            Verdict::Pass => Level::Notice,
        };
        let title = format!("{verdict}: against {}", ratchet.against);
        let (flips, _) = ratchet.flips();
        let told: Vec<String> =
            [ratchet.sentence()].into_iter().chain(ratchet.notes()).chain(flips).collect();
        let message = told.join("; ");
        out.push_str(&Annotation { level, file: None, at: None, title, message }.to_string());
    }
    for judged in checked.report.iter().flat_map(|report| &report.assertions) {
        let level = match judged.verdict {
            Ruling::Fail => Level::Error,
            Ruling::Undecided => Level::Warning,
            Ruling::NotEvaluated | Ruling::Pass => continue,
        };
        let skill = judged.assertion.skill.as_ref().and_then(|id| files.get(id));
        let file = skill.map(|skill| checked.place(&skill.path));
        let title = format!("{}: {}", judged.verdict, judged.assertion);
        let annotation = Annotation { level, file, title, message: sentence(judged), at: None };
        out.push_str(&annotation.to_string());
    }
    for finding in &checked.findings {
        let level = match finding.severity {
            _ if checked.fails(finding) => Level::Error,
            Severity::Error | Severity::Warning => Level::Warning,
            Severity::Note => Level::Notice,
        };
        let annotation = Annotation {
            level,
            file: Some(checked.place(&finding.path)),
            at: finding.line.map(|line| (line, finding.column)),
            title: finding.code.to_string(),
            message: format!("{} {}", finding.message, finding.remedy),
        };
        out.push_str(&annotation.to_string());
    }
    let level = if checked.verdict() == Verdict::Fail { Level::Error } else { Level::Notice };
    let message = match checked.part.or(checked.unmeasured()) {
        Some(told) => format!("{}; {told}", summary(checked)),
        None => summary(checked),
    };
    let title = "skillscope check".to_owned();
    out.push_str(&Annotation { level, file: None, at: None, title, message }.to_string());
    out
}
