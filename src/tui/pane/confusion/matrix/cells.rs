//! The counts of the matrix, by a ramp of one hue, with what changed beside them.

use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    style::Modifier,
    text::{Line, Span},
};

use super::MatrixPane;
use crate::{
    core::scene::matrix::Matrix,
    tui::{
        app::Scene,
        pane::confusion::grid::Count,
        theme::{Role, Theme},
        widget::{
            rate::short,
            scene::place,
            text::{pad, put},
        },
    },
};

impl MatrixPane {
    pub(super) fn draw_cell(
        &self,
        scene: &Scene<'_>,
        body: Rect,
        buffer: &mut Buffer,
        matrix: &Matrix,
        (row, column): (usize, usize),
        chosen: bool,
    ) {
        let theme = scene.theme;
        let (Some(expected), Some(engaged), Some(area)) =
            (self.grid.class(row), self.grid.class(column), matrix.cell(row, column))
        else {
            return;
        };
        let count = self.grid.count(scene.board, self.wanted.level, expected, engaged);
        let area = place(body, area);
        let text = self.text(theme, count);
        let role = match (count.now, row == column) {
            _ if chosen => Role::Text,
            (0, _) => Role::Track,
            (_, true) => Role::Expected,
            (_, false) => Role::heat(count.share.unwrap_or(0.0)),
        };
        let cells = usize::from(area.width).saturating_sub(2);
        let text = pad(&text, cells, Alignment::Right, theme.symbols().ellipsis);
        let mut line = Line::styled(text, theme.style(role));
        let delta = count.before.map_or(0.0, |before| f64::from(count.now) - f64::from(before));
        let bad = (delta > 0.0) != (row == column);
        let role = if bad { Role::Worse } else { Role::Better };
        match theme.symbols().change(delta) {
            Some(mark) => line.push_span(Span::styled(mark, theme.style(role))),
            None => line.push_span(Span::raw(" ")),
        }
        put(buffer, area, 0, &line);
        if chosen {
            let cell = Rect { width: area.width.saturating_sub(1), ..area };
            let style = theme.selection(scene.focused).add_modifier(Modifier::BOLD);
            buffer.set_style(cell.intersection(buffer.area), style);
        }
    }

    fn text(&self, theme: &Theme, count: Count) -> String {
        match count.now {
            0 => if theme.is_ascii() { "." } else { "·" }.to_owned(),
            _ if self.shares => short(theme, count.share),
            now => now.to_string(),
        }
    }
}
