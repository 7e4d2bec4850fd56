//! The check as Markdown, for a step summary.

use super::{
    Checked,
    text::{idle, sentence, summary},
};
use crate::{
    core::measure::gate::{Judged, Ruling},
    report::{
        conditions::{ENDING, conditions},
        figure::counted,
        markdown::{cell, more, table, text},
    },
};

/// Findings that are listed.
const LISTED: usize = 50;

/// The whole check.
pub fn markdown(checked: &Checked<'_>) -> String {
    let mut out = format!("## {}\n", text(&summary(checked)));
    for told in checked.unmeasured().into_iter().chain(checked.undecided_note()) {
        out.push_str(&format!("\n> {}\n", text(told)));
    }
    if let Some(told) = checked.part {
        out.push_str(&format!("\n{}\n", text(told)));
    }
    if let Some(ratchet) = checked.ratchet {
        let (verdict, told) = (ratchet.verdict(), ratchet.sentence());
        out.push_str(&format!("\n**{verdict}** {}\n", text(&told)));
        let (flips, others) = ratchet.flips();
        let items: String =
            ratchet.notes().iter().chain(&flips).map(|one| format!("- {}\n", text(one))).collect();
        if !items.is_empty() {
            out.push_str(&format!("\n{items}"));
        }
        if others > 0 {
            out.push_str(&format!("- {others} more\n"));
        }
    }
    if let Some(report) = checked.report.filter(|report| !report.assertions.is_empty()) {
        let evaluated = |one: &&Judged| one.verdict != Ruling::NotEvaluated;
        let mut rows: Vec<_> = report.assertions.iter().filter(evaluated).collect();
        rows.sort_by_key(|judged| judged.verdict);
        let (passed, rest): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|judged| judged.verdict == Ruling::Pass);
        let rows = rest.into_iter().chain(passed);
        let rows = rows.map(|judged| [judged.verdict.to_string(), cell(&sentence(judged))]);
        out.push_str(&format!("\n{}", table(["", "bar"], rows)));
        for (reason, bars) in idle(report) {
            let (bars, reason) = (counted(bars, "bar", "bars"), text(&reason.to_string()));
            out.push_str(&format!("\nnot evaluated: {bars}, {reason}\n"));
        }
    }
    if !checked.findings.is_empty() {
        let rows = checked.findings.iter().take(LISTED).map(|finding| {
            let word = if checked.fails(finding) { "fail" } else { "note" };
            [word.to_owned(), cell(&finding.to_string())]
        });
        out.push_str(&format!("\n{}", table(["", "finding"], rows)));
    }
    out.push_str(&more(checked.findings.len(), LISTED));
    if checked.report.is_some() {
        out.push_str(&format!("\n{}. {ENDING}\n", text(&conditions(checked.board))));
    }
    out
}
