//! One probe told in lines: what was asked, what the label wants, what happened step by step, why it
//! ended and what was done instead.
//!
//! Must not know scrolling or which row is chosen.

use std::sync::Arc;

use ratatui::text::{Line, Span};

use super::{
    events::{self, Sum},
    label,
    roll::Entry,
    table::{seconds, sequence},
    typeset::{hang, rule},
    verdict::Verdict,
};
use crate::{
    core::{
        id::SkillId,
        plan::{Limits, Why},
        query::{Origin, Query},
        trajectory::{EndedBy, Instead, Outcome},
        visible,
        workbench::{printed::Printed, probes::ProbeRow},
    },
    report::figure::grouped,
    tui::{
        pane::names::Names,
        theme::{Role, Theme},
        widget::text::{marked_block, wrap},
    },
};

/// Width of the names before the skills of a label.
const NAMES: usize = 9;

/// How what happened is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    #[default]
    Told,
    /// Each event as it was recorded.
    Events,
    /// The lines that the program behind the probe wrote.
    Printed,
}

impl Manner {
    /// `printed`: there may be lines of a program.
    pub fn next(self, printed: bool) -> Self {
        match self {
            Self::Told => Self::Events,
            Self::Events if printed => Self::Printed,
            Self::Events | Self::Printed => Self::Told,
        }
    }

    /// What is read of a program is of the probe of now.
    fn of_earlier(self) -> Self {
        if self == Self::Printed { Self::Told } else { self }
    }

    /// What the key does that leads to it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Told => "tells them",
            Self::Events => "shows the events",
            Self::Printed => "shows what was printed",
        }
    }
}

/// What a story is told with.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    pub theme: &'a Theme,
    pub names: &'a Names,
    pub limits: &'a Limits,
    /// Thinking and results in full.
    pub unfolded: bool,
    pub manner: Manner,
    /// What a program wrote, of the probe for which it was read last.
    pub printed: Option<&'a Arc<Printed>>,
    /// Of the present texts.
    pub generation: u64,
    /// Why an edit since may have moved the probe, if one may.
    pub moved: Option<Why>,
    /// Cells of a line.
    pub cells: usize,
    /// The key that tries errored probes again.
    pub retry: &'a str,
}

/// All lines of a probe. `before` is the baseline's name and its same probe, for one that flipped.
pub fn story(
    telling: &Telling<'_>,
    entry: &Entry,
    before: Option<(&str, &ProbeRow)>,
) -> Vec<Line<'static>> {
    let mut lines = head(telling, entry, before);
    lines.extend(events::lines(telling, &entry.row));
    lines.extend(end(telling, entry));
    if let Some((name, row)) = before {
        let title = format!("{}: {}", visible::line(name), Verdict::of(row).word());
        lines.push(Line::default());
        lines.push(rule(telling.theme, telling.cells, &title, "", Role::Baseline));
        if !row.engaged().is_empty() {
            lines.extend(wrap(&[engaged(telling, row)], telling.cells));
        }
        let told = Telling { manner: telling.manner.of_earlier(), ..*telling };
        lines.extend(events::lines(&told, row));
    }
    lines
}

fn head(
    telling: &Telling<'_>,
    entry: &Entry,
    before: Option<(&str, &ProbeRow)>,
) -> Vec<Line<'static>> {
    let (theme, row, verdict) = (telling.theme, &*entry.row, entry.verdict);
    let symbols = theme.symbols();
    let mut lines = Vec::new();
    let answer = Line::from(vec![
        Span::styled(
            format!("{} {}", verdict.symbol(symbols), verdict.word()),
            theme.strong(verdict.role()),
        ),
        Span::styled(format!("  {}", verdict.sentence()), theme.style(Role::Dim)),
    ]);
    lines.extend(wrap(&[answer], telling.cells));
    if let (Some(won), Some((name, was))) = (entry.flip, before) {
        let (mark, word, role) = match won {
            true => (symbols.up, "won", Role::Better),
            false => (symbols.down, "lost", Role::Worse),
        };
        let (name, was) = (visible::line(name), Verdict::of(was).word());
        let text = format!("{mark} {word}  {was} at {name}");
        lines.extend(wrap(&[Line::styled(text, theme.style(role))], telling.cells));
    }
    lines.push(Line::default());
    let prompt = marked_block(&row.query.prompt, theme.style(Role::Text), &[]);
    lines.extend(wrap(&prompt, telling.cells));
    lines.push(Line::default());
    lines.extend(labels(telling, &row.query));
    if !row.engaged().is_empty() {
        lines.extend(hang(named(theme, "engaged"), engaged(telling, row), telling.cells));
    }
    lines.extend(wrap(&[Line::styled(source(row), theme.style(Role::Dim))], telling.cells));
    if let Some(text) = age(telling, row) {
        lines.extend(wrap(&[Line::styled(text, theme.style(Role::Caveat))], telling.cells));
    }
    lines
}

