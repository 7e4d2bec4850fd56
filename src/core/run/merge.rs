//! Runs of one plan put together: the shards of it, or the same probes from several places.
//!
//! Must not know where runs are kept.

use std::collections::BTreeSet;

use crate::core::{
    plan::Shard,
    run::{Artifact, Kind, Plan, Probe, Record, fold::tries, missing, settled},
};

/// Runs of one plan as one run of all its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The plan without a shard; it still has the name of the first run.
    pub plan: Plan,
    /// Of each probe the end that counts, with the events of its try; then the ends that clash with
    /// it. Numbered from 1, in the order of the parts.
    pub records: Vec<Record>,
    /// Probes that were scored more than once; the first score counts.
    pub clashes: Vec<Probe>,
    /// Shards of which there is no part.
    pub absent: Vec<Shard>,
    /// Probes without any end.
    pub missing: usize,
    /// Prompts and texts were left out of a part.
    pub redacted: bool,
}

/// Why runs are not parts of one plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    #[error("there is nothing to merge")]
    Nothing,
    /// What has to agree and does not.
    #[error("the runs {one} and {other} are of two plans: {} differ", what.join(", "))]
    Differs { one: String, other: String, what: Vec<&'static str> },
}

/// Puts parts together. A record that is in two of them counts once; of two scores of one probe
/// the one of the earlier part counts.
///
/// # Errors
/// There is no part, or they are not of one plan.
pub fn merge(parts: Vec<Artifact>) -> Result<Merged, MergeError> {
    let first = parts.first().ok_or(MergeError::Nothing)?;
    for other in &parts {
        let mut what = first.plan.differs(&other.plan);
        let count = |plan: &Plan| plan.shard.map(Shard::of);
        if let (Some(one), Some(two)) = (count(&first.plan), count(&other.plan))
            && one != two
        {
            what.push("the number of shards");
        }
        if !what.is_empty() {
            let (one, other) = (first.plan.run.clone(), other.plan.run.clone());
            return Err(MergeError::Differs { one, other, what });
        }
    }
    let absent = absent(&parts);
    let redacted = parts.iter().any(|part| part.redacted);
    let mut merged_of: Vec<String> = parts.iter().map(|part| part.plan.run.clone()).collect();
    let mut seen = BTreeSet::new();
    merged_of.retain(|run| seen.insert(run.clone()));
    let plan = Plan { shard: None, merged_of, ..first.plan.clone() };

    let mut records: Vec<Record> = Vec::new();
    let mut told: BTreeSet<String> = BTreeSet::new();
    for part in &parts {
        for tried in tries(&part.plan, &part.records) {
            if told.insert(identity(tried.end)) {
                records.extend(tried.said.into_iter().chain([tried.end]).cloned());
            }
        }
    }
    number(&mut records);
    let mut records = Artifact::of(plan.clone(), &records).records;
    number(&mut records);
    let ended = settled(&plan, &records).len();
    Ok(Merged {
        clashes: clashes(&records),
        missing: plan.probes() - ended,
        absent,
        redacted,
        plan,
        records,
    })
}

impl Merged {
    /// Probes whose last try errored.
    pub fn errored(&self) -> usize {
        missing(&self.plan, &self.records).len() - self.missing
    }
}

fn number(records: &mut [Record]) {
    records.iter_mut().zip(1..).for_each(|(record, seq)| record.seq = seq);
}

/// The end of a try without its number, which says only where in its run it stands.
fn identity(end: &Record) -> String {
    Record { seq: 0, ..end.clone() }.line()
}

/// Probes with more than one scored record, in their order.
fn clashes(records: &[Record]) -> Vec<Probe> {
    let (mut once, mut more) = (BTreeSet::new(), BTreeSet::new());
    let scored = records.iter().filter(|record| matches!(record.kind, Kind::Scored { .. }));
    for probe in scored.filter_map(|record| record.probe) {
        if !once.insert(probe) {
            more.insert(probe);
        }
    }
    more.into_iter().collect()
}

