//! Text into tokens, and where in the text each one stands.
//!
//! Owns what a word is; must not know documents or scores.

use std::{borrow::Cow, ops::Range};

use serde::{Deserialize, Serialize};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::core::lexical::{cjk::script, function_words::is_function_word};

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
        self.places(&lower, |piece| see(&lower.text[piece.clone()], lower.original(piece)));
    }

    /// As [`Tokenizer::spans`] without a string a token.
    pub(super) fn words<'a>(&self, lower: &'a Lowered) -> Vec<Word<'a>> {
        let mut out = Vec::with_capacity(lower.text.len() / 5);
        self.places(lower, |piece| {
            out.push(Word { range: lower.original(piece.clone()), text: &lower.text[piece] });
        });
        out
    }

    fn places(&self, lower: &Lowered, mut see: impl FnMut(Range<usize>)) {
        let mut keep = |piece: Range<usize>| {
            if !(self.drop_function_words && is_function_word(&lower.text[piece.clone()])) {
                see(piece);
            }
        };
        let whole = self.cjk == Cjk::Whole || lower.text.is_ascii();
        runs(&lower.text, |run| {
            if whole || !lower.text[run.clone()].chars().any(|c| script(c).is_some()) {
                keep(run);
            } else {
                self.pieces(&lower.text, run, &mut keep);
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

/// A text in lower case that remembers where its bytes came from.
pub(super) struct Lowered {
    text: String,
    /// For each byte of `text`, the original character's range; empty where both agree.
    from: Vec<Range<usize>>,
}

impl Lowered {
    pub(super) fn of(original: &str) -> Self {
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

    /// The original bytes behind a non-empty range of the lower-cased text.
    fn original(&self, range: Range<usize>) -> Range<usize> {
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
    use proptest::prelude::*;

    use super::{Cjk, Tokenizer};

    fn plain(text: &str) -> Vec<String> {
        Tokenizer::PLAIN.tokens(text)
    }

    #[test]
    fn words_digits_dots_and_signs() {
        for (text, tokens) in [
            ("GKE Autopilot", vec!["gke", "autopilot"]),
            ("bigquery-ai-ml", vec!["bigquery", "ai", "ml"]),
            ("Cloud Run (v2)!", vec!["cloud", "run", "v2"]),
            ("", vec![]),
            ("C++ and C#", vec!["c++", "and", "c#"]),
            ("ASP.NET and Node.js", vec!["asp.net", "and", "node.js"]),
            ("v2.0.1.", vec!["v2.0.1"]),
            ("snake_case_name", vec!["snake", "case", "name"]),
            ("a..b", vec!["a", "b"]),
            ("x+y", vec!["x+", "y"]),
            ("F#/C++", vec!["f#", "c++"]),
            ("3.5%", vec!["3.5"]),
            ("don't", vec!["don", "t"]),
            ("cafe\u{301} x", vec!["cafe", "x"]),
            ("naïve Zürich", vec!["naïve", "zürich"]),
            ("\u{130}stanbul", vec!["i", "stanbul"]),
            ("日本語 テスト", vec!["日本語", "テスト"]),
            ("½ cup", vec!["½", "cup"]),
            ("us-central1", vec!["us", "central1"]),
            ("I/O", vec!["i", "o"]),
            (
                "C++ C# node.js v1.2.3 snake_case e.g. 3.5%",
                vec!["c++", "c#", "node.js", "v1.2.3", "snake", "case", "e.g", "3.5"],
            ),
            ("ΟΔΟΣ", vec!["οδος"]),
        ] {
            assert_eq!(plain(text), tokens, "{text}");
        }
    }

    #[test]
    fn blankless_scripts_are_cut_into_pairs() {
        let pairs = |text| Tokenizer::default().tokens(text);
        assert_eq!(pairs("缺陷分析"), ["缺陷", "陷分", "分析"]);
        assert_eq!(pairs("日本語 テスト"), ["日本", "本語", "テス", "スト"]);
        assert_eq!(pairs("機能を調べる"), ["機能", "を", "調", "べる"]);
        assert_eq!(pairs("목표를 정의"), ["목표", "표를", "정의"]);
        assert_eq!(pairs("AI测试v2.0.js报告"), ["ai", "测试", "v2.0.js", "报告"]);
        assert_eq!(pairs("测.试+ 猫++"), ["测", "试", "猫"]);
        assert_eq!(pairs("ASP.NET and C++"), plain("ASP.NET and C++"));
    }

    #[test]
    fn one_token_a_character_on_request() {
        let single = Tokenizer { cjk: Cjk::Characters, ..Tokenizer::PLAIN };
        assert_eq!(single.tokens("缺陷x분"), ["缺", "陷", "x", "분"]);
    }

    #[test]
    fn function_words_drop_on_request() {
        let content = Tokenizer { drop_function_words: true, ..Tokenizer::PLAIN };
        assert_eq!(content.tokens("The author of THIS line"), ["author", "line"]);
    }

    #[test]
    fn places_point_at_the_original_spelling() {
        let text = "A \u{130}stanbul, Kelvin \u{212a}m 测试";
        let words: Vec<_> =
            Tokenizer::default().spans(text).into_iter().map(|t| &text[t.range]).collect();
        assert_eq!(words, ["A", "\u{130}", "stanbul", "Kelvin", "\u{212a}m", "测试"]);
    }

    proptest! {
        #[test]
        fn any_text_has_ordered_places_on_character_boundaries(
            text in any::<String>(),
            cjk in prop::sample::select(vec![Cjk::Pairs, Cjk::Characters, Cjk::Whole]),
        ) {
            let tokenizer = Tokenizer { cjk, drop_function_words: false };
            let mut before = 0..0;
            for token in tokenizer.spans(&text) {
                prop_assert!(text.get(token.range.clone()).is_some_and(|t| !t.is_empty()));
                prop_assert!(before.start <= token.range.start && before.end <= token.range.end);
                prop_assert!(!token.text.is_empty());
                before = token.range;
            }
        }

        #[test]
        fn mixed_scripts_never_panic_and_lose_no_letter(text in "[a-zA-Z0-9.+# 测试分日本をテスト목표İΣ]{0,40}") {
            let letters = |t: &str| t.chars().filter(|&c| super::is_word(c)).count();
            let covered: std::collections::BTreeSet<usize> =
                Tokenizer::default().spans(&text).into_iter().flat_map(|t| t.range).collect();
            let all = text.char_indices().filter(|&(_, c)| super::is_word(c));
            for (at, c) in all {
                prop_assert!(covered.contains(&at), "{c} of {text} is in no token");
            }
            prop_assert!(letters(&text) >= Tokenizer::PLAIN.tokens(&text).len());
        }
    }
}