/// `of generation 3, carried over; an edit since may have moved it: its label names an edited
/// skill`; `None` of a result of now.
fn age(telling: &Telling<'_>, row: &ProbeRow) -> Option<String> {
    let carried = row.outcome().is_some() && row.generation != telling.generation;
    let symbol = telling.theme.symbols().carried;
    carried.then(|| {
        let of = format!("{symbol} of generation {}, carried over", row.generation);
        match telling.moved {
            Some(why) => format!("{of}; an edit since may have moved it: {}", because(why)),
            None => format!("{of}; no edit since is near it"),
        }
    })
}

fn because(why: Why) -> &'static str {
    match why {
        Why::Named => "its label names an edited skill",
        Why::Near => "an edited skill is among the nearest to its words",
        Why::Engaged => "an edited skill engaged here",
    }
}

/// The engaged skills in full, in order.
fn engaged(telling: &Telling<'_>, row: &ProbeRow) -> Line<'static> {
    sequence(telling.theme, row, |skill| telling.names.called(skill))
}

/// What the label wants, a line for each kind of skill that it names.
fn labels(telling: &Telling<'_>, query: &Query<SkillId>) -> Vec<Line<'static>> {
    let theme = telling.theme;
    let mut lines = Vec::new();
    let mut say = |name: &'static str, skills: &[SkillId], between: &str, role: Role| {
        if !skills.is_empty() {
            let names: Vec<_> =
                skills.iter().map(|skill| visible::line(telling.names.called(skill))).collect();
            let names = Line::styled(names.join(between), theme.style(role));
            lines.extend(hang(named(theme, name), names, telling.cells));
        }
    };
    say("expects", label::expected(query), " + ", Role::Text);
    say("or", label::alternatives(query), " or ", Role::Text);
    say("may", &query.neutral, ", ", Role::Neutral);
    say("must not", label::forbidden(query), ", ", Role::Wrong);
    if label::expected(query).is_empty() {
        let none = Line::styled("no skill", theme.style(Role::Text));
        lines.splice(0..0, hang(named(theme, "expects"), none, telling.cells));
    }
    lines
}

fn named(theme: &Theme, name: &str) -> Span<'static> {
    Span::styled(format!("{name:<NAMES$} "), theme.style(Role::Dim))
}

/// `booking-01 · positive · try 2 · queries.jsonl:14`.
fn source(row: &ProbeRow) -> String {
    let query = &row.query;
    let mut parts = vec![visible::line(&query.id).into_owned()];
    parts.extend(query.kind.as_deref().map(|kind| visible::line(kind).into_owned()));
    if row.attempt > 1 {
        parts.push(format!("try {}", row.attempt));
    }
    if !query.source.path.is_empty() {
        parts.push(format!("{}:{}", visible::line(&query.source.path), query.source.line));
    }
    let facts = [
        (query.disputed, "disputed"),
        (query.origin == Origin::Drafted, "drafted"),
        (query.origin == Origin::Generated, "generated"),
        (query.turns, "speaks of later turns"),
        (row.again, "tried again after an error"),
    ];
    parts.extend(facts.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()));
    parts.join(", ")
}

