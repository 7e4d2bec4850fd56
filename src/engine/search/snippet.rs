//! The stretch of a text that answers a query best, on one line, with the answers marked.
//!
//! Pure; must not know the index or files.

use std::{collections::BTreeSet, ops::Range};

use super::expand::Words;
use crate::core::{
    lexical::token::{Token, Tokenizer},
    visible,
};

/// What answers a query in one field.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub words: Words,
    pub phrases: Vec<Vec<String>>,
}

/// A stretch of text, safe to show, and the byte ranges in it that answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Snippet {
    pub text: String,
    pub ranges: Vec<Range<usize>>,
}

/// Characters of a stretch before its first answer.
const LEAD: usize = 24;

impl Marks {
    /// Cuts about `width` characters out of `text`, around the most and best answers; the start of
    /// the text if there is none.
    pub fn cut(&self, text: &str, tokenizer: Tokenizer, width: usize) -> Snippet {
        let tokens = tokenizer.spans(text);
        let answers = self.answers(&tokens);
        let from = best_start(&tokens, &answers, width).map_or(0, |at| back(text, at, LEAD));
        let to = forward(text, from, width);
        let mut out = Snippet::default();
        if !text[..from].trim().is_empty() {
            out.push("…", false);
        }
        let mut at = from;
        for range in
            merged(&tokens, &answers).into_iter().filter(|r| from <= r.start && r.end <= to)
        {
            out.push(&text[at..range.start], false);
            out.push(&text[range.clone()], true);
            at = range.end;
        }
        out.push(&text[at..to], false);
        out.text.truncate(out.text.trim_end().len());
        if !text[to..].trim().is_empty() {
            out.text.push('…');
        }
        out
    }

    /// Token number -> what it is worth, for tokens that answer.
    fn answers(&self, tokens: &[Token]) -> Vec<(usize, f32)> {
        let mut worth = vec![0.0_f32; tokens.len()];
        for (token, worth) in tokens.iter().zip(&mut worth) {
            *worth = self.words.get(&token.text).copied().unwrap_or(0.0);
        }
        for phrase in &self.phrases {
            for (start, window) in tokens.windows(phrase.len().max(1)).enumerate() {
                if window.iter().map(|token| &token.text).eq(phrase) {
                    worth.iter_mut().skip(start).take(phrase.len()).for_each(|w| *w += 1.0);
                }
            }
        }
        worth.into_iter().enumerate().filter(|(_, worth)| *worth > 0.0).collect()
    }
}

/// The byte at which the answer stands from which on `width` bytes hold the best answers, each
/// different word counted once; the first of equals.
fn best_start(tokens: &[Token], answers: &[(usize, f32)], width: usize) -> Option<usize> {
    let mut best: Option<(f32, usize)> = None;
    for (nth, (first, _)) in answers.iter().enumerate() {
        let start = tokens[*first].range.start;
        let mut seen = BTreeSet::new();
        let worth: f32 = answers[nth..]
            .iter()
            .take_while(|(at, _)| tokens[*at].range.end <= start + width.saturating_sub(LEAD))
            .filter(|(at, _)| seen.insert(&tokens[*at].text))
            .map(|(_, worth)| worth)
            .sum();
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, start));
        }
    }
    best.map(|(_, start)| start)
}

/// Ranges of the answers, overlapping ones (pairs of characters) made one.
fn merged(tokens: &[Token], answers: &[(usize, f32)]) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for range in answers.iter().map(|(at, _)| tokens[*at].range.clone()) {
        match out.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}

/// The byte `chars` characters before `at`, moved on to the start of a word if one starts between.
fn back(text: &str, at: usize, chars: usize) -> usize {
    let far = text[..at].char_indices().rev().take(chars).last().map_or(at, |(far, _)| far);
    if far == 0 {
        return 0;
    }
    let blank = text[far..at].char_indices().find(|(_, c)| c.is_whitespace());
    blank.map_or(far, |(blank, c)| far + blank + c.len_utf8())
}

/// The byte `chars` characters after `at`.
fn forward(text: &str, at: usize, chars: usize) -> usize {
    text[at..].char_indices().nth(chars).map_or(text.len(), |(far, _)| at + far)
}

impl Snippet {
    /// Appends text with blanks and line ends drawn together, and what is not safe made visible.
    fn push(&mut self, text: &str, answer: bool) {
        let start = self.text.len();
        for c in text.chars() {
            if !c.is_whitespace() {
                self.text.push_str(&visible::line(c.encode_utf8(&mut [0; 4])));
            } else if !self.text.is_empty() && !self.text.ends_with(' ') {
                self.text.push(' ');
            }
        }
        if answer && start < self.text.len() {
            self.ranges.push(start..self.text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marks(words: &[&str]) -> Marks {
        let words = words.iter().map(|word| ((*word).to_owned(), 1.0)).collect();
        Marks { words, ..Marks::default() }
    }

    fn shown(snippet: &Snippet) -> Vec<&str> {
        snippet.ranges.iter().map(|range| &snippet.text[range.clone()]).collect()
    }

    #[test]
    fn the_stretch_with_most_answers_is_cut_out() {
        let text = format!("A pdf. {} merge  a\npdf\tfile {}", "x ".repeat(200), "y ".repeat(200));
        let snippet = marks(&["pdf", "merge"]).cut(&text, Tokenizer::default(), 60);
        assert_eq!(shown(&snippet), ["merge", "pdf"]);
        assert!(snippet.text.contains("merge a pdf file"), "{}", snippet.text);
        assert!(snippet.text.starts_with('…') && snippet.text.ends_with('…'), "{}", snippet.text);
    }

    #[test]
    fn without_an_answer_it_is_the_start() {
        let snippet = marks(&[]).cut("one two three", Tokenizer::default(), 7);
        assert_eq!(snippet, Snippet { text: "one two…".into(), ranges: vec![] });
    }

    #[test]
    fn a_phrase_is_marked_only_as_a_whole() {
        let phrases = vec![vec!["merge".into(), "files".into()]];
        let marks = Marks { phrases, ..Marks::default() };
        let snippet = marks.cut("merge it; merge files", Tokenizer::default(), 80);
        assert_eq!(snippet.ranges, [10..15, 16..21]);
    }

    #[test]
    fn pairs_of_characters_are_marked_as_one() {
        let snippet = marks(&["缺陷", "陷分"]).cut("软件缺陷分析", Tokenizer::default(), 80);
        assert_eq!(shown(&snippet), ["缺陷分"]);
    }

    #[test]
    fn what_a_terminal_would_obey_is_made_visible() {
        let snippet = marks(&["pdf"]).cut("a \u{1b}[31m pdf\u{202e}", Tokenizer::default(), 80);
        assert_eq!(snippet.text, "a ␛[31m pdf‹U+202E›");
        assert_eq!(shown(&snippet), ["pdf"]);
    }

    proptest! {
        #[test]
        fn ranges_fit_the_text(text in "[a-c \n世界İß\u{1b}]{0,80}", width in 0usize..40) {
            let snippet = marks(&["a", "b", "世界", "i̇"]).cut(&text, Tokenizer::default(), width);
            let mut end = 0;
            for range in &snippet.ranges {
                prop_assert!(end <= range.start && range.start < range.end);
                prop_assert!(snippet.text.get(range.clone()).is_some());
                end = range.end;
            }
            prop_assert!(!snippet.text.contains('\n'));
        }
    }
}
