//! Trigger phrases across a catalog: which stand word for word in several skills, and who claims
//! whose.
//!
//! Works on what the texts say, whatever fields are scored: names are left out, and so are the
//! parts that say what a skill is not for.

mod claims;
mod shared;

use std::{ops::Range, sync::Arc};

use serde::{Deserialize, Serialize};

pub use self::{claims::Claim, shared::Shared};

use crate::core::lexical::{
    function_words::is_function_word,
    lexicon::Doc,
    phrase::{Kind, Reading},
    token::Tokenizer,
    vocabulary::{Term, Vocabulary},
};

/// The text of a skill that a phrase stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Description,
    WhenToUse,
}

/// A trigger phrase of one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    pub part: Part,
    /// Bytes of that part.
    pub range: Range<usize>,
    pub kind: Kind,
    /// As written, blanks folded.
    pub text: String,
    terms: Vec<Term>,
}

/// All trigger phrases of a catalog.
#[derive(Clone, Debug, Default)]
pub struct Triggers {
    vocabulary: Vocabulary,
    /// For each term the one that stands for it and its plural.
    singular: Vec<Term>,
    /// For each term whether it is no function word.
    telling: Vec<bool>,
    skills: Vec<Arc<Said>>,
    /// For each singular the skills that say it in either number, ascending.
    said_by: Vec<Vec<usize>>,
}

/// What one skill says.
#[derive(Clone, Debug, Default)]
struct Said {
    triggers: Vec<Trigger>,
    /// Words of the undenied text in order; `None` where a denied part or a part's end breaks it.
    words: Vec<Option<Term>>,
}

impl Triggers {
    /// Reads the descriptions and `when_to_use` of all skills.
    pub fn of(docs: &[Doc], tokenizer: Tokenizer) -> Self {
        Self::default().again(docs, tokenizer, |_| None)
    }

    /// The triggers of other skills, of which `kept` tells where in this catalog one with the same
    /// texts stands; those need no reading. The result is that of [`Triggers::of`].
    pub fn again(
        &self,
        docs: &[Doc],
        tokenizer: Tokenizer,
        kept: impl Fn(&Doc) -> Option<usize>,
    ) -> Self {
        let tokenizer = Tokenizer { drop_function_words: false, ..tokenizer };
        let mut all = Self {
            vocabulary: self.vocabulary.clone(),
            singular: self.singular.clone(),
            telling: self.telling.clone(),
            skills: Vec::with_capacity(docs.len()),
            said_by: Vec::new(),
        };
        for doc in docs {
            let said = match kept(doc).and_then(|at| self.skills.get(at)) {
                Some(said) => Arc::clone(said),
                None => Arc::new(all.said(doc, tokenizer)),
            };
            all.skills.push(said);
        }
        all.said_by.resize(all.vocabulary.len(), Vec::new());
        for (at, said) in all.skills.iter().enumerate() {
            for term in said.words.iter().flatten() {
                // Both lists are as long as the vocabulary that the terms are from.
                let skills = &mut all.said_by[all.singular[term.index()].index()];
                if skills.last() != Some(&at) {
                    skills.push(at);
                }
            }
        }
        all
    }

    fn said(&mut self, doc: &Doc, tokenizer: Tokenizer) -> Said {
        let mut said = Said::default();
        self.read(Part::Description, &doc.description, tokenizer, &mut said);
        if let Some(when) = &doc.when_to_use {
            self.read(Part::WhenToUse, when, tokenizer, &mut said);
        }
        said
    }

    fn read(&mut self, part: Part, text: &str, tokenizer: Tokenizer, said: &mut Said) {
        let reading = Reading::of(text);
        let mut broken = false;
        tokenizer.each(text, |token, range| {
            if reading.denies(range.start) {
                broken = true;
                return;
            }
            if std::mem::take(&mut broken) {
                said.words.push(None);
            }
            said.words.push(Some(self.intern(token)));
        });
        said.words.push(None);
        for phrase in reading.phrases {
            let written = &text[phrase.range.clone()];
            let mut terms = Vec::new();
            tokenizer.each(written, |token, _| terms.push(self.intern(token)));
            said.triggers.push(Trigger {
                part,
                range: phrase.range,
                kind: phrase.kind,
                text: written.split_whitespace().collect::<Vec<_>>().join(" "),
                terms,
            });
        }
    }

    fn intern(&mut self, word: &str) -> Term {
        let term = self.vocabulary.intern(word);
        if term.index() == self.singular.len() {
            self.singular.push(term);
            self.telling.push(!is_function_word(word));
            if let Some(one) = singular(word) {
                self.singular[term.index()] = self.intern(one);
            }
        }
        term
    }

    /// The trigger phrases of a skill in text order; empty for one that is not there.
    pub fn of_skill(&self, skill: usize) -> &[Trigger] {
        self.skills.get(skill).map_or(&[], |said| &said.triggers)
    }

    /// No function word.
    fn telling(&self, term: Term) -> bool {
        // As long as the vocabulary, whose terms all come from `intern`.
        self.telling[term.index()]
    }
}

/// The singular of a regular English plural, if the word can be one. Only used to compare, so
/// that `postgres` gives `postgre` does no harm.
fn singular(word: &str) -> Option<&str> {
    let one = word.strip_suffix('s')?;
    (word.len() > 3 && word.is_ascii() && !one.ends_with(['s', 'u', 'i'])).then_some(one)
}

#[cfg(test)]
mod tests;
