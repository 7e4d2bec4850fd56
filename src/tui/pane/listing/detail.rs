//! What becomes of one skill: its part of the text, why it is no larger, and whose length is in
//! whose way.

use ratatui::{
    style::Modifier,
    text::{Line, Span},
};

use crate::{
    core::{
        diagnostic::first_of,
        listing::{Cause, Entry, Listing, State},
        visible,
    },
    tui::{
        app::Scene,
        pane::disclosure::mark,
        theme::{Role, Theme},
        widget::text::{plain, styled},
    },
};

/// Names that a sentence lists before it counts the rest.
const NAMED: usize = 5;

pub fn lines(scene: &Scene<'_>, listing: &Listing, at: usize) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let Some(entry) = listing.entries.get(at) else { return Vec::new() };
    let (symbol, role) = mark(theme, entry.state);
    let mut lines = vec![
        styled(&entry.name, theme.strong(Role::Accent)),
        Line::styled(format!("{symbol} {}", entry.state.words()), theme.style(role)),
        styled(&entry.path, theme.style(Role::Dim)),
    ];
    if let Some(cause) = &entry.cause {
        lines.push(plain(&format!("Why: {cause}.").replace("..", ".")));
    }
    lines.extend(own(listing, entry).map(|own| plain(&own)));
    neighbours(theme, listing, at, &mut lines);
    text(scene, entry, &mut lines);
    lines
}

/// What the skill itself could do about it.
fn own(listing: &Listing, entry: &Entry) -> Option<String> {
    let unit = listing.limits.unit;
    match &entry.cause {
        Some(Cause::NoRoom { needs, left, .. }) => {
            let over = needs - left;
            let most = entry.asked.saturating_sub(entry.bare);
            (over < most).then(|| format!("Alone: {over} {unit} less, and it fits."))
        }
        Some(Cause::TooLong { length, limit }) => {
            Some(format!("Alone: {} characters less, and it is whole.", length - limit))
        }
        _ => None,
    }
}

/// Whom its length keeps out, and whose length keeps it out.
fn neighbours(theme: &Theme, listing: &Listing, at: usize, lines: &mut Vec<Line<'static>>) {
    let named = |places: &[usize]| {
        let names = places.iter().filter_map(|at| listing.entries.get(*at));
        first_of(names.map(|entry| entry.name.clone()).collect::<Vec<_>>().iter(), NAMED)
    };
    let mut tell = |heading: &str, places: &[usize]| {
        if !places.is_empty() {
            lines.push(Line::default());
            lines.push(Line::styled(heading.to_owned(), theme.style(Role::Heading)));
            lines.push(plain(&named(places)));
        }
    };
    tell("Without its text these would be described", &listing.displaced_by(at));
    tell("Described if one of these texts were gone", &listing.in_the_way_of(at));
}

/// What the model reads of it, and what it does not.
fn text(scene: &Scene<'_>, entry: &Entry, lines: &mut Vec<Line<'static>>) {
    let theme = scene.theme;
    let skill = entry.id.as_ref().and_then(|id| scene.board.now.snapshot.catalog.get(id));
    let Some(skill) = skill else { return };
    let whole = &skill.doc.description;
    let shown = entry.text.trim_end_matches('…');
    let lost = if whole.starts_with(shown) { whole.get(shown.len()..) } else { None };
    let lost = lost.filter(|_| entry.state != State::Whole).unwrap_or_default();
    lines.push(Line::default());
    if !entry.text.is_empty() {
        lines.push(Line::styled("The model reads", theme.style(Role::Heading)));
        lines.extend(block(&entry.text, theme.style(Role::Text)));
    }
    if !lost.trim().is_empty() {
        let heading = if entry.text.is_empty() { "It does not read" } else { "And not" };
        lines.push(Line::styled(heading, theme.style(Role::Heading)));
        let style = theme.style(Role::Gone).add_modifier(Modifier::CROSSED_OUT);
        lines.extend(block(lost, style));
    }
}

fn block(text: &str, style: ratatui::style::Style) -> Vec<Line<'static>> {
    let line = |line: &str| Line::from(Span::styled(visible::line(line).into_owned(), style));
    text.trim_end().lines().map(line).collect()
}
