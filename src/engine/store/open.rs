//! One run: open to be written to by us alone, or read as it stands.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    ARTIFACT, JOURNAL, PLAN, StoreError, export, import,
    lock::{Lock, NotOurs},
    printed::Printer,
    replace,
};
use crate::{
    core::run::{Artifact, Journal, Kind, Plan, Record, board},
    core::workbench::Board,
    engine::journal::{self, Writer},
};

/// A run that records are added to. Others are kept out until it is dropped.
#[derive(Debug)]
pub struct OpenRun {
    pub plan: Plan,
    /// Those that were there when it was opened.
    pub records: Vec<Record>,
    /// Bytes of a line that was cut off, and so never kept.
    pub torn: usize,
    /// Nothing more is to come.
    pub sealed: bool,
    folder: PathBuf,
    journal: Writer,
    _lock: Lock,
}

impl OpenRun {
    /// Writes the plan and begins the journal.
    pub(super) fn begin(folder: &Path, plan: Plan) -> Result<Self, StoreError> {
        let lock = locked(folder, &plan.run)?;
        let path = folder.join(PLAN);
        let text = serde_json::to_string(&plan)
            .map_err(|source| StoreError::write(&path, source.into()))?;
        replace(&path, &text).map_err(|source| StoreError::write(&path, source))?;
        let journal = Writer::create(&folder.join(JOURNAL), &plan.run)?;
        let folder = folder.to_owned();
        Ok(Self { plan, records: Vec::new(), torn: 0, sealed: false, folder, journal, _lock: lock })
    }

    /// Opens what was begun.
    pub(super) fn resume(folder: &Path) -> Result<Self, StoreError> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let lock = locked(folder, &name)?;
        let plan = plan(folder)?;
        let (journal, Journal { records, torn, sealed, .. }) =
            Writer::resume(&folder.join(JOURNAL), &plan.run)?;
        let folder = folder.to_owned();
        Ok(Self { plan, records, torn, sealed, folder, journal, _lock: lock })
    }

    /// Keeps beside it what the programs of its probes write.
    pub fn printer(&self) -> Printer {
        Printer::of(&self.folder)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds records; when this returns they are kept.
    ///
    /// # Errors
    /// They cannot be written. Everything before is kept all the same.
    pub fn append(&mut self, records: &mut [Record]) -> Result<(), StoreError> {
        Ok(self.journal.append(records)?)
    }

    /// Waits for the disk itself.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        Ok(self.journal.sync()?)
    }

    /// Ends a run of which nothing is missing, `at_ms` after 1970, and writes its artifact.
    ///
    /// # Errors
    /// They cannot be written; the records are kept all the same.
    pub fn seal(&mut self, at_ms: u64) -> Result<(), StoreError> {
        let generation = self.plan.catalog.generation;
        let kind = Kind::Sealed;
        let sealed = Record { seq: 0, kind, probe: None, key: None, generation, at_ms };
        self.journal.append(&mut [sealed])?;
        self.journal.sync()?;
        self.sealed = true;
        let Journal { records, .. } = journal::read(&self.folder.join(JOURNAL))?;
        export(&Artifact::of(self.plan.clone(), &records), &self.folder.join(ARTIFACT))
    }
}

fn locked(folder: &Path, run: &str) -> Result<Lock, StoreError> {
    Lock::take(folder).map_err(|error| match error {
        NotOurs::Held(who) => StoreError::Held { run: run.to_owned(), who },
        NotOurs::Failed(source) => StoreError::write(folder, source),
    })
}

fn plan(folder: &Path) -> Result<Plan, StoreError> {
    let path = folder.join(PLAN);
    let text = fs::read_to_string(&path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => StoreError::NotBegun(folder.to_owned()),
        _ => StoreError::Read { path, source },
    })?;
    Plan::read(&text).map_err(|source| StoreError::Plan { folder: folder.to_owned(), source })
}

/// Plan and journal as they stand; a journal that was not begun is an empty one.
pub(super) fn parts(folder: &Path) -> Result<(Plan, Journal), StoreError> {
    let (plan, path) = (plan(folder)?, folder.join(JOURNAL));
    let journal = if path.exists() { journal::read(&path)? } else { Journal::default() };
    Ok((plan, journal))
}

/// A run as it stands, for everybody who reads.
#[derive(Clone, Debug)]
pub struct Kept {
    pub plan: Plan,
    pub records: Vec<Record>,
    pub redacted: bool,
    /// Lines of the journal that cannot be read, in words.
    pub damage: Vec<String>,
}

impl Kept {
    pub(super) fn of_folder(folder: &Path) -> Result<Self, StoreError> {
        let (plan, journal) = parts(folder)?;
        let path = folder.join(JOURNAL);
        let damage = journal.damage.iter().map(|damage| {
            format!("{}:{}: no record ({})", path.display(), damage.line, damage.why)
        });
        let damage = damage.collect();
        Ok(Self { plan, records: journal.records, redacted: false, damage })
    }

    pub(super) fn of_file(path: &Path) -> Result<Self, StoreError> {
        let Artifact { plan, records, redacted } = import(path)?;
        Ok(Self { plan, records, redacted, damage: Vec::new() })
    }

    /// What a live session would show of it.
    pub fn board(&self) -> Board {
        board(&self.plan, &self.records)
    }

    /// The run in one piece.
    pub fn artifact(&self) -> Artifact {
        Artifact { redacted: self.redacted, ..Artifact::of(self.plan.clone(), &self.records) }
    }
}
