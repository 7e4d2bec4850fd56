//! Why a run cannot be kept, found or read: each a sentence with what to do.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::{
    core::run::{ArtifactError, PlanError},
    engine::journal::{JournalFileError, remedy},
};

#[derive(Debug, Error)]
pub enum StoreError {
    #[error(
        "no folder for runs can be made: {0}; make the project writable, or go on with --no-save"
    )]
    Nowhere(#[source] io::Error),
    #[error("cannot write {}: {source}; {remedy}", path.display(), remedy = remedy(source))]
    Write { path: PathBuf, source: io::Error },
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} holds no plan: the run was cut off before it began; it can be deleted", .0.display())]
    NotBegun(PathBuf),
    #[error("the run in {} cannot be used: {source}", folder.display())]
    Plan { folder: PathBuf, source: PlanError },
    #[error("cannot use {}: {source}", path.display())]
    Artifact { path: PathBuf, source: ArtifactError },
    #[error("the journal {0}")]
    Journal(#[from] JournalFileError),
    #[error("the run {run} is written to by {who}; wait until it is done, or end it")]
    Held { run: String, who: String },
    #[error("no run is kept here yet: `skillscope eval` keeps one")]
    Empty,
    #[error("no run here is unfinished; `skillscope runs` lists them all")]
    NothingLeft,
    #[error("no run is called `{0}` here, and no file; `skillscope runs` lists them all")]
    Unknown(String),
    #[error("`{name}` is the beginning of several runs: {}; say which", ids.join(", "))]
    Several { name: String, ids: Vec<String> },
}

impl StoreError {
    pub(super) fn write(path: &Path, source: io::Error) -> Self {
        Self::Write { path: path.to_owned(), source }
    }

    /// True where the system failed, and not the person who asked.
    pub fn is_of_the_system(&self) -> bool {
        matches!(
            self,
            Self::Nowhere(_) | Self::Write { .. } | Self::Journal(JournalFileError::Write { .. })
        )
    }
}
