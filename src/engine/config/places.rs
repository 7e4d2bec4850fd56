//! The user's folders for configuration, state and caches.
//!
//! Knows the platform's customs; creates nothing.

use std::path::PathBuf;

use directories::ProjectDirs;

/// Absolute; need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// `config.toml` and `keymap.toml`.
    pub config: PathBuf,
    /// Logs, crash reports, and the rows and runs of projects that cannot be written to.
    pub state: PathBuf,
    /// What can be made again.
    pub cache: PathBuf,
}

impl Places {
    /// By the platform's customs (on Linux the XDG variables); `None` where there is no home.
    pub fn find() -> Option<Self> {
        let dirs = ProjectDirs::from("", "", "skillscope")?;
        Some(Self {
            config: dirs.config_dir().to_owned(),
            // Only Linux has a folder for state.
            state: dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).to_owned(),
            cache: dirs.cache_dir().to_owned(),
        })
    }
}
