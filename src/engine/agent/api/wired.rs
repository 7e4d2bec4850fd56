//! Whether a service can be asked at all: it answers, takes the key, knows the model, and the model
//! does as it is told.
//!
//! Must not know who wants to know.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::engine::agent::{
    EventSink, ProbeSpec,
    api::{Api, Set, trouble::Trouble},
    explicit,
    wiring::{Hears, Problem, What, Wiring},
};

/// How long a service may take to say that it is there.
const REACH: Duration = Duration::from_secs(20);

impl Set {
    /// Looks at everything, one after the other. The model is asked only if `ask`, since that may
    /// cost money.
    pub async fn wiring(&self, ask: bool, hears: Hears, cancel: &CancellationToken) -> Wiring {
        let api = &self.api;
        let version = Some(api.capabilities().version);
        let mut wiring = Wiring::begin(api.service.to_string(), version, hears);
        match &api.key {
            Some(key) => wiring.pass(What::Credential, key.to_string()),
            None => {
                wiring.pass(What::Credential, format!("{} is asked without one", api.base_url()))
            }
        }
        let reached = tokio::select! {
            biased;
            () = cancel.cancelled() => return wiring,
            reached = api.reach() => reached,
        };
        match reached {
            Ok(said) => wiring.pass(What::Service, said),
            Err(problem) => wiring.fail(What::Service, problem),
        }
        wiring.pass(What::Residents, format!("is shown {} skills", self.named.len()));
        wiring.told_to_engage(ask, async || self.engages(cancel).await).await;
        wiring
    }

    async fn engages(&self, cancel: &CancellationToken) -> Result<String, Problem> {
        let Some((called, skill)) = self.named.first() else {
            return Ok("there is no skill".to_owned());
        };
        let agent = self.api.service.to_string();
        let probe =
            async |spec: &ProbeSpec, sink: &mut EventSink| self.probe(spec, sink, cancel).await;
        explicit::engages(&agent, (skill, called), self.scrubber(), probe).await
    }
}

impl Api {
    /// Asks for the list of models, which costs nothing.
    async fn reach(&self) -> Result<String, Problem> {
        let client = self.http.client().map_err(|cause| Problem::Failed { cause })?;
        let request = self.signed(client.get(self.endpoint.models())).timeout(REACH);
        let answer = request.send().await.map_err(|error| {
            let Trouble { cause, .. } = Trouble::of_sending(&error, &self.endpoint);
            Problem::Unreachable { cause }
        })?;
        let base = &self.endpoint.base;
        match answer.status().as_u16() {
            status @ (401 | 403) => {
                let cause = format!("{status} from {base}, with the key of {}", self.variable());
                Err(Problem::KeyRefused { cause })
            }
            // Not every server has such a list; that it answers is what was to be known.
            status => Ok(format!("{base} answers ({status})")),
        }
    }

    fn variable(&self) -> &str {
        self.key.as_ref().map_or(self.service.variable(), |key| key.variable())
    }
}
