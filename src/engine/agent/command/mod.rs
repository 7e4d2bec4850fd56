//! The agent `command`: any program that tells in JSON lines what its model does, by a file that says
//! how it is run and read.
//!
//! Launching only; the rules of reading are [`crate::core::stream`]'s. Never through a shell.

mod file;
mod probe;

use std::{path::PathBuf, sync::Arc};

use tokio_util::sync::CancellationToken;

use crate::{
    core::plan::Evidence,
    engine::{
        agent::{
            About, Billing, Capabilities, EventSink, Ground, Kit, NotReady, ProbeSpec, explicit,
            kit::Laid,
            wiring::{Hears, Problem, What, Wiring},
        },
        process::Environment,
        secret::{Scrubber, Secret},
        store::digest,
    },
};

pub use file::{Declared, FileError, shipped};

/// Its name among the agents.
pub const NAME: &str = "command";

/// A program that was found, and how it is asked.
#[derive(Debug)]
pub struct Command {
    declared: Declared,
    program: PathBuf,
    model: Option<String>,
    secrets: Vec<Secret>,
    scrubber: Scrubber,
    environment: Environment,
    /// Folders that the paths of query files may be relative to.
    query_roots: Vec<PathBuf>,
}

/// Set on the skills. Shared by all probes of a job.
#[derive(Clone, Debug)]
pub struct Set {
    command: Arc<Command>,
    kit: Arc<Kit>,
    laid: Arc<[Laid]>,
}

impl Command {
    /// # Errors
    /// The program is not here, or a key that it is given cannot be used.
    pub fn find(
        declared: Declared,
        model: Option<String>,
        environment: Environment,
        query_roots: Vec<PathBuf>,
    ) -> Result<Self, NotReady> {
        let program = environment
            .find(&declared.program)
            .ok_or_else(|| NotReady::NoProgram(declared.program.clone()))?;
        if model.is_none() && declared.asks_model() {
            return Err(NotReady::NoModel(declared.name.clone()));
        }
        let given = declared.secrets.iter().filter(|name| environment.get(name).is_some());
        let secrets: Vec<_> =
            given.map(|name| Secret::in_variable(&environment, name)).collect::<Result<_, _>>()?;
        let scrubber = Scrubber::of(&secrets);
        Ok(Self { declared, program, model, secrets, scrubber, environment, query_roots })
    }

    pub(super) fn capabilities(&self) -> Capabilities {
        Capabilities {
            name: NAME.to_owned(),
            // Another file is another agent.
            version: format!("{} {}", self.declared.name, &digest(&self.declared.text)[..8]),
            model: self.model.clone(),
            options: format!("program={}", self.declared.name),
            evidence: Evidence::Model,
            deterministic: false,
            plays_turns: false,
        }
    }

    pub(super) fn about(&self) -> About {
        let words = self.declared.arguments.iter().map(|word| word.shown(self.model.as_deref()));
        let verified = match self.declared.verified {
            true => None,
            false => {
                Some("its file was written from documents, and no run of it was seen".to_owned())
            }
        };
        let place =
            "each probe in a fresh folder and an empty home, both gone behind it".to_owned();
        About {
            runs: [self.program.display().to_string()].into_iter().chain(words).collect(),
            version: None,
            place: [place].into_iter().chain(verified).collect(),
            tools: vec!["whatever the program lets its model do: nothing is refused".to_owned()],
            environment: self
                .declared
                .secrets
                .iter()
                .chain(&self.declared.environment)
                .cloned()
                .collect(),
            billing: match self.secrets.first() {
                Some(secret) => Billing::ApiKey(secret.variable().to_owned()),
                None => Billing::Unknown,
            },
        }
    }

    pub(super) fn set_on(self: &Arc<Self>, ground: &Ground<'_>) -> Result<Set, NotReady> {
        let unready = |error: crate::engine::agent::KitError| NotReady::Skills(error.to_string());
        let kit = Kit::of(ground).map_err(unready)?;
        let laid = kit.places(self.declared.identity.into(), false).map_err(unready)?;
        Ok(Set { command: Arc::clone(self), kit: Arc::new(kit), laid: laid.into() })
    }
}

impl Set {
    /// Covers everything secret in what it says.
    pub(super) fn scrubber(&self) -> &Scrubber {
        &self.command.scrubber
    }

    /// The program was found; whether its model does as it is told is seen by one probe.
    pub(super) async fn wiring(
        &self,
        ask: bool,
        hears: Hears,
        cancel: &CancellationToken,
    ) -> Wiring {
        let command = &self.command;
        let version = Some(command.capabilities().version);
        let mut wiring = Wiring::begin(NAME, version, hears);
        wiring.pass(What::Program, command.program.display().to_string());
        match command.secrets.first() {
            Some(secret) => wiring.pass(What::Credential, secret.to_string()),
            None => wiring.skip(What::Credential, "none of those that its file names is set"),
        }
        wiring.skip(What::Residents, "a program that is declared does not tell what it sees");
        wiring.told_to_engage(ask, async || self.engages(cancel).await).await;
        wiring
    }

    /// One probe that asks for the first skill by its name.
    async fn engages(&self, cancel: &CancellationToken) -> Result<String, Problem> {
        let Some(first) = self.laid.first() else { return Ok("there is no skill".to_owned()) };
        let probe =
            async |spec: &ProbeSpec, sink: &mut EventSink| self.probe(spec, sink, cancel).await;
        let name = &self.command.declared.name;
        explicit::engages(name, (&first.skill, &first.called), self.scrubber(), probe).await
    }
}
