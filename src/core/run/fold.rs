//! From a plan and its records to observations, so that figures come out exactly as live.
//!
//! Must not know how figures are summed: which record of an attempt counts is decided there, and
//! said here only where somebody has to choose.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::core::{
    measure::Observation,
    run::{Kind, Plan, Probe, Record},
    trajectory::Event,
};

/// A probe that a continued run has to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Missing {
    pub probe: Probe,
    /// It errored before and is tried anew.
    pub again: bool,
}

/// Every end of a probe that was recorded, in the order of the records; of several of one attempt
/// the first scored counts, and the figures tell the clash. Records of no probe of the plan are
/// left out.
pub fn fold(plan: &Plan, records: &[Record]) -> Vec<Observation> {
    records
        .iter()
        .filter_map(|record| {
            let probe = planned(plan, record)?;
            Some(Observation {
                query: Arc::clone(plan.queries.get(probe.row)?),
                attempt: probe.attempt,
                outcome: Arc::new(record.kind.outcome()?),
            })
        })
        .collect()
}

/// The record that counts of each probe that ended: the first scored, else the last errored.
pub fn settled<'a>(plan: &Plan, records: &'a [Record]) -> BTreeMap<Probe, &'a Record> {
    let mut out: BTreeMap<Probe, &Record> = BTreeMap::new();
    for record in records {
        let Some(probe) = planned(plan, record) else { continue };
        let scored = out.get(&probe).is_some_and(|r| matches!(r.kind, Kind::Scored { .. }));
        if !scored && matches!(record.kind, Kind::Scored { .. } | Kind::Errored { .. }) {
            out.insert(probe, record);
        }
    }
    out
}

/// Probes without a scored record, in the order of the plan's rows, attempts together.
pub fn missing(plan: &Plan, records: &[Record]) -> Vec<Missing> {
    let settled = settled(plan, records);
    let all = plan
        .rows()
        .into_iter()
        .flat_map(|row| (1..=plan.attempts.max(1)).map(move |attempt| Probe { row, attempt }));
    all.filter_map(|probe| match settled.get(&probe).map(|record| &record.kind) {
        None => Some(Missing { probe, again: false }),
        Some(Kind::Errored { .. }) => Some(Missing { probe, again: true }),
        Some(_) => None,
    })
    .collect()
}

/// The events of each probe's try that counts: those between its start and its end.
pub fn events(plan: &Plan, records: &[Record]) -> BTreeMap<Probe, Vec<Event>> {
    let ends = ends(plan, records);
    let counted = tries(plan, records).filter(|tried| ends.contains(&tried.end.seq));
    let events = counted.map(|Try { probe, said, .. }| {
        let event = |record: &Record| match &record.kind {
            Kind::Event { event } => Some(event.clone()),
            _ => None,
        };
        (probe, said.into_iter().filter_map(event).collect::<Vec<_>>())
    });
    events.filter(|(_, events)| !events.is_empty()).collect()
}

/// The numbers of the records that count as ends.
pub(super) fn ends(plan: &Plan, records: &[Record]) -> BTreeSet<u64> {
    settled(plan, records).values().map(|record| record.seq).collect()
}

/// One try of a probe that came to an end.
pub(super) struct Try<'a> {
    pub probe: Probe,
    /// Its start and its events, as far as they were recorded.
    pub said: Vec<&'a Record>,
    pub end: &'a Record,
}

/// Every try that ended, in the order of the ends; a start forgets what was said before it.
pub(super) fn tries<'a>(plan: &Plan, records: &'a [Record]) -> impl Iterator<Item = Try<'a>> {
    let mut open: BTreeMap<Probe, Vec<&Record>> = BTreeMap::new();
    records.iter().filter_map(move |record| {
        let probe = planned(plan, record)?;
        match &record.kind {
            Kind::ProbeStarted => _ = open.insert(probe, vec![record]),
            Kind::Event { .. } => open.entry(probe).or_default().push(record),
            Kind::Scored { .. } | Kind::Errored { .. } => {
                let said = open.remove(&probe).unwrap_or_default();
                return Some(Try { probe, said, end: record });
            }
            _ => {}
        }
        None
    })
}

/// The probe of a record, if the plan has it.
fn planned(plan: &Plan, record: &Record) -> Option<Probe> {
    let attempts = 1..=plan.attempts.max(1);
    record.probe.filter(|probe| probe.row < plan.queries.len() && attempts.contains(&probe.attempt))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        measure::Figures,
        run::testing::{errored, event, plan, scored, started},
        trajectory::Outcome,
    };

    #[test]
    fn the_first_scored_counts_and_a_clash_is_told() {
        let plan = plan();
        let records =
            [errored(1, 0, 1), scored(2, 0, 1, &["a"]), scored(3, 0, 1, &[]), errored(4, 0, 1)];
        let observations = fold(&plan, &records);
        assert_eq!(observations.len(), 4);
        let figures = Figures::of(&observations, plan.probes(), &plan.residents());
        assert_eq!((figures.clashes, figures.run.scored, figures.run.errored), (1, 1, 0));
        let settled = settled(&plan, &records);
        assert_eq!(settled.values().map(|record| record.seq).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn the_errored_are_missing_and_tried_anew() {
        let plan = plan();
        assert_eq!(missing(&plan, &[]).len(), plan.probes());
        let records = [scored(1, 0, 1, &[]), errored(2, 0, 2), errored(3, 1, 1)];
        let left = missing(&plan, &records);
        let again: Vec<(usize, u32)> =
            left.iter().filter(|m| m.again).map(|m| (m.probe.row, m.probe.attempt)).collect();
        assert_eq!(again, [(0, 2), (1, 1)]);
        assert_eq!(left.len(), plan.probes() - 1);
    }

    #[test]
    fn records_of_no_planned_probe_count_nowhere() {
        let plan = plan();
        let (rows, attempts) = (plan.queries.len(), plan.attempts);
        let foreign =
            [scored(1, rows, 1, &[]), scored(2, 0, attempts + 1, &[]), scored(3, 0, 0, &[])];
        assert!(fold(&plan, &foreign).is_empty());
        assert!(settled(&plan, &foreign).is_empty());
    }

    #[test]
    fn events_are_those_of_the_try_that_counts() {
        let plan = plan();
        let records = [
            started(1, 0, 1),
            event(2, 0, 1, "lost with the process"),
            started(3, 0, 1),
            event(4, 0, 1, "before the error"),
            errored(5, 0, 1),
            started(6, 0, 1),
            event(7, 0, 1, "this"),
            started(8, 1, 1),
            event(9, 0, 1, "and this"),
            scored(10, 0, 1, &["a"]),
            event(11, 1, 1, "still under way"),
        ];
        let events = events(&plan, &records);
        let told: Vec<_> = events.into_iter().map(|(probe, events)| (probe.row, events)).collect();
        let text = |n: usize| match &records[n].kind {
            Kind::Event { event } => event.clone(),
            _ => unreachable!(),
        };
        assert_eq!(told, [(0, vec![text(6), text(8)])]);
    }

    #[test]
    fn an_observation_is_what_was_recorded() {
        let plan = plan();
        let [observation] = &fold(&plan, &[scored(1, 1, 2, &["a", "b"])])[..] else { panic!() };
        let Outcome::Scored(trajectory) = &*observation.outcome else { panic!() };
        let engaged: Vec<_> = trajectory.engagements.iter().map(|e| e.skill.as_str()).collect();
        assert_eq!((engaged, observation.attempt), (vec!["a", "b"], 2));
        assert!(Arc::ptr_eq(&observation.query, &plan.queries[1]));
    }
}
