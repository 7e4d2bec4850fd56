//! Who crowds whom: each skill's own text scored against every other skill's.
//!
//! Owns directed overlap; must not know why two skills are alike (see `contested`). Nothing here
//! is N x N: a row keeps its strongest rivals, and rows stand alone.

use std::{cmp::Ordering, ops::Range, panic::resume_unwind};

use crate::core::lexical::{
    best::{Best, Ranked},
    bm25::Bm25,
};

/// Below this many skills a second thread costs more than it saves.
const WORTH_A_THREAD: usize = 200;

/// A competitor of one skill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rival {
    /// Position of the document.
    pub index: usize,
    /// The rival's score for the subject's own text; above 0.
    pub score: f64,
    /// `score` / the subject's self score; 1 or more where the rival outranks it.
    pub ratio: f64,
}

/// What one skill's own text finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The skill's score for its own text; 0 only where it has no words.
    pub self_score: f64,
    /// Rivals that score strictly more than the skill itself.
    pub outranked_by: usize,
    /// Rivals that score at all.
    pub scoring: usize,
    /// At most [`KEPT`](crate::core::lexical::KEPT), by score, then name, then id.
    pub rivals: Vec<Rival>,
}

impl Row {
    /// The best rival, if any scores.
    pub fn nearest(&self) -> Option<&Rival> {
        self.rivals.first()
    }

    /// The row where skills stand elsewhere by now; rivals that are gone are left out.
    pub fn moved(&self, place: impl Fn(usize) -> Option<usize>) -> Self {
        let moved = |rival: &Rival| Some(Rival { index: place(rival.index)?, ..*rival });
        Self { rivals: self.rivals.iter().filter_map(moved).collect(), ..*self }
    }

    /// Directed overlap: the best rival's score / self score, 0 where no rival scores; `None` for
    /// a skill without words.
    pub fn ratio(&self) -> Option<f64> {
        let nearest = self.nearest().map_or(0.0, |rival| rival.ratio);
        (self.self_score > 0.0).then_some(nearest)
    }
}

/// A skill that counts the subject among its rivals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inbound {
    /// Position of the document whose rival the subject is.
    pub index: usize,
    /// The subject's score for that document's text / that document's self score.
    pub ratio: f64,
}

/// Two skills, compared both ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub a: usize,
    pub b: usize,
    /// `b` as a rival of `a`; `None` where `a` has no words.
    pub a_by_b: Option<f64>,
    /// `a` as a rival of `b`.
    pub b_by_a: Option<f64>,
    /// Symmetric, in 0..=1: the mean of both scores over the geometric mean of the self scores.
    pub similarity: f64,
}

impl Pair {
    /// The stronger of the two directions; `None` where neither is defined.
    pub fn ratio(&self) -> Option<f64> {
        match (self.a_by_b, self.b_by_a) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (one, other) => one.or(other),
        }
    }
}

/// Documents with the order that settles equal scores.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    pub index: &'a Bm25,
    /// For each document its place by name, then id.
    pub ties: &'a [u32],
    /// For each document a number; those of one number are texts of one skill and no rivals.
    pub kin: &'a [u32],
}

impl Field<'_> {
    /// Whether two documents are of two skills: neither the same nor of the same name, which is a
    /// copy that drifted and a finding of its own.
    pub fn competes(&self, a: usize, b: usize) -> bool {
        a != b && self.kin.get(a) != self.kin.get(b)
    }

    /// Descending score, then name, then id.
    pub fn order(&self, a: (usize, f64), b: (usize, f64)) -> Ordering {
        b.1.total_cmp(&a.1).then_with(|| self.ties.get(a.0).cmp(&self.ties.get(b.0)))
    }

    /// The row of one skill, computed alone: all that a huge catalog needs for what is on screen.
    pub fn row(&self, subject: usize) -> Row {
        self.row_with(subject, &mut Vec::new())
    }

    fn row_with(&self, subject: usize, scores: &mut Vec<f64>) -> Row {
        self.index.scores(self.index.document(subject), scores);
        let Some(&self_score) = scores.get(subject) else { return Row::default() };
        let mut best = Best::default();
        let (mut scoring, mut outranked_by) = (0, 0);
        let mut floor = 0.0;
        for (rival, &score) in scores.iter().enumerate() {
            if score > 0.0 && self.competes(subject, rival) {
                scoring += 1;
                outranked_by += usize::from(score > self_score);
                if score >= floor {
                    floor = best.offer(self.ranked(rival, score)).unwrap_or(floor);
                }
            }
        }
        // Where a rival scores, a term is shared, so the subject scores too: no division by 0.
        let rival = |Ranked { index, score, .. }| Rival {
            index: index as usize,
            score,
            ratio: score / self_score,
        };
        let rivals = best.list().into_iter().map(rival).collect();
        Row { self_score, outranked_by, scoring, rivals }
    }

    fn ranked(&self, at: usize, score: f64) -> Ranked {
        Ranked { score, tie: self.ties.get(at).copied().unwrap_or(u32::MAX), index: at as u32 }
    }

    /// Two skills compared both ways.
    pub fn pair(&self, a: usize, b: usize) -> Pair {
        let score = |of: usize, by: usize| self.index.score(self.index.document(of), by);
        let (self_a, self_b) = (score(a, a), score(b, b));
        let (ab, ba) = (score(a, b), score(b, a));
        Pair {
            a,
            b,
            a_by_b: (self_a > 0.0).then(|| ab / self_a),
            b_by_a: (self_b > 0.0).then(|| ba / self_b),
            similarity: similarity(ab, ba, self_a, self_b),
        }
    }
}

