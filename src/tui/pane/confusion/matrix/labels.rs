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
            names::{shorten, stacked, width},
        },
    },
    tui::{
        app::Scene,
        theme::{Role, Theme},
        widget::{
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
        for column in matrix.columns.clone() {
            let (Some(class), Some(area)) = (self.grid.class(column), matrix.column(column)) else {
                continue;
            };
            let name = scene.names.short_class(class);
            let letters = match matrix.labels {
                Labels::Flat => vec![shorten(name, area.width.saturating_sub(1), ink(theme))],
                Labels::Stacked => stacked(name, area.height, ink(theme)),
                Labels::Numbered => vec![(column + 1).to_string()],
            };
            let chosen = at.is_some_and(|(_, at)| at == column);
            // Labels stand on the matrix, above the last digit of its counts.
            let blank = usize::from(area.height).saturating_sub(letters.len());
            let area = place(body, area);
            let area = Rect { width: area.width.saturating_sub(2), ..area };
            for (line, letter) in letters.into_iter().enumerate() {
                let line = (blank + line, Line::styled(letter, style(chosen, class)));
                put(buffer, area, line.0, &line.1.alignment(Alignment::Right));
            }
        }
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
    let top = usize::from(matrix.header.height).saturating_sub(lines.len());
    let corner = Rect { width: matrix.stub.width.min(body.width), ..body };
    for (at, text) in lines.into_iter().enumerate() {
        if width(&text) < corner.width {
            let line = Line::styled(format!("{text} "), theme.style(Role::Dim));
            put(buffer, corner, top + at, &line.alignment(Alignment::Right));
        }
    }
}
