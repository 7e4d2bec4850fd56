//! The status line: the run under way, or what is different from the baseline.

use ratatui::text::{Line, Span};

use super::{Parts, counted};
use crate::{
    core::workbench::{Board, changes::Against},
    tui::{
        theme::{Role, Theme},
        widget::{meter::Meter, text::plain},
    },
};

pub(in crate::tui::app) fn status(theme: &Theme, board: &Board, cells: usize) -> Line<'static> {
    if board.run.active() {
        return run(theme, board, cells);
    }
    let mut parts = Parts::default();
    if board.run.cancelled {
        let counts = board.run.counts;
        let done = counts.scored + counts.errored;
        let text = format!("cancelled: {done} of {} probes are done", counts.planned);
        parts.push(9, Line::styled(text, theme.style(Role::Warn)));
    }
    if let Some(baseline) = &board.baseline {
        against(&mut parts, theme, baseline);
    }
    if board.run.counts.errored > 0 {
        let text = format!("{} errored, never counted as misses", board.run.counts.errored);
        parts.push(5, Line::styled(text, theme.style(Role::Error)));
    }
    parts.line(theme, cells)
}

fn run(theme: &Theme, board: &Board, cells: usize) -> Line<'static> {
    let counts = board.run.counts;
    let note = match (board.run.paused, board.run.eta_ms()) {
        (true, _) => "paused".to_string(),
        (false, Some(left_ms)) => format!("{} left", minutes(left_ms)),
        (false, None) => String::new(),
    };
    let meter = Meter {
        done: counts.scored + counts.errored,
        errored: counts.errored,
        planned: counts.planned,
        unit: "probes",
        note: &note,
    };
    meter.line(theme, cells)
}

/// What differs from a baseline, in words.
fn against(parts: &mut Parts, theme: &Theme, baseline: &Against) {
    let name = &baseline.state.name;
    if baseline.is_same() {
        let mut line = plain(&format!("as {name}"));
        line.spans.iter_mut().for_each(|span| span.style = theme.style(Role::Dim));
        parts.push(1, line);
        return;
    }
    let mut line = Line::from(Span::styled("against ", theme.style(Role::Dim)));
    line.spans.extend(plain(name).spans);
    parts.push(8, line);
    let diff = &baseline.catalog;
    let edited = diff.changed.len();
    let moved = [(edited, "edited", Role::Changed), (diff.added.len(), "new", Role::New)];
    for (count, what, role) in moved.into_iter().filter(|(count, ..)| *count > 0) {
        parts.push(6, Line::styled(format!("{count} {what}"), theme.style(role)));
    }
    if !diff.removed.is_empty() {
        let text = format!("{} gone", diff.removed.len());
        parts.push(6, Line::styled(text, theme.style(Role::Gone)));
    }
    if !baseline.overlap.is_empty() {
        let text = counted(baseline.overlap.len(), "overlap moved", "overlaps moved");
        parts.push(3, Line::styled(text, theme.style(Role::Changed)));
    }
    let (lost, won) = baseline.lost_and_won();
    let symbols = theme.symbols();
    if won > 0 {
        let text = format!("{} {won} won", symbols.up);
        parts.push(7, Line::styled(text, theme.style(Role::Better)));
    }
    if lost > 0 {
        let text = format!("{} {lost} lost", symbols.down);
        parts.push(7, Line::styled(text, theme.style(Role::Worse)));
    }
}

/// `1:05` for 65 seconds.
fn minutes(ms: u64) -> String {
    let seconds = ms.div_ceil(1_000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::minutes;

    #[test]
    fn time_left_is_rounded_up() {
        assert_eq!(minutes(0), "0:00");
        assert_eq!(minutes(64_001), "1:05");
    }
}
