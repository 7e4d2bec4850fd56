//! The top line: whose view this is, of what, asked by whom, and how fresh.

use ratatui::text::{Line, Span};

use super::{Parts, counted};
use crate::{
    core::{
        listing::Lens,
        plan::Evidence,
        workbench::{
            Board,
            board::{Opened, WatchStatus},
        },
    },
    tui::{
        theme::{Role, Theme},
        widget::text::{plain, styled},
    },
};

/// For example `as Claude Code: 41 resident · 38 copies in .agents/skills folded · 120 queries ·
/// keyword (stand-in) · generation 3 · watching`.
pub(in crate::tui::app) fn top(theme: &Theme, board: &Board, cells: usize) -> Line<'static> {
    let mut parts = Parts::default();
    let catalog = &board.now.snapshot.catalog;
    if catalog.generation == 0 {
        let reading = Line::styled("reading skills", theme.style(Role::Dim));
        parts.push(9, reading);
        return parts.line(theme, cells);
    }
    parts.push(9, whose(theme, board));
    // Whose listing it is, unless the first part says so already.
    let title = board.now.listing.as_ref().map(|listing| &listing.lens);
    let named = |lens: &&Lens| Some(&lens.profile.id) != catalog.scope.harness.as_ref();
    if let Some(lens) = title.filter(named) {
        parts.push(7, plain(&format!("listed by {}", lens.title())));
    }
    for (folder, copies) in &catalog.scope.folded {
        let copies = counted(*copies, "copy", "copies");
        parts.push(2, plain(&format!("{copies} in {folder} folded")));
    }
    if !catalog.not_loaded.is_empty() {
        parts.push(3, format!("{} not loaded", catalog.not_loaded.len()));
    }
    if !catalog.unusable.is_empty() {
        let text = format!("{} unusable", catalog.unusable.len());
        parts.push(6, Line::styled(text, theme.style(Role::Error)));
    }
    if let Some((done, all)) = board.refreshing {
        let text = format!("refreshing {done}/{all}");
        parts.push(8, Line::styled(text, theme.style(Role::Caveat)));
    }
    queries(&mut parts, theme, board);
    // Whose answers are played is said last of all to go.
    let played = board.agent.evidence == Evidence::Recorded;
    parts.push(if played { u8::MAX } else { 7 }, agent(theme, board));
    match &board.opened {
        // While it is played it looks like a live one, so that this is said last of all to go.
        Some(run) => {
            let weight = if board.playback.is_some() { u8::MAX } else { 8 };
            parts.push(weight, recorded(theme, run));
        }
        None => parts.push(4, format!("generation {}", catalog.generation)),
    }
    parts.push(5, watcher(theme, &board.watcher));
    parts.line(theme, cells)
}

fn whose(theme: &Theme, board: &Board) -> Line<'static> {
    let catalog = &board.now.snapshot.catalog;
    let scope = &catalog.scope;
    let residents = board.now.snapshot.residents().count();
    let name = match (&scope.title, &scope.harness) {
        (Some(title), _) | (None, Some(title)) => format!("as {title}"),
        (None, None) => scope.roots.join(" "),
    };
    let mut line = styled(&name, theme.strong(Role::Accent));
    line.push_span(Span::raw(format!(": {residents} resident")));
    line
}

/// `recorded run 20261130-101112-4f2a, read-only`.
fn recorded(theme: &Theme, run: &Opened) -> Line<'static> {
    let redacted = if run.redacted { ", redacted" } else { "" };
    let text = format!("recorded run {}{redacted}, read-only", run.id);
    styled(&text, theme.style(Role::Caveat))
}

fn queries(parts: &mut Parts, theme: &Theme, board: &Board) {
    let set = &board.queries;
    let count = set.queries.len();
    if count == 0 {
        parts.push(6, Line::styled("no queries", theme.style(Role::Dim)));
    } else if board.drafts() {
        let text = format!("{}, not evidence", counted(count, "draft", "drafts"));
        parts.push(8, Line::styled(text, theme.style(Role::Caveat)));
    } else {
        parts.push(6, counted(count, "query", "queries"));
    }
    let lost = [(set.set_aside.len(), "set aside"), (set.refused, "refused")];
    for (count, what) in lost.into_iter().filter(|(count, _)| *count > 0) {
        parts.push(5, Line::styled(format!("{count} {what}"), theme.style(Role::Warn)));
    }
}

fn agent(theme: &Theme, board: &Board) -> Line<'static> {
    let agent = &board.agent;
    if agent.name.is_empty() {
        return Line::default();
    }
    let mut line = plain(&agent.name);
    if let Some(model) = &agent.model {
        line.spans.extend(plain(&format!(" {model}")).spans);
    }
    let role = if agent.evidence == Evidence::Model { Role::Dim } else { Role::Caveat };
    line.push_span(Span::styled(format!(" ({})", agent.evidence), theme.style(role)));
    line
}

fn watcher(theme: &Theme, status: &WatchStatus) -> Line<'static> {
    match status {
        WatchStatus::Off => Line::default(),
        WatchStatus::Watching { .. } => Line::styled("watching", theme.style(Role::Dim)),
        WatchStatus::Polling { reason } => warning(theme, &format!("polling: {reason}")),
        WatchStatus::Blind { reason } => warning(theme, &format!("not watching: {reason}")),
    }
}

fn warning(theme: &Theme, text: &str) -> Line<'static> {
    styled(text, theme.style(Role::Warn))
}
