//! The events of a probe as they were recorded, or the lines that its program wrote, made visible and
//! never obeyed.
//!
//! Must not know what any of them means.

use ratatui::text::Line;

use super::{story::Telling, typeset::rule};
use crate::{
    core::{trajectory::Event, visible, workbench::probes::ProbeRow},
    report::figure::counted,
    tui::{
        theme::Role,
        widget::text::{marked_block, wrap},
    },
};

/// Bytes of one event that are shown; the rest is counted.
const LONGEST: usize = 4 * 1024;
/// Lines of a program that are shown; the rest is counted.
const LINES: usize = 2_000;

/// Each event, under a line that says how many there are.
pub fn lines(telling: &Telling<'_>, row: &ProbeRow) -> Vec<Line<'static>> {
    let theme = telling.theme;
    let count = counted(row.events.len(), "event, as recorded", "events, as recorded");
    let mut lines = vec![Line::default(), rule(theme, telling.cells, &count, "", Role::Heading)];
    for event in &row.events {
        let text = marked_block(&written(event), theme.style(Role::Text), &[]);
        lines.extend(wrap(&text, telling.cells));
    }
    lines
}

/// What the program behind the probe wrote, line by line.
pub fn printed(telling: &Telling<'_>, row: &ProbeRow) -> Vec<Line<'static>> {
    let theme = telling.theme;
    let said =
        |text: &str| wrap(&[Line::styled(text.to_owned(), theme.style(Role::Dim))], telling.cells);
    let mut lines = vec![Line::default()];
    let text = match telling.printed.filter(|printed| printed.is_of(row)).map(|it| &it.text) {
        None => {
            lines.extend(said("reading what its program wrote"));
            return lines;
        }
        Some(Err(why)) => {
            let why = visible::line(why);
            lines.extend(said(&why));
            return lines;
        }
        Some(Ok(text)) => text,
    };
    let all = text.text.lines().filter(|line| !line.trim().is_empty()).count();
    let title = counted(all, "line, as its program wrote it", "lines, as its program wrote them");
    lines.push(rule(theme, telling.cells, &title, "", Role::Heading));
    let some = text.text.lines().filter(|line| !line.trim().is_empty()).take(LINES);
    for line in some {
        let block = marked_block(&bounded(line.to_owned()), theme.style(Role::Text), &[]);
        lines.extend(wrap(&block, telling.cells));
    }
    if all > LINES {
        lines.extend(said(&format!("and {} lines more", all - LINES)));
    }
    if text.cut {
        lines.extend(said("it wrote more than is kept of a probe: the rest is cut off here"));
    }
    lines
}

/// The event in one line.
fn written(event: &Event) -> String {
    bounded(match serde_json::to_string(event) {
        Ok(text) => text,
        // Only numbers could fail, and those that are no numbers are written as null.
        Err(error) => error.to_string(),
    })
}

/// As much of a line as is shown.
fn bounded(mut text: String) -> String {
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let left = text.len() - end;
        text.truncate(end);
        text.push_str(&format!(" and {left} bytes more"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::trajectory::EventKind;

    fn event(text: &str) -> Event {
        Event { step: 1, at_ms: 20, kind: EventKind::Text { text: text.to_owned() } }
    }

    #[test]
    fn an_event_is_one_line_and_bounded() {
        let text = written(&event("a\nb\u{1b}[2J"));
        assert_eq!(text, r#"{"step":1,"at_ms":20,"kind":{"kind":"text","text":"a\nb\u001b[2J"}}"#);
        let long = written(&event(&"é".repeat(LONGEST)));
        assert!(long.len() < LONGEST + 40 && long.ends_with(" bytes more"), "{}", long.len());
    }
}
