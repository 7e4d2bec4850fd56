//! Harnesses: real programs that show skills to a model, each launched for one prompt in a place of
//! its own.
//!
//! Launching only: what they write is read by [`crate::core::stream`]. Must not know metrics or the
//! order of probes.

mod about;
mod asked;
mod base_url;
mod credential;
mod find;
mod kind;
mod known;
mod options;
mod place;
mod probe;
mod residents;
mod set;
mod version;
mod wired;
pub(super) mod workspace;

use std::{path::PathBuf, sync::Arc};

use crate::{
    core::{
        listing::Profile,
        plan::{BaseUrl, Evidence},
        stream::Format,
    },
    engine::{
        agent::{Capabilities, Ground, Kit, NotReady},
        process::Environment,
        secret::Scrubber,
    },
};

pub use credential::Billing;
pub use known::Here;
pub use options::{Home, Options, Tools};
pub use set::Set;

use credential::Credential;
use kind::Kind;

/// One installed harness, found and able to be asked.
#[derive(Debug)]
pub struct Harness {
    kind: &'static Kind,
    profile: Arc<Profile>,
    program: PathBuf,
    /// As the program says it.
    version: String,
    model: String,
    options: Options,
    credential: Credential,
    environment: Environment,
    scrubber: Scrubber,
}

impl Harness {
    /// As `--agent` names it.
    pub fn name(&self) -> &str {
        &self.profile.id
    }

    /// As people write it.
    pub fn title(&self) -> &str {
        &self.profile.title
    }

    pub fn format(&self) -> Format {
        self.kind.format
    }

    pub fn program(&self) -> &std::path::Path {
        &self.program
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    pub fn model(&self) -> &str {
        &self.model
    }

    /// Whose account probes are on.
    pub fn billing(&self) -> Billing {
        self.credential.billing
    }

    /// The variable that its key is read from; `None` where it uses a login, or needs none.
    pub fn credential(&self) -> Option<&str> {
        self.credential.secret.as_ref().map(|secret| secret.variable())
    }

    /// What becomes of the tools beside skills and reading, a sentence.
    pub fn tools(&self) -> &'static str {
        match self.options.tools {
            Tools::Usual => self.kind.usual,
            Tools::Minimal => self.kind.minimal,
        }
    }

    pub fn home(&self) -> Home {
        self.options.home
    }

    /// The service that is asked, where it is not the harness's own.
    pub fn base_url(&self) -> Option<&BaseUrl> {
        self.options.base_url.as_ref()
    }

    /// The command line of a probe without the prompt, as people read it.
    pub fn command_line(&self) -> String {
        let arguments = self.kind.shown(self);
        [vec![self.program.display().to_string()], arguments].concat().join(" ")
    }

    /// Covers everything secret in what it says.
    pub fn scrubber(&self) -> &Scrubber {
        &self.scrubber
    }

    pub(super) fn capabilities(&self) -> Capabilities {
        let base = self.options.base_url.as_ref().map(|url| format!(" base-url={url}"));
        Capabilities {
            name: self.profile.id.clone(),
            version: self.version.clone(),
            model: Some(self.model.clone()),
            options: format!(
                "tools={} home={}{}",
                self.options.tools,
                self.options.home,
                base.unwrap_or_default()
            ),
            evidence: Evidence::Model,
            deterministic: false,
            plays_turns: false,
        }
    }

    pub(super) fn set_on(self: &Arc<Self>, ground: &Ground<'_>) -> Result<Set, NotReady> {
        let kit = Kit::of(ground).map_err(|error| NotReady::Skills(error.to_string()))?;
        Set::new(Arc::clone(self), kit, ground.listing)
    }
}
