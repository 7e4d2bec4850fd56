//! What asking a service means, for whoever has to agree.
//!
//! Must not know how it is asked for.

use crate::engine::agent::{About, Billing, api::Api};

impl Api {
    pub fn about(&self) -> About {
        let base = self.base_url();
        let open = self.endpoint.url.scheme() == "http" && !self.is_local();
        let place = [
            "inside skillscope: no program is run".to_owned(),
            match (self.is_local(), open) {
                (true, _) => format!("what is asked goes to a server on this machine, at {base}"),
                (false, true) => format!("what is asked can be read on its way to {base}"),
                (false, false) => format!("prompts, listing and skills are sent to {base}"),
            },
        ];
        let tools = match self.choice {
            true => "none: the model names a skill or none",
            false => "one that loads a skill and one that reads its files; nothing else is there",
        };
        let billing = match (&self.key, self.is_local()) {
            (_, true) => Billing::Local,
            (Some(key), false) => Billing::ApiKey(key.variable().to_owned()),
            (None, false) => Billing::Unknown,
        };
        About {
            runs: vec!["POST".to_owned(), self.endpoint.url.path().to_owned()],
            version: None,
            place: place.into(),
            tools: vec![tools.to_owned()],
            environment: self.key.iter().map(|key| key.variable().to_owned()).collect(),
            billing,
        }
    }
}
