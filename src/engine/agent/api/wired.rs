//! Whether a service can be asked at all: it answers, takes the key, knows the model, and the model
//! does as it is told.
//!
//! Must not know who wants to know.

use tokio_util::sync::CancellationToken;

use crate::engine::agent::{
    api::{Api, Set, trouble::Trouble},
    explicit,
    wiring::{Problem, What, Wiring},
};

impl Set {
    /// Looks at everything, one after the other. The model is asked only if `ask`, since that may
    /// cost money.
    pub async fn wiring(&self, ask: bool, cancel: &CancellationToken) -> Wiring {
        let api = &self.api;
        let agent = api.service.to_string();
        let mut wiring =
            Wiring { agent, version: Some(api.capabilities().version), checks: Vec::new() };
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

    async fn engages(&self, cancel: &CancellationToken) -> Result<String, Problem> {
        let Some((called, skill)) = self.named.first() else {
            return Ok("there is no skill".to_owned());
        };
        let agent = self.api.service.to_string();
        let asked = explicit::engages(&agent, (skill, called), async |spec, sink| {
            self.probe(spec, sink, cancel).await
        });
        asked.await.map_err(|problem| match problem {
            Problem::Failed { cause } => diagnosed(cause),
            other => other,
        })
    }
}

impl Api {
    /// Asks for the list of models, which costs nothing.
    async fn reach(&self) -> Result<String, Problem> {
        let client = self.http.client().map_err(|cause| Problem::Failed { cause })?;
        let request = self.signed(client.get(self.endpoint.models()));
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

/// What a failure is, by the status at the head of its cause; words are not read.
fn diagnosed(cause: String) -> Problem {
    match cause.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default() {
        "401" | "403" => Problem::KeyRefused { cause },
        "404" => Problem::NoSuchModel { cause },
        "429" => Problem::Busy { cause },
        _ => Problem::Failed { cause },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_by_its_status() {
        let of = |cause: &str| diagnosed(cause.to_owned());
        assert!(matches!(of("401 no key"), Problem::KeyRefused { .. }));
        assert!(matches!(of("404 no model"), Problem::NoSuchModel { .. }));
        assert!(matches!(of("429 later"), Problem::Busy { .. }));
        assert!(matches!(of("the key 401 is fine"), Problem::Failed { .. }));
    }
}
