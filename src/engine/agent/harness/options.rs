//! How a person wants a harness to be run.

use std::path::PathBuf;

pub use crate::core::plan::{Home, Tools};
use crate::{core::plan::BaseUrl, engine::secret::Secret};

/// What is left open is as the harness has it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Its program; searched for on the PATH where it is not named.
    pub program: Option<PathBuf>,
    pub model: Option<String>,
    /// A service of one's own in place of the harness's.
    pub base_url: Option<BaseUrl>,
    /// A key in place of those that the harness would look for.
    pub key: Option<Secret>,
    pub tools: Tools,
    pub home: Home,
    /// Folders that the paths of query files may be relative to, the first that fits.
    pub query_roots: Vec<PathBuf>,
    /// A folder of ours for what a harness unpacks once and for all.
    pub cache: Option<PathBuf>,
}
