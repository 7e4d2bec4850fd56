//! Agents behind which a model is: programs and services that are asked for real.
//!
//! A closed list, as that of all agents. Launching and asking only; must not know labels, metrics
//! or the order of probes.

use tokio_util::sync::CancellationToken;

use crate::{
    core::trajectory::End,
    engine::agent::{Capabilities, EventSink, Ground, NotReady, ProbeSpec},
};

/// Somebody who is asked for real.
#[derive(Debug)]
pub enum Live {}

/// One of them set on what lies before it. Shared by all probes of a job.
#[derive(Clone, Debug)]
pub enum Ready {}

impl Live {
    pub fn capabilities(&self) -> Capabilities {
        match *self {}
    }

    pub(super) fn set_on(&self, _: &Ground<'_>) -> Result<Ready, NotReady> {
        match *self {}
    }
}

impl Ready {
    pub(super) async fn probe(
        &self,
        _: &ProbeSpec,
        _: &mut EventSink,
        _: &CancellationToken,
    ) -> End {
        match *self {}
    }
}
