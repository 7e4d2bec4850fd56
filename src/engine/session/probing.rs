//! From a plan of the workbench to jobs of the scheduler, and back.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

use super::Setup;
use crate::{
    core::{
        listing::Listing,
        snapshot::Snapshot,
        workbench::{
            Input, Settings, State,
            offers::Offers,
            probes::{ProbeRow, ProbeState},
            request::ProbeOf,
        },
    },
    engine::{
        agent::{Agent, Ground, NotReady, ProbeSpec, Speed},
        scheduler::{Ending, Job, ProbeId, Report, Task},
    },
};

/// Longest time of one probe.
const TIMEOUT: Duration = Duration::from_secs(200);

/// Where the files of the catalog lie on disk, by their paths in it.
pub(super) type Files = BTreeMap<String, PathBuf>;

/// The job that runs the planned rows of a state, in the plan's seeded order and within its cap;
/// scripts are played at `speed`.
pub(super) fn job(
    setup: &Setup,
    settings: &Settings,
    state: &State,
    files: &Files,
    plan: u64,
    speed: Speed,
) -> Result<Job, NotReady> {
    let (table, snapshot) = (&state.probes, &state.snapshot);
    let agent = setup.agent(speed);
    let set = |snapshot: &Snapshot, listing: Option<&Listing>| {
        agent.preflight(&Ground { snapshot, listing, files }).map(Arc::new)
    };
    let asks = matches!(agent, Agent::Live(_));
    let whole = set(snapshot, state.listing.as_deref())?;
    let mut offers = Offers::of(setup.offered, snapshot, setup.lexical);
    let mut task = |at: usize, row: &ProbeRow| {
        let agent = match &mut offers {
            Some(offers) => offers.to(&row.query, |part| {
                let listing = asks.then(|| settings.list(part)).flatten();
                set(part, listing.as_deref())
            })?,
            None => Arc::clone(&whole),
        };
        let (query, attempt, again) = (Arc::clone(&row.query), row.attempt, row.again);
        let limits = setup.limits.clone();
        Ok(Task { at, spec: ProbeSpec { query, attempt, again, limits }, agent })
    };
    let order = table.plan(setup.seed);
    let tasks = order.probes.iter().filter_map(|probe| {
        let at = table.place(*probe);
        let row = table.rows.get(at)?;
        (row.state == ProbeState::Planned).then(|| task(at, row))
    });
    let most = setup.caps.probes.unwrap_or(usize::MAX);
    Ok(Job {
        plan,
        generation: state.generation(),
        limits: setup.limits.clone(),
        timeout: timeout(setup),
        probes: setup.caps.probes,
        cost_usd: setup.caps.cost_usd,
        asks_service: asks,
        // One more than may begin, which tells that there was one.
        tasks: tasks.take(most.saturating_add(1)).collect::<Result<_, NotReady>>()?,
    })
}

/// The longest time of one probe.
fn timeout(setup: &Setup) -> Duration {
    let said = setup.asking.as_ref().and_then(|asking| asking.timeout_s);
    said.map_or(TIMEOUT, |seconds| Duration::from_secs(seconds.into()))
}

/// What the workbench makes of a report; `None` for those that change nothing.
pub(super) fn input(report: Report) -> Option<Input> {
    let of = |probe: ProbeId| {
        let ProbeId { plan, at, generation, .. } = probe;
        ProbeOf { plan, at, generation }
    };
    Some(match report {
        Report::Began { probe } => Input::ProbeBegan(of(probe)),
        Report::Spoke { probe, event } => Input::ProbeSpoke { of: of(probe), event },
        Report::Ended {
            probe, ending: Ending::Outcome(outcome), duration_ms, cost_usd, ..
        } => Input::ProbeEnded { of: of(probe), outcome, duration_ms, cost_usd },
        Report::Slowed(slowed) => Input::Slowed(slowed),
        Report::Done { plan, cap } => Input::PlanDone { plan, cap },
        Report::Wrote { .. } | Report::Ended { ending: Ending::Cancelled, .. } => return None,
    })
}
