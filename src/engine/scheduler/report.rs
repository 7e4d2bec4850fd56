//! What a scheduler tells.

use crate::{
    core::{
        plan::Over,
        trajectory::{Event, Outcome},
    },
    engine::scheduler::ProbeId,
};

/// One thing that happened. Of a probe: it began, it spoke any number of times, it ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    Began {
        probe: ProbeId,
    },
    Spoke {
        probe: ProbeId,
        event: Event,
    },
    /// The program behind it wrote this, in pieces of any size, its secrets covered.
    Wrote {
        probe: ProbeId,
        bytes: Vec<u8>,
    },
    Ended {
        probe: ProbeId,
        ending: Ending,
        /// By the agent's own clock; by ours where it was cut off by time or by hand.
        duration_ms: u64,
        /// `None` when the agent told of no cost.
        cost_usd: Option<f64>,
        /// A job on a newer catalog was started meanwhile: the result is of its own generation and
        /// not of the current one.
        late: bool,
    },
    /// A service says that it is asked too often: so many of so many probes run at a time now;
    /// `None` when all may again.
    Slowed(Option<(usize, usize)>),
    /// Nothing of this plan runs or waits any more.
    Done {
        plan: u64,
        /// The cap after which none was begun any more, though some waited.
        cap: Option<Over>,
    },
}

impl Report {
    /// The probe that it is about; `None` of what is about several.
    pub fn probe(&self) -> Option<ProbeId> {
        match self {
            Self::Began { probe }
            | Self::Spoke { probe, .. }
            | Self::Wrote { probe, .. }
            | Self::Ended { probe, .. } => Some(*probe),
            Self::Slowed(_) | Self::Done { .. } => None,
        }
    }
}

/// How a probe ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Outcome(Outcome),
    /// Stopped by hand or by an edit: as if it had never begun.
    Cancelled,
}
