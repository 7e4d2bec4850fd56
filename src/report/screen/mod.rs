//! A screen as a neutral grid of cells, written as text, as ANSI, or as an SVG picture.
//!
//! Must not know who painted the grid.

pub mod ansi;

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
