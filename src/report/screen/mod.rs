//! A screen as a neutral grid of cells, written as text, as ANSI, or as an SVG picture.
//!
//! Must not know who painted the grid.

pub mod ansi;
mod cells;
mod glyph;
mod svg;

pub use self::{
    cells::{Cell, Cells, Run, runs},
    svg::{Palette, svg},
};

/// A colour as a terminal names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Whatever the reader's terminal or page has.
    #[default]
    Default,
    /// 0-15 the terminal's own palette, 16-255 the fixed cube and greys.
    Indexed(u8),
    Rgb(u8, u8, u8),
}

/// How a cell's text is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ink {
    pub fg: Colour,
    pub bg: Colour,
    pub bold: bool,
    pub dim: bool,
    pub italic: bool,
    pub underline: bool,
    pub reverse: bool,
    pub strike: bool,
}

/// The screen as plain text: a line a row, without trailing blanks.
pub fn text(cells: &Cells) -> String {
    let mut out = String::new();
    for row in cells.rows() {
        let line: String = runs(row).into_iter().map(|run| run.text).collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Ink, cells::tests::grid};

    #[test]
    fn text_keeps_rows_and_drops_trailing_blanks() {
        let plain = Ink::default();
        let cells = grid(8, &[("日本 ab", plain), ("", plain), (" x", plain)]);
        assert_eq!(super::text(&cells), "日本 ab\n\n x\n");
    }
}
