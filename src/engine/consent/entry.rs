//! One thing that somebody agreed to: what, where, and the digest of what they were shown.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::engine::store::now_ms;

/// What it is that was agreed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Kind {
    /// To ask this agent about the skills there.
    Agent { agent: String },
    /// To what the configuration file there says of agents.
    Project,
    /// Nothing was agreed to: the agent was seen to work there.
    Wiring { agent: String },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    #[serde(flatten)]
    pub kind: Kind,
    /// Canonical.
    pub paths: Vec<PathBuf>,
    /// Of everything that would run, or of the file.
    pub digest: String,
    /// Milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
}

impl Entry {
    /// To ask an agent about the skills at some paths; `runs` is everything that matters of it.
    pub fn of_agent(agent: &str, catalog: &[PathBuf], runs: &str) -> Self {
        let mut paths: Vec<_> = catalog.iter().map(|path| canonical(path)).collect();
        paths.sort();
        Self::new(Kind::Agent { agent: agent.to_owned() }, paths, runs)
    }

    /// To the text of a project's configuration file.
    pub fn of_project(file: &Path, text: &str) -> Self {
        Self::new(Kind::Project, vec![canonical(file)], text)
    }

    /// That an agent was seen to work with the skills at some paths; `all` is everything that this
    /// depends on.
    pub fn of_wiring(agent: &str, catalog: &[PathBuf], all: &str) -> Self {
        let mut paths: Vec<_> = catalog.iter().map(|path| canonical(path)).collect();
        paths.sort();
        Self::new(Kind::Wiring { agent: agent.to_owned() }, paths, all)
    }

    fn new(kind: Kind, paths: Vec<PathBuf>, shown: &str) -> Self {
        let digest = blake3::hash(shown.as_bytes()).to_hex()[..32].to_owned();
        Self { kind, paths, digest, at_ms: now_ms() }
    }

    /// It is of the same thing at the same place, whatever was shown then.
    pub fn is_about(&self, other: &Self) -> bool {
        self.kind == other.kind && self.paths == other.paths
    }

    /// It agrees to just that.
    pub fn is_as(&self, other: &Self) -> bool {
        self.is_about(other) && self.digest == other.digest
    }

    /// It speaks of something at the path or below it.
    pub fn lies_in(&self, path: &Path) -> bool {
        let place = canonical(path);
        self.paths.iter().any(|path| path.starts_with(&place))
    }
}

/// In words, for a list.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths: Vec<_> = self.paths.iter().map(|path| path.display().to_string()).collect();
        let paths = paths.join(", ");
        match &self.kind {
            Kind::Agent { agent } => write!(f, "{agent} may be asked about {paths}"),
            Kind::Wiring { agent } => write!(f, "{agent} was seen to work with {paths}"),
            Kind::Project => write!(f, "{paths} may say how agents are asked"),
        }
    }
}

/// Where a path leads in the end, so that no link can borrow what was agreed to for another.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}
