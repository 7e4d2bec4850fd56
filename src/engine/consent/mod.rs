//! What a person has agreed to: agents that run programs or cost money, and what a project's
//! configuration says of them.
//!
//! A small file in the state folder, since a project must not be able to agree for its reader. Must
//! not know how anybody is asked.

mod entry;
mod told;

#[cfg(test)]
mod tests;

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::{
    entry::{Entry, Kind},
    told::Facts,
};
use crate::engine::config::{Places, text_of};

const FILE: &str = "consent.json";
const SCHEMA: &str = "skillscope.consent/1";
/// More are not kept: the oldest go.
const MOST: usize = 1_000;
/// A larger file is none of ours.
const LARGEST: u64 = 4 << 20;

/// The file. Read anew each time: two processes may write it by turns.
#[derive(Clone, Debug)]
pub struct Book {
    path: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Page {
    schema: String,
    entries: Vec<Entry>,
}

/// Why nothing can be remembered. Until that is mended nothing counts as agreed to.
#[derive(Debug, Error)]
pub enum ConsentError {
    #[error("{} cannot be read: {source}; mend its rights, or delete it", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} is not what this version writes; delete it, and agree anew", .0.display())]
    Foreign(PathBuf),
    #[error("{} cannot be written: {source}; check the folder and its rights", path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl Book {
    pub fn of(places: &Places) -> Self {
        Self { path: places.state.join(FILE) }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All that was agreed to, the oldest first.
    ///
    /// # Errors
    /// The file is there and cannot be used.
    pub fn entries(&self) -> Result<Vec<Entry>, ConsentError> {
        let read = |source| ConsentError::Read { path: self.path.clone(), source };
        if fs::metadata(&self.path).is_ok_and(|about| about.len() > LARGEST) {
            return Err(ConsentError::Foreign(self.path.clone()));
        }
        let Some(text) = text_of(&self.path).map_err(read)? else { return Ok(Vec::new()) };
        let page: Option<Page> = serde_json::from_str(&text).ok();
        let page = page.filter(|page| page.schema == SCHEMA);
        page.map(|page| page.entries).ok_or_else(|| ConsentError::Foreign(self.path.clone()))
    }

    /// The person has agreed to just this. A file that cannot be read agrees to nothing.
    pub fn holds(&self, wanted: &Entry) -> bool {
        self.entries().is_ok_and(|entries| entries.iter().any(|entry| entry.is_as(wanted)))
    }

    /// Remembers it, in place of what was agreed to for the same thing at the same place.
    ///
    /// # Errors
    /// The file cannot be used or written.
    pub fn remember(&self, entry: Entry) -> Result<(), ConsentError> {
        let mut entries = self.entries()?;
        entries.retain(|known| !known.is_about(&entry));
        entries.push(entry);
        let from = entries.len().saturating_sub(MOST);
        self.write(entries.split_off(from))
    }

    /// Forgets what `which` says; how many there were.
    ///
    /// # Errors
    /// The file cannot be used or written.
    pub fn forget(&self, which: impl Fn(&Entry) -> bool) -> Result<usize, ConsentError> {
        let entries = self.entries()?;
        let before = entries.len();
        let kept: Vec<_> = entries.into_iter().filter(|entry| !which(entry)).collect();
        let forgotten = before - kept.len();
        if forgotten > 0 {
            self.write(kept)?;
        }
        Ok(forgotten)
    }

    /// Whole or not at all, and for nobody else to read: it says what a person works with.
    fn write(&self, entries: Vec<Entry>) -> Result<(), ConsentError> {
        let page = Page { schema: SCHEMA.to_owned(), entries };
        let written = || -> io::Result<()> {
            let folder = self.path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder)?;
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            let mut text = serde_json::to_string_pretty(&page)?;
            text.push('\n');
            file.write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            Ok(())
        };
        written().map_err(|source| ConsentError::Write { path: self.path.clone(), source })
    }
}
