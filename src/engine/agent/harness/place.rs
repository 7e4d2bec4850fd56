//! Where one probe runs: a project, a home and a folder for configuration, all gone with it.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use tempfile::TempDir;

use crate::engine::agent::harness::{Harness, Home};

/// What its folders begin with.
const PREFIX: &str = "skillscope-";

const PROJECT: &str = "project";
const HOME: &str = "home";
const CONFIG: &str = "config";
const TEMPORARY: &str = "temporary";

/// How often it is tried to remove a place, and how long is waited between.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub(super) struct Place {
    folder: Option<TempDir>,
    /// With links resolved, as programs see it that ask where they are.
    path: PathBuf,
    home: PathBuf,
}

impl Place {
    /// With nothing in it.
    pub fn empty(harness: &Harness) -> io::Result<Self> {
        let named = harness.environment.get("TMPDIR").map(PathBuf::from);
        let root = named.unwrap_or_else(std::env::temp_dir);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(root)?;
        let path = folder.path().canonicalize()?;
        for part in [PROJECT, HOME, CONFIG, TEMPORARY] {
            fs::create_dir(path.join(part))?;
        }
        let real = harness.environment.home().filter(|_| harness.options.home == Home::Real);
        let home = real.unwrap_or_else(|| path.join(HOME));
        Ok(Self { folder: Some(folder), path, home })
    }

    pub fn project(&self) -> PathBuf {
        self.path.join(PROJECT)
    }

    pub fn home(&self) -> &Path {
        &self.home
    }

    /// A path below the folder for configuration.
    pub fn config(&self, below: &str) -> PathBuf {
        let config = self.path.join(CONFIG);
        if below.is_empty() { config } else { config.join(below) }
    }

    /// Writes a file below the folder for configuration.
    pub fn configure(&self, below: &str, text: &str) -> io::Result<()> {
        let path = self.config(below);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)
    }

    /// What a child sees that has nothing set for it yet.
    pub fn environment(&self, harness: &Harness) -> BTreeMap<String, OsString> {
        let mut all = harness.environment.usual();
        let temporary = self.path.join(TEMPORARY);
        for name in ["TMPDIR", "TEMP", "TMP"] {
            all.insert(name.to_owned(), temporary.clone().into());
        }
        for name in ["HOME", "USERPROFILE"] {
            all.insert(name.to_owned(), self.home.clone().into());
        }
        if harness.options.home == Home::Real {
            // Where a person has moved their configuration to.
            all.extend(harness.environment.only(harness.kind.homes));
        }
        if harness.kind.unpacks
            && let Some(cache) = &harness.options.cache
        {
            let cache = cache.join(harness.kind.command);
            // Not worth a failure: it goes the slow way then.
            if fs::create_dir_all(&cache).is_ok() {
                all.insert("XDG_CACHE_HOME".to_owned(), cache.into());
            }
        }
        all
    }

    /// Takes it away, off the threads that others wait on.
    pub async fn leave(self) {
        // What cannot be removed lies in a folder of the system's for such.
        let _ = tokio::task::spawn_blocking(move || drop(self)).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Somebody who was killed just now may still write a last file.
        for _ in 0..TRIES {
            match fs::remove_dir_all(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => std::thread::sleep(PAUSE),
                _ => break,
            }
        }
        drop(self.folder.take());
    }
}
