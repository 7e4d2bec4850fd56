//! From a plan of the workbench to jobs of the scheduler, and back.

use std::{sync::Arc, time::Duration};

use super::Setup;
use crate::{
    core::{
        snapshot::Snapshot,
        workbench::{
            Input, State,
            offers::Offers,
            probes::{ProbeRow, ProbeState},
        },
    },
    engine::{
        agent::{NotReady, ProbeSpec, Speed},
        scheduler::{Ending, Job, Report, Task},
    },
};

/// Longest time of one probe.
const TIMEOUT: Duration = Duration::from_secs(200);

/// The job that runs the planned rows of a state, in the plan's seeded order and within its cap;
/// scripts are played at `speed`.
pub(super) fn job(setup: &Setup, state: &State, plan: u64, speed: Speed) -> Result<Job, NotReady> {
    let (table, snapshot) = (&state.probes, &state.snapshot);
    let set = |snapshot: &Snapshot| setup.agent(speed).preflight(snapshot).map(Arc::new);
    let whole = set(snapshot)?;
    let mut offers = Offers::of(setup.offered, snapshot, setup.lexical);
    let mut task = |at: usize, row: &ProbeRow| {
        let agent = match &mut offers {
            Some(offers) => offers.to(&row.query, set)?,
            None => Arc::clone(&whole),
        };
        let (query, attempt, again) = (Arc::clone(&row.query), row.attempt, row.again);
        Ok(Task { at, spec: ProbeSpec { query, attempt, again }, agent })
    };
    let order = table.plan(setup.seed);
    let tasks = order.probes.iter().filter_map(|probe| {
        let at = table.place(*probe);
        let row = table.rows.get(at)?;
        (row.state == ProbeState::Planned).then(|| task(at, row))
    });
    Ok(Job {
        plan,
        generation: state.generation(),
        limits: setup.limits.clone(),
        timeout: TIMEOUT,
        cost_usd: setup.caps.cost_usd,
        tasks: tasks.take(setup.caps.probes.unwrap_or(usize::MAX)).collect::<Result<_, _>>()?,
    })
}

/// What the workbench makes of a report; `None` for those that change nothing.
pub(super) fn input(report: Report) -> Option<Input> {
    Some(match report {
        Report::Began { probe } => Input::ProbeBegan { plan: probe.plan, at: probe.at },
        Report::Spoke { probe, event } => {
            Input::ProbeSpoke { plan: probe.plan, at: probe.at, event }
        }
        Report::Ended {
            probe, ending: Ending::Outcome(outcome), duration_ms, cost_usd, ..
        } => Input::ProbeEnded { plan: probe.plan, at: probe.at, outcome, duration_ms, cost_usd },
        Report::Done { plan, used_up } => Input::PlanDone { plan, used_up },
        Report::Ended { ending: Ending::Cancelled, .. } => return None,
    })
}
