//! Agents behind which a model is: programs and services that are asked for real.
//!
//! A closed list, as that of all agents. Launching and asking only; must not know labels, metrics
//! or the order of probes.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::{
    core::trajectory::End,
    engine::{
        agent::{
            About, Capabilities, EventSink, Ground, NotReady, ProbeSpec,
            api::{self, Api},
            command::{self, Command},
            harness::{self, Harness},
            wiring::{Hears, Wiring},
        },
        secret::Scrubber,
    },
};

/// The names of all there are.
pub const LIVE: [&str; 11] = [
    "claude-code",
    "codex",
    "gemini-cli",
    "opencode",
    "pi",
    "copilot",
    "qwen",
    "openai",
    "anthropic",
    "gemini",
    "command",
];

/// Somebody who is asked for real.
#[derive(Debug)]
pub enum Live {
    /// A service that a model is behind.
    Api(Arc<Api>),
    /// A program, launched for each probe.
    Harness(Arc<Harness>),
    /// A program that somebody declared.
    Command(Arc<Command>),
}

/// One of them set on what lies before it. Shared by all probes of a job.
#[derive(Clone, Debug)]
pub enum Ready {
    Api(api::Set),
    Harness(harness::Set),
    Command(command::Set),
}

impl Live {
    /// What asking it means, for whoever has to agree.
    pub fn about(&self) -> About {
        match self {
            Self::Api(api) => api.about(),
            Self::Harness(harness) => harness.about(),
            Self::Command(command) => command.about(),
        }
    }

    pub fn capabilities(&self) -> Capabilities {
        match self {
            Self::Api(api) => api.capabilities(),
            Self::Harness(harness) => harness.capabilities(),
            Self::Command(command) => command.capabilities(),
        }
    }

    pub(super) fn set_on(&self, ground: &Ground<'_>) -> Result<Ready, NotReady> {
        match self {
            Self::Api(api) => api.set_on(ground).map(Ready::Api),
            Self::Harness(harness) => harness.set_on(ground).map(Ready::Harness),
            Self::Command(command) => command.set_on(ground).map(Ready::Command),
        }
    }
}

impl Ready {
    pub(super) async fn probe(
        &self,
        spec: &ProbeSpec,
        sink: &mut EventSink,
        cancel: &CancellationToken,
    ) -> End {
        let scrubber = self.scrubber().clone();
        sink.covers(&scrubber);
        let end = match self {
            Self::Api(set) => set.probe(spec, sink, cancel).await,
            Self::Harness(set) => set.probe(spec, sink, cancel).await,
            Self::Command(set) => set.probe(spec, sink, cancel).await,
        };
        sink.settle().await;
        match end {
            End::Errored { cause } => End::Errored { cause: scrubber.text(&cause).into_owned() },
            end => end,
        }
    }

    /// Covers everything secret in what it says.
    fn scrubber(&self) -> &Scrubber {
        match self {
            Self::Api(set) => set.scrubber(),
            Self::Harness(set) => set.harness().scrubber(),
            Self::Command(set) => set.scrubber(),
        }
    }

    /// Whether it can be asked at all. The last check asks the model to use a skill, and costs what a
    /// probe costs; it is made where `ask` says so and nothing failed before.
    pub async fn wiring(&self, ask: bool, hears: Hears, cancel: &CancellationToken) -> Wiring {
        match self {
            Self::Api(set) => set.wiring(ask, hears, cancel).await,
            Self::Harness(set) => set.wiring(ask, hears, cancel).await,
            Self::Command(set) => set.wiring(ask, hears, cancel).await,
        }
    }
}
