//! What a description says should trigger the skill: quoted phrases, clauses, lists.
//!
//! Reads one text at a time; must not know other skills. A heuristic over how people write such
//! texts, meant to point at words, never to decide anything.

mod clause;
mod listed;
mod quoted;
mod sentence;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::core::lexical::{
    lowered::Lowered,
    token::{Tokenizer, Word},
};

/// How a phrase is set off from the rest.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// In quotes of any style: `"reset branch"`, `「整理笔记」`.
    Quoted,
    /// An item behind `Triggers:`, `Keywords:`, `触发词：` and the like.
    Listed,
    /// What follows `Use when`, `Use for`, `Use to`, or stands in `当…时`.
    Clause,
}

/// A phrase in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Bytes of the text, without quotes, lead-in words and blanks around it; never empty.
    pub range: Range<usize>,
    pub kind: Kind,
}

/// A text as its reader takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// In text order, never overlapping.
    pub phrases: Vec<Phrase>,
    /// Where the text says what the skill is *not* for, or who does it instead: words in there
    /// are no claim. In text order, never overlapping.
    pub denied: Vec<Range<usize>>,
}

impl Reading {
    /// Reads one description (or `when_to_use`).
    pub fn of(text: &str) -> Self {
        let lower = Lowered::of(text);
        let words = Tokenizer::PLAIN.words(&lower);
        let quotes = quoted::find(text);
        let mut reading = Self::default();
        for sentence in sentence::split(text, &quotes) {
            let inside = within(&words, &sentence);
            let claim = match sentence::denial(text, &sentence, inside) {
                Some(from) => {
                    reading.denied.push(from..sentence.end);
                    sentence.start..from
                }
                None => sentence,
            };
            let words = within(inside, &claim);
            let quoted = quotes
                .iter()
                .filter(|quote| quote.start >= claim.start && quote.end <= claim.end)
                .map(|range| Phrase { range: range.clone(), kind: Kind::Quoted });
            let mut found: Vec<Phrase> = quoted.collect();
            let (kind, items) = match listed::items(text, &claim, words) {
                // Beside quoted items, what is not quoted is filler: `or similar`.
                Some(_) if !found.is_empty() => (Kind::Listed, Vec::new()),
                Some(items) => (Kind::Listed, items),
                None => (Kind::Clause, clause::items(text, &claim, words)),
            };
            for range in items {
                if found.iter().all(|p| p.range.end <= range.start || range.end <= p.range.start) {
                    found.push(Phrase { range, kind });
                }
            }
            found.sort_by_key(|phrase| phrase.range.start);
            reading.phrases.extend(found);
        }
        reading
    }

    /// True where the byte stands in a denied part.
    pub fn denies(&self, at: usize) -> bool {
        self.denied.iter().any(|range| range.contains(&at))
    }
}

/// The sentences of a text, in order; see [`sentence::split`].
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    sentence::split(text, &quoted::find(text))
}

/// The tokens that lie in `range`.
fn within<'a, 'b>(words: &'a [Word<'b>], range: &Range<usize>) -> &'a [Word<'b>] {
    let start = words.partition_point(|word| word.range.start < range.start);
    let end = words.partition_point(|word| word.range.end <= range.end);
    &words[start..end.max(start)]
}

/// `range` without blanks, quotes and stray punctuation at its ends; `None` where nothing is left
/// to read.
fn trim(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let edge = |c: char| c.is_whitespace() || "\"'`“”,;:.?!—–-*•、，。：；".contains(c);
    let part = text.get(range.clone())?;
    let start = range.start + part.len() - part.trim_start_matches(edge).len();
    let part = part.trim_matches(edge);
    part.chars().any(char::is_alphanumeric).then(|| start..start + part.len())
}

/// As [`trim`], and without the words that link an item to its list.
fn item(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const LINKS: [&str; 9] = ["and ", "or ", "a ", "an ", "the ", "any ", "also ", "和", "或"];
    let mut item = trim(text, range)?;
    while let Some(link) = LINKS.iter().find(|link| {
        text[item.clone()].get(..link.len()).is_some_and(|head| head.eq_ignore_ascii_case(link))
    }) {
        item = trim(text, item.start + link.len()..item.end)?;
    }
    Some(item)
}

#[cfg(test)]
mod tests;
