//! Text into tokens, and where in the text each one stands.
//!
//! Owns what a word is; must not know documents or scores.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::core::lexical::{cjk::script, function_words::is_function_word, lowered::Lowered};

/// What becomes of a run of Chinese, Japanese or Korean characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cjk {
    /// Overlapping pairs of characters within one script: `缺陷分析` gives 缺陷, 陷分, 分析. Most words
    /// of these languages are two characters long, so shared words become shared tokens without a
    /// dictionary, particles stay off the noun (測試|を), and what is shown as contested can be
    /// read, where single characters are mostly noise. A lone character is its own token.
    #[default]
    Pairs,
    /// One token a character.
    Characters,
    /// The whole run is one token, as for any other script: such text has hardly a rival.
    Whole,
}

/// How text is cut; the default is what every view uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tokenizer {
    pub cjk: Cjk,
    /// Leave out the 59 function words.
    pub drop_function_words: bool,
}

/// A token with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Bytes of the original text, on character boundaries. Starts and ends never go back from one
    /// token to the next; only the pairs of [`Cjk::Pairs`] overlap.
    pub range: Range<usize>,
    /// Lower case.
    pub text: String,
}

impl Tokenizer {
    /// No splitting, no dropping: letters and digits only.
    pub const PLAIN: Self = Self { cjk: Cjk::Whole, drop_function_words: false };

    /// The tokens of `text` in order: runs of letters and numbers (general categories L and N),
    /// joined by single dots (`node.js`, `v2.0`), with any `+` or `#` that follows (`c++`). Lower
    /// case by the full Unicode mapping. No stemming, no normalisation; marks end a token.
    pub fn tokens(&self, text: &str) -> Vec<String> {
        let mut out = Vec::new();
        self.each(text, |token, _| out.push(token.to_owned()));
        out
    }

    /// As [`Tokenizer::tokens`], with places.
    pub fn spans(&self, text: &str) -> Vec<Token> {
        let mut out = Vec::new();
        self.each(text, |token, range| out.push(Token { range, text: token.to_owned() }));
        out
    }

    /// Calls `see` with each token and its byte range in `text`; what the two above are made of.
    pub fn each(&self, text: &str, mut see: impl FnMut(&str, Range<usize>)) {
        let lower = Lowered::of(text);
        self.places(&lower, |piece| see(&lower.text()[piece.clone()], lower.original(piece)));
    }

    /// As [`Tokenizer::spans`] without a string a token.
    pub(super) fn words<'a>(&self, lower: &'a Lowered) -> Vec<Word<'a>> {
        let mut out = Vec::with_capacity(lower.text().len() / 5);
        self.places(lower, |piece| {
            out.push(Word { range: lower.original(piece.clone()), text: &lower.text()[piece] });
        });
        out
    }

    fn places(&self, lower: &Lowered, mut see: impl FnMut(Range<usize>)) {
        let mut keep = |piece: Range<usize>| {
            if !(self.drop_function_words && is_function_word(&lower.text()[piece.clone()])) {
                see(piece);
            }
        };
        let whole = self.cjk == Cjk::Whole || lower.text().is_ascii();
        runs(lower.text(), |run| {
            if whole || !lower.text()[run.clone()].chars().any(|c| script(c).is_some()) {
                keep(run);
            } else {
                self.pieces(lower.text(), run, &mut keep);
            }
        });
    }

    /// Cuts one run at every change of script, and stretches of a blankless script further.
    fn pieces(&self, text: &str, run: Range<usize>, keep: &mut impl FnMut(Range<usize>)) {
        let mut rest = run.start;
        while rest < run.end {
            let kind = text[rest..run.end].chars().next().and_then(script);
            let length = text[rest..run.end]
                .char_indices()
                .find(|&(_, c)| script(c) != kind)
                .map_or(run.end - rest, |(at, _)| at);
            let stretch = rest..rest + length;
            rest = stretch.end;
            match kind {
                None => keep_words(text, stretch, keep),
                Some(_) => self.cut(text, stretch, keep),
            }
        }
    }

    /// Characters or overlapping pairs of one stretch; a lone character stands for itself.
    fn cut(&self, text: &str, stretch: Range<usize>, keep: &mut impl FnMut(Range<usize>)) {
        let ends =
            text[stretch.clone()].char_indices().map(|(at, c)| stretch.start + at + c.len_utf8());
        let (mut before, mut start) = (None, stretch.start);
        for end in ends {
            match self.cjk {
                Cjk::Pairs => {
                    if let Some(before) = before {
                        keep(before..end);
                    }
                }
                _ => keep(start..end),
            }
            before = Some(start);
            start = end;
        }
        if self.cjk == Cjk::Pairs && before == Some(stretch.start) {
            keep(stretch);
        }
    }
}

/// What stands between two stretches of a blankless script: a word, less the dots that tied it to
/// its neighbours, or nothing but dots and signs.
fn keep_words(text: &str, stretch: Range<usize>, keep: &mut impl FnMut(Range<usize>)) {
    let word = text[stretch.clone()].trim_start_matches(['.', '+', '#']);
    let start = stretch.end - word.len();
    let word = word.trim_end_matches('.');
    if !word.is_empty() {
        keep(start..start + word.len());
    }
}

/// Byte ranges of the plain tokens of a lower-cased text.
fn runs(text: &str, mut see: impl FnMut(Range<usize>)) {
    let word_at = |at: usize| word_len(&text[at..]);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        at = word_end(text, at);
        if at == start {
            at += c.len_utf8();
            continue;
        }
        while text[at..].starts_with('.') && word_at(at + 1).is_some() {
            at = word_end(text, at + 1);
        }
        at += text[at..].bytes().take_while(|b| matches!(b, b'+' | b'#')).count();
        see(start..at);
    }
}

/// Where the run of letters and numbers that starts at `at` ends; `at` itself if none does.
fn word_end(text: &str, mut at: usize) -> usize {
    while let Some(length) = word_len(&text[at..]) {
        at += length;
    }
    at
}

/// Bytes of the first character if that is a letter or a number.
fn word_len(text: &str) -> Option<usize> {
    let first = *text.as_bytes().first()?;
    if first.is_ascii() {
        return first.is_ascii_alphanumeric().then_some(1);
    }
    text.chars().next().filter(|&c| is_word(c)).map(char::len_utf8)
}

/// A letter or a number by general category: narrower than `char::is_alphanumeric`, which also
/// takes some marks.
pub(super) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    matches!(
        c.general_category_group(),
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
    )
}

/// A token of a text that is kept by somebody else.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    pub range: Range<usize>,
    pub text: &'a str,
}

#[cfg(test)]
mod tests;
