//! The headers of the matrix, which stay where they are, and how much of it lies outside.

use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    text::Line,
};

use super::MatrixPane;
use crate::{
    core::{
        measure::Class,
        scene::{
            matrix::{Labels, Matrix},
            names::{shorten, width},
        },
    },
    tui::{
        app::Scene,
        theme::{Role, Theme},
        widget::{
            heads::Heads,
            scene::{ink, place},
            text::put,
        },
    },
};

impl MatrixPane {
    pub(super) fn draw_labels(
        &self,
        scene: &Scene<'_>,
        body: Rect,
        buffer: &mut Buffer,
        matrix: &Matrix,
    ) {
        let theme = scene.theme;
        let at = self.at();
        let numbered = matrix.labels == Labels::Numbered;
        let style = |chosen: bool, class: &Class| match (chosen, class) {
            (true, _) => theme.strong(Role::Accent),
            (false, Class::None) => theme.style(Role::Dim),
            (false, Class::Skill(_)) => theme.style(Role::Text),
        };
        for row in matrix.rows.clone() {
            let (Some(class), Some(area)) = (self.grid.class(row), matrix.row(row)) else {
                continue;
            };
            let number = if numbered { format!("{} ", row + 1) } else { String::new() };
            let room = area.width.saturating_sub(1 + width(&number));
            let name = shorten(scene.names.short_class(class), room, ink(theme));
            let chosen = at.is_some_and(|(at, _)| at == row);
            let line = Line::styled(format!("{number}{name} "), style(chosen, class));
            put(buffer, place(body, area), 0, &line.alignment(Alignment::Right));
        }
        // Of a cell, the mark of a change and a blank come after the count.
        let anchor = matrix.cell_width().saturating_sub(3);
        let name = |column| Some(scene.names.short_class(self.grid.class(column)?));
        let head = |column| {
            let chosen = at.is_some_and(|(_, at)| at == column);
            style(chosen, self.grid.class(column).unwrap_or(&Class::None))
        };
        Heads { theme, matrix, anchor }.draw(buffer, body, name, head);
    }
}

/// Rows and columns beyond the window, in the corner that no label needs: `↑5 ↓19` above
/// `←2 →27`. Nothing where everything shows or the corner is too small.
pub(super) fn draw_corner(theme: &Theme, body: Rect, buffer: &mut Buffer, matrix: &Matrix) {
    let symbols = theme.symbols();
    let [above, below, left, right] = matrix.beyond();
    let part = |mark: &str, count: usize| (count > 0).then(|| format!("{mark}{count}"));
    let rows = [part(symbols.more_above, above), part(symbols.more_below, below)];
    let columns = [part(symbols.from, left), part(symbols.to, right)];
    let said = |parts: &[Option<String>]| {
        parts.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    let lines = match matrix.header.height {
        0 => Vec::new(),
        1 => vec![said(&[rows, columns].concat())],
        _ => vec![said(&rows), said(&columns)],
    };
    let top = match matrix.labels {
        // The names of the first columns reach into the lower lines.
        Labels::Stair => 0,
        _ => usize::from(matrix.header.height).saturating_sub(lines.len()),
    };
    let corner = Rect { width: matrix.stub.width.min(body.width), ..body };
    for (at, text) in lines.into_iter().enumerate() {
        if !text.is_empty() && width(&text) < corner.width {
            let line = Line::styled(format!("{text} "), theme.style(Role::Dim));
            put(buffer, corner, top + at, &line.alignment(Alignment::Right));
        }
    }
}
