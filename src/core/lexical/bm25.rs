//! Exact BM25 over an inverted index, in the form that Lucene uses since 8.0.
//!
//! Owns scores of texts against documents; must not know skills, names or ties.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::core::lexical::{
    postings::Postings,
    token::Tokenizer,
    vocabulary::{Term, Vocabulary},
};

/// The two constants of BM25.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// How slowly repeats of a term saturate; finite and not negative.
    pub k1: f64,
    /// How much a document's length counts, in 0..=1.
    pub b: f64,
}

impl Default for Params {
    fn default() -> Self {
        Self { k1: 1.5, b: 0.75 }
    }
}

/// The share of one distinct term in a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    pub term: Term,
    /// How often the query says it.
    pub times: u32,
    /// `times` x the term's weight in the document; 0 where the document lacks it.
    pub score: f64,
}

/// A document of an index that is made from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<S> {
    Text(S),
    /// The same text as the document at this position there.
    Kept(usize),
}

/// Documents, indexed. Same documents in the same order, same figures, bit for bit.
#[derive(Clone, Debug)]
pub struct Bm25 {
    tokenizer: Tokenizer,
    params: Params,
    vocabulary: Vocabulary,
    /// All documents' terms, one after the other; document `i` is `starts[i]..starts[i + 1]`.
    tokens: Vec<Term>,
    starts: Vec<usize>,
    average: f64,
    postings: Postings,
}

impl Bm25 {
    /// Indexes `documents`.
    ///
    /// A term's weight in a document of `len` tokens is
    /// `idf * tf / (tf + k1 * (1 - b + b * len / average))` with
    /// `idf = ln(1 + (N - df + 0.5) / (df + 0.5))`; there is no factor (k1 + 1).
    pub fn new<S: AsRef<str>>(
        documents: impl IntoIterator<Item = S>,
        tokenizer: Tokenizer,
        params: Params,
    ) -> Self {
        let empty = Self {
            tokenizer,
            params,
            vocabulary: Vocabulary::default(),
            tokens: Vec::new(),
            starts: vec![0],
            average: 0.0,
            postings: Postings::default(),
        };
        empty.again(documents.into_iter().map(Source::Text))
    }

    /// The index of other documents with the same constants; those that are the same as here need
    /// no reading. All figures are those of [`Bm25::new`]: words that nobody says any more stay
    /// known, with a document frequency of 0.
    pub fn again<S: AsRef<str>>(&self, documents: impl IntoIterator<Item = Source<S>>) -> Self {
        let mut index = Self {
            vocabulary: self.vocabulary.clone(),
            tokens: Vec::with_capacity(self.tokens.len()),
            starts: vec![0],
            average: 0.0,
            postings: Postings::default(),
            ..*self
        };
        for document in documents {
            match document {
                Source::Kept(at) => index.tokens.extend_from_slice(self.document(at)),
                Source::Text(text) => self.tokenizer.each(text.as_ref(), |token, _| {
                    index.tokens.push(index.vocabulary.intern(token));
                }),
            }
            index.starts.push(index.tokens.len());
        }
        if !index.is_empty() {
            index.average = index.tokens.len() as f64 / index.len() as f64;
        }
        index.postings = index.invert();
        index
    }

    fn invert(&self) -> Postings {
        let params = self.params;
        let norms: Vec<f64> = (0..self.len())
            .map(|document| {
                let length = self.document(document).len() as f64;
                params.k1 * (1.0 - params.b + params.b * length / self.average)
            })
            .collect();
        let documents = (0..self.len()).map(|document| self.document(document));
        let rarity = |df| idf(self.len(), df);
        Postings::of(documents, self.vocabulary.len(), rarity, |document, idf, tf| {
            // `norms` holds one for each document.
            idf * f64::from(tf) / (f64::from(tf) + norms[document])
        })
    }

    /// Documents in the index.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The terms of document `document` in text order; empty for one that is not there.
    pub fn document(&self, document: usize) -> &[Term] {
        match (self.starts.get(document), self.starts.get(document + 1)) {
            (Some(&start), Some(&end)) => &self.tokens[start..end],
            _ => &[],
        }
    }

    /// The terms of a text in order and with repetition; words that no document holds are left
    /// out, since they score nothing.
    pub fn query(&self, text: &str) -> Vec<Term> {
        let mut terms = Vec::new();
        self.tokenizer.each(text, |token, _| terms.extend(self.term(token)));
        terms
    }

    /// The term of a lower-case token, if any document holds it.
    pub fn term(&self, token: &str) -> Option<Term> {
        self.vocabulary.term(token)
    }

    /// The word that a term stands for.
    pub fn word(&self, term: Term) -> &str {
        self.vocabulary.word(term)
    }

    /// How a text becomes tokens here.
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }

    /// Number of documents that hold the token.
    pub fn df(&self, token: &str) -> usize {
        self.term(token).map_or(0, |term| self.postings.df(term))
    }

    /// Inverse document frequency of a token, 0 or more; of an unknown one, that of df 0.
    pub fn idf(&self, token: &str) -> f64 {
        idf(self.len(), self.df(token))
    }

    /// Mean document length in tokens; 0 for an empty index.
    pub fn average_length(&self) -> f64 {
        self.average
    }

    /// Scores of all documents for a query into `scores`, which is cleared first.
    ///
    /// Each document's terms are added in query order and with repetition, so the sum is equal to
    /// the definition's to the last bit.
    pub fn scores(&self, query: &[Term], scores: &mut Vec<f64>) {
        scores.clear();
        scores.resize(self.len(), 0.0);
        for &term in query {
            self.postings.add(term, scores);
        }
    }

    /// Scores of all documents for a text.
    pub fn answers(&self, text: &str) -> Vec<f64> {
        let mut scores = Vec::new();
        self.scores(&self.query(text), &mut scores);
        scores
    }

    /// The score of one document alone; the same bits as [`Bm25::scores`] gives.
    pub fn score(&self, query: &[Term], document: usize) -> f64 {
        query.iter().map(|&term| self.weight(term, document)).fold(0.0, |sum, weight| sum + weight)
    }

    /// What one occurrence of `term` in a query is worth for `document`.
    pub fn weight(&self, term: Term, document: usize) -> f64 {
        self.postings.weight(term, document)
    }

    /// What each distinct term of a query adds to the score of `document`, in query order.
    pub fn contributions(&self, query: &[Term], document: usize) -> Vec<Contribution> {
        let mut times: HashMap<Term, u32> = HashMap::new();
        let mut order = Vec::new();
        for &term in query {
            let count = times.entry(term).or_insert(0);
            if *count == 0 {
                order.push(term);
            }
            *count += 1;
        }
        order
            .into_iter()
            .map(|term| {
                let times = times.get(&term).copied().unwrap_or(0);
                Contribution { term, times, score: f64::from(times) * self.weight(term, document) }
            })
            .collect()
    }
}

/// `ln(1 + (N - df + 0.5) / (df + 0.5))`; 0 for an empty index. Needs df <= N.
fn idf(documents: usize, df: usize) -> f64 {
    if documents == 0 {
        return 0.0;
    }
    let (n, df) = (documents as f64, df as f64);
    (1.0 + (n - df + 0.5) / (df + 0.5)).ln()
}

#[cfg(test)]
mod tests;