/// Why it ended, what it used, and what was done where a skill was wanted and none engaged.
fn end(telling: &Telling<'_>, entry: &Entry) -> Vec<Line<'static>> {
    let (theme, row) = (telling.theme, &*entry.row);
    let dim = theme.style(Role::Dim);
    let mut lines = Vec::new();
    let Some(outcome) = row.outcome() else {
        if entry.verdict == Verdict::Running {
            lines.push(Line::default());
            lines.extend(used(telling, row));
        }
        return lines;
    };
    lines.push(Line::default());
    match &**outcome {
        Outcome::Errored { cause } => {
            lines.push(rule(theme, telling.cells, "errored", "", Role::Error));
            let cause = marked_block(cause, theme.style(Role::Error), &[]);
            lines.extend(wrap(&cause, telling.cells));
            let text = format!("Not counted as a miss. {} tries it again.", telling.retry);
            lines.extend(wrap(&[Line::styled(text, dim)], telling.cells));
            if !row.events.is_empty() {
                lines.extend(used(telling, row));
            }
        }
        Outcome::Scored(trajectory) => {
            lines.push(rule(theme, telling.cells, ended(trajectory.ended_by), "", Role::Text));
            lines.extend(used(telling, row));
            if entry.verdict.missed_all() {
                let instead = Instead::of(&row.events).to_string();
                let instead = Line::styled(instead, theme.style(Role::Text));
                lines.extend(hang(named(theme, "instead"), instead, telling.cells));
            }
        }
    }
    lines
}

fn ended(by: EndedBy) -> &'static str {
    match by {
        EndedBy::Answer => "ended: the agent answered",
        EndedBy::EarlyExit => "stopped early: all expected engaged",
        EndedBy::TurnBudget => "stopped: the turns are used up",
        EndedBy::StepBudget => "stopped: the steps are used up",
    }
}

/// What a probe used of its budgets, and what it took: `turns 1/3 · steps 2/12 · 1.2 s`, then `1,200
/// tokens in, 80 out · $0.012 · 1 refused`.
fn used(telling: &Telling<'_>, row: &ProbeRow) -> Vec<Line<'static>> {
    let (theme, limits) = (telling.theme, telling.limits);
    let (turns, steps) = match row.outcome().map(AsRef::as_ref) {
        Some(Outcome::Scored(trajectory)) => {
            (u32::try_from(trajectory.engagements.len()).unwrap_or(u32::MAX), trajectory.steps)
        }
        _ => (events::turns(row), row.events.last().map_or(0, |event| event.step)),
    };
    let of = |name: &str, used: u32, most: u32| {
        let role = if used >= most { Role::Warn } else { Role::Text };
        Line::from(vec![
            Span::styled(format!("{name} "), theme.style(Role::Dim)),
            Span::styled(format!("{used}/{most}"), theme.style(role)),
        ])
    };
    let dim = |text: String| Line::styled(text, theme.style(Role::Dim));
    let mut budget =
        vec![of("turns", turns, limits.max_turns), of("steps", steps, limits.max_steps)];
    budget.extend(row.duration_ms.map(seconds).map(dim));
    let mut lines = wrap(&[joined(theme, budget)], telling.cells);
    let Sum { tokens, refused, retried } = Sum::of(row);
    let tokens = tokens.map(|(input, output)| {
        dim(format!("{} tokens in, {} out", grouped(input), grouped(output)))
    });
    let mut took: Vec<Line<'static>> = tokens.into_iter().collect();
    took.extend(row.cost_usd.map(|usd| dim(format!("${usd:.3}"))));
    let warn = |text| Line::styled(text, theme.style(Role::Warn));
    took.extend((refused > 0).then(|| warn(format!("{refused} refused"))));
    took.extend((retried > 0).then(|| warn(format!("{retried} tried again"))));
    if !took.is_empty() {
        lines.extend(wrap(&[joined(theme, took)], telling.cells));
    }
    lines
}

/// Parts of a line with the mark between them.
fn joined(theme: &Theme, parts: Vec<Line<'static>>) -> Line<'static> {
    let mut line = Line::default();
    for part in parts {
        if !line.spans.is_empty() {
            let gap = format!(" {} ", theme.symbols().separator);
            line.push_span(Span::styled(gap, theme.style(Role::Dim)));
        }
        let style = part.style;
        line.spans.extend(part.spans.into_iter().map(|span| span.patch_style(style)));
    }
    line
}
