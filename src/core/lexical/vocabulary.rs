//! Words as small numbers, in order of first appearance.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    sync::Arc,
};

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
    terms: HashMap<Arc<str>, Term, QuickHash>,
}

/// How words, and phrases of terms, are hashed.
pub(super) type QuickHash = BuildHasherDefault<WordHasher>;

/// A hash of short words, several times faster than the standard one. It does not withstand words
/// that are chosen to collide: a skill made of such words is slow to read and nothing worse.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WordHasher(u64);

impl WordHasher {
    fn add(&mut self, bits: u64) {
        // An odd number whose bits are mixed well: 2^64 over the golden ratio.
        self.0 = (self.0.rotate_left(5) ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            self.add(u64::from_le_bytes(*eight));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }

    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    fn finish(&self) -> u64 {
        // The table looks at the highest and the lowest bits; these are mixed least.
        self.0 ^ self.0 >> 32
    }
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
