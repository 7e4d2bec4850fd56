//! The events of a probe in lines, step by step.
//!
//! Must not know how the probe ended or what came before it.

use ratatui::text::{Line, Span};

use super::{
    label::Worth,
    raw,
    story::{Manner, Telling},
    table::seconds,
    typeset::{hang, rule},
};
use crate::{
    core::{
        id::SkillId,
        trajectory::{Event, EventKind},
        visible,
        workbench::probes::ProbeRow,
    },
    report::figure::{counted, grouped},
    tui::{
        theme::Role,
        widget::text::{Cut, fit, marked_block, wrap},
    },
};

/// Cells before what happens within a step.
const INDENT: &str = "  ";

/// Every event that a reader wants to see, under a line for each step.
pub fn lines(telling: &Telling<'_>, row: &ProbeRow) -> Vec<Line<'static>> {
    match telling.manner {
        Manner::Told => {}
        Manner::Events => return raw::lines(telling, row),
        Manner::Printed => return raw::printed(telling, row),
    }
    let mut lines = Vec::new();
    let mut step = 0;
    let mut engaged = Engaged::default();
    let mut events = row.events.iter().peekable();
    while let Some(event) = events.next() {
        let engagement = engaged.see(&event.kind);
        let told = match &event.kind {
            EventKind::Thinking { text } => {
                let mut whole = text.clone();
                // What was thought in one go was streamed in pieces.
                while let Some(EventKind::Thinking { text }) = events
                    .next_if(|next| {
                        next.step == event.step && matches!(next.kind, EventKind::Thinking { .. })
                    })
                    .map(|next| &next.kind)
                {
                    whole.push_str(text);
                }
                thought(telling, &whole)
            }
            _ => tell(telling, row, event, engagement),
        };
        if told.is_empty() {
            continue;
        }
        if event.step != step {
            step = event.step;
            lines.push(Line::default());
            let title = format!("step {step}");
            lines.push(rule(
                telling.theme,
                telling.cells,
                &title,
                &seconds(event.at_ms),
                Role::Heading,
            ));
        }
        lines.extend(told);
    }
    lines
}

/// Engagements of a row so far, adjacent repeats counted once.
pub fn turns(row: &ProbeRow) -> u32 {
    let mut engaged = Engaged::default();
    row.events.iter().for_each(|event| {
        engaged.see(&event.kind);
    });
    engaged.turns
}

/// Counts turns as the record does: the same skill twice in a row is one.
#[derive(Debug, Default)]
struct Engaged<'a> {
    last: Option<&'a SkillId>,
    turns: u32,
}

impl<'a> Engaged<'a> {
    /// The turn of an engagement; `None` for other events and for repeats.
    fn see(&mut self, kind: &'a EventKind) -> Option<u32> {
        let EventKind::Engagement { skill, .. } = kind else { return None };
        if self.last == Some(skill) {
            return None;
        }
        (self.last, self.turns) = (Some(skill), self.turns + 1);
        Some(self.turns)
    }
}

