//! The heads of a matrix's columns: names in one line, as a stair or on end, or numbers.
//!
//! Must not know what the matrix holds.

use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    style::Style,
    text::{Line, Span},
};

use super::{
    scene::{ink, place},
    text::put,
};
use crate::{
    core::scene::{
        matrix::{Labels, Matrix},
        names::{shorten, stacked},
    },
    tui::theme::{Role, Theme},
};

/// What the heads of all columns have in common.
#[derive(Clone, Copy, Debug)]
pub struct Heads<'a> {
    pub theme: &'a Theme,
    pub matrix: &'a Matrix,
    /// Cells from the left edge of a column to the last digit of its figures, on which heads stand.
    pub anchor: u16,
}

impl Heads<'_> {
    /// Draws the heads of the columns that show, in a scene whose corner is the matrix's.
    pub fn draw<'n>(
        &self,
        buffer: &mut Buffer,
        scene: Rect,
        name: impl Fn(usize) -> Option<&'n str>,
        style: impl Fn(usize) -> Style,
    ) {
        for column in self.matrix.columns.clone() {
            let (Some(area), Some(name)) = (self.matrix.column(column), name(column)) else {
                continue;
            };
            let (area, style) = (place(scene, area), style(column));
            if self.matrix.labels == Labels::Stair {
                self.step(buffer, scene, area, (column, name), style);
                continue;
            }
            let area = Rect { width: (self.anchor + 1).min(area.width), ..area };
            let letters = match self.matrix.labels {
                Labels::Flat | Labels::Stair => vec![shorten(name, area.width, ink(self.theme))],
                Labels::Stacked => stacked(name, area.height, ink(self.theme)),
                Labels::Numbered => vec![(column + 1).to_string()],
            };
            // Labels stand on the matrix.
            let blank = usize::from(area.height).saturating_sub(letters.len());
            for (line, letter) in letters.into_iter().enumerate() {
                let line = (blank + line, Line::styled(letter, style));
                put(buffer, area, line.0, &line.1.alignment(Alignment::Right));
            }
        }
    }

    /// A name on its own line, and a line down to its column.
    fn step(
        &self,
        buffer: &mut Buffer,
        scene: Rect,
        area: Rect,
        (column, name): (usize, &str),
        style: Style,
    ) {
        let (theme, symbols) = (self.theme, self.theme.symbols());
        let Some(step) = self.matrix.step(column) else { return };
        // How much lies outside the window is said in the corner of the first two lines.
        let outside = self.matrix.beyond().iter().any(|count| *count > 0);
        let left = if step < 2 && outside { self.matrix.stub.width } else { 0 };
        let line = Rect { x: scene.x + left.min(scene.width), ..area };
        let line = Rect { width: (area.x + self.anchor + 1).saturating_sub(line.x), ..line };
        let name = shorten(name, line.width.saturating_sub(2), ink(theme));
        let head = Line::from(vec![
            Span::styled(format!("{name} "), style),
            Span::styled(symbols.turn, theme.style(Role::Track)),
        ]);
        put(buffer, line, step.into(), &head.alignment(Alignment::Right));
        let down = Rect { x: area.x.saturating_add(self.anchor), width: 1, ..area };
        for below in step + 1..area.height {
            let line = Line::styled(symbols.divider, theme.style(Role::Track));
            put(buffer, down, below.into(), &line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::scene::matrix::{Scroll, Wish};

    #[test]
    fn a_stair_leads_every_name_to_its_column() {
        let names = ["bike-desk", "house-voice", "refunds"];
        let wish =
            Wish { size: (30, 8), rows: 3, columns: 3, row_label: 9, column_label: 11, cell: 4 };
        let matrix = Matrix::of(wish, &mut Scroll::default(), None);
        let theme = Theme::default();
        let heads = Heads { theme: &theme, matrix: &matrix, anchor: 1 };
        let scene = Rect::new(0, 0, 30, 3);
        let mut buffer = Buffer::empty(scene);
        heads.draw(&mut buffer, scene, |at| names.get(at).copied(), |_| Style::new());
        let rows: Vec<String> = (0..3)
            .map(|y| (0..30).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>())
            .collect();
        let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
        assert_eq!(rows, ["          refunds ┐", "  house-voice ┐   │", "bike-desk ┐   │   │"]);
    }
}
