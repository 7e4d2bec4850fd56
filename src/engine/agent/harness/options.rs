//! How a person wants a harness to be run.

use std::path::PathBuf;

use crate::engine::secret::Secret;

/// What is left open is as the harness has it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Its program; searched for on the PATH where it is not named.
    pub program: Option<PathBuf>,
    pub model: Option<String>,
    /// A service of one's own in place of the harness's.
    pub base_url: Option<String>,
    /// A key in place of those that the harness would look for.
    pub key: Option<Secret>,
    pub tools: Tools,
    pub home: Home,
    /// Folders that the paths of query files may be relative to, the first that fits.
    pub query_roots: Vec<PathBuf>,
    /// A folder of ours for what a harness unpacks once and for all.
    pub cache: Option<PathBuf>,
}

/// Which tools the model is offered.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Tools {
    /// Those that it has for anybody; what would change something is refused when it is called,
    /// where the harness can do that.
    #[default]
    Usual,
    /// Skills and reading.
    Minimal,
}

/// Whose home a harness runs in.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Home {
    /// An empty one for each probe.
    #[default]
    Isolated,
    /// The person's own, with their login; their skills are shut out.
    Real,
}
