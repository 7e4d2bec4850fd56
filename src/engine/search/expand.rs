//! The words of the index that a clause stands for.
//!
//! Must not know scores; a weight in 0..=1 says how near a word is to what was asked.

use std::collections::BTreeMap;

use tantivy::{
    Searcher, TantivyError, Term,
    query::{Bm25StatisticsProvider, FuzzyTermQuery},
    schema::Field as TantivyField,
};

use super::index::Alive;

/// No more words than this stand for one; the shortest are kept, as the nearest.
const MAX_WORDS: usize = 64;
/// What a word that only begins as asked is worth.
const BEGINS: f32 = 0.8;
/// What a word at an edit distance of 1 or 2 is worth.
const NEAR: [f32; 2] = [0.7, 0.5];

/// Word -> weight.
pub(super) type Words = BTreeMap<String, f32>;

/// Words of a field that begin with `prefix`; the word itself weighs 1.
pub(super) fn prefixed(
    searcher: &Searcher,
    field: TantivyField,
    prefix: &str,
) -> Result<Words, TantivyError> {
    let mut words = Words::new();
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(field)?;
        let mut stream = index.terms().range().ge(prefix).into_stream()?;
        while stream.advance() && stream.key().starts_with(prefix.as_bytes()) {
            keep(stream.key(), BEGINS, &mut words);
        }
    }
    words.entry(prefix.to_owned()).and_modify(|weight| *weight = 1.0);
    nearest(searcher, field, words)
}

/// Words of a field spelled nearly as `word`: one edit (a swap of neighbours counts as one) from
/// four characters on, two from eight on.
pub(super) fn fuzzy(
    searcher: &Searcher,
    field: TantivyField,
    word: &str,
) -> Result<Words, TantivyError> {
    let mut words = Words::from([(word.to_owned(), 1.0)]);
    let distances = match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    for (distance, weight) in (1..=distances).zip(NEAR) {
        let query = FuzzyTermQuery::new(Term::from_field_text(field, word), distance, true);
        for segment in searcher.segment_readers() {
            let index = segment.inverted_index(field)?;
            let mut stream = index.terms().search(query.automaton()?).into_stream()?;
            while stream.advance() {
                keep(stream.key(), weight, &mut words);
            }
        }
    }
    nearest(searcher, field, words)
}

/// The nearer weight comes first and stays.
fn keep(key: &[u8], weight: f32, words: &mut Words) {
    if let Ok(word) = std::str::from_utf8(key) {
        words.entry(word.to_owned()).or_insert(weight);
    }
}

/// Leaves words that only deleted skills had, and too many.
fn nearest(searcher: &Searcher, field: TantivyField, words: Words) -> Result<Words, TantivyError> {
    let mut order: Vec<(String, f32)> = words.into_iter().collect();
    order.sort_by(|a, b| {
        b.1.total_cmp(&a.1).then(a.0.len().cmp(&b.0.len())).then_with(|| a.0.cmp(&b.0))
    });
    let mut out = Words::new();
    for (word, weight) in order {
        if out.len() == MAX_WORDS {
            break;
        }
        if Alive(searcher).doc_freq(&Term::from_field_text(field, &word))? > 0 {
            out.insert(word, weight);
        }
    }
    Ok(out)
}
