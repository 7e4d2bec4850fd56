//! What asking a harness means, for whoever has to agree.
//!
//! Must not know how it is asked for.

use crate::engine::agent::{
    About, Billing,
    harness::{Harness, Home, credential},
};

impl Harness {
    pub fn about(&self) -> About {
        let home = match self.home() {
            Home::Isolated => "each probe in a fresh folder and an empty home, both gone behind it",
            Home::Real => "each probe in a fresh folder, in your own home with your login",
        };
        let own = self.base_url().map(|url| format!("its model is asked at {url}"));
        let place = ["with fresh copies of the skills and of the row's workspace".to_owned()];
        let variable = || self.credential().unwrap_or_default().to_owned();
        let billing = match self.billing() {
            credential::Billing::ApiKey => Billing::ApiKey(variable()),
            credential::Billing::Token => Billing::Token(variable()),
            credential::Billing::Subscription => Billing::Subscription,
            credential::Billing::Local => Billing::Local,
        };
        About {
            runs: vec![self.command_line(), "< PROMPT".to_owned()],
            version: Some(self.version().to_owned()),
            place: [home.to_owned()].into_iter().chain(place).chain(own).collect(),
            tools: vec![self.tools().to_owned()],
            environment: self.credential().map(str::to_owned).into_iter().collect(),
            billing,
        }
    }
}
