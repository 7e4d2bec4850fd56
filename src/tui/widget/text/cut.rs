//! Text brought to a number of cells: cut with an ellipsis, or padded.

use ratatui::{
    layout::Alignment,
    text::{Line, Span},
};

use super::{graphemes, indent, line_width, width};

/// Which part of a text may go when it is too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Sentences: the beginning stays.
    #[default]
    End,
    /// Names with telling ends: both ends stay.
    Middle,
    /// Paths: the end stays.
    Start,
}

/// The text in at most `cells` cells, with `ellipsis` where something is missing. Where not even the
/// ellipsis fits, nothing is left.
pub fn cut(text: &str, cells: usize, part: Cut, ellipsis: &str) -> String {
    if width(text) <= cells {
        return text.to_owned();
    }
    let Some(room) = cells.checked_sub(width(ellipsis)) else { return String::new() };
    let (head, tail) = match part {
        Cut::End => (room, 0),
        Cut::Start => (0, room),
        Cut::Middle => (room - room / 2, room / 2),
    };
    let start: String = take(graphemes(text), head).collect();
    let mut end: Vec<_> = take(graphemes(text).rev(), tail).collect();
    end.reverse();
    format!("{start}{ellipsis}{}", end.concat())
}

/// Graphemes up to a number of cells.
fn take<'a>(
    graphemes: impl Iterator<Item = (&'a str, usize)>,
    cells: usize,
) -> impl Iterator<Item = &'a str> {
    graphemes
        .scan(cells, |left, (grapheme, width)| {
            *left = left.checked_sub(width)?;
            Some(grapheme)
        })
        .fuse()
}

/// The text in exactly `cells` cells: cut at its end or padded with blanks.
pub fn pad(text: &str, cells: usize, align: Alignment, ellipsis: &str) -> String {
    let text = cut(text, cells, Cut::End, ellipsis);
    let used = width(&text);
    let left = indent(used, cells, align);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(cells - used - left))
}

/// A styled line in at most `cells` cells; the ellipsis has the style of what it replaces.
pub fn fit(line: Line<'static>, cells: usize, part: Cut, ellipsis: &str) -> Line<'static> {
    if line_width(&line) <= cells {
        return line;
    }
    if let [only] = &line.spans[..] {
        let span = Span::styled(cut(&only.content, cells, part, ellipsis), only.style);
        return Line { spans: vec![span], ..line };
    }
    // A line of several styles keeps its beginning: its parts are columns or words, not a name.
    let Some(mut left) = cells.checked_sub(width(ellipsis)) else { return Line::default() };
    let mut spans = Vec::new();
    for span in line.spans {
        let used = width(&span.content);
        if used > left {
            let head: String = take(graphemes(&span.content), left).collect();
            spans.push(Span::styled(format!("{head}{ellipsis}"), span.style));
            break;
        }
        left -= used;
        spans.push(span);
    }
    Line { spans, ..Line::default() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_part_that_tells_stays() {
        assert_eq!(cut("invoice-extract", 9, Cut::End, "…"), "invoice-…");
        assert_eq!(cut("invoice-extract", 9, Cut::Middle, "…"), "invo…ract");
        assert_eq!(cut("invoice-extract", 9, Cut::Start, "…"), "…-extract");
        assert_eq!(cut("short", 9, Cut::Middle, "…"), "short");
    }

    #[test]
    fn wide_characters_are_never_halved() {
        assert_eq!(cut("電子署名", 6, Cut::End, "…"), "電子…");
        assert_eq!(cut("電子署名", 4, Cut::Middle, "…"), "電…");
        assert_eq!(pad("電子", 5, Alignment::Right, "…"), " 電子");
        assert_eq!(pad("電子署名", 4, Alignment::Left, "…"), "電… ");
    }

    #[test]
    fn a_styled_line_loses_its_end_only() {
        let line = Line::from(vec![Span::raw("ab"), Span::raw("cdef"), Span::raw("gh")]);
        assert_eq!(fit(line.clone(), 5, Cut::End, "…").to_string(), "abcd…");
        assert_eq!(fit(line.clone(), 8, Cut::End, "…"), line);
        assert_eq!(fit(line, 0, Cut::End, "…").to_string(), "");
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_asked(text in "[a-z電👩‍💻e\u{301} ]{0,12}", cells in 0..14usize) {
            for part in [Cut::End, Cut::Middle, Cut::Start] {
                prop_assert!(width(&cut(&text, cells, part, "…")) <= cells);
            }
            prop_assert_eq!(width(&pad(&text, cells, Alignment::Center, "…")), cells);
            let spans: Vec<_> = text.chars().map(|c| Span::raw(c.to_string())).collect();
            prop_assert!(line_width(&fit(Line::from(spans), cells, Cut::End, "…")) <= cells);
        }
    }
}
