//! A line a finding, for editors and pipes.

use super::{CATALOG, Linted};
use crate::core::visible::line;

/// `skills/a/SKILL.md:3:14: error yaml-colon What is wrong.`
pub fn concise(linted: &Linted<'_>) -> String {
    let told = linted.findings.iter().map(|finding| {
        let told = format!("{} {} {}", finding.level, finding.rule, finding.message);
        let place = linted.place(finding);
        format!("{}: {}\n", line(place.as_deref().unwrap_or(CATALOG)), line(&told))
    });
    told.collect()
}
