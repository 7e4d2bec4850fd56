//! The keyword rules: which skill a reader of names and descriptions without a model would take.
//!
//! A stand-in that shows where to look; it never says how an agent routes.

use std::{cmp::Ordering, collections::HashMap};

use crate::core::lexical::{
    bm25::{Bm25, Params, Source},
    cjk::script,
    lowered::lower,
    token::Tokenizer,
};

/// One candidate; candidates stand in resident order, which settles ties.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    pub name: &'a str,
    pub description: &'a str,
}

/// Why a skill was picked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// The prompt holds the skill's name.
    Phrase,
    /// The highest BM25 score over descriptions, above 0.
    Score(f64),
}

/// The picked candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pick {
    pub index: usize,
    pub reason: Reason,
}

/// Routes prompts by name phrase, else by exact BM25 over descriptions without function words.
#[derive(Clone, Debug)]
pub struct KeywordRouter {
    names: Names,
    index: Bm25,
}

impl KeywordRouter {
    /// A router with the usual constants.
    pub fn new<'a>(candidates: impl IntoIterator<Item = Candidate<'a>>) -> Self {
        Self::with(candidates, Tokenizer::default(), Params::default())
    }

    /// A router with chosen constants; function words are dropped whatever the tokenizer says.
    pub fn with<'a>(
        candidates: impl IntoIterator<Item = Candidate<'a>>,
        tokenizer: Tokenizer,
        params: Params,
    ) -> Self {
        let tokenizer = Tokenizer { drop_function_words: true, ..tokenizer };
        let none = Bm25::new([""; 0], tokenizer, params);
        Self { names: Names::default(), index: none }.after(candidates, |_| None)
    }

    /// The router over other candidates with the same constants. `kept` takes a place among them
    /// and tells the place here of a candidate with the same description, which needs no reading.
    /// The picks are those of [`KeywordRouter::with`].
    #[must_use]
    pub fn after<'a>(
        &self,
        candidates: impl IntoIterator<Item = Candidate<'a>>,
        kept: impl Fn(usize) -> Option<usize>,
    ) -> Self {
        let mut names = Names::default();
        let descriptions = candidates.into_iter().enumerate().map(|(at, candidate)| {
            names.add(at, candidate.name);
            match kept(at) {
                Some(before) => Source::Kept(before),
                None => Source::Text(candidate.description),
            }
        });
        let index = self.index.again(descriptions);
        names.finish();
        Self { names, index }
    }

    /// The pick for a prompt; `None` is an abstention: no name, and no shared word.
    pub fn pick(&self, prompt: &str) -> Option<Pick> {
        if let Some(index) = self.names.find(&lower(prompt)) {
            return Some(Pick { index, reason: Reason::Phrase });
        }
        let mut best: Option<(usize, f64)> = None;
        for (index, score) in self.index.answers(prompt).into_iter().enumerate() {
            if score > best.map_or(0.0, |(_, best)| best) {
                best = Some((index, score));
            }
        }
        best.map(|(index, score)| Pick { index, reason: Reason::Score(score) })
    }

    /// Candidates whose description shares a word with the prompt, best first, equal ones in
    /// resident order.
    pub fn ranking(&self, prompt: &str) -> Vec<(usize, f64)> {
        let mut ranking: Vec<(usize, f64)> = self
            .index
            .answers(prompt)
            .into_iter()
            .enumerate()
            .filter(|&(_, score)| score > 0.0)
            .collect();
        ranking.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranking
    }
}

/// Name phrases, found by the word that they start with.
#[derive(Clone, Debug, Default)]
struct Names {
    /// First word -> phrases that start with it, longest first.
    by_word: HashMap<Box<str>, Vec<Phrase>>,
    /// Phrases that may start inside a word or with no word at all, longest first.
    anywhere: Vec<Phrase>,
}

#[derive(Clone, Debug)]
struct Phrase {
    text: Box<str>,
    /// In characters: what "longest" means.
    length: usize,
    candidate: usize,
}

impl Names {
    /// The lower-case name, and the same with blanks for hyphens.
    fn add(&mut self, candidate: usize, name: &str) {
        let name = lower(name.trim()).into_owned();
        let spaced = name.replace('-', " ");
        let second = (spaced != name).then_some(spaced);
        for text in [Some(name), second].into_iter().flatten().filter(|text| !text.is_empty()) {
            let length = text.chars().count();
            let word = first_word(&text);
            let list = if word.is_empty() || text.chars().next().is_some_and(blankless) {
                &mut self.anywhere
            } else {
                self.by_word.entry(word.into()).or_default()
            };
            list.push(Phrase { text: text.into(), length, candidate });
        }
    }

    /// Sorts by length; the sort is stable, so of equal phrases the earlier candidate is found.
    fn finish(&mut self) {
        for list in self.by_word.values_mut().chain([&mut self.anywhere]) {
            list.sort_by_key(|phrase| std::cmp::Reverse(phrase.length));
        }
    }

    /// The longest phrase among the matches that a left-to-right scan meets (at each place the
    /// longest one, going on behind it); the first of equally long ones.
    fn find(&self, prompt: &str) -> Option<usize> {
        let mut best: Option<&Phrase> = None;
        let (mut at, mut before) = (0, None);
        while let Some(c) = prompt.get(at..).and_then(|rest| rest.chars().next()) {
            if let Some(phrase) = self.starting(prompt, at, before) {
                if best.is_none_or(|best| phrase.length > best.length) {
                    best = Some(phrase);
                }
                at += phrase.text.len();
                before = phrase.text.chars().next_back();
            } else {
                at += c.len_utf8();
                before = Some(c);
            }
        }
        best.map(|phrase| phrase.candidate)
    }

    /// The longest phrase that stands at `at`, bounded on both sides.
    fn starting(&self, prompt: &str, at: usize, before: Option<char>) -> Option<&Phrase> {
        let rest = &prompt[at..];
        let stands = |phrase: &&Phrase| {
            let end = phrase.text.chars().next_back();
            rest.strip_prefix(&*phrase.text).is_some_and(|after| !glued(end, after.chars().next()))
                && !glued(before, phrase.text.chars().next())
        };
        // A word in the middle of another cannot start a phrase of `by_word`.
        let word = if glued(before, rest.chars().next()) { "" } else { first_word(rest) };
        let listed = self.by_word.get(word).and_then(|list| list.iter().find(stands));
        let other = self.anywhere.iter().find(stands);
        match (listed, other) {
            (Some(a), Some(b)) if a.length.cmp(&b.length) == Ordering::Less => Some(b),
            (a, b) => a.or(b),
        }
    }
}

/// True where two neighbouring characters belong to one word, so that no name ends between them.
/// A hyphen glues, since `my-csv-import-tool` does not name `csv-import`. Characters of scripts
/// without blanks never do: there a name stands in running text.
fn glued(left: Option<char>, right: Option<char>) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    match (left, right) {
        (Some(left), Some(right)) => {
            part(left) && part(right) && !blankless(left) && !blankless(right)
        }
        _ => false,
    }
}

fn blankless(c: char) -> bool {
    script(c).is_some()
}

/// The leading run of word characters of a script with blanks.
fn first_word(text: &str) -> &str {
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || c == '_') || blankless(c))
        .unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests;
