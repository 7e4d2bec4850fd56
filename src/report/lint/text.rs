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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::core::{lint::rules, workbench::Board};

    /// So many findings of each of the first rules of the table.
    fn report(rules_found: usize, of_each: usize, all: bool) -> String {
        let found = rules().iter().take(rules_found).flat_map(|rule| {
            (0..of_each).map(move |n| Finding {
                rule: rule.id,
                level: Level::Warn,
                skill: None,
                path: format!("s{n}/SKILL.md"),
                line: Some(3),
                column: Some(14),
                message: "Is\u{1b}[2J wrong.".to_owned(),
                remedy: "Mend it.".to_owned(),
                with: Vec::new(),
                harness: None,
                fix: None,
                weight: 0.0,
            })
        });
        let (board, findings) = (Board::default(), found.collect::<Vec<_>>());
        let linted = Linted {
            board: &board,
            findings: &findings,
            left_out: 0,
            judges: &[],
            labels: Vec::new(),
            mends: &[],
            strict: false,
            cwd: Path::new("/"),
        };
        text(&linted, all)
    }

    #[test]
    fn however_much_is_found_the_report_is_read_to_its_end() {
        for (rules, of_each) in [(1, 5_000), (4, 300), (15, 70), (20, 40)] {
            let told = report(rules, of_each, false);
            assert!(told.lines().count() <= 120, "{rules} rules: {}", told.lines().count());
            assert!(told.contains(" more: --all shows them\n"), "{told}");
            let whole = report(rules, of_each, true);
            assert!(whole.lines().count() > rules * of_each && !whole.contains("--all"));
        }
        assert!(!report(2, 10, false).contains("--all"), "what fits is shown");
    }

    #[test]
    fn each_finding_has_its_place_and_each_rule_its_remedy_once() {
        let told = report(1, 2, false);
        let id = rules()[0].id;
        assert!(told.contains(&format!("\nwarn {id} (2): {}\n", rules()[0].why)), "{told}");
        assert!(told.contains("\n  s1/SKILL.md:3:14 Is␛[2J wrong.\n  > Mend it.\n"), "{told}");
        assert!(told.ends_with(&format!("\npass: 0 errors, 2 warnings, 0 notes\nwarn   {id} 2\n")));
    }
}
