//! The rows of the probe table: which columns there are and what stands in them.
//!
//! Must not know which rows show.

use std::ops::Range;

use ratatui::{
    layout::Alignment,
    text::{Line, Span},
};

use super::{
    label::{self, Worth},
    roll::Entry,
    run::Tally,
    verdict::Verdict,
};
use crate::{
    core::{id::SkillId, query::Query, trajectory::Outcome, visible, workbench::probes::ProbeRow},
    tui::{
        theme::{Role, Theme},
        widget::{
            table::{Column, Width},
            text::{Cut, Mark, marked},
        },
    },
};

/// Columns in their order; those that would say the same in every row are left out.
pub fn columns(tally: &Tally) -> Vec<Column<'static>> {
    let mut columns = vec![
        Column::mark("", 1, 9),
        Column::mark("outcome", 11, u8::MAX),
        Column::text("query", 16, u8::MAX),
        Column {
            width: Width::Fill(12),
            cut: Cut::Middle,
            keep: 7,
            ..Column::name("expected", 12)
        },
        Column { width: Width::Fill(14), cut: Cut::End, keep: 8, ..Column::name("engaged", 14) },
        Column::figure("steps", 5, 4),
        Column { align: Alignment::Left, ..Column::figure("ended by", 8, 2) },
        Column::figure("time", 6, 5),
    ];
    if tally.attempts > 1 {
        columns.push(Column::figure("try", 3, 6));
    }
    if tally.costs() {
        columns.push(Column::figure("cost", 6, 3));
    }
    columns
}

/// The cells of a row, in the order of [`columns`]; `marks` are bytes of the prompt.
pub fn cells(
    theme: &Theme,
    tally: &Tally,
    entry: &Entry,
    marks: Vec<Range<usize>>,
) -> Vec<Line<'static>> {
    let row = &*entry.row;
    let waits = entry.verdict == Verdict::Planned;
    let mut cells = vec![
        flip(theme, entry.flip),
        outcome(theme, entry),
        prompt(theme, &row.query, waits, marks),
        expected(theme, &row.query),
        engaged(theme, entry),
        dim(theme, steps(row)),
        dim(theme, ended_by(row)),
        dim(theme, row.duration_ms.map_or_else(String::new, seconds)),
    ];
    if tally.attempts > 1 {
        cells.push(dim(theme, row.attempt.to_string()));
    }
    if tally.costs() {
        let undefined = || theme.symbols().undefined.to_owned();
        cells.push(dim(theme, row.cost_usd.map_or_else(undefined, |usd| format!("${usd:.3}"))));
    }
    cells
}

fn dim(theme: &Theme, text: impl Into<String>) -> Line<'static> {
    Line::styled(text.into(), theme.style(Role::Dim))
}

fn flip(theme: &Theme, flip: Option<bool>) -> Line<'static> {
    let symbols = theme.symbols();
    match flip {
        Some(true) => Line::styled(symbols.up, theme.style(Role::Better)),
        Some(false) => Line::styled(symbols.down, theme.style(Role::Worse)),
        None => Line::default(),
    }
}

fn outcome(theme: &Theme, entry: &Entry) -> Line<'static> {
    let verdict = entry.verdict;
    let again = if entry.row.again && verdict >= Verdict::Running { "again" } else { "" };
    let word = match (verdict, again) {
        (Verdict::Planned, "again") => again,
        _ => verdict.word(),
    };
    let text = format!("{} {word}", verdict.symbol(theme.symbols()));
    Line::styled(text, theme.style(verdict.role()))
}

fn prompt(
    theme: &Theme,
    query: &Query<SkillId>,
    waits: bool,
    marks: Vec<Range<usize>>,
) -> Line<'static> {
    let style = theme.style(if waits { Role::Dim } else { Role::Text });
    let mark = |range| Mark { range, style: theme.style(Role::Match) };
    marked(&query.prompt, style, &marks.into_iter().map(mark).collect::<Vec<_>>())
}

fn expected(theme: &Theme, query: &Query<SkillId>) -> Line<'static> {
    let skills: Vec<_> =
        label::expected(query).iter().map(|skill| visible::line(skill.as_str())).collect();
    match &*skills {
        [] => dim(theme, "no skill"),
        skills => Line::styled(skills.join(" + "), theme.style(Role::Text)),
    }
}

/// What engaged, in order. What is as expected is said in two words, so that the rest stands out.
fn engaged(theme: &Theme, entry: &Entry) -> Line<'static> {
    let row = &*entry.row;
    if let Some(Outcome::Errored { cause }) = row.outcome().map(AsRef::as_ref) {
        return Line::styled(visible::line(cause).into_owned(), theme.style(Role::Error));
    }
    let engaged = row.engaged();
    if engaged.is_empty() {
        let nothing = if row.outcome().is_some() { "no skill" } else { "" };
        return dim(theme, nothing);
    }
    let same = engaged.iter().copied().eq(label::expected(&row.query));
    if entry.verdict == Verdict::Hit && same {
        return dim(theme, "as expected");
    }
    sequence(theme, row)
}

/// The engaged skills, each with its worth, in order.
pub fn sequence(theme: &Theme, row: &ProbeRow) -> Line<'static> {
    let symbols = theme.symbols();
    let mut line = Line::default();
    for skill in row.engaged() {
        if !line.spans.is_empty() {
            line.push_span(Span::styled(format!(" {} ", symbols.to), theme.style(Role::Dim)));
        }
        let worth = Worth::of(&row.query, skill);
        let text = format!("{} {}", worth.symbol(symbols), visible::line(skill.as_str()));
        line.push_span(Span::styled(text, theme.style(worth.role())));
    }
    line
}

fn steps(row: &ProbeRow) -> String {
    match row.outcome().map(AsRef::as_ref) {
        Some(Outcome::Scored(trajectory)) => trajectory.steps.to_string(),
        Some(Outcome::Errored { .. }) => String::new(),
        None => row.events.last().map_or_else(String::new, |event| event.step.to_string()),
    }
}

fn ended_by(row: &ProbeRow) -> &'static str {
    use crate::core::trajectory::EndedBy as E;
    match row.outcome().map(AsRef::as_ref) {
        Some(Outcome::Scored(trajectory)) => match trajectory.ended_by {
            E::Answer => "answer",
            E::EarlyExit => "early",
            E::TurnBudget => "turns",
            E::StepBudget => "steps",
        },
        Some(Outcome::Errored { .. }) => "error",
        None => "",
    }
}

/// `0.4 s`, `12.0 s`, `3:20`.
pub fn seconds(ms: u64) -> String {
    if ms < 60_000 {
        let tenths = (ms + 50) / 100;
        return format!("{}.{} s", tenths / 10, tenths % 10);
    }
    let seconds = (ms + 500) / 1_000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded_to_what_is_read() {
        let all = [0, 449, 450, 59_949, 60_000, 200_499].map(seconds);
        assert_eq!(all, ["0.0 s", "0.4 s", "0.5 s", "59.9 s", "1:00", "3:20"]);
    }
}
