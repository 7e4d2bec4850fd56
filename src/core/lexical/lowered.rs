//! Text in lower case by the full Unicode mapping, and where each byte of it came from.
//!
//! Must not know what a word is.

use std::{borrow::Cow, ops::Range};

/// A text in lower case that remembers where its bytes came from.
pub struct Lowered {
    text: String,
    /// For each byte of `text`, the original character's range; empty where both agree.
    from: Vec<Range<usize>>,
}

impl Lowered {
    /// Lower-cases `original`.
    pub fn of(original: &str) -> Self {
        if original.is_ascii() {
            return Self { text: original.to_ascii_lowercase(), from: Vec::new() };
        }
        let lower_len = |c: char| c.to_lowercase().map(char::len_utf8).sum::<usize>();
        let text = original.to_lowercase();
        let same = original.chars().all(|c| c.is_ascii() || lower_len(c) == c.len_utf8());
        let mut from = Vec::new();
        if !same {
            from.reserve(text.len());
            for (at, c) in original.char_indices() {
                from.extend(std::iter::repeat_n(at..at + c.len_utf8(), lower_len(c)));
            }
        }
        Self { text, from }
    }

    /// The lower-cased text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The original bytes behind a non-empty range of the lower-cased text.
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        match (self.from.get(range.start), self.from.get(range.end.wrapping_sub(1))) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => range,
        }
    }
}

/// `text` in lower case, borrowed where it is already.
pub fn lower(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::{Lowered, lower};

    #[test]
    fn bytes_go_back_to_the_characters_they_came_from() {
        // U+0130 grows to `i` and a dot above, U+212A (Kelvin) shrinks to `k`.
        let lowered = Lowered::of("\u{130}x \u{212a}Σ");
        assert_eq!(lowered.text(), "i\u{307}x kς");
        assert_eq!([lowered.original(0..1), lowered.original(0..3)], [0..2, 0..2]);
        assert_eq!([lowered.original(3..4), lowered.original(5..6)], [2..3, 4..7]);
    }

    #[test]
    fn lower_text_is_borrowed() {
        assert!(matches!(lower("a-b 1"), std::borrow::Cow::Borrowed(_)));
        assert_eq!(lower("ÄB"), "äb");
    }
}
