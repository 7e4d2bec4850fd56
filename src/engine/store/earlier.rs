//! What probes took in the runs that are kept: the only ground for saying what others will take.
//!
//! Must not know who wants to know.

use std::fs;

use super::{Entry, Kept, PLAN, Store};
use crate::core::{
    plan::PerProbe,
    run::{Kind, Plan, Record},
};

/// The newest runs that are looked at, and of those that fit, how many are read.
const LOOKED_AT: usize = 100;
const READ: usize = 5;

impl Store {
    /// What one probe of an agent with a model took, the mean of the newest runs of just these.
    pub fn each_probe(&self, agent: &str, model: Option<&str>) -> PerProbe {
        let of = |entry: &Entry| {
            let plan = Plan::read(&fs::read_to_string(entry.folder.join(PLAN)).ok()?).ok()?;
            let fits = plan.agent == agent && plan.model.as_deref() == model;
            fits.then(|| Kept::of_folder(&entry.folder).ok())?
        };
        let entries = self.list();
        let runs = entries.iter().take(LOOKED_AT).filter_map(of).take(READ);
        each(runs.flat_map(|run| run.records))
    }
}

/// Probes that errored took no usual time, but what they cost was paid.
fn each(records: impl Iterator<Item = Record>) -> PerProbe {
    let (mut durations, mut costs) = (Vec::new(), Vec::new());
    for record in records {
        match record.kind {
            Kind::Scored { duration_ms, cost_usd, .. } => {
                durations.extend(duration_ms.map(|ms| ms as f64));
                costs.extend(cost_usd);
            }
            Kind::Errored { cost_usd, .. } => costs.extend(cost_usd),
            _ => {}
        }
    }
    let mean = |of: Vec<f64>| (!of.is_empty()).then(|| of.iter().sum::<f64>() / of.len() as f64);
    PerProbe { duration_ms: mean(durations), cost_usd: mean(costs) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::trajectory::Trajectory;

    #[test]
    fn a_mean_is_of_what_was_told_and_nothing_gives_none() {
        let scored = |duration_ms, cost_usd| Kind::Scored {
            trajectory: Trajectory::default(),
            duration_ms,
            cost_usd,
        };
        let cause = "429".to_owned();
        let kinds = [
            Kind::ProbeStarted,
            scored(Some(1_000), Some(0.1)),
            scored(Some(3_000), None),
            Kind::Errored { cause, duration_ms: Some(90_000), cost_usd: Some(0.3) },
        ];
        let record =
            |kind| Record { seq: 1, kind, probe: None, key: None, generation: 1, at_ms: 0 };
        let told = each(kinds.into_iter().map(record));
        assert_eq!(told, PerProbe { duration_ms: Some(2_000.0), cost_usd: Some(0.2) });
        assert_eq!(each([record(Kind::ProbeStarted)].into_iter()), PerProbe::default());
    }
}
