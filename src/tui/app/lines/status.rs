//! The status line: the run under way, or what is different from the baseline.

use ratatui::text::{Line, Span};

use super::{Parts, counted};
use crate::{
    core::{
        plan::Evidence,
        workbench::{Board, changes::Against},
    },
    tui::{
        action::{Action, Context},
        keys::Keymap,
        pane::due,
        theme::{Role, Theme},
        widget::{
            progress::Progress,
            text::{line_width, plain, styled},
        },
    },
};

/// `told` says that the view on show tells of the run itself, so that the line has room for the rest.
pub(in crate::tui::app) fn status(
    theme: &Theme,
    board: &Board,
    keymap: &Keymap,
    told: bool,
    cells: usize,
) -> Line<'static> {
    if board.run.active() && !told {
        let (run, caps) = (&board.run, &board.caps);
        let played = board.playback.map(|playback| playback.pace);
        let billed = played.is_none() && board.agent.evidence == Evidence::Model;
        let mut line = plays(theme, board);
        if !line.spans.is_empty() {
            line.push_span("  ");
        }
        let left = cells.saturating_sub(line_width(&line));
        let progress = Progress { run, caps, billed, played, errors: true };
        line.spans.extend(progress.line(theme, left).spans);
        return line;
    }
    let mut parts = Parts::default();
    parts.push(u8::MAX, plays(theme, board));
    if !told {
        waits(&mut parts, theme, board, keymap);
    }
    if board.run.cancelled && board.run.left() > 0 {
        let counts = board.run.counts;
        let cap = board.run.cap.and_then(|over| due::cap(over, &board.caps));
        let why = cap.map_or("cancelled".to_owned(), |cap| format!("at the cap of {cap}"));
        let text = format!("{why}: {} of {} probes are done", counts.done(), counts.planned);
        parts.push(9, Line::styled(text, theme.style(Role::Warn)));
    }
    match &board.baseline {
        Some(baseline) => against(&mut parts, theme, baseline),
        None if board.run.active() && board.opened.is_none() => {
            let text = "nothing to compare with before a first run is done";
            parts.push(1, Line::styled(text, theme.style(Role::Dim)));
        }
        None => {}
    }
    if board.run.counts.errored > 0 && !told {
        let text = format!("{} errored, never counted as misses", board.run.counts.errored);
        parts.push(5, Line::styled(text, theme.style(Role::Error)));
    }
    parts.line(theme, cells)
}

/// `recorded run, played at 4x`: nobody answers now. Empty where nothing is played.
fn plays(theme: &Theme, board: &Board) -> Line<'static> {
    let Some(playback) = &board.playback else {
        // Streams that an agent of this session plays look as live.
        let played = board.run.active() && board.agent.evidence == Evidence::Recorded;
        let whose = board.provenance().next().filter(|_| played);
        return whose
            .map_or_else(Line::default, |whose| Line::styled(whose, theme.style(Role::Caveat)));
    };
    let scripted = match board.provenance().next() {
        Some(whose) => format!(" ({whose})"),
        None => String::new(),
    };
    let paused = if board.run.paused { ", waiting" } else { "" };
    let text = format!("recorded run{scripted}, played at {}{paused}", playback.pace);
    Line::styled(text, theme.style(Role::Caveat))
}

/// What waits for somebody to ask for it.
fn waits(parts: &mut Parts, theme: &Theme, board: &Board, keymap: &Keymap) {
    let key = keymap.key_in(&[Context::Global], Action::RunAffected);
    let told = [
        (u8::MAX, due::what(board), Role::Caveat),
        (9, due::how(board, key.as_deref()), Role::Text),
        (9, due::price(board), Role::Dim),
    ];
    for (weight, text, role) in told {
        parts.push(
            weight,
            text.map_or_else(Line::default, |text| Line::styled(text, theme.style(role))),
        );
    }
}

/// What differs from a baseline, in words.
fn against(parts: &mut Parts, theme: &Theme, baseline: &Against) {
    let name = &baseline.state.name;
    if baseline.is_same() {
        parts.push(1, styled(&format!("as {name}"), theme.style(Role::Dim)));
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
