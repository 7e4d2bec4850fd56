//! The wiring check of a harness.

use std::{net::TcpStream, time::Duration};

use tokio_util::sync::CancellationToken;

use crate::{
    core::plan::BaseUrl,
    engine::agent::{
        EventSink, ProbeSpec, explicit,
        harness::{Billing, Home, Set},
        wiring::{Hears, Problem, What, Wiring},
    },
};

/// How long a service may take to be reached.
const REACH: Duration = Duration::from_secs(5);

impl Set {
    /// Looks at everything. The last check, one probe that is told to use a skill, asks the model
    /// and costs what a probe costs; it is made where `ask` says so and nothing failed before.
    pub async fn wiring(&self, ask: bool, hears: Hears, cancel: &CancellationToken) -> Wiring {
        let harness = &self.harness;
        let version = Some(harness.version.clone());
        let mut wiring = Wiring::begin(harness.name(), version, hears);
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
                    wiring.pass(What::Residents, self.seen());
                }
            }
            Err(Problem::Unseen { cause, .. }) => wiring.skip(What::Residents, cause),
            Err(problem) => wiring.fail(What::Residents, problem),
        }
        wiring.told_to_engage(ask, async || self.engages(cancel).await).await;
        wiring
    }

    /// How many of the skills it sees, where it misses none that it names.
    fn seen(&self) -> String {
        let (named, laid) = (self.named().count(), self.laid.len());
        match laid - named {
            0 => format!("sees all {laid} skills"),
            others => {
                format!("sees all {named} skills that it lists; {others} more it does not list")
            }
        }
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
        let Some(url) = self.harness.base_url().cloned() else {
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
        let Some(first) = self.named().next() else { return Ok("there is no skill".to_owned()) };
        let probe =
            async |spec: &ProbeSpec, sink: &mut EventSink| self.probe(spec, sink, cancel).await;
        let (title, scrubber) = (self.harness.title(), self.harness.scrubber());
        explicit::engages(title, (&first.skill, &first.called), scrubber, probe).await
    }
}

fn connect(url: &BaseUrl) -> Result<(), String> {
    let addresses = url.url().socket_addrs(|| None).map_err(|error| error.to_string())?;
    let mut last = "it has no address".to_owned();
    for address in addresses {
        match TcpStream::connect_timeout(&address, REACH) {
            Ok(_) => return Ok(()),
            Err(error) => last = error.to_string(),
        }
    }
    Err(last)
}
