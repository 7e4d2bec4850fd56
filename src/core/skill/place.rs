//! From byte offsets to the lines and columns that people use.

use crate::core::skill::TextSpan;
use std::ops::Range;

/// 1-based line and column, in characters, of a byte offset. A byte-order mark has no width;
/// `\n`, `\r\n` and a lone `\r` end a line. An offset past the end means the end.
pub fn place(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let before = before.strip_prefix('\u{feff}').unwrap_or(before);
    let (mut line, mut column, mut after_cr) = (1, 1, false);
    for c in before.chars() {
        match c {
            '\n' if after_cr => {}
            '\n' | '\r' => (line, column) = (line + 1, 1),
            _ => column += 1,
        }
        after_cr = c == '\r';
    }
    (line, column)
}

/// The span of a byte range, with the place of its start.
pub(super) fn span(text: &str, bytes: Range<usize>) -> TextSpan {
    let (line, column) = place(text, bytes.start);
    TextSpan { bytes, line, column }
}

/// The lines of `text` from byte `start` on: each without its line end, and where the next starts.
pub(super) fn lines(text: &str, start: usize) -> impl Iterator<Item = Line<'_>> {
    let mut at = start;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let end = rest.bytes().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        let ending = match &rest.as_bytes()[end..] {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        let line = Line { start: at, text: &rest[..end], next: at + end + ending };
        at = line.next;
        Some(line)
    })
}

/// One line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Byte offset of its first character.
    pub start: usize,
    /// Without the line end.
    pub text: &'a str,
    /// Byte offset of the line after it.
    pub next: usize,
}

impl Line<'_> {
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Byte offset just behind its last character that is not blank.
    pub fn end(&self) -> usize {
        self.start + self.text.trim_end().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_every_kind_of_line_end() {
        let text = "\u{feff}é日x\r\ny\rz\nend";
        assert_eq!(place(text, 3), (1, 1));
        assert_eq!(place(text, 3 + 5), (1, 3));
        assert_eq!(place(text, text.find('y').unwrap()), (2, 1));
        assert_eq!(place(text, text.find('z').unwrap()), (3, 1));
        assert_eq!(place(text, text.len()), (4, 4));
        assert_eq!(place(text, 9_999), (4, 4));
    }

    #[test]
    fn lines_know_where_the_next_one_starts() {
        let text = "a\r\n\rb\n";
        let found: Vec<_> = lines(text, 0).map(|l| (l.start, l.text, l.next)).collect();
        assert_eq!(found, [(0, "a", 3), (3, "", 4), (4, "b", 6)]);
    }
}
