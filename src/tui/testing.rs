//! A buffer as text, for snapshots: what is written, and below it in which styles.

use std::collections::BTreeMap;

use ratatui::{buffer::Buffer, buffer::CellWidth, style::Style};

/// The rows of a buffer, then the same grid with a letter a style and a legend of the letters.
/// Cells without a style are blank in the grid; rows without one are left out of it.
pub fn snapshot(buf: &Buffer) -> String {
    let mut letters: Vec<Style> = Vec::new();
    let (mut text, mut grid) = (String::new(), BTreeMap::new());
    for y in buf.area.top()..buf.area.bottom() {
        let (mut line, mut styles, mut covered) = (String::new(), String::new(), 0);
        for x in buf.area.left()..buf.area.right() {
            let cell = &buf[(x, y)];
            if x >= covered {
                line.push_str(cell.symbol());
                covered = x + cell.symbol().cell_width();
            }
            styles.push(letter(&mut letters, cell.style()));
        }
        text.push_str(line.trim_end());
        text.push('\n');
        if !styles.trim().is_empty() {
            grid.insert(y - buf.area.top(), styles.trim_end().to_owned());
        }
    }
    for (y, styles) in grid {
        text.push_str(&format!("{y:>2} {styles}\n"));
    }
    for (at, style) in letters.iter().enumerate() {
        text.push_str(&format!("{} {}\n", char::from(b'a' + at as u8), describe(*style)));
    }
    text
}

fn letter(letters: &mut Vec<Style>, style: Style) -> char {
    if describe(style).is_empty() {
        return ' ';
    }
    let at = letters.iter().position(|known| *known == style).unwrap_or_else(|| {
        letters.push(style);
        letters.len() - 1
    });
    char::from(b'a' + at as u8)
}

fn describe(style: Style) -> String {
    let mut parts = Vec::new();
    let colors = [("fg", style.fg), ("bg", style.bg)];
    for (name, color) in colors {
        match color {
            None | Some(ratatui::style::Color::Reset) => {}
            Some(color) => parts.push(format!("{name} {color}")),
        }
    }
    if !style.add_modifier.is_empty() {
        parts.push(format!("{:?}", style.add_modifier).to_lowercase());
    }
    parts.join(", ")
}

/// Draws into a fresh buffer of a size and returns its snapshot.
pub fn drawn(width: u16, height: u16, draw: impl FnOnce(&mut Buffer)) -> String {
    let mut buf = Buffer::empty(ratatui::layout::Rect::new(0, 0, width, height));
    draw(&mut buf);
    snapshot(&buf)
}

#[cfg(test)]
mod tests {
    use ratatui::{style::Stylize, text::Line};

    use super::*;

    #[test]
    fn a_snapshot_shows_text_and_styles() {
        let lines = [Line::from(vec!["電x".into(), "y".bold()]), Line::raw("plain")];
        let shown = snapshot(&Buffer::with_lines(lines));
        assert_eq!(shown, "電xy\nplain\n 0    a\na bold\n");
    }
}
