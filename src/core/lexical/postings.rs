//! Weights by term: what each term of an index is worth for each document that holds it.
//!
//! Must not know what a weight is made of.

use crate::core::lexical::vocabulary::Term;

/// Inverted lists of weights.
#[derive(Clone, Debug, Default)]
pub struct Postings {
    /// By term, documents ascending; term `t` is `lists[t]..lists[t + 1]`.
    entries: Vec<Posting>,
    lists: Vec<usize>,
    /// For each term the start of its column, where it has one.
    starts: Vec<Option<usize>>,
    /// A weight for every document, 0 where the term is missing, for terms that many hold:
    /// adding a column is several times faster than scattering a long list.
    columns: Vec<f64>,
    documents: usize,
}

#[derive(Clone, Copy, Debug)]
struct Posting {
    document: u32,
    weight: f64,
}

/// A term that at least one document in so many holds gets a column.
const DENSE: usize = 5;

/// Fewer documents than these are fast either way.
const WORTH_COLUMNS: usize = 64;

impl Postings {
    /// Inverts `documents`, whose terms are below `terms`. `rarity` makes a number of a term's
    /// document frequency, once a term; `weight` takes the document's position, that number and
    /// how often the document holds the term.
    pub fn of<'a>(
        documents: impl Iterator<Item = &'a [Term]>,
        terms: usize,
        rarity: impl Fn(usize) -> f64,
        weight: impl Fn(usize, f64, u32) -> f64,
    ) -> Self {
        // All indices below are terms, which are below `terms`.
        let mut counted: Vec<(Term, u32, u32)> = Vec::new();
        let mut df = vec![0_usize; terms];
        let mut sorted: Vec<Term> = Vec::new();
        let mut all = 0;
        for (document, tokens) in documents.enumerate() {
            sorted.clear();
            sorted.extend_from_slice(tokens);
            sorted.sort_unstable();
            for same in sorted.chunk_by(|a, b| a == b) {
                counted.push((same[0], document as u32, same.len() as u32));
                df[same[0].index()] += 1;
            }
            all += 1;
        }
        let ends = df.iter().scan(0, |end, df| {
            *end += df;
            Some(*end)
        });
        let lists: Vec<usize> = std::iter::once(0).chain(ends).collect();
        let mut entries = vec![Posting { document: 0, weight: 0.0 }; counted.len()];
        let mut next = lists.clone();
        let rarity: Vec<f64> = df.into_iter().map(rarity).collect();
        for (term, document, tf) in counted {
            let slot = &mut next[term.index()];
            let weight = weight(document as usize, rarity[term.index()], tf);
            entries[*slot] = Posting { document, weight };
            *slot += 1;
        }
        let mut postings =
            Self { entries, lists, starts: vec![None; terms], columns: Vec::new(), documents: all };
        if all >= WORTH_COLUMNS {
            postings.fill_columns();
        }
        postings
    }

    fn fill_columns(&mut self) {
        for term in 0..self.starts.len() {
            let list = self.lists[term]..self.lists[term + 1];
            if DENSE * list.len() >= self.documents {
                let start = self.columns.len();
                self.columns.resize(start + self.documents, 0.0);
                for posting in &self.entries[list] {
                    self.columns[start + posting.document as usize] = posting.weight;
                }
                self.starts[term] = Some(start);
            }
        }
    }

    /// How many documents hold the term.
    pub fn df(&self, term: Term) -> usize {
        self.list(term).len()
    }

    /// Adds the term's weights to the scores of all documents; a document without the term keeps
    /// its bits, since weights are not negative and `x + 0` is `x`.
    pub fn add(&self, term: Term, scores: &mut [f64]) {
        if let Some(start) = self.starts.get(term.index()).copied().flatten() {
            let column = &self.columns[start..start + self.documents];
            for (score, weight) in scores.iter_mut().zip(column) {
                *score += weight;
            }
        } else {
            for posting in self.list(term) {
                if let Some(score) = scores.get_mut(posting.document as usize) {
                    *score += posting.weight;
                }
            }
        }
    }

    /// The term's weight in one document; 0 where it is missing.
    pub fn weight(&self, term: Term, document: usize) -> f64 {
        let list = self.list(term);
        list.binary_search_by_key(&document, |posting| posting.document as usize)
            .map_or(0.0, |at| list[at].weight)
    }

    fn list(&self, term: Term) -> &[Posting] {
        match (self.lists.get(term.index()), self.lists.get(term.index() + 1)) {
            (Some(&start), Some(&end)) => &self.entries[start..end],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Postings;
    use crate::core::lexical::vocabulary::Vocabulary;

    #[test]
    fn columns_and_lists_add_the_same_bits() {
        let mut words = Vocabulary::default();
        let terms = ["often", "seldom"].map(|word| words.intern(word));
        let documents: Vec<Vec<_>> = (0..100)
            .map(|at| if at % 20 == 0 { vec![terms[0], terms[1]] } else { vec![terms[0]; at % 3] })
            .collect();
        let weight = |document: usize, rarity: f64, tf: u32| {
            f64::from(tf) / (0.1 + document as f64) + rarity
        };
        let documents = documents.iter().map(Vec::as_slice);
        let postings = Postings::of(documents, 2, |df| 1.0 / df as f64, weight);
        assert_eq!(postings.starts.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false]);
        assert_eq!([postings.df(terms[0]), postings.df(terms[1])], [68, 5]);
        let mut scores = vec![0.25; 100];
        postings.add(terms[0], &mut scores);
        postings.add(terms[1], &mut scores);
        for (document, score) in scores.into_iter().enumerate() {
            let [often, seldom] = terms.map(|term| postings.weight(term, document));
            assert_eq!(score, 0.25 + often + seldom, "{document}");
        }
    }
}
