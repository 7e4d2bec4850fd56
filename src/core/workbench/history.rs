//! How the headline went from generation to generation, and how often now was held against one
//! baseline.
//!
//! Must not know what changed in between.

use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use crate::core::{
    material::field,
    measure::{comparison::Metric, paired::Verdict},
    trajectory::Outcome,
    workbench::probes::ProbeTable,
};

/// One generation's headline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    pub generation: u64,
    /// Of the metric that comparisons are about; `None` where it is undefined.
    pub rate: Option<f64>,
    /// Against the present baseline; `None` of a generation that was held against none or another.
    pub verdict: Option<Verdict>,
}

/// Generations that are remembered.
const KEPT: usize = 500;

/// Notes a generation; measured once more, it keeps its place.
pub fn note(history: &mut Vec<Mark>, mark: Mark) {
    match history.last_mut() {
        Some(last) if last.generation == mark.generation => *last = mark,
        _ => history.push(mark),
    }
    let surplus = history.len().saturating_sub(KEPT);
    history.drain(..surplus);
}

/// The distinct result sets that were held against each baseline on one query set and metric.
/// Leaving a baseline and returning to it forgets no look.
#[derive(Debug, Default)]
pub struct Looks {
    all: Vec<Seen>,
}

#[derive(Debug)]
struct Seen {
    /// Of the baseline's results: read or measured once more, they are the same.
    baseline: u64,
    metric: Metric,
    results: BTreeSet<u64>,
}

impl Seen {
    fn is_of(&self, baseline: u64, metric: Metric) -> bool {
        (self.baseline, self.metric) == (baseline, metric)
    }

    fn looks(&self) -> u32 {
        u32::try_from(self.results.len()).unwrap_or(u32::MAX).max(1)
    }
}

impl Looks {
    /// Counts a result set that is complete, and says which look it is, from 1. One that was seen
    /// before costs nothing more; one that equals the baseline is none.
    pub fn count(&mut self, baseline: &ProbeTable, metric: Metric, now: &ProbeTable) -> u32 {
        let (baseline, results) = (fingerprint(baseline), fingerprint(now));
        let known = self.all.iter().position(|seen| seen.is_of(baseline, metric));
        let mut seen = match known {
            Some(at) => self.all.swap_remove(at),
            None => Seen { baseline, metric, results: BTreeSet::new() },
        };
        if results != baseline {
            seen.results.insert(results);
        }
        let looks = seen.looks();
        self.all.push(seen);
        looks
    }

    /// The looks at a baseline until now, at least the one that is being taken.
    pub fn so_far(&self, baseline: &ProbeTable, metric: Metric) -> u32 {
        let known = self.all.iter().find(|seen| seen.is_of(fingerprint(baseline), metric));
        known.map_or(1, Seen::looks)
    }
}

fn fingerprint(table: &ProbeTable) -> u64 {
    let mut hasher = DefaultHasher::new();
    results(table).hash(&mut hasher);
    hasher.finish()
}

/// What tells a result set from another, for a digest: which skills each probe engaged, in order.
pub fn results(table: &ProbeTable) -> String {
    let mut out = String::new();
    for row in &table.rows {
        let Some(outcome) = row.outcome() else { continue };
        let (file, id) = row.query.key();
        field(&mut out, file);
        field(&mut out, id);
        field(&mut out, &row.attempt.to_string());
        let engaged = match &**outcome {
            Outcome::Scored(trajectory) => &*trajectory.engagements,
            Outcome::Errored { .. } => {
                out.push('!');
                continue;
            }
        };
        field(&mut out, &engaged.len().to_string());
        engaged.iter().for_each(|engagement| field(&mut out, engagement.skill.as_str()));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{
        query::{Label, Query},
        trajectory::{Engagement, Trajectory},
        workbench::probes::{ProbeRow, ProbeState},
    };

    fn table(engaged: &str) -> Arc<ProbeTable> {
        let label = Label::Complete { expected: vec!["a".into()], alternatives: Vec::new() };
        let query = Arc::new(Query::new("q", "a prompt", label));
        let engagements = engaged
            .split_whitespace()
            .zip(1..)
            .map(|(skill, turn)| Engagement { skill: skill.into(), turn, step: turn })
            .collect();
        let outcome = Outcome::Scored(Trajectory { engagements, ..Trajectory::default() });
        let row = ProbeRow {
            state: ProbeState::Done(Arc::new(outcome)),
            ..ProbeRow::planned(query, 1, 1)
        };
        Arc::new(ProbeTable { rows: vec![Arc::new(row)] })
    }

    #[test]
    fn a_look_is_a_distinct_result_set() {
        let (baseline, metric) = (table("a"), Metric::Top1);
        let mut looks = Looks::default();
        assert_eq!(looks.count(&baseline, metric, &table("b")), 1);
        assert_eq!(looks.count(&baseline, metric, &table("b")), 1, "the same again");
        assert_eq!(looks.count(&baseline, metric, &table("")), 2);
        assert_eq!(looks.count(&baseline, metric, &table("a")), 2, "the baseline itself is none");
        assert_eq!(looks.count(&baseline, metric, &table("b a")), 3);
        assert_eq!(looks.count(&baseline, Metric::Trajectory, &table("b")), 1);
        assert_eq!(looks.count(&table("c"), metric, &table("b")), 1, "another baseline");
        let again = table("a");
        assert_eq!(looks.so_far(&again, metric), 3, "the same results, read once more");
        assert_eq!(looks.count(&again, metric, &table("c")), 4);
    }

    #[test]
    fn a_generation_has_one_mark() {
        let mark = |generation, rate| Mark { generation, rate: Some(rate), verdict: None };
        let mut history = Vec::new();
        for (generation, rate) in [(1, 0.5), (2, 0.6), (2, 0.7)] {
            note(&mut history, mark(generation, rate));
        }
        assert_eq!(history, [mark(1, 0.5), mark(2, 0.7)]);
        for generation in 3..1_000 {
            note(&mut history, mark(generation, 0.8));
        }
        assert_eq!((history.len(), history.last().unwrap().generation), (KEPT, 999));
    }
}