/// A part of all rows leaves no shard out.
fn absent(parts: &[Artifact]) -> Vec<Shard> {
    let shards: Option<BTreeSet<Shard>> = parts.iter().map(|part| part.plan.shard).collect();
    let Some(there) = shards else { return Vec::new() };
    let of = there.first().map_or(0, |shard| shard.of());
    let all = (1..=of).filter_map(|number| Shard::new(number, of).ok());
    all.filter(|shard| !there.contains(shard)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::run::testing::{errored, event, plan, scored, started};

    fn part(shard: Option<&str>, records: &[Record]) -> Artifact {
        let shard = shard.map(|text| text.parse().unwrap());
        Artifact::of(Plan { shard, ..plan() }, records)
    }

    fn whole() -> Vec<Record> {
        vec![
            started(1, 0, 1),
            event(2, 0, 1, "so"),
            scored(3, 0, 1, &["a"]),
            scored(4, 0, 2, &["b"]),
            scored(5, 1, 1, &[]),
            scored(6, 1, 2, &["a"]),
        ]
    }

    /// The records of one row, as a journal of their own.
    fn of_row(row: usize) -> Vec<Record> {
        let mut records = whole();
        records.retain(|record| record.probe.is_some_and(|probe| probe.row == row));
        number(&mut records);
        records
    }

    #[test]
    fn shards_make_the_whole_in_whatever_order() {
        let [one, two] =
            [("1/2", 0), ("2/2", 1)].map(|(shard, row)| part(Some(shard), &of_row(row)));
        let merged = merge(vec![one.clone(), two.clone()]).unwrap();
        assert_eq!(merged.records, Artifact::of(plan(), &whole()).records);
        assert_eq!((merged.missing, merged.errored(), merged.plan.shard), (0, 0, None));
        assert!(merged.clashes.is_empty() && merged.absent.is_empty());
        let turned = merge(vec![two, one]).unwrap();
        let board = |merged: &Merged| crate::core::run::board(&merged.plan, &merged.records);
        assert_eq!(board(&turned).now.figures, board(&merged).now.figures);
    }

    #[test]
    fn a_record_that_is_there_twice_counts_once() {
        let one = part(Some("1/2"), &of_row(0));
        let mut late = of_row(0);
        late.iter_mut().for_each(|record| record.seq += 100);
        let merged = merge(vec![one.clone(), part(Some("1/2"), &late), part(None, &whole())]);
        let merged = merged.unwrap();
        assert_eq!(merged.records.len(), whole().len());
        assert!(merged.clashes.is_empty() && merged.absent.is_empty());
        assert_eq!(merged.plan.merged_of, ["r1"]);
    }

    #[test]
    fn of_two_scores_the_first_counts_and_the_clash_is_told() {
        let other = part(None, &[scored(1, 0, 2, &["a"])]);
        let merged = merge(vec![part(None, &whole()), other]).unwrap();
        assert_eq!(merged.clashes, [Probe { row: 0, attempt: 2 }]);
        let board = crate::core::run::board(&merged.plan, &merged.records);
        assert_eq!((board.now.figures.clashes, board.run.counts.scored), (1, 4));
        let row = board.now.probes.rows.iter().find(|row| row.attempt == 2).unwrap();
        assert_eq!(row.engaged(), [&"b".into()]);
    }

    #[test]
    fn an_error_gives_way_to_a_score_and_is_no_clash() {
        let parts = || [part(None, &[errored(1, 1, 1)]), part(None, &[scored(1, 1, 1, &[])])];
        let merged = merge(parts().into()).unwrap();
        assert_eq!((merged.clashes.len(), merged.missing, merged.errored()), (0, 3, 0));
        let [error, _] = parts();
        assert_eq!(merge(vec![error]).unwrap().errored(), 1);
    }

    #[test]
    fn absent_shards_are_named_and_plans_that_differ_are_refused() {
        let merged = merge(vec![part(Some("2/3"), &[])]).unwrap();
        let absent: Vec<String> = merged.absent.iter().map(Shard::to_string).collect();
        assert_eq!(absent, ["1 of 3", "3 of 3"]);
        assert_eq!(merge(vec![]), Err(MergeError::Nothing));
        let mut other = part(Some("1/2"), &[]);
        other.plan.digests.catalog = "else".into();
        let error = merge(vec![part(Some("2/3"), &[]), other]).unwrap_err();
        let MergeError::Differs { what, .. } = error else { panic!("{error}") };
        assert_eq!(what, ["the skills", "the number of shards"]);
    }
}
