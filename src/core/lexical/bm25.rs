//! Exact BM25 over an inverted index, in the form that Lucene uses since 8.0.
//!
//! Owns scores of texts against documents; must not know skills, names or ties.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::core::lexical::{
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

/// Documents, indexed. Same documents in the same order, same figures, bit for bit.
#[derive(Clone, Debug)]
pub struct Bm25 {
    tokenizer: Tokenizer,
    vocabulary: Vocabulary,
    /// All documents' terms, one after the other; document `i` is `starts[i]..starts[i + 1]`.
    tokens: Vec<Term>,
    starts: Vec<usize>,
    average: f64,
    /// All postings by term, documents ascending; term `t` is `lists[t]..lists[t + 1]`.
    postings: Vec<Posting>,
    lists: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Posting {
    document: u32,
    /// idf x tf / (tf + norm).
    weight: f64,
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
        let mut index = Self {
            tokenizer,
            vocabulary: Vocabulary::default(),
            tokens: Vec::new(),
            starts: vec![0],
            average: 0.0,
            postings: Vec::new(),
            lists: Vec::new(),
        };
        for document in documents {
            tokenizer.each(document.as_ref(), |token, _| {
                index.tokens.push(index.vocabulary.intern(token));
            });
            index.starts.push(index.tokens.len());
        }
        if !index.is_empty() {
            index.average = index.tokens.len() as f64 / index.len() as f64;
        }
        index.invert(params);
        index
    }

    /// Fills the posting lists: counts first, so that each list is one slice.
    fn invert(&mut self, params: Params) {
        // Indices below: all terms come from `vocabulary`.
        let mut counted: Vec<(Term, u32, u32)> = Vec::with_capacity(self.tokens.len());
        let mut df = vec![0_usize; self.vocabulary.len()];
        let mut sorted = Vec::new();
        for document in 0..self.len() {
            sorted.clear();
            sorted.extend_from_slice(self.document(document));
            sorted.sort_unstable();
            for same in sorted.chunk_by(|a, b| a == b) {
                counted.push((same[0], document as u32, same.len() as u32));
                df[same[0].index()] += 1;
            }
        }
        self.lists = Vec::with_capacity(df.len() + 1);
        let mut end = 0;
        self.lists.push(0);
        for count in &df {
            end += count;
            self.lists.push(end);
        }
        let norms: Vec<f64> = (0..self.len())
            .map(|document| {
                let length = self.document(document).len() as f64;
                params.k1 * (1.0 - params.b + params.b * length / self.average)
            })
            .collect();
        let idf: Vec<f64> = df.iter().map(|&df| idf(self.len(), df)).collect();
        self.postings = vec![Posting { document: 0, weight: 0.0 }; end];
        let mut next = self.lists.clone();
        for (term, document, tf) in counted {
            let (slot, tf) = (&mut next[term.index()], f64::from(tf));
            let weight = idf[term.index()] * tf / (tf + norms[document as usize]);
            self.postings[*slot] = Posting { document, weight };
            *slot += 1;
        }
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
        self.term(token).map_or(0, |term| self.list(term).len())
    }

    /// Inverse document frequency of a token, 0 or more; of an unknown one, that of df 0.
    pub fn idf(&self, token: &str) -> f64 {
        idf(self.len(), self.df(token))
    }

    /// Mean document length in tokens; 0 for an empty index.
    pub fn average_length(&self) -> f64 {
        self.average
    }

    fn list(&self, term: Term) -> &[Posting] {
        // `lists` has one entry more than there are terms.
        &self.postings[self.lists[term.index()]..self.lists[term.index() + 1]]
    }

    /// Scores of all documents for a query into `scores`, which is cleared first.
    ///
    /// Each document's terms are added in query order and with repetition, so the sum is equal to
    /// the definition's to the last bit.
    pub fn scores(&self, query: &[Term], scores: &mut Vec<f64>) {
        scores.clear();
        scores.resize(self.len(), 0.0);
        for &term in query {
            for posting in self.list(term) {
                // A posting's document is less than len().
                scores[posting.document as usize] += posting.weight;
            }
        }
    }

    /// The score of one document alone; the same bits as [`Bm25::scores`] gives.
    pub fn score(&self, query: &[Term], document: usize) -> f64 {
        query.iter().map(|&term| self.weight(term, document)).fold(0.0, |sum, weight| sum + weight)
    }

