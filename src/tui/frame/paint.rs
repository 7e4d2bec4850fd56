//! Cells as bytes: where to go, in which ink, what to print.

use std::io::{self, Write};

use crossterm::{cursor::MoveTo, queue};
use ratatui::{
    buffer::{Buffer, Cell, CellWidth},
    style::{Color, Modifier},
};

use crate::report::screen::{self, Cells, Colour, Ink, ansi};

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
        let (symbol, width) = (cell.symbol(), cell.symbol().cell_width());
        // Terminals differ about the width of wide text, above all of emoji made of several
        // characters: its place is emptied first, and the place after it is not relied upon.
        if width > 1 && symbol.chars().nth(1).is_some() {
            write!(out, "{:1$}", "", usize::from(width))?;
            queue!(out, MoveTo(x, y))?;
        }
        out.write_all(symbol.as_bytes())?;
        at = (width == 1).then_some((x.saturating_add(1), y));
    }
    ansi::change(ink, Ink::default(), out)
}

/// A cell's style in neutral terms.
fn ink_of(cell: &Cell) -> Ink {
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

/// A buffer as a neutral grid.
pub fn cells_of(buffer: &Buffer) -> Cells {
    let mut covered = 0;
    let cells = buffer.content().iter().enumerate().map(|(at, cell)| {
        let column = at % usize::from(buffer.area.width.max(1));
        covered = if column == 0 { 0 } else { covered };
        let hidden = column < covered;
        let width = if hidden { 0 } else { cell.symbol().cell_width().clamp(1, 2) };
        covered = covered.max(column + usize::from(width));
        screen::Cell {
            text: if hidden { String::new() } else { cell.symbol().to_string() },
            // Clamped to 2 above.
            width: width as u8,
            ink: ink_of(cell),
        }
    });
    Cells::new(buffer.area.width.into(), cells.collect())
}

#[cfg(test)]
mod tests {
    use ratatui::{buffer::Buffer, text::Line};

    use super::cells_of;
    use crate::report::screen;

    #[test]
    fn wide_characters_cover_their_second_cell() {
        let cells = cells_of(&Buffer::with_lines([Line::raw("日本a"), Line::raw("bcdef")]));
        assert_eq!(screen::text(&cells), "日本a\nbcdef\n");
        let widths: Vec<_> = cells.rows().next().unwrap().iter().map(|cell| cell.width).collect();
        assert_eq!(widths, [2, 0, 2, 0, 1]);
    }
}
