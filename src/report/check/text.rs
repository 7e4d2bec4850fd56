//! The check for people at a terminal.

use std::fmt::Write as _;

use super::{Checked, Ratcheted};
use crate::{
    core::{
        measure::gate::{Judged, Reason, Report, Ruling},
        visible::line,
    },
    report::{
        conditions::{ENDING, conditions},
        figure::{counted, interval},
        table::more,
    },
};

/// Findings and undecided bars that are listed.
const LISTED: usize = 20;

/// The whole check.
pub fn text(checked: &Checked<'_>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(checked, &mut out);
    out
}

fn write(checked: &Checked<'_>, out: &mut String) -> std::fmt::Result {
    writeln!(out, "{}", summary(checked))?;
    writeln!(out, "{}", line(&checked.board.now.snapshot.catalog.scope_line()))?;
    if let Some(told) = checked.part {
        writeln!(out, "{}", line(told))?;
    }
    if let Some(report) = checked.report {
        writeln!(out, "{}", line(&conditions(checked.board)))?;
        if let Some(ratchet) = checked.ratchet {
            ratcheted(ratchet, out)?;
        }
        for ruling in [Ruling::Fail, Ruling::Undecided, Ruling::Pass] {
            let all: Vec<&Judged> =
                report.assertions.iter().filter(|judged| judged.verdict == ruling).collect();
            if !all.is_empty() {
                writeln!(out)?;
            }
            let shown = if ruling == Ruling::Fail { all.len() } else { LISTED };
            for judged in all.iter().take(shown) {
                writeln!(out, "{ruling:9}  {}", line(&sentence(judged)))?;
            }
            out.push_str(&more(all.len(), shown));
        }
        for (reason, bars) in idle(report) {
            writeln!(out, "\nnot evaluated: {}, {reason}", counted(bars, "bar", "bars"))?;
        }
    }
    if !checked.findings.is_empty() {
        writeln!(out)?;
        let (failing, other): (Vec<_>, Vec<_>) =
            checked.findings.iter().partition(|finding| checked.fails(finding));
        for finding in &failing {
            writeln!(out, "fail       {}", line(&finding.to_string()))?;
        }
        for finding in other.iter().take(LISTED) {
            writeln!(out, "note       {}", line(&finding.to_string()))?;
        }
        if let more @ 1.. = other.len().saturating_sub(LISTED) {
            writeln!(out, "  ({more} more; `skillscope lint` tells them by rule)")?;
        }
    }
    for told in checked.unmeasured().into_iter().chain(checked.undecided_note()) {
        writeln!(out, "\n{told}")?;
    }
    writeln!(out, "\n{ENDING}")
}

/// Why some bars were not evaluated, with their numbers.
pub(super) fn idle(report: &Report) -> Vec<(Reason, usize)> {
    let mut out: Vec<(Reason, usize)> = Vec::new();
    let idle = report.assertions.iter().filter(|one| one.verdict == Ruling::NotEvaluated);
    for reason in idle.filter_map(|judged| judged.reason) {
        match out.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, bars)) => *bars += 1,
            None => out.push((reason, 1)),
        }
    }
    out
}

fn ratcheted(ratchet: &Ratcheted, out: &mut String) -> std::fmt::Result {
    writeln!(out, "\n{:9}  {}", ratchet.verdict(), line(&ratchet.sentence()))?;
    let (flips, others) = ratchet.flips();
    for told in ratchet.notes().iter().chain(&flips) {
        writeln!(out, "           {}", line(told))?;
    }
    if others > 0 {
        writeln!(out, "           {others} more")?;
    }
    Ok(())
}

/// `fail: 2 bars fail, 9 are undecided, 3 pass; 1 finding fails, 4 are noted`
pub(super) fn summary(checked: &Checked<'_>) -> String {
    let mut parts = Vec::new();
    if let Some(report) = checked.report.filter(|report| !report.assertions.is_empty()) {
        let of = |ruling| report.assertions.iter().filter(|one| one.verdict == ruling).count();
        let idle = match of(Ruling::NotEvaluated) {
            0 => String::new(),
            idle => format!(", {idle} not evaluated"),
        };
        parts.push(format!(
            "of {}, {} failed, {} undecided, {} passed{idle}",
            counted(report.assertions.len(), "bar", "bars"),
            of(Ruling::Fail),
            of(Ruling::Undecided),
            of(Ruling::Pass)
        ));
    }
    if let Some(ratchet) = checked.ratchet {
        parts.push(format!("{}: {}", ratchet.against, ratchet.held.comparison.headline.verdict));
    }
    let failing = checked.findings.iter().filter(|finding| checked.fails(finding)).count();
    let findings = counted(checked.findings.len(), "finding", "findings");
    parts.push(format!("of {findings}, {failing} failed"));
    format!("{}: {}", checked.verdict(), parts.join("; "))
}

/// `recall of refunds >= 0.9: 0.500 [0.215, 0.785], 8 queries; about 12 more probes would decide it`
pub(super) fn sentence(judged: &Judged) -> String {
    let Judged { assertion, rate, low, high, units, reason, needed_probes, .. } = judged;
    let mut out = format!("{assertion}: {}", interval(*rate, low.zip(*high)));
    // That there are too few of them names them.
    if low.is_some() && !matches!(reason, Some(Reason::TooFewUnits { .. })) {
        out.push_str(&format!(", {}", counted(*units as usize, "query", "queries")));
    }
    if let Some(reason) = reason {
        out.push_str(&format!("; {reason}"));
    }
    if let Some(more) = needed_probes.filter(|more| *more > 0) {
        out.push_str(&format!("; about {more} more probes would decide it"));
    }
    out
}
