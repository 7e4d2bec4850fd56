//! The findings for people at a terminal: by rule, the worst first, no longer than one reads.

use std::fmt::{self, Write as _};

use strum::IntoEnumIterator as _;

use super::Linted;
use crate::core::{
    lint::{Finding, Level, rule},
    visible::line,
};

/// Lines that the findings may take unless all are wanted.
const LINES: usize = 100;
/// Findings that are shown of a rule at most.
const MOST: usize = 10;
/// Lines of a rule besides those of its findings.
const AROUND: usize = 4;

/// The report; `all`: of every rule everything.
pub fn text(linted: &Linted<'_>, all: bool) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(linted, all, &mut out);
    out
}

fn write(linted: &Linted<'_>, all: bool, out: &mut String) -> fmt::Result {
    writeln!(out, "{}", line(&linted.board.now.snapshot.catalog.scope_line()))?;
    let judges: Vec<String> = linted.judges.iter().map(|lens| lens.title()).collect();
    if !judges.is_empty() {
        writeln!(out, "judged as {}", line(&judges.join(" · ")))?;
    }
    let most = if all { usize::MAX } else { cap(linted) };
    for found in linted.groups() {
        group(linted, found, most, out)?;
    }
    writeln!(out, "\n{}", linted.summary())?;
    for level in Level::iter() {
        let of_level = linted.groups().filter_map(|found| {
            let first = found.first().filter(|first| first.level == level)?;
            Some(format!("{} {}", first.rule, found.len()))
        });
        let counts: Vec<String> = of_level.collect();
        if !counts.is_empty() {
            writeln!(out, "{level:5}  {}", counts.join(" · "))?;
        }
    }
    if linted.left_out > 0 {
        writeln!(out, "{} about other skills left out", linted.left_out)?;
    }
    match linted.mends.len() {
        0 => Ok(()),
        1 => writeln!(out, "--fix mends 1 file; with --dry-run it only shows how"),
        files => writeln!(out, "--fix mends {files} files; with --dry-run it only shows how"),
    }
}

fn group(linted: &Linted<'_>, found: &[Finding], most: usize, out: &mut String) -> fmt::Result {
    let Some(first) = found.first() else { return Ok(()) };
    let why = rule(first.rule).map_or("", |rule| rule.why);
    writeln!(out, "\n{} {} ({}): {why}", first.level, first.rule, found.len())?;
    let alike = found.iter().all(|finding| finding.remedy == first.remedy);
    for finding in found.iter().take(most) {
        let place = linted.place(finding).map_or_else(String::new, |place| format!("{place} "));
        let remedy = if alike { String::new() } else { format!(" {}", finding.remedy) };
        writeln!(out, "  {}", line(&format!("{place}{}{remedy}", finding.message)))?;
    }
    if let more @ 1.. = found.len().saturating_sub(most) {
        writeln!(out, "  and {more} more: --all shows them")?;
    }
    if alike {
        writeln!(out, "  > {}", line(&first.remedy))?;
    }
    Ok(())
}

/// The most findings of each rule with which the report is no longer than one reads; at least one.
fn cap(linted: &Linted<'_>) -> usize {
    let counts: Vec<usize> = linted.groups().map(<[Finding]>::len).collect();
    let lines = |most: usize| counts.iter().map(|count| AROUND + (*count).min(most)).sum::<usize>();
    (1..=MOST).rev().find(|most| lines(*most) <= LINES).unwrap_or(1)
}
