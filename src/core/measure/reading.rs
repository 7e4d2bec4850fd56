//! Why a skill's prompts go astray: read off the same probes on the whole catalog and on a part.
//!
//! A prompt that misses even where next to nothing competes is the description's fault; one that
//! hits there and misses among all is lost to the competition. Must not know which part it was.

use std::collections::{BTreeMap, HashMap};

use crate::core::{
    id::SkillId,
    measure::{Confidence, Observation, Rate, clustered::Units, ledger::units, sequence::Score},
    query::unit::Numbers,
    trajectory::Outcome,
};

/// The prompts of one skill, on both sides. Probes that are not scored on both are in no figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub whole: Rate,
    pub part: Rate,
    /// Misses of the whole that hit in the part: competition.
    pub lost: u32,
    /// Misses of both: the description.
    pub unheard: u32,
    /// Hits of the whole that miss in the part: chance, or a skill that hands over.
    pub led: u32,
}

/// One reading a skill that a row expects, by id.
pub fn readings(
    whole: &[Observation],
    part: &[Observation],
    confidence: Confidence,
) -> BTreeMap<SkillId, Reading> {
    let alone: HashMap<_, bool> =
        part.iter().filter_map(|seen| Some((key(seen), hit(seen)?))).collect();
    let mut numbers = Numbers::default();
    let mut pairs: BTreeMap<&SkillId, Vec<(u32, bool, bool)>> = BTreeMap::new();
    for seen in whole {
        let (Some(among_all), Some(&in_part)) = (hit(seen), alone.get(&key(seen))) else {
            continue;
        };
        let unit = numbers.of(&seen.query);
        for id in seen.query.label.wanted() {
            pairs.entry(id).or_default().push((unit, among_all, in_part));
        }
    }
    pairs.into_iter().map(|(id, pairs)| (id.clone(), Reading::of(&pairs, confidence))).collect()
}

impl Reading {
    /// Of hits on both sides, each with its unit.
    fn of(pairs: &[(u32, bool, bool)], confidence: Confidence) -> Self {
        let count = |whole: bool, part: bool| {
            let pairs = pairs.iter().filter(|(_, w, p)| (*w, *p) == (whole, part));
            u32::try_from(pairs.count()).unwrap_or(u32::MAX)
        };
        let rate = |sums: Units| sums.rate(confidence);
        Self {
            whole: rate(units(pairs.iter().map(|(unit, whole, _)| (*unit, *whole)))),
            part: rate(units(pairs.iter().map(|(unit, _, part)| (*unit, *part)))),
            lost: count(false, true),
            unheard: count(false, false),
            led: count(true, false),
        }
    }
}

/// A probe by its row and attempt.
fn key(seen: &Observation) -> ((&str, &str), u32) {
    (seen.query.key(), seen.attempt)
}

/// `None` if the probe errored.
fn hit(seen: &Observation) -> Option<bool> {
    match &*seen.outcome {
        Outcome::Scored(trajectory) => Some(Score::of(&seen.query, trajectory).hit()),
        Outcome::Errored { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{
        query::{Label, Query},
        trajectory::{Engagement, Trajectory},
    };

    fn seen(id: &str, expected: &[&str], engaged: Option<&str>) -> Observation {
        let expected = expected.iter().map(|id| SkillId::from(*id)).collect();
        let label = Label::Complete { expected, alternatives: vec![] };
        let engagement = |skill: &str| Engagement { skill: skill.into(), turn: 1, step: 1 };
        let engagements = engaged.map(engagement).into_iter().collect();
        let outcome = Outcome::Scored(Trajectory { engagements, ..Trajectory::default() });
        let query = Arc::new(Query::new(id, format!("prompt {id}"), label));
        Observation { query, attempt: 1, outcome: Arc::new(outcome) }
    }

    #[test]
    fn misses_are_told_apart_by_what_happens_without_rivals() {
        let whole = [
            seen("q1", &["a"], Some("a")),
            seen("q2", &["a"], Some("b")),
            seen("q3", &["a"], Some("b")),
            seen("q4", &["a"], None),
            seen("q5", &["b"], Some("b")),
            seen("q6", &[], None),
            seen("q7", &["a"], Some("a")),
        ];
        let part = [
            seen("q1", &["a"], Some("a")),
            seen("q2", &["a"], Some("a")),
            seen("q3", &["a"], None),
            seen("q4", &["a"], Some("a")),
            seen("q5", &["b"], None),
        ];
        let readings = readings(&whole, &part, Confidence::default());
        let told: Vec<_> =
            readings.iter().map(|(id, r)| (id.as_str(), r.lost, r.unheard, r.led)).collect();
        assert_eq!(told, [("a", 2, 1, 0), ("b", 0, 0, 1)]);
        let a = &readings["a"];
        assert_eq!((a.whole.hits, a.part.hits, a.whole.n), (1.0, 3.0, 4.0), "q7 has no pair");
    }

    #[test]
    fn a_probe_that_errored_says_nothing_of_either() {
        let errored = Outcome::Errored { cause: "rate limit".into() };
        let failed = Observation { outcome: Arc::new(errored), ..seen("q1", &["a"], None) };
        let fine = seen("q1", &["a"], Some("a"));
        for (whole, part) in [(&failed, &fine), (&fine, &failed)] {
            let one = std::slice::from_ref;
            assert!(readings(one(whole), one(part), Confidence::default()).is_empty());
        }
    }
}
