//! Cells as bytes: where to go, in which ink, what to print.

use std::io::{self, Write};

use crossterm::{cursor::MoveTo, queue};
use ratatui::{
    buffer::Cell,
    style::{Color, Modifier},
};
use unicode_width::UnicodeWidthStr;

use crate::report::screen::{Colour, Ink, ansi};

/// Writes the cells in their order and leaves the terminal with plain ink.
///
/// ratatui's crossterm backend is not used for this: it ends every frame with colour codes, and
/// under `NO_COLOR` it writes empty sequences that cancel bold and reverse.
///
/// # Errors
/// When `out` cannot be written.
pub(super) fn paint<'a>(
    cells: impl Iterator<Item = (u16, u16, &'a Cell)>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut ink = Ink::default();
    let mut at = None;
    for (x, y, cell) in cells {
        if at != Some((x, y)) {
            queue!(out, MoveTo(x, y))?;
        }
        let wanted = ink_of(cell);
        ansi::change(ink, wanted, out)?;
        ink = wanted;
        out.write_all(cell.symbol().as_bytes())?;
        // Terminals differ about the width of wide text, so the place after it is not relied upon.
        at = (cell.symbol().width() == 1).then_some((x.saturating_add(1), y));
    }
    ansi::change(ink, Ink::default(), out)
}

/// A cell's style in neutral terms.
pub fn ink_of(cell: &Cell) -> Ink {
    let has = |modifier| cell.modifier.contains(modifier);
    Ink {
        fg: colour_of(cell.fg),
        bg: colour_of(cell.bg),
        bold: has(Modifier::BOLD),
        dim: has(Modifier::DIM),
        italic: has(Modifier::ITALIC),
        underline: has(Modifier::UNDERLINED),
        reverse: has(Modifier::REVERSED),
        strike: has(Modifier::CROSSED_OUT),
    }
}

fn colour_of(colour: Color) -> Colour {
    let index = match colour {
        Color::Reset => return Colour::Default,
        Color::Rgb(r, g, b) => return Colour::Rgb(r, g, b),
        Color::Indexed(index) => index,
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
    };
    Colour::Indexed(index)
}