    /// What one occurrence of `term` in a query is worth for `document`.
    pub fn weight(&self, term: Term, document: usize) -> f64 {
        let list = self.list(term);
        list.binary_search_by_key(&document, |posting| posting.document as usize)
            .map_or(0.0, |at| list[at].weight)
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
mod tests {
    use proptest::prelude::*;

    use super::{Bm25, Params, idf};
    use crate::core::lexical::{testing::near, token::Tokenizer};

    fn index(documents: &[&str]) -> Bm25 {
        Bm25::new(documents, Tokenizer::PLAIN, Params::default())
    }

    fn scores(index: &Bm25, query: &str) -> Vec<f64> {
        let mut out = Vec::new();
        index.scores(&index.query(query), &mut out);
        out
    }

    #[test]
    fn idf_follows_the_closed_form() {
        for (n, df, expected) in [
            (1, 1, 0.287682),
            (2, 1, std::f64::consts::LN_2),
            (2, 2, 0.182322),
            (3, 1, 0.980829),
            (3, 2, 0.470004),
            (4, 2, std::f64::consts::LN_2),
            (10, 5, std::f64::consts::LN_2),
            (10, 10, 0.046520),
            (100, 1, 4.209655),
            (6, 0, 2.639057),
            (0, 0, 0.0),
        ] {
            near(idf(n, df), expected);
        }
    }

    #[test]
    fn three_documents() {
        let trio = index(&[
            "bucket-lifecycle Tier cold objects between storage classes.",
            "cluster-upgrade Roll nodes onto a newer control plane.",
            "billing-export Send invoices into a warehouse dataset.",
        ]);
        near(trio.average_length(), 25.0 / 3.0);
        near(trio.idf("a"), 0.470004);
        near(trio.idf("cold"), 0.980829);
        for (query, expected) in [
            (
                "Tier my cold objects into cheaper storage classes.",
                [1.9976155866, 0.0, 0.3995231173],
            ),
            ("Roll my nodes onto a newer control plane.", [0.0, 2.4536599024, 0.1914475068]),
            ("Quelle heure est-il maintenant", [0.0; 3]),
            ("a a a", [0.0, 0.5444057482, 0.5743425204]),
        ] {
            let found = scores(&trio, query);
            for (found, expected) in found.into_iter().zip(expected) {
                near(found, expected);
            }
        }
    }

    #[test]
    fn counts_and_words_are_kept() {
        let trio = index(&["alpha alpha beta", "beta gamma", "gamma gamma gamma delta"]);
        assert_eq!(
            [trio.df("alpha"), trio.df("beta"), trio.df("gamma"), trio.df("x")],
            [1, 2, 2, 0]
        );
        let query = trio.query("beta x alpha beta");
        let words: Vec<_> = query.iter().map(|&term| trio.word(term)).collect();
        assert_eq!(words, ["beta", "alpha", "beta"]);
        let parts = trio.contributions(&query, 0);
        assert_eq!(parts.iter().map(|part| part.times).collect::<Vec<_>>(), [2, 1]);
        near(parts.iter().map(|part| part.score).sum(), trio.score(&query, 0));
    }

    #[test]
    fn nothing_in_nothing_out() {
        let none = index(&[]);
        assert!(none.is_empty() && scores(&none, "a b").is_empty());
        let blank = index(&["", "..."]);
        assert_eq!(scores(&blank, "a b"), [0.0, 0.0]);
        assert_eq!(blank.average_length(), 0.0);
    }

    /// The definition, word for word, without an index.
    fn by_definition(documents: &[String], query: &str, params: Params) -> Vec<f64> {
        let documents: Vec<Vec<String>> =
            documents.iter().map(|text| Tokenizer::PLAIN.tokens(text)).collect();
        let n = documents.len() as f64;
        let average = documents.iter().map(Vec::len).sum::<usize>() as f64 / n;
        let count =
            |document: &[String], token: &String| document.iter().filter(|t| *t == token).count();
        documents
            .iter()
            .map(|document| {
                let mut sum = 0.0;
                for token in &Tokenizer::PLAIN.tokens(query) {
                    let df = documents.iter().filter(|d| d.contains(token)).count() as f64;
                    let idf = (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
                    let tf = count(document, token) as f64;
                    let length = document.len() as f64;
                    let norm = params.k1 * (1.0 - params.b + params.b * length / average);
                    if tf > 0.0 {
                        sum += idf * tf / (tf + norm);
                    }
                }
                sum
            })
            .collect()
    }

    proptest! {
        #[test]
        fn bit_equal_to_the_definition(
            documents in prop::collection::vec("[a-f ]{0,30}", 1..9),
            query in "[a-h ]{0,30}",
            k1 in 0.1_f64..3.0,
            b in 0.0_f64..=1.0,
        ) {
            let params = Params { k1, b };
            let index = Bm25::new(&documents, Tokenizer::PLAIN, params);
            let found = scores(&index, &query);
            prop_assert_eq!(&found, &by_definition(&documents, &query, params));
            let terms = index.query(&query);
            for (document, score) in found.into_iter().enumerate() {
                prop_assert_eq!(index.score(&terms, document), score);
            }
        }

        #[test]
        fn permuted_documents_give_permuted_scores(
            documents in prop::collection::vec("[a-f ]{0,30}", 1..9),
            query in "[a-h ]{0,30}",
        ) {
            let forward = Bm25::new(&documents, Tokenizer::PLAIN, Params::default());
            let backward =
                Bm25::new(documents.iter().rev(), Tokenizer::PLAIN, Params::default());
            let mut reversed = scores(&backward, &query);
            reversed.reverse();
            prop_assert_eq!(scores(&forward, &query), reversed);
        }
    }
}
