//! Agents: whoever is asked to pick a skill, behind one face.
//!
//! An enum and not a trait object: the agents are a closed list of this crate, so a `match` tells
//! at compile time what a new one still lacks, and probes are plain `async fn`s without boxing.
//! Launching only; must not know labels, metrics or the order of probes.

mod about;
pub mod api;
mod clean;
pub mod command;
mod copy;
mod explicit;
mod find;
mod ground;
pub mod harness;
mod heard;
pub mod kit;
mod known;
mod live;
mod pace;
mod sink;
mod streams;
pub mod wiring;

use std::{path::PathBuf, sync::Arc};

use thiserror::Error;
use tokio_util::sync::CancellationToken;

pub use about::{About, Billing};
pub use command::NAME as COMMAND;
pub use copy::{LeftOut, Why};
pub use find::Around;
pub use ground::Ground;
pub use kit::{Kit, KitError};
pub use known::known;
pub use live::{LIVE, Live, Ready as LiveReady};
pub use pace::Speed;
pub(super) use sink::Aside;
pub use sink::{EventSink, WRITTEN};
pub use streams::in_folder;

use crate::{
    core::{
        id::SkillId,
        plan::{Evidence, Limits},
        query::Query,
        standin::{StandIn, keyword::Keyword, script::Script},
        stream::Recordings,
        trajectory::End,
    },
    engine::secret::SecretError,
};

/// The name of the agent that plays kept streams.
pub const REPLAY: &str = "replay";

/// Someone who picks skills.
#[derive(Clone, Debug)]
pub enum Agent {
    /// The keyword rules: offline, deterministic, free.
    Keyword,
    /// A script's events at their times.
    Fake { script: Arc<Script>, speed: Speed },
    /// Streams that a harness wrote, at their times.
    Replay { recordings: Arc<Recordings>, speed: Speed },
    /// A model, asked through a program or a service.
    Live(Arc<Live>),
}

/// What is known of an agent before it is asked anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capabilities {
    pub name: String,
    /// Part of what makes two results comparable.
    pub version: String,
    /// The model that is asked; `None` where none is.
    pub model: Option<String>,
    /// Settings of its own that results depend on, in a canonical spelling; empty without any.
    pub options: String,
    /// How far its choices count.
    pub evidence: Evidence,
    /// Whether every attempt gives the same: then more attempts add nothing.
    pub deterministic: bool,
    /// Whether it plays later user turns.
    pub plays_turns: bool,
}

/// Why an agent cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotReady {
    #[error("no skill here can be picked, so every probe would count as an abstention")]
    NothingToPick,
    /// The skills cannot be handed to it.
    #[error("{0}")]
    Skills(String),
    /// Something that it needs is not there.
    #[error("{problem}. {}", problem.remedy())]
    Wiring { what: wiring::What, problem: Box<wiring::Problem> },
    #[error(
        "the agent {0} asks a model, and none is stated: name it with --model, as its service \
         calls it"
    )]
    NoModel(String),
    #[error("the agent {0} cannot be asked by this version")]
    NotHere(String),
    #[error("cannot start {}: there is no such program on the PATH; install it", .0.display())]
    NoProgram(PathBuf),
    #[error(transparent)]
    File(#[from] command::FileError),
    #[error("--{flag} means nothing to the agent {agent}: leave it out")]
    Meaningless { agent: String, flag: &'static str },
    #[error(transparent)]
    Secret(#[from] SecretError),
    #[error(transparent)]
    Api(#[from] api::ApiError),
}

/// One question.
#[derive(Clone, Debug)]
pub struct ProbeSpec {
    pub query: Arc<Query<SkillId>>,
    /// 1-based.
    pub attempt: u32,
    /// The attempt errored before and is tried anew.
    pub again: bool,
    /// Whoever can stops itself there; the sink stops everybody.
    pub limits: Limits,
}

/// An agent set on one snapshot, checked and able to be asked. Shared by all probes of a job.
#[derive(Clone, Debug)]
pub enum Ready {
    /// What it does is known beforehand.
    Play {
        stand_in: StandIn,
        speed: Speed,
    },
    Live(live::Ready),
}

impl Agent {
    pub fn capabilities(&self) -> Capabilities {
        let (name, evidence, deterministic) = match self {
            Self::Keyword => ("keyword".to_owned(), Evidence::StandIn, true),
            Self::Fake { script, .. } => (script.agent.clone(), Evidence::Scripted, false),
            Self::Replay { .. } => (REPLAY.to_owned(), Evidence::Recorded, false),
            Self::Live(live) => return live.capabilities(),
        };
        Capabilities {
            name,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            model: None,
            options: String::new(),
            evidence,
            deterministic,
            plays_turns: false,
        }
    }

    /// Sets the agent on what lies before it, or says why it cannot be asked there.
    pub fn preflight(&self, ground: &Ground<'_>) -> Result<Ready, NotReady> {
        let snapshot = ground.snapshot;
        if snapshot.residents().next().is_none() {
            return Err(NotReady::NothingToPick);
        }
        let (stand_in, speed) = match self {
            Self::Keyword => (StandIn::Keyword(Keyword::of(snapshot)), Speed::INSTANT),
            Self::Fake { script, speed } => (StandIn::Script(script.on(snapshot)), *speed),
            Self::Replay { recordings, speed } => {
                let paced = *speed != Speed::INSTANT;
                (StandIn::Recorded(recordings.on(snapshot, paced)), *speed)
            }
            Self::Live(live) => return live.set_on(ground).map(Ready::Live),
        };
        Ok(Ready::Play { stand_in, speed })
    }
}

impl Ready {
    /// One probe: tells `sink` what happens until it ends, `sink` has seen enough, or `cancel` is
    /// called. After either of the last two it returns soon, its children gone, and what it then
    /// returns does not matter.
    pub async fn probe(
        &self,
        spec: &ProbeSpec,
        sink: &mut EventSink,
        cancel: &CancellationToken,
    ) -> End {
        match self {
            Self::Play { stand_in, speed } => {
                let play = stand_in.play(&spec.query, spec.attempt, spec.again);
                pace::perform(play, *speed, sink, cancel).await
            }
            Self::Live(live) => live.probe(spec, sink, cancel).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::snapshot::Snapshot;

    #[test]
    fn an_empty_catalog_is_no_place_to_ask() {
        let agents = [Agent::Keyword, fake(r#"{"schema": "skillscope.script/1"}"#)];
        for agent in agents {
            let ready = agent.preflight(&Ground::bare(&Snapshot::default()));
            assert_eq!(ready.err(), Some(NotReady::NothingToPick));
        }
    }

    #[test]
    fn every_agent_says_what_its_choices_are_worth() {
        let keyword = Agent::Keyword.capabilities();
        assert_eq!((keyword.name.as_str(), keyword.evidence), ("keyword", Evidence::StandIn));
        assert!(keyword.deterministic);
        let named =
            fake(r#"{"schema": "skillscope.script/1", "agent": "the cast"}"#).capabilities();
        assert_eq!((named.name.as_str(), named.evidence), ("the cast", Evidence::Scripted));
    }

    fn fake(text: &str) -> Agent {
        let script = Arc::new(Script::read("script.json", text).unwrap());
        Agent::Fake { script, speed: Speed::REAL }
    }
}
