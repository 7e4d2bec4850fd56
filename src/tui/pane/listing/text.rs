//! The text itself, as the model reads it, around the selected skill.
//!
//! Lays out no more than shows: a listing may be half a megabyte.

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Line};

use crate::{
    core::{listing::Listing, visible},
    tui::{
        app::Scene,
        theme::Role,
        widget::text::{put, wrap},
    },
};

pub fn draw(scene: &Scene<'_>, listing: &Listing, at: usize, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let area = Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(2), ..area };
    let (cells, height) = (usize::from(area.width), usize::from(area.height));
    let (before, behind) = listing.frame();
    let ends = listing.meant;
    // Piece 0 is what stands before the entries, the last one what stands behind them.
    let piece = |number: usize| -> Vec<Line<'static>> {
        let (text, style) = match number {
            0 => (before.as_str(), theme.style(Role::Dim)),
            number if number > ends => (behind.as_str(), theme.style(Role::Dim)),
            number => match listing.entries.get(number - 1) {
                Some(entry) if number - 1 == at => {
                    (entry.shown.as_str(), theme.strong(Role::Accent))
                }
                Some(entry) => (entry.shown.as_str(), Style::new()),
                None => ("", Style::new()),
            },
        };
        let line = |line: &str| Line::styled(visible::line(line).into_owned(), style);
        wrap(&text.lines().map(line).collect::<Vec<_>>(), cells)
    };
    let chosen = if at < ends { at + 1 } else { 0 };
    let mut lines = piece(chosen);
    // A third of the room for what comes before it.
    let mut number = chosen;
    let mut above: Vec<Line<'static>> = Vec::new();
    while number > 0 && above.len() < height / 3 {
        number -= 1;
        above.splice(0..0, piece(number));
    }
    let surplus = above.len().saturating_sub(height / 3);
    lines.splice(0..0, above.into_iter().skip(surplus));
    number = chosen;
    while number <= ends && lines.len() < height {
        number += 1;
        lines.extend(piece(number));
    }
    for (at, line) in lines.iter().take(height).enumerate() {
        put(buffer, area, at, line);
    }
}
