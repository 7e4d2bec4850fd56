//! What a scheduler is asked to run, and to stop.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use crate::{
    core::plan::Limits,
    engine::agent::{ProbeSpec, Ready},
};

/// Probes of one plan on one generation of the catalog.
#[derive(Clone, Debug)]
pub struct Job {
    /// The caller's number for the plan; comes back in every report.
    pub plan: u64,
    /// Generation of the catalog that the agents were set on.
    pub generation: u64,
    pub limits: Limits,
    /// Longest time of one probe; a probe that takes longer is errored.
    pub timeout: Duration,
    /// Probes that the plan may begin; counted on from job to job of one plan.
    pub probes: Option<usize>,
    /// US dollars that the plan's probes may cost; counted on from job to job of one plan.
    pub cost_usd: Option<f64>,
    /// A service is asked, and asked less when it says that it is asked too often; what a script
    /// says of one is play.
    pub asks_service: bool,
    /// In the order in which they are begun.
    pub tasks: Vec<Task>,
}

/// One probe of a job.
#[derive(Clone, Debug)]
pub struct Task {
    /// The caller's row for the probe; comes back in every report of it.
    pub at: usize,
    pub spec: ProbeSpec,
    pub agent: Arc<Ready>,
}

/// Which probe a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProbeId {
    pub plan: u64,
    pub at: usize,
    /// 1-based.
    pub attempt: u32,
    pub generation: u64,
}

/// Which probes are to be stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cancel {
    All,
    Plan(u64),
    /// Probes of catalogs before this generation.
    Before(u64),
    /// These rows of a plan.
    Rows {
        plan: u64,
        at: BTreeSet<usize>,
    },
}

impl Cancel {
    pub(super) fn covers(&self, probe: &ProbeId) -> bool {
        match self {
            Self::All => true,
            Self::Plan(plan) => probe.plan == *plan,
            Self::Before(generation) => probe.generation < *generation,
            Self::Rows { plan, at } => probe.plan == *plan && at.contains(&probe.at),
        }
    }
}
