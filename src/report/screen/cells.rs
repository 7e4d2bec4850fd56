//! The grid: cells with their widths, and the runs of equal ink that writers work on.

use super::Ink;

/// One place of the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// One grapheme; empty is a blank.
    pub text: String,
    /// Columns that the grapheme takes: 1 or 2; 0 for the half that a wide neighbour covers.
    pub width: u8,
    pub ink: Ink,
}

/// A finished screen: `width * height` cells, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    width: usize,
    cells: Vec<Cell>,
}

/// Neighbouring cells of one row in the same ink and of the same width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// 0-based column of the first cell.
    pub column: usize,
    /// Columns taken.
    pub columns: usize,
    pub text: String,
    pub ink: Ink,
}

impl Cells {
    /// A grid of rows that are `width` cells wide; a last row that is cut short ends early.
    pub fn new(width: usize, cells: Vec<Cell>) -> Self {
        Self { width: width.max(1), cells }
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.cells.len().div_ceil(self.width)
    }

    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.width)
    }
}

/// The runs of a row, blanks included, left to right.
pub fn runs(row: &[Cell]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut last_width = 0;
    for (column, cell) in row.iter().enumerate().filter(|(_, cell)| cell.width > 0) {
        let text = if cell.text.is_empty() { " " } else { &cell.text };
        let columns = usize::from(cell.width);
        match runs.last_mut() {
            Some(run)
                if run.ink == cell.ink
                    && last_width == cell.width
                    && run.column + run.columns == column =>
            {
                run.text.push_str(text);
                run.columns += columns;
            }
            _ => runs.push(Run { column, columns, text: text.to_string(), ink: cell.ink }),
        }
        last_width = cell.width;
    }
    runs
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Cell, Cells, runs};
    use crate::report::screen::Ink;

    /// A grid from lines of text in one ink; CJK is wide.
    pub(in crate::report::screen) fn grid(width: usize, lines: &[(&str, Ink)]) -> Cells {
        let mut cells = Vec::new();
        for (line, ink) in lines {
            let start = cells.len();
            for c in line.chars() {
                let wide = c >= '\u{3000}';
                cells.push(Cell { text: c.to_string(), width: 1 + u8::from(wide), ink: *ink });
                if wide {
                    cells.push(Cell { ink: *ink, ..Cell::default() });
                }
            }
            cells.resize(start + width, Cell { width: 1, ..Cell::default() });
        }
        Cells::new(width, cells)
    }

    #[test]
    fn runs_end_where_ink_or_width_changes() {
        let bold = Ink { bold: true, ..Ink::default() };
        let cells = grid(10, &[("ab日本c", bold)]);
        let row = cells.rows().next().unwrap();
        let seen: Vec<_> =
            runs(row).into_iter().map(|run| (run.column, run.columns, run.text)).collect();
        let expected = [(0, 2, "ab"), (2, 4, "日本"), (6, 1, "c"), (7, 3, "   ")];
        assert_eq!(seen, expected.map(|(at, columns, text)| (at, columns, text.to_string())));
    }
}
