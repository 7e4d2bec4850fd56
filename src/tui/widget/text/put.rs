//! Puts styled lines into a buffer and nothing outside it.

use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    text::Line,
};

use super::{graphemes, indent, line_width};

/// Draws a line on a 0-based row of an area, clipped to the area and the buffer. The styles lie over
/// what is there. Returns the x after the last cell drawn.
pub fn put(buf: &mut Buffer, area: Rect, row: usize, line: &Line<'_>) -> u16 {
    let align = line.alignment.unwrap_or(Alignment::Left);
    put_aligned(buf, area, row, line, align)
}

/// The same at the right edge of the area; a line that is too long keeps its beginning.
pub fn put_right(buf: &mut Buffer, area: Rect, row: usize, line: &Line<'_>) -> u16 {
    put_aligned(buf, area, row, line, Alignment::Right)
}

fn put_aligned(buf: &mut Buffer, area: Rect, row: usize, line: &Line<'_>, align: Alignment) -> u16 {
    let clip = area.intersection(buf.area);
    let Some(y) = u16::try_from(row).ok().and_then(|row| area.y.checked_add(row)) else {
        return area.x;
    };
    if y < clip.top() || y >= clip.bottom() {
        return area.x;
    }
    let left = indent(line_width(line), area.width.into(), align);
    // The indent is less than the area's width, which is a u16.
    let mut x = u32::from(area.x) + u32::try_from(left).unwrap_or(0);
    for span in &line.spans {
        let style = line.style.patch(span.style);
        for (grapheme, width) in graphemes(&span.content) {
            // A grapheme is a few cells wide at most.
            let end = x + u32::try_from(width).unwrap_or(1);
            if end > u32::from(clip.right()) {
                return clip.right();
            }
            if x >= u32::from(clip.left()) {
                set(buf, x, end, y, grapheme, style);
            }
            x = end;
        }
    }
    u16::try_from(x).unwrap_or(u16::MAX)
}

/// Sets a grapheme on the cells from `x` to `end`; the cells behind a wide one are blank.
fn set(buf: &mut Buffer, x: u32, end: u32, y: u16, grapheme: &str, style: ratatui::style::Style) {
    for at in x..end {
        let cell = u16::try_from(at).ok().and_then(|at| buf.cell_mut((at, y)));
        if let Some(cell) = cell {
            cell.set_symbol(if at == x { grapheme } else { " " }).set_style(style);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::style::Stylize;

    use super::*;

    #[test]
    fn a_line_is_clipped_to_its_area() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 6, 2));
        put(&mut buf, Rect::new(1, 0, 4, 2), 1, &Line::raw("ab電x電"));
        assert_eq!(buf, Buffer::with_lines(["      ", " ab電 "]));
        put_right(&mut buf, Rect::new(1, 0, 4, 1), 0, &Line::raw("yz"));
        assert_eq!(buf, Buffer::with_lines(["   yz ", " ab電 "]));
        put(&mut buf, Rect::new(0, 0, 6, 1), 0, &Line::raw("q").centered());
        assert_eq!(buf, Buffer::with_lines(["  qyz ", " ab電 "]));
    }

    #[test]
    fn styles_lie_over_what_is_there() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 3, 1));
        buf.set_style(buf.area, ratatui::style::Style::new().reversed());
        put(&mut buf, Rect::new(0, 0, 3, 1), 0, &Line::from("a".bold()));
        assert_eq!(buf, Buffer::with_lines([Line::from(vec!["a".bold(), "  ".into()]).reversed()]));
    }

    proptest! {
        #[test]
        fn no_area_panics(x in 0..70u16, y in 0..30u16, w: u16, h: u16, row in 0..99usize) {
            let mut buf = Buffer::empty(Rect::new(5, 5, 40, 12));
            let area = Rect { x, y, width: w, height: h };
            put(&mut buf, area, row, &Line::raw("電子 text").centered());
            put_right(&mut buf, area, row, &Line::raw("電子 text"));
        }
    }
}
