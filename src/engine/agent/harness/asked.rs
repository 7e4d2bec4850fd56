//! What a harness is started with: what it has to know, and what comes of it.

use std::ffi::OsString;

use crate::{
    core::plan::Limits,
    engine::agent::harness::{
        Harness, Home, Tools,
        base_url::{with_version, without_version},
        kind::Kind,
        place::Place,
        set::PLUGINS,
    },
};

/// The name of a service of one's own in a harness's configuration.
pub(super) const OWN: &str = "own";

/// The variable that holds the key of such a service, where its name is ours to choose.
pub(super) const OWN_KEY: &str = "SKILLSCOPE_MODEL_KEY";

/// One start of a harness.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub harness: &'a Harness,
    /// `None` where the command line is only shown.
    pub place: Option<&'a Place>,
    /// What each skill is called, for those that can be told which to see.
    pub skills: &'a [&'a str],
    /// The plugins that some are laid in, for a harness that loads such.
    pub plugins: &'a [&'a str],
    pub limits: &'a Limits,
}

/// Beside the program. The prompt goes through standard input: there it can be no option, and it
/// may be as long as it is.
#[derive(Debug, Default)]
pub(super) struct Start {
    pub arguments: Vec<OsString>,
    pub environment: Vec<(String, OsString)>,
    /// Files below the folder for configuration.
    pub files: Vec<(&'static str, String)>,
}

impl Asked<'_> {
    pub fn kind(&self) -> &'static Kind {
        self.harness.kind
    }

    pub fn model(&self) -> &str {
        &self.harness.model
    }

    pub fn is_minimal(&self) -> bool {
        self.harness.options.tools == Tools::Minimal
    }

    pub fn is_isolated(&self) -> bool {
        self.harness.options.home == Home::Isolated
    }

    /// The address of a service of one's own, with its version.
    pub fn base_url(&self) -> Option<String> {
        self.harness.options.base_url.as_ref().map(with_version)
    }

    /// The same without.
    pub fn bare_base_url(&self) -> Option<&str> {
        self.harness.options.base_url.as_ref().map(without_version)
    }

    /// A path below the folder for configuration.
    pub fn config(&self, below: &str) -> OsString {
        self.place.map_or_else(|| format!("<config>/{below}").into(), |it| it.config(below).into())
    }

    /// The folders of the plugins.
    pub fn plugin_folders(&self) -> impl Iterator<Item = OsString> {
        self.plugins.iter().map(|plugin| self.config(&format!("{PLUGINS}/{plugin}")))
    }

    /// The folder that the skills are in.
    pub fn skills_folder(&self) -> OsString {
        let folder = self.harness.skills_folder();
        match self.place {
            Some(place) => place.project().join(folder).into(),
            None => format!("<project>/{folder}").into(),
        }
    }
}

impl Start {
    /// Adds words that blanks part.
    pub fn words(&mut self, line: &str) {
        self.arguments.extend(line.split_whitespace().map(OsString::from));
    }

    pub fn arguments<T: Into<OsString>>(&mut self, all: impl IntoIterator<Item = T>) {
        self.arguments.extend(all.into_iter().map(Into::into));
    }

    pub fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.environment.push((name.to_owned(), value.into()));
    }

    pub fn file(&mut self, below: &'static str, text: impl ToString) {
        self.files.push((below, text.to_string()));
    }

    /// Gives the key under the name that the harness looks for.
    pub fn key(&mut self, asked: &Asked<'_>, name: &str) {
        let credential = &asked.harness.credential;
        // With a login of the person's own there is none.
        if credential.secret.is_some() || asked.harness.options.base_url.is_some() {
            self.set(name, credential.value());
        }
    }
}
