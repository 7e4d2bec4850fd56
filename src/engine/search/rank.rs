//! Which skills answer a query, and how well.
//!
//! Must not know files or snippets. The order depends on the skills that are there and on nothing
//! else: not on the order in which they came, nor on edits before.

use std::{cmp::Ordering, collections::BTreeMap};

use tantivy::{
    DocId, Score, Searcher, SegmentOrdinal, SegmentReader, TantivyError, Term,
    collector::{Collector, SegmentCollector},
    fastfield::Column,
    query::{BoostQuery, DisjunctionMaxQuery, PhraseQuery, Query, TermQuery},
    schema::{Field as TantivyField, IndexRecordOption},
};

use super::{
    Field,
    expand::{self, Words},
    index::{Alive, Index, KEY},
    query::{Clause, Want},
    snippet::Marks,
};

/// A skill that answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Match {
    /// Its number in the index.
    pub key: u64,
    /// Clauses that it answers, and those of them that are required.
    clauses: usize,
    required: usize,
    by_field: [Answered; 4],
    pub score: Score,
}

/// How much of a query one field answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Answered {
    clauses: usize,
    score: Score,
}

impl Match {
    /// The field that answers most clauses, then the one with the highest score, then the first.
    pub fn field(&self) -> Field {
        let of = |field: Field| self.by_field[field as usize];
        Field::ALL
            .into_iter()
            .rev()
            .max_by(|a, b| {
                let (a, b) = (of(*a), of(*b));
                a.clauses.cmp(&b.clauses).then(a.score.total_cmp(&b.score))
            })
            .unwrap_or(Field::Description)
    }
}

/// What was found, best first, and what to mark in each field.
#[derive(Default)]
pub(super) struct Ranking {
    pub matches: Vec<Match>,
    pub marks: [Marks; 4],
}

/// How much a word counts where it stands.
fn boost(field: Field) -> Score {
    match field {
        Field::Name => 3.0,
        Field::Description | Field::WhenToUse => 2.0,
        Field::Body => 1.0,
    }
}

/// Every skill that answers all required clauses and at least one: more clauses first, then the
/// higher score, then by id.
pub(super) fn rank(index: &Index, clauses: &[Clause]) -> Result<Ranking, TantivyError> {
    let searcher = index.searcher();
    let mut out = Ranking::default();
    let mut found: BTreeMap<u64, Match> = BTreeMap::new();
    let required = clauses.iter().filter(|clause| clause.required).count();
    for clause in clauses {
        for (key, by_field) in answers(index, &searcher, clause, &mut out.marks)? {
            let entry = found.entry(key).or_default();
            entry.key = key;
            entry.clauses += 1;
            entry.required += usize::from(clause.required);
            for (sum, score) in entry.by_field.iter_mut().zip(by_field) {
                sum.clauses += usize::from(score > 0.0);
                sum.score += score;
            }
        }
    }
    out.matches = found.into_values().filter(|found| found.required == required).collect();
    for found in &mut out.matches {
        found.score = found.by_field.iter().map(|field| field.score).sum();
    }
    out.matches.sort_by(|a, b| order(index, a, b));
    Ok(out)
}

/// The skills that answer one clause: key -> score in each field.
fn answers(
    index: &Index,
    searcher: &Searcher,
    clause: &Clause,
    marks: &mut [Marks; 4],
) -> Result<BTreeMap<u64, [Score; 4]>, TantivyError> {
    let mut out: BTreeMap<u64, [Score; 4]> = BTreeMap::new();
    for field in Field::ALL.into_iter().filter(|field| clause.field.is_none_or(|f| f == *field)) {
        let marks = &mut marks[field as usize];
        let Some(query) = field_query(searcher, index.field(field), clause, marks)? else {
            continue;
        };
        let alive = Alive(searcher);
        for (key, score) in searcher.search_with_statistics_provider(&*query, &Scores, &alive)? {
            out.entry(key).or_default()[field as usize] = score * boost(field);
        }
    }
    Ok(out)
}

fn order(index: &Index, a: &Match, b: &Match) -> Ordering {
    let id = |found: &Match| index.doc(found.key).map(|doc| &doc.skill.id);
    b.clauses.cmp(&a.clauses).then(b.score.total_cmp(&a.score)).then_with(|| id(a).cmp(&id(b)))
}

/// One clause in one field; `None` if no word of the field can answer it.
fn field_query(
    searcher: &Searcher,
    target: TantivyField,
    clause: &Clause,
    marks: &mut Marks,
) -> Result<Option<Box<dyn Query>>, TantivyError> {
    let words = match &clause.want {
        Want::Phrase(words) => {
            marks.phrases.push(words.clone());
            let terms = words.iter().map(|word| Term::from_field_text(target, word)).collect();
            return Ok(Some(Box::new(PhraseQuery::new(terms))));
        }
        Want::Word(word) => Words::from([(word.clone(), 1.0)]),
        Want::Prefix(prefix) => expand::prefixed(searcher, target, prefix)?,
        Want::Fuzzy(word) => expand::fuzzy(searcher, target, word)?,
    };
    let terms: Vec<Box<dyn Query>> = words
        .iter()
        .map(|(word, weight)| {
            let term = Term::from_field_text(target, word);
            let query = TermQuery::new(term, IndexRecordOption::WithFreqs);
            Box::new(BoostQuery::new(Box::new(query), *weight)) as Box<dyn Query>
        })
        .collect();
    marks.words.extend(words);
    Ok((!terms.is_empty()).then(|| Box::new(DisjunctionMaxQuery::new(terms)) as Box<dyn Query>))
}

/// Collects every skill with its score.
struct Scores;

struct SegmentScores {
    keys: Column<u64>,
    found: Vec<(u64, Score)>,
}

impl Collector for Scores {
    type Fruit = Vec<(u64, Score)>;
    type Child = SegmentScores;

    fn for_segment(
        &self,
        _: SegmentOrdinal,
        segment: &SegmentReader,
    ) -> tantivy::Result<SegmentScores> {
        Ok(SegmentScores { keys: segment.fast_fields().u64(KEY)?, found: Vec::new() })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, fruits: Vec<Self::Fruit>) -> tantivy::Result<Self::Fruit> {
        Ok(fruits.concat())
    }
}

impl SegmentCollector for SegmentScores {
    type Fruit = Vec<(u64, Score)>;

    fn collect(&mut self, doc: DocId, score: Score) {
        self.found.extend(self.keys.first(doc).map(|key| (key, score)));
    }

    fn harvest(self) -> Self::Fruit {
        self.found
    }
}
