//! The rows of the probe table: which columns there are and what stands in them.
//!
//! Must not know which rows show.

use std::ops::Range;

use ratatui::text::{Line, Span};

use super::{
    label::{self, Worth},
    roll::Entry,
    run::Tally,
    verdict::Verdict,
};
use crate::{
    core::{id::SkillId, query::Query, trajectory::Outcome, visible, workbench::probes::ProbeRow},
    tui::{
        pane::names::Names,
        theme::{Role, Theme},
        widget::{
            table::{Column, Width},
            text::{Cut, Mark, marked},
        },
    },
};

/// What the columns depend on beside the rows.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub tally: &'a Tally,
    /// Of the present texts.
    pub generation: u64,
}

impl Look<'_> {
    /// Columns in their order for a table of so many cells; those that would say the same in every
    /// row are left out. Names get a share of the room, and the query what is left.
    pub fn columns(&self, cells: u16) -> Vec<Column<'static>> {
        let name = |title, width, cut, keep| Column {
            width: Width::Fixed(width),
            cut,
            keep,
            ..Column::name(title, 0)
        };
        // As long as most names are, where the query still has room.
        let least = if cells >= 66 { 15 } else { 12 };
        let mut columns = vec![
            Column::mark("", 1, 9),
            Column::mark("outcome", 11, u8::MAX),
            Column::text("query", 24, u8::MAX),
            name("expected", (cells / 5).clamp(least, 24), Cut::Middle, 7),
            name("engaged", (cells / 5).clamp(14, 40), Cut::End, 8),
            Column::figure("steps", 5, 4),
            Column::mark("ended by", 8, 2),
        ];
        if self.tally.timed {
            columns.push(Column::figure("time", 6, 5));
        }
        if self.tally.attempts > 1 {
            columns.push(Column::figure("try", 3, 6));
        }
        if self.tally.costs() {
            columns.push(Column::figure("cost", 6, 3));
        }
        if self.tally.carries() {
            columns.insert(2, Column::mark("", 1, u8::MAX - 1));
        }
        columns
    }

    /// The cells of a row, in the order of [`Look::columns`]; `marks` are bytes of the prompt.
    pub fn cells(
        &self,
        theme: &Theme,
        names: &Names,
        entry: &Entry,
        marks: Vec<Range<usize>>,
    ) -> Vec<Line<'static>> {
        let row = &*entry.row;
        let waits = entry.verdict == Verdict::Planned;
        let mut cells = vec![
            flip(theme, entry.flip),
            outcome(theme, entry),
            prompt(theme, &row.query, waits, marks),
            expected(theme, &row.query, names, waits),
            engaged(theme, entry, names),
            dim(theme, steps(row)),
            dim(theme, ended_by(row)),
        ];
        if self.tally.timed {
            cells.push(dim(theme, row.duration_ms.map_or_else(String::new, seconds)));
        }
        if self.tally.attempts > 1 {
            cells.push(dim(theme, row.attempt.to_string()));
        }
        if self.tally.costs() {
            let undefined = || theme.symbols().undefined.to_owned();
            let cost = row.cost_usd.map_or_else(undefined, |usd| format!("${usd:.3}"));
            cells.push(dim(theme, cost));
        }
        if self.tally.carries() {
            cells.insert(2, carried(theme, row, self.generation));
        }
        cells
    }
}

/// The mark of a result that earlier texts gave.
fn carried(theme: &Theme, row: &ProbeRow, generation: u64) -> Line<'static> {
    match row.outcome().is_some() && row.generation != generation {
        true => Line::styled(theme.symbols().carried, theme.style(Role::Caveat)),
        false => Line::default(),
    }
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
    let word = match verdict {
        Verdict::Planned if entry.row.again => "again",
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

fn expected(theme: &Theme, query: &Query<SkillId>, names: &Names, waits: bool) -> Line<'static> {
    let skills = label::expected(query).iter().map(|skill| names.short(skill));
    let skills: Vec<_> = skills.map(visible::line).collect();
    match &*skills {
        [] => dim(theme, "no skill"),
        skills => {
            let role = if waits { Role::Dim } else { Role::Text };
            Line::styled(skills.join(" + "), theme.style(role))
        }
    }
}

/// What engaged, in order. What is as expected is said in two words, so that the rest stands out.
fn engaged(theme: &Theme, entry: &Entry, names: &Names) -> Line<'static> {
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
    sequence(theme, row, |skill| names.short(skill))
}

/// The engaged skills, each by what it is `called` and with its worth, in order.
pub fn sequence<'a>(
    theme: &Theme,
    row: &'a ProbeRow,
    called: impl Fn(&'a SkillId) -> &'a str,
) -> Line<'static> {
    let symbols = theme.symbols();
    let mut line = Line::default();
    for skill in row.engaged() {
        if !line.spans.is_empty() {
            line.push_span(Span::styled(format!(" {} ", symbols.to), theme.style(Role::Dim)));
        }
        let worth = Worth::of(&row.query, skill);
        let text = format!("{} {}", worth.symbol(symbols), visible::line(called(skill)));
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
