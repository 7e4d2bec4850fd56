//! Fuzzy matching of short texts, with the matched parts.

use std::{fmt, ops::Range};

use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{CaseMatching, Normalization, Pattern},
};
use unicode_segmentation::UnicodeSegmentation;

/// A pattern that a person types. Words match in any order; a capital makes its word exact in case;
/// `^`, `$`, `'` and `!` anchor, quote and exclude as in other fuzzy finders.
pub struct Fuzzy {
    pattern: Pattern,
    matcher: Matcher,
}

/// How well a text matches, more is better, and which bytes of it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub score: u32,
    pub ranges: Vec<Range<usize>>,
}

impl Default for Fuzzy {
    fn default() -> Self {
        Self { pattern: Pattern::default(), matcher: Matcher::new(Config::DEFAULT) }
    }
}

impl fmt::Debug for Fuzzy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fuzzy").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}

impl Fuzzy {
    pub fn new(pattern: &str) -> Self {
        let mut fuzzy = Self::default();
        fuzzy.set(pattern);
        fuzzy
    }

    /// Another pattern, with the same scratch memory.
    pub fn set(&mut self, pattern: &str) {
        self.pattern.reparse(pattern, CaseMatching::Smart, Normalization::Smart);
    }

    /// Whether everything matches.
    pub fn is_empty(&self) -> bool {
        self.pattern.atoms.is_empty()
    }

    /// `None` when the text does not match. Without a pattern everything does, with no ranges.
    pub fn find(&mut self, text: &str) -> Option<Found> {
        let (mut chars, mut places) = (Vec::new(), Vec::new());
        let haystack = Utf32Str::new(text, &mut chars);
        let score = self.pattern.indices(haystack, &mut self.matcher, &mut places)?;
        places.sort_unstable();
        places.dedup();
        // The matcher counts what a reader sees as characters, and takes ASCII byte by byte.
        let spans: Vec<Range<usize>> = match haystack {
            Utf32Str::Ascii(_) => (0..text.len()).map(|at| at..at + 1).collect(),
            Utf32Str::Unicode(_) => {
                text.grapheme_indices(true).map(|(at, part)| at..at + part.len()).collect()
            }
        };
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for place in places {
            let Some(span) = usize::try_from(place).ok().and_then(|at| spans.get(at)) else {
                continue;
            };
            match ranges.last_mut() {
                Some(last) if last.end == span.start => last.end = span.end,
                _ => ranges.push(span.clone()),
            }
        }
        Some(Found { score, ranges })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn letters_match_in_order_and_say_where() {
        let found = Fuzzy::new("pfo").find("pdf-forms").unwrap();
        assert_eq!(found.ranges, [0..1, 4..6]);
        assert!(Fuzzy::new("xyz").find("pdf-forms").is_none());
        assert!(Fuzzy::new("").find("any").unwrap().ranges.is_empty());
        assert!(Fuzzy::new("").is_empty());
    }

    #[test]
    fn ranges_are_bytes_of_the_text() {
        let text = "電子署名-esign";
        let found = Fuzzy::new("署名").find(text).unwrap();
        assert_eq!(found.ranges.len(), 1);
        assert_eq!(&text[found.ranges[0].clone()], "署名");
    }

    #[test]
    fn a_closer_match_scores_higher() {
        let mut fuzzy = Fuzzy::new("run");
        let score = |fuzzy: &mut Fuzzy, text| fuzzy.find(text).unwrap().score;
        assert!(score(&mut fuzzy, "run all rows") > score(&mut fuzzy, "rows up to now"));
    }

    proptest! {
        #[test]
        fn any_text_and_pattern_give_ranges_inside(text in "\\PC{0,12}", pattern in "\\PC{0,4}") {
            if let Some(found) = Fuzzy::new(&pattern).find(&text) {
                for range in found.ranges {
                    prop_assert!(text.get(range).is_some());
                }
            }
        }
    }
}
