//! From a plan of the workbench to jobs of the scheduler, and back.

use std::{sync::Arc, time::Duration};

use super::Setup;
use crate::{
    core::workbench::{
        Board, Input,
        probes::{ProbeRow, ProbeState},
    },
    engine::{
        agent::{Agent, NotReady, ProbeSpec, Speed},
        scheduler::{Ending, Job, Report, Task},
    },
};

/// Longest time of one probe.
const TIMEOUT: Duration = Duration::from_secs(200);

/// The job that runs every planned row of the board, in the plan's seeded order; scripts are played
/// at `speed`.
pub(super) fn job(setup: &Setup, board: &Board, plan: u64, speed: Speed) -> Result<Job, NotReady> {
    let agent = match (&*setup.agent, &setup.script) {
        ("fake", Some(script)) => Agent::Fake { script: Arc::clone(script), speed },
        _ => Agent::Keyword,
    };
    let table = &board.now.probes;
    let task = |at: usize, row: &ProbeRow| Task {
        at,
        spec: ProbeSpec { query: Arc::clone(&row.query), attempt: row.attempt, again: row.again },
    };
    let order = table.plan(setup.seed);
    let tasks = order.probes.iter().filter_map(|probe| {
        let at = table.place(*probe);
        let row = table.rows.get(at)?;
        (row.state == ProbeState::Planned).then(|| task(at, row))
    });
    Ok(Job {
        plan,
        generation: board.now.generation(),
        agent: Arc::new(agent.preflight(&board.now.snapshot)?),
        limits: setup.limits.clone(),
        timeout: TIMEOUT,
        tasks: tasks.collect(),
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
        Report::Ended { ending: Ending::Cancelled, .. } | Report::Done { .. } => return None,
    })
}
