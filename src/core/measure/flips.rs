//! Queries that are answered otherwise than before.
//!
//! Must not know why the two result sets differ, nor call a flip good or bad luck.

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc};

use serde::Serialize;

use crate::core::{
    id::SkillId,
    measure::{
        Observation,
        class::Class,
        rate::Share,
        sequence::{Score, stripped},
    },
    query::Query,
    trajectory::{Outcome, Trajectory},
};

/// The queries of two result sets, those that changed listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flips {
    /// Lost first, then won, then moved; within these the largest change first, then by file and
    /// id.
    pub flips: Vec<Flip>,
    /// Queries with a scored attempt on both sides.
    pub compared: usize,
    pub only_before: usize,
    pub only_after: usize,
}

/// A query that is answered otherwise than before.
#[derive(Clone, Debug, PartialEq)]
pub struct Flip {
    /// As labelled after.
    pub query: Arc<Query<SkillId>>,
    pub direction: Direction,
    pub before: Side,
    pub after: Side,
}

/// Which way a query went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Direction {
    /// Hit less often than before.
    Lost,
    /// Hit more often.
    Won,
    /// As often, but other skills engaged first.
    Moved,
}

/// The scored attempts of one query on one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// Entrypoint hits (every verdict kept, for a partial label) of scored attempts.
    pub hits: Share,
    /// First scored engagements with their number of attempts, most frequent first.
    pub first: Vec<(Class, usize)>,
}

impl Flips {
    /// Each side is judged by its own labels; of two scored records of one attempt the first counts.
    pub fn between(before: &[Observation], after: &[Observation]) -> Self {
        let [mut before, after] = [before, after].map(by_query);
        let mut out = Self::default();
        for (key, after) in after {
            let Some(before) = before.remove(&key) else {
                out.only_after += 1;
                continue;
            };
            out.compared += 1;
            let query = Arc::clone(after.query);
            let [before, after] = [before, after].map(|scored| Side::of(&scored));
            if let Some(direction) = Side::direction(&before, &after) {
                out.flips.push(Flip { query, direction, before, after });
            }
        }
        out.only_before = before.len();
        // Stable: the map gave them by file and id.
        out.flips.sort_by_key(|flip| (flip.direction, Reverse(flip.size())));
        out
    }

    /// Queries that hit more or less often than before: what chance can be held against.
    pub fn hit_flips(&self) -> usize {
        self.flips.iter().filter(|flip| flip.direction != Direction::Moved).count()
    }
}

impl Flip {
    /// Change of the hit rate in millionths.
    fn size(&self) -> u64 {
        let millionths = |side: &Side| (side.hits.hits * 1_000_000 / side.hits.n.max(1)) as u64;
        millionths(&self.before).abs_diff(millionths(&self.after))
    }
}

/// The scored attempts of one query, by their numbers.
#[derive(Debug)]
pub(super) struct Scored<'a> {
    pub query: &'a Arc<Query<SkillId>>,
    pub probes: BTreeMap<u32, (&'a Arc<Outcome>, &'a Trajectory)>,
}

/// By file and id, which make a query; of two scored records of one attempt the first counts.
pub(super) fn by_query(observations: &[Observation]) -> BTreeMap<(&str, &str), Scored<'_>> {
    let mut out: BTreeMap<_, Scored<'_>> = BTreeMap::new();
    for Observation { query, attempt, outcome } in observations {
        let Outcome::Scored(trajectory) = &**outcome else { continue };
        out.entry(query.key())
            .or_insert_with(|| Scored { query, probes: BTreeMap::new() })
            .probes
            .entry(*attempt)
            .or_insert((outcome, trajectory));
    }
    out
}

impl Side {
    fn of(Scored { query, probes }: &Scored<'_>) -> Self {
        let mut hits = Share { hits: 0, n: probes.len() };
        let mut first: BTreeMap<Class, usize> = BTreeMap::new();
        for (_, trajectory) in probes.values() {
            hits.hits += usize::from(Score::of(query, trajectory).hit());
            *first.entry(stripped(query, trajectory).first().copied().into()).or_default() += 1;
        }
        let mut first: Vec<_> = first.into_iter().collect();
        first.sort_by_key(|(_, count)| Reverse(*count));
        Self { hits, first }
    }

    /// `None` when nothing changed.
    fn direction(before: &Self, after: &Self) -> Option<Direction> {
        let [before_hits, after_hits] =
            [before.hits.hits * after.hits.n, after.hits.hits * before.hits.n];
        match before_hits.cmp(&after_hits) {
            std::cmp::Ordering::Greater => Some(Direction::Lost),
            std::cmp::Ordering::Less => Some(Direction::Won),
            std::cmp::Ordering::Equal => {
                let skills = |side: &Self| -> Vec<Class> {
                    let mut skills: Vec<Class> =
                        side.first.iter().map(|(class, _)| class.clone()).collect();
                    skills.sort();
                    skills
                };
                (skills(before) != skills(after)).then_some(Direction::Moved)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::testing::{after, before, row};

    #[test]
    fn flips_are_listed_losses_first() {
        let flips = Flips::between(&before(), &after());
        let listed: Vec<_> =
            flips.flips.iter().map(|flip| (flip.query.id.as_str(), flip.direction)).collect();
        assert_eq!(
            listed,
            [("lost", Direction::Lost), ("won", Direction::Won), ("moved", Direction::Moved)]
        );
        // An errored probe is on neither side.
        assert_eq!((flips.compared, flips.only_before, flips.only_after), (4, 2, 1));
        let lost = &flips.flips[0];
        assert_eq!(
            lost.before,
            Side { hits: Share { hits: 1, n: 1 }, first: vec![(Class::Skill("a".into()), 1)] }
        );
        assert_eq!(lost.after.hits.rate(), Some(0.0));
    }

    #[test]
    fn with_attempts_the_larger_change_comes_first() {
        let small = |attempts: &[&str]| row("a-small").expects("a").ran(attempts);
        let large = |attempts: &[&str]| row("b-large").expects("a").ran(attempts);
        let same = |attempts: &[&str]| row("c-same").expects("a").ran(attempts);
        let before = [small(&["a", "a", "a"]), large(&["a", "a", "a"]), same(&["a", "b"])].concat();
        let after = [small(&["a", "a", ""]), large(&["", "", ""]), same(&["b", "a"])].concat();
        let flips = Flips::between(&before, &after);
        let listed: Vec<_> = flips.flips.iter().map(|flip| flip.query.id.as_str()).collect();
        assert_eq!(listed, ["b-large", "a-small"]);
        assert_eq!(flips.flips[1].after.hits, Share { hits: 2, n: 3 });
    }

    #[test]
    fn equal_results_have_no_flips() {
        let flips = Flips::between(&before(), &before());
        assert_eq!((flips.flips.len(), flips.compared), (0, 6));
    }
}