/// `(ab + ba) / (2 sqrt(self_a self_b))` within 0..=1; 0 where a skill has no words.
pub fn similarity(ab: f64, ba: f64, self_a: f64, self_b: f64) -> f64 {
    let scale = 2.0 * (self_a * self_b).sqrt();
    if scale > 0.0 { ((ab + ba) / scale).clamp(0.0, 1.0) } else { 0.0 }
}

/// Every skill's rivals in both directions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighbourhood {
    pub rows: Vec<Row>,
    /// For each skill at most as many that it crowds, by ratio, then name, then id.
    pub inbound: Vec<Vec<Inbound>>,
}

impl Neighbourhood {
    /// Rows of all skills, on two threads where that pays; the result does not depend on it.
    pub fn of(field: Field<'_>) -> Self {
        // It is never told to stop.
        Self::of_while(field, || true).unwrap_or_default()
    }

    /// As [`Neighbourhood::of`], for as long as `goes_on`, which is asked once a skill, by several
    /// threads; `None` if it stopped.
    pub fn of_while(field: Field<'_>, goes_on: impl Fn() -> bool + Sync) -> Option<Self> {
        let all = field.index.len();
        if all < WORTH_A_THREAD {
            return Part::of_while(field, 0..all, goes_on).map(Self::from);
        }
        let (middle, goes_on) = (all / 2, &goes_on);
        let (first, second) = std::thread::scope(|scope| {
            let first = scope.spawn(move || Part::of_while(field, 0..middle, goes_on));
            let second = Part::of_while(field, middle..all, goes_on);
            // A panic there is a panic here.
            (first.join().unwrap_or_else(|panic| resume_unwind(panic)), second)
        });
        Some(first?.and(second?).into())
    }

    /// The closest pairs of the catalog by their stronger ratio, each once, then by name.
    ///
    /// Exact for a `limit` of as many as rows keep; beyond that a pair can be missing only where a
    /// skill has more closer rivals than it keeps.
    pub fn closest(&self, field: Field<'_>, limit: usize) -> Vec<Pair> {
        let mut seen: Vec<(f64, usize, usize)> = self
            .rows
            .iter()
            .enumerate()
            .flat_map(|(a, row)| row.rivals.iter().map(move |rival| (rival.ratio, a, rival.index)))
            .collect();
        let tie = |index: usize| field.ties.get(index);
        seen.sort_by(|x, y| {
            y.0.total_cmp(&x.0)
                .then_with(|| tie(x.1).cmp(&tie(y.1)))
                .then_with(|| tie(x.2).cmp(&tie(y.2)))
        });
        let mut known = std::collections::HashSet::new();
        seen.into_iter()
            .filter(|&(_, a, b)| known.insert((a.min(b), a.max(b))))
            .take(limit)
            .map(|(_, a, b)| field.pair(a, b))
            .collect()
    }
}

/// The rows of a range of skills, and whom they crowd; parts in range order make the whole.
#[derive(Clone, Debug, Default)]
pub struct Part {
    rows: Vec<Row>,
    /// For each skill those that it crowds, scored by the ratio.
    inbound: Vec<Best>,
}

impl Part {
    /// For as long as `goes_on`, which is asked once a skill; `None` if it stopped.
    pub fn of_while(
        field: Field<'_>,
        range: Range<usize>,
        goes_on: impl Fn() -> bool,
    ) -> Option<Self> {
        let mut part = Self {
            rows: Vec::with_capacity(range.len()),
            inbound: vec![Best::default(); field.index.len()],
        };
        let mut scores = Vec::new();
        // What a ratio must reach: nearly all are turned away by this one comparison.
        let mut floors = vec![0.0; field.index.len()];
        for subject in range {
            if !goes_on() {
                return None;
            }
            let row = field.row_with(subject, &mut scores);
            if row.self_score > 0.0 {
                // All three lists are as long as there are skills.
                for (other, (&score, floor)) in scores.iter().zip(&mut floors).enumerate() {
                    let ratio = score / row.self_score;
                    if score > 0.0 && ratio >= *floor && field.competes(subject, other) {
                        let one = field.ranked(subject, ratio);
                        *floor = part.inbound[other].offer(one).unwrap_or(*floor);
                    }
                }
            }
            part.rows.push(row);
        }
        Some(part)
    }

    /// This part followed by the next one.
    #[must_use]
    pub fn and(mut self, next: Self) -> Self {
        self.rows.extend(next.rows);
        for (mine, theirs) in self.inbound.iter_mut().zip(next.inbound) {
            mine.join(theirs);
        }
        self
    }
}

impl From<Part> for Neighbourhood {
    fn from(part: Part) -> Self {
        let one = |Ranked { index, score: ratio, .. }| Inbound { index: index as usize, ratio };
        let listed = |best: Best| best.list().into_iter().map(one).collect();
        Self { rows: part.rows, inbound: part.inbound.into_iter().map(listed).collect() }
    }
}

#[cfg(test)]
mod tests;
