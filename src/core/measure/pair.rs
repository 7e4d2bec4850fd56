//! Two skills that are taken for each other: who answers the prompts of either, of both, of none.
//!
//! Must not know how the rows were chosen, nor which are still to be written.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use crate::core::{
    id::SkillId,
    measure::{Confidence, Observation, Rate, ledger::units, sequence::stripped},
    query::{Query, unit::Numbers},
    trajectory::Outcome,
};

/// Whose prompt a row is, of two skills.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::EnumIter,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    A,
    B,
    /// Expects both, or either is right.
    Both,
    /// Expects neither of them.
    Neither,
}

impl Side {
    /// The side of a row; alternatives are expected as well.
    pub fn of(query: &Query<SkillId>, [a, b]: &[SkillId; 2]) -> Self {
        let right = |id| query.label.right().any(|right| right == id);
        match (right(a), right(b)) {
            (true, true) => Self::Both,
            (true, false) => Self::A,
            (false, true) => Self::B,
            (false, false) => Self::Neither,
        }
    }

    /// Prompts that a sound study has of this side: fifty in all. Twenty is the least at which an
    /// interval covers what it promises; and 16 are needed before a recall of .80 can be shown at
    /// all.
    pub fn needed(self) -> usize {
        match self {
            Self::A | Self::B => 20,
            Self::Both | Self::Neither => 5,
        }
    }
}

/// What became of the rows of one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    pub rows: usize,
    /// Independent prompts: rows that stand and fall together count once.
    pub units: usize,
    /// Of the scored probes, those in which this engaged first.
    pub a: Rate,
    pub b: Rate,
    pub other: Rate,
    pub nothing: Rate,
}

impl Answers {
    /// Prompts that are still to be written.
    pub fn missing(&self, side: Side) -> usize {
        side.needed().saturating_sub(self.units)
    }
}

/// Sums up the rows of each side that has any.
pub fn answers(
    pair: &[SkillId; 2],
    queries: &[Arc<Query<SkillId>>],
    seen: &[Observation],
    confidence: Confidence,
) -> BTreeMap<Side, Answers> {
    let mut numbers = Numbers::default();
    let mut out: BTreeMap<Side, Answers> = BTreeMap::new();
    let mut of_side: BTreeMap<Side, BTreeSet<u32>> = BTreeMap::new();
    for query in queries {
        let unit = numbers.of(query);
        let side = Side::of(query, pair);
        out.entry(side).or_default().rows += 1;
        of_side.entry(side).or_default().insert(unit);
    }
    let mut first: BTreeMap<Side, Vec<(u32, First)>> = BTreeMap::new();
    for seen in seen {
        if let Outcome::Scored(trajectory) = &*seen.outcome
            && let Some(unit) = numbers.known(&seen.query)
        {
            let engaged = stripped(&seen.query, trajectory);
            let engaged = First::of(engaged.first().copied(), pair);
            first.entry(Side::of(&seen.query, pair)).or_default().push((unit, engaged));
        }
    }
    for (side, answers) in &mut out {
        answers.units = of_side.get(side).map_or(0, BTreeSet::len);
        let probes = first.get(side).map_or(&[][..], Vec::as_slice);
        let rate = |what| {
            units(probes.iter().map(|&(unit, engaged)| (unit, engaged == what))).rate(confidence)
        };
        let (a, b) = (rate(First::A), rate(First::B));
        let (other, nothing) = (rate(First::Other), rate(First::Nothing));
        *answers = Answers { a, b, other, nothing, ..*answers };
    }
    out
}

/// What engaged first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    A,
    B,
    Other,
    Nothing,
}

impl First {
    fn of(engaged: Option<&SkillId>, [a, b]: &[SkillId; 2]) -> Self {
        match engaged {
            None => Self::Nothing,
            Some(id) if id == a => Self::A,
            Some(id) if id == b => Self::B,
            Some(_) => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;
    use crate::core::{
        query::Label,
        trajectory::{Engagement, Trajectory},
    };

    fn row(id: &str, prompt: &str, expected: &[&str], alternatives: &[&str]) -> Query<SkillId> {
        let ids = |ids: &[&str]| ids.iter().map(|id| SkillId::from(*id)).collect();
        let label = Label::Complete { expected: ids(expected), alternatives: ids(alternatives) };
        Query::new(id, prompt, label)
    }

    fn seen(query: &Arc<Query<SkillId>>, engaged: &[&str]) -> Observation {
        let engagement = |skill: &&str| Engagement { skill: (*skill).into(), turn: 1, step: 1 };
        let engagements = engaged.iter().map(engagement).collect();
        let outcome = Outcome::Scored(Trajectory { engagements, ..Trajectory::default() });
        Observation { query: Arc::clone(query), attempt: 1, outcome: Arc::new(outcome) }
    }

    #[test]
    fn a_sound_study_has_fifty_prompts() {
        assert_eq!(Side::iter().map(Side::needed).sum::<usize>(), 50);
        let few = Answers { units: 18, ..Answers::default() };
        assert_eq!((few.missing(Side::A), few.missing(Side::Both)), (2, 0));
    }

    #[test]
    fn each_side_says_who_answered() {
        let pair = ["a".into(), "b".into()];
        let neutral = Query { neutral: vec!["c".into()], ..row("q2", "two", &["a"], &[]) };
        let queries: Vec<Arc<Query<SkillId>>> = [
            row("q1", "one", &["a"], &[]),
            neutral,
            row("q3", "two", &["a"], &[]),
            row("q4", "four", &["b"], &[]),
            row("q5", "five", &["a", "b"], &[]),
            row("q6", "six", &["a"], &["b"]),
            row("q7", "seven", &[], &[]),
            row("q8", "eight", &["c"], &[]),
        ]
        .map(Arc::new)
        .into();
        let engaged: [&[&str]; 8] =
            [&["a"], &["c", "b"], &[], &["c"], &["a", "b"], &["b"], &["a"], &["c"]];
        let seen: Vec<_> =
            queries.iter().zip(engaged).map(|(query, ids)| seen(query, ids)).collect();
        let answers = answers(&pair, &queries, &seen, Confidence::default());
        let told = |side| {
            let Answers { rows, units, a, b, other, nothing } = &answers[&side];
            (*rows, *units, [a.hits, b.hits, other.hits, nothing.hits])
        };
        // Two of the rows of `a` are one prompt.
        assert_eq!(told(Side::A), (3, 2, [1.0, 1.0, 0.0, 1.0]));
        assert_eq!(told(Side::B), (1, 1, [0.0, 0.0, 1.0, 0.0]));
        assert_eq!(told(Side::Both), (2, 2, [1.0, 1.0, 0.0, 0.0]));
        assert_eq!(told(Side::Neither), (2, 2, [1.0, 0.0, 1.0, 0.0]));
        assert_eq!(answers[&Side::A].a.n, 3.0);
    }
}
