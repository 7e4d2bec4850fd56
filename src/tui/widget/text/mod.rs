//! Text in cells: how wide it is, where to cut and wrap it, which parts stand out.
//!
//! Text of skills, prompts and models enters through [`plain`], [`styled`], [`marked`] or [`marked_block`],
//! which make it safe to show; the rest of the module works on what they return.

mod cut;
mod flow;
mod mark;
mod put;

pub use cut::{Cut, cut, fit, pad};
pub use flow::{hang, wrap};
pub use mark::{Mark, marked, marked_block};
pub use put::{put, put_right};
use ratatui::{buffer::CellWidth, layout::Alignment, style::Style, text::Line};
use unicode_segmentation::UnicodeSegmentation;

use crate::core::visible;

/// One line of untrusted text, made visible, unstyled.
pub fn plain(text: &str) -> Line<'static> {
    Line::raw(visible::line(text).into_owned())
}

/// One line of untrusted text, made visible, in a style.
pub fn styled(text: &str, style: Style) -> Line<'static> {
    let mut line = plain(text);
    line.spans.iter_mut().for_each(|span| span.style = style);
    line
}

/// Cells that a text takes, measured as the terminal buffer measures it. Controls count nothing.
pub fn width(text: &str) -> usize {
    graphemes(text).map(|(_, width)| width).sum()
}

/// Cells that a styled line takes.
pub fn line_width(line: &Line<'_>) -> usize {
    line.spans.iter().map(|span| width(&span.content)).sum()
}

/// What a reader sees as characters, with their cells; those that take no cell are left out, as the
/// buffer leaves them out.
fn graphemes(text: &str) -> impl DoubleEndedIterator<Item = (&str, usize)> {
    text.graphemes(true)
        .filter(|grapheme| !grapheme.contains(char::is_control))
        .map(|grapheme| (grapheme, usize::from(grapheme.cell_width())))
        .filter(|(_, width)| *width > 0)
}

/// Free cells to the left of something `used` cells wide in `width` cells.
fn indent(used: usize, width: usize, align: Alignment) -> usize {
    let free = width.saturating_sub(used);
    match align {
        Alignment::Left => 0,
        Alignment::Center => free / 2,
        Alignment::Right => free,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_counts_cells_not_characters() {
        assert_eq!(width("abc"), 3);
        assert_eq!(width("電子署名"), 8);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(width("👩‍💻"), 2);
        assert_eq!(width("\u{1b}[1m"), 3);
        assert_eq!(width(""), 0);
    }

    #[test]
    fn what_comes_from_outside_cannot_hide() {
        assert_eq!(plain("a\u{1b}b\nc"), Line::raw("a␛b⏎c"));
    }
}
