//! Words as small numbers, in order of first appearance.

use std::{collections::HashMap, sync::Arc};

/// A word of one vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    /// Position among the words, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Each word once. Cheap to clone, since the words themselves are shared.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    words: Vec<Arc<str>>,
    terms: HashMap<Arc<str>, Term>,
}

impl Vocabulary {
    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The term of a word, made if it is new.
    pub fn intern(&mut self, word: &str) -> Term {
        if let Some(&term) = self.terms.get(word) {
            return term;
        }
        let term = Term(self.words.len() as u32);
        let word: Arc<str> = word.into();
        self.words.push(Arc::clone(&word));
        self.terms.insert(word, term);
        term
    }

    /// The term of a word that is known.
    pub fn term(&self, word: &str) -> Option<Term> {
        self.terms.get(word).copied()
    }

    /// The word of a term of this vocabulary; a term of another one panics or lies.
    pub fn word(&self, term: Term) -> &str {
        &self.words[term.index()]
    }
}
