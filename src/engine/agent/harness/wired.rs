//! The wiring check of a harness.

use std::{
    net::{TcpStream, ToSocketAddrs},
    time::Duration,
};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    core::{
        id::SkillId,
        plan::Limits,
        query::{Label, Query},
        trajectory::{EventKind, Outcome, Tracker},
    },
    engine::{
        agent::{
            EventSink, ProbeSpec,
            harness::{Billing, Home, Set, base_url},
            wiring::{Problem, What, Wiring},
        },
        scheduler::{ProbeId, Report},
    },
};

/// How long a service may take to be reached.
const REACH: Duration = Duration::from_secs(5);

impl Set {
    /// Looks at everything. The last check, one probe that is told to use a skill, asks the model
    /// and costs what a probe costs; it is made where `ask` says so and nothing failed before.
    pub async fn wiring(&self, ask: bool, cancel: &CancellationToken) -> Wiring {
        let harness = &self.harness;
        let mut wiring = Wiring {
            agent: harness.name().to_owned(),
            version: Some(harness.version.clone()),
            checks: Vec::new(),
        };
        let program = harness.program.display();
        wiring.pass(What::Program, format!("{} {} ({program})", harness.title(), harness.version));
        match harness.kind.node {
            // Looked at when it was found.
            Some((major, minor)) => {
                wiring.pass(What::Node, format!("{major}.{minor} or newer, where it runs by one"));
            }
            None => wiring.skip(What::Node, "it needs none"),
        }
        if harness.kind.ripgrep {
            wiring.pass(What::Helper, "rg is on the PATH");
        }
        wiring.pass(What::Credential, self.account());
        self.reach(&mut wiring).await;
        match self.residents(cancel).await {
            Ok(found) => {
                let agent = harness.title().to_owned();
                if !found.missing.is_empty() {
                    let (agent, skills) = (agent.clone(), found.missing.clone());
                    wiring.fail(What::Residents, Problem::Missing { agent, skills });
                }
                if !found.foreign.is_empty() {
                    let names = found.foreign.clone();
                    wiring.fail(What::Residents, Problem::Foreign { agent, names });
                }
                if found.missing.is_empty() && found.foreign.is_empty() {
                    wiring.pass(What::Residents, format!("sees all {} skills", self.laid.len()));
                }
            }
            Err(Problem::Unseen { cause, .. }) => wiring.skip(What::Residents, cause),
            Err(problem) => wiring.fail(What::Residents, problem),
        }
        if !ask {
            wiring.skip(What::Engages, "no model was asked");
        } else if !wiring.holds() {
            wiring.skip(What::Engages, "something else is wrong");
        } else {
            match self.engages(cancel).await {
                Ok(said) => wiring.pass(What::Engages, said),
                Err(problem) => wiring.fail(What::Engages, problem),
            }
        }
        wiring
    }

    /// Whose account it is, without the key.
    fn account(&self) -> String {
        let harness = &self.harness;
        match (harness.credential(), harness.billing()) {
            (Some(variable), billing) => {
                let how = match billing {
                    Billing::ApiKey => "billed by use",
                    Billing::Token => "counted on an account",
                    Billing::Subscription | Billing::Local => "the service is on this machine",
                };
                format!("present, from {variable}; {how}")
            }
            (None, _) if harness.home() == Home::Real => {
                "the login of the real home, if there is one".to_owned()
            }
            (None, _) => "none is needed: the service is on this machine".to_owned(),
        }
    }

    /// Whether anybody answers at a base URL.
    async fn reach(&self, wiring: &mut Wiring) {
        let Some(url) = self.harness.base_url().map(str::to_owned) else {
            return wiring.skip(What::Service, "the harness's own");
        };
        let tried = url.clone();
        match tokio::task::spawn_blocking(move || connect(&tried)).await {
            Ok(Ok(())) => wiring.pass(What::Service, format!("somebody answers at {url}")),
            Ok(Err(cause)) => {
                let cause = format!("{url}: {cause}");
                wiring.fail(What::Service, Problem::Unreachable { cause });
            }
            Err(error) => wiring.skip(What::Service, error.to_string()),
        }
    }

    /// One probe that asks for the first skill by its name.
    async fn engages(&self, cancel: &CancellationToken) -> Result<String, Problem> {
        let agent = self.harness.title().to_owned();
        let Some(first) = self.laid.first() else { return Ok("there is no skill".to_owned()) };
        let prompt = format!("Use the skill {} now, before you say anything.", first.called);
        let label = Label::Complete { expected: vec![first.skill.clone()], alternatives: vec![] };
        let query = Query::<SkillId>::new("wiring", prompt, label);
        let limits = Limits { max_turns: 1, max_steps: 3, ..Limits::default() };
        let (sender, mut reports) = mpsc::channel(16);
        let probe = ProbeId { plan: 0, at: 0, attempt: 1, generation: 0 };
        let mut sink = EventSink::new(probe, Tracker::new(&query, &limits), sender);
        let spec = ProbeSpec { query: query.into(), attempt: 1, again: false, limits };
        let mut did = "did nothing".to_owned();
        let asking = async {
            let end = self.probe(&spec, &mut sink, cancel).await;
            sink.into_parts().0.close(end)
        };
        let hearing = async {
            while let Some(report) = reports.recv().await {
                let Report::Spoke { event, .. } = report else { continue };
                match event.kind {
                    EventKind::ToolCall { name, .. } => did = format!("called {name}"),
                    EventKind::Refused { reason, .. } => did = format!("was refused: {reason}"),
                    EventKind::Text { .. } if did == "did nothing" => did = "answered".to_owned(),
                    _ => {}
                }
            }
        };
        let (outcome, ()) = tokio::join!(asking, hearing);
        match outcome {
            Outcome::Scored(trajectory) => {
                match trajectory.engagements.iter().any(|it| it.skill == first.skill) {
                    true => Ok(format!("told to use {}, it does", first.called)),
                    false => {
                        let skill = first.skill.clone();
                        Err(Problem::NotEngaged { agent, skill, instead: did })
                    }
                }
            }
            Outcome::Errored { cause } => Err(diagnosed(cause)),
        }
    }
}

/// What a failure is, by the status at the head of its cause; words are not read.
fn diagnosed(cause: String) -> Problem {
    match cause.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default() {
        "401" | "403" => Problem::KeyRefused { cause },
        "404" => Problem::NoSuchModel { cause },
        "429" | "529" => Problem::Busy { cause },
        _ => Problem::Failed { cause },
    }
}

fn connect(url: &str) -> Result<(), String> {
    let (host, port) = base_url::authority(url).ok_or("it names no host")?;
    let addresses = (host, port).to_socket_addrs().map_err(|error| error.to_string())?;
    let mut last = "it has no address".to_owned();
    for address in addresses {
        match TcpStream::connect_timeout(&address, REACH) {
            Ok(_) => return Ok(()),
            Err(error) => last = error.to_string(),
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_told_apart_by_their_status() {
        let remedy = |cause: &str| diagnosed(cause.to_owned()).remedy();
        assert!(remedy("401 authentication_error: no").contains("key"));
        assert!(remedy("404 not_found_error: no such model").contains("--model"));
        assert!(remedy("429: slow down").contains("Wait"));
        assert!(remedy("it broke at 401").contains("by hand"));
    }
}