fn tell(
    telling: &Telling<'_>,
    row: &ProbeRow,
    event: &Event,
    turn: Option<u32>,
) -> Vec<Line<'static>> {
    let (theme, symbols, cells) = (telling.theme, telling.theme.symbols(), telling.cells);
    let dim = theme.style(Role::Dim);
    let lead = |mark: &str, role| Span::styled(format!("{INDENT}{mark} "), theme.style(role));
    match &event.kind {
        EventKind::Text { text } => {
            let text = marked_block(text, theme.style(Role::Text), &[]);
            indented(wrap(&text, cells.saturating_sub(INDENT.len())))
        }
        EventKind::Thinking { text } => thought(telling, text),
        EventKind::ToolCall { name, detail } => {
            let line = Line::from(vec![
                Span::styled(visible::line(name).into_owned(), theme.style(Role::Accent)),
                Span::styled(format!("  {}", visible::line(detail)), theme.style(Role::Text)),
            ]);
            hang(lead(symbols.to, Role::Accent), line, cells)
        }
        EventKind::ToolResult { detail, .. } => {
            folded(telling, lead(symbols.from, Role::Dim), detail)
        }
        EventKind::Engagement { skill, via } => {
            let worth = Worth::of(&row.query, skill);
            let turn = match turn {
                Some(turn) => format!("turn {turn}/{}", telling.limits.max_turns),
                None => "again".to_owned(),
            };
            let line = Line::from(vec![
                Span::styled(
                    visible::line(telling.names.called(skill)).into_owned(),
                    theme.strong(worth.role()),
                ),
                Span::styled(format!(" engaged, {}", worth.word()), theme.style(worth.role())),
                Span::styled(format!(" {} {turn}{}", symbols.separator, via.words()), dim),
            ]);
            hang(lead(worth.symbol(symbols), worth.role()), line, cells)
        }
        EventKind::Touch { skill, detail } => {
            let text = format!(
                "{} of {}",
                visible::line(detail),
                visible::line(telling.names.called(skill))
            );
            hang(lead(symbols.from, Role::Dim), Line::styled(text, dim), cells)
        }
        EventKind::Refused { name, reason } => {
            let text = format!("{} refused: {}", visible::line(name), visible::line(reason));
            let text = Line::styled(text, theme.style(Role::Warn));
            hang(lead(symbols.refused, Role::Warn), text, cells)
        }
        EventKind::Foreign { name, loaded } => {
            let what = if *loaded { "loaded, which is" } else { "is there too:" };
            let text = format!("{} {what} no skill of this catalog", visible::line(name));
            let text = Line::styled(text, theme.style(Role::Warn));
            hang(lead(symbols.warn, Role::Warn), text, cells)
        }
        EventKind::Retry { reason } => {
            let text = format!("tries again: {}", visible::line(reason));
            let text = Line::styled(text, theme.style(Role::Warn));
            hang(lead(symbols.warn, Role::Warn), text, cells)
        }
        EventKind::Usage { input, output, cost_usd } => {
            let cost = cost_usd.map_or_else(String::new, |usd| format!(", ${usd:.3}"));
            let (input, output) = (grouped(*input), grouped(*output));
            let text = format!("{INDENT}{input} tokens in, {output} out{cost}");
            wrap(&[Line::styled(text, dim)], cells)
        }
        EventKind::End => Vec::new(),
    }
}

/// What was thought: how many words, and their beginning or all of them.
fn thought(telling: &Telling<'_>, text: &str) -> Vec<Line<'static>> {
    let words = counted(text.split_whitespace().count(), "word", "words");
    let lead = format!("{INDENT}thinks {words}  ");
    folded(telling, Span::styled(lead, telling.theme.style(Role::Dim)), text)
}

/// What the events of a probe add up to.
#[derive(Debug, Default)]
pub struct Sum {
    /// In and out; `None` where nobody tells.
    pub tokens: Option<(u64, u64)>,
    pub refused: usize,
    pub retried: usize,
}

impl Sum {
    pub fn of(row: &ProbeRow) -> Self {
        let mut sum = Self::default();
        for event in &row.events {
            match &event.kind {
                EventKind::Usage { input, output, .. } => {
                    let (sent, got) = sum.tokens.unwrap_or_default();
                    sum.tokens = Some((sent.saturating_add(*input), got.saturating_add(*output)));
                }
                EventKind::Refused { .. } => sum.refused += 1,
                EventKind::Retry { .. } => sum.retried += 1,
                _ => {}
            }
        }
        sum
    }
}

/// A text of no weight: its beginning in one line, or all of it.
fn folded(telling: &Telling<'_>, lead: Span<'static>, text: &str) -> Vec<Line<'static>> {
    let dim = telling.theme.style(Role::Dim);
    if telling.unfolded {
        let mut lines = Vec::new();
        for (at, line) in marked_block(text, dim, &[]).into_iter().enumerate() {
            let blanks = || Span::raw(" ".repeat(lead.width()));
            let lead = if at == 0 { lead.clone() } else { blanks() };
            lines.extend(hang(lead, line, telling.cells));
        }
        return lines;
    }
    let line = Line::from(vec![lead, Span::styled(visible::line(text).into_owned(), dim)]);
    vec![fit(line, telling.cells, Cut::End, telling.theme.symbols().ellipsis)]
}

fn indented(mut lines: Vec<Line<'static>>) -> Vec<Line<'static>> {
    lines.iter_mut().for_each(|line| line.spans.insert(0, Span::raw(INDENT)));
    lines
}
