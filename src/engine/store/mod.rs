//! The runs of a project, a folder each: plan, journal, and the artifact once it is sealed.
//!
//! Nothing that was recorded is ever changed or lost; what is not whole is told and left alone.
//! Must not know how runs are made.

mod earlier;
mod error;
mod id;
mod lock;
mod looks;
mod open;
mod printed;

#[cfg(test)]
mod tests;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use self::lock::Lock;
pub use self::{
    error::StoreError,
    id::is_one as is_id,
    open::{Kept, OpenRun},
    printed::{Printer, read as read_printed},
};
use crate::{
    core::{
        plan::Shard,
        run::{Artifact, Plan, Probe, missing},
        workbench::side_by_side::Ground,
    },
    engine::config::{OwnDir, Places},
};

const RUNS: &str = "runs";
const PLAN: &str = "plan.json";
const JOURNAL: &str = "journal.jsonl";
const ARTIFACT: &str = "artifact.jsonl";
/// The newest of the runs.
pub const LATEST: &str = "latest";

/// The runs of one project.
#[derive(Clone, Debug)]
pub struct Store {
    own: OwnDir,
}

/// One run in a list. Nothing of it is read until somebody asks.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: String,
    pub folder: PathBuf,
}

/// What a list says of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// When it was made, in UTC, for people.
    pub made: String,
    pub agent: String,
    pub evidence: String,
    pub queries: usize,
    /// The part of its plan that it is.
    pub shard: Option<Shard>,
    /// Probes planned.
    pub planned: usize,
    /// Probes without a score.
    pub missing: usize,
    /// What it has in common with runs that can stand beside it.
    pub ground: Ground,
    /// Who writes to it now.
    pub held_by: Option<String>,
}

impl About {
    /// `keyword (stand-in)`.
    pub fn who(&self) -> String {
        format!("{} ({})", self.agent, self.evidence)
    }

    /// `complete`, `12 missing`, `shard 1/4: under way (pid 77)`.
    pub fn state(&self) -> String {
        let state = match (&self.held_by, self.missing) {
            (Some(who), _) => format!("under way ({who})"),
            (None, 0) => "complete".to_owned(),
            (None, missing) => format!("{missing} missing"),
        };
        match self.shard {
            Some(shard) => format!("shard {shard}: {state}"),
            None => state,
        }
    }
}

impl Entry {
    /// Bytes of all that is kept of it.
    pub fn bytes(&self) -> u64 {
        printed::size(&self.folder)
    }

    /// What the run is; reads all of it.
    ///
    /// # Errors
    /// It is broken.
    pub fn about(&self) -> Result<About, StoreError> {
        let (plan, journal) = open::parts(&self.folder)?;
        Ok(About {
            made: id::for_people(plan.made_ms),
            agent: plan.agent.clone(),
            evidence: plan.evidence.to_string(),
            queries: plan.rows().len(),
            shard: plan.shard,
            planned: plan.probes(),
            missing: missing(&plan, &journal.records).len(),
            ground: Ground::of_plan(&plan),
            held_by: Lock::holder(&self.folder),
        })
    }
}

impl Store {
    /// The store of the project that a folder of skills lies in.
    pub fn of(root: &Path, places: Option<&Places>) -> Self {
        Self { own: OwnDir::of(root, places) }
    }

    /// The store of the project that a person works in.
    pub fn around(cwd: &Path, places: Option<&Places>) -> Self {
        Self { own: OwnDir::around(cwd, places) }
    }

    /// The store in a project's own folder.
    pub fn at(own: OwnDir) -> Self {
        Self { own }
    }

    /// Begins a run, nobody else's until it is dropped. The plan names the run.
    ///
    /// # Errors
    /// Nowhere can be written to.
    pub fn begin(&self, plan: impl FnOnce(String) -> Plan) -> Result<OpenRun, StoreError> {
        let own = self.own.writable().map_err(StoreError::Nowhere)?;
        let runs = own.join(RUNS);
        fs::create_dir_all(&runs).map_err(|source| StoreError::write(&runs, source))?;
        ignore(own).map_err(|source| StoreError::write(own, source))?;
        let (id, folder) = loop {
            let id = new_id();
            let folder = runs.join(&id);
            match fs::create_dir(&folder) {
                Ok(()) => break (id, folder),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(StoreError::write(&folder, source)),
            }
        };
        OpenRun::begin(&folder, plan(id))
    }

    /// Opens a run to go on with it.
    ///
    /// # Errors
    /// There is none of that name, another process writes to it, or it is broken.
    pub fn resume(&self, name: &str) -> Result<OpenRun, StoreError> {
        OpenRun::resume(&self.find(name)?.folder)
    }

    /// The newest run that is not done.
    ///
    /// # Errors
    /// There is none.
    pub fn unfinished(&self) -> Result<Entry, StoreError> {
        let open = |entry: &Entry| entry.about().is_ok_and(|about| about.missing > 0);
        self.list().into_iter().find(open).ok_or(StoreError::NothingLeft)
    }

    /// The runs, the newest first.
    pub fn list(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self
            .own
            .existing()
            .filter_map(|own| fs::read_dir(own.join(RUNS)).ok())
            .flatten()
            .filter_map(|entry| {
                let folder = entry.ok()?.path();
                let id = folder.file_name()?.to_str().filter(|id| id::is_one(id))?.to_owned();
                Some(Entry { id, folder })
            })
            .collect();
        entries.sort_by(|a, b| b.id.cmp(&a.id));
        entries
    }

    /// The run that a name means: [`LATEST`], a whole id, or the beginning of one.
    ///
    /// # Errors
    /// It means none, or several.
    pub fn find(&self, name: &str) -> Result<Entry, StoreError> {
        let mut entries = self.list();
        if name == LATEST {
            return entries.into_iter().next().ok_or(StoreError::Empty);
        }
        entries.retain(|entry| !name.is_empty() && entry.id.starts_with(name));
        match entries.as_slice() {
            [_] => entries.pop().ok_or(StoreError::Empty),
            [] => Err(StoreError::Unknown(name.to_owned())),
            several => Err(StoreError::Several {
                name: name.to_owned(),
                ids: several.iter().map(|entry| entry.id.clone()).collect(),
            }),
        }
    }

    /// The newest run on parts of the catalog that is kept beside this one on the whole of it.
    pub fn beside(&self, whole: &Plan) -> Option<Kept> {
        let beside = |entry: &Entry| {
            // Most plans are of the whole catalog and need not be read as such.
            let text = fs::read_to_string(entry.folder.join(PLAN)).ok()?;
            let plan = text.contains("\"whole\":").then(|| Plan::read(&text).ok())??;
            plan.is_beside(whole).then(|| Kept::of_folder(&entry.folder).ok())?
        };
        self.list().iter().find_map(beside)
    }

    /// A run as it is kept, without changing anything: by name, or by the path of its folder or of
    /// an exported file.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub fn read(&self, run: &str) -> Result<Kept, StoreError> {
        let path = Path::new(run);
        if path.is_file() {
            return Kept::of_file(path);
        }
        if is_run(path) {
            return Kept::of_folder(path);
        }
        Kept::of_folder(&self.find(run)?.folder)
    }

    /// Where a run keeps what the program behind a probe wrote: that of a row of its table, where
    /// attempts lie together.
    ///
    /// # Errors
    /// There is no such run, or no such probe in it.
    pub fn printed(&self, run: &str, at: usize, attempt: u32) -> Result<PathBuf, StoreError> {
        let folder = self.find(run)?.folder;
        let (plan, _) = open::parts(&folder)?;
        let row = plan.rows().get(at / plan.attempts.max(1) as usize).copied();
        let row = row.ok_or_else(|| StoreError::Unknown(format!("{run} row {at}")))?;
        Ok(printed::place(&folder, Probe { row, attempt }))
    }

    /// Copies what the programs behind a run's probes wrote into a folder, and says of how many.
    ///
    /// # Errors
    /// There is no such run, or it cannot be written there.
    pub fn copy_printed(&self, run: &str, to: &Path) -> Result<usize, StoreError> {
        let folder = self.find(run)?.folder;
        let (plan, _) = open::parts(&folder)?;
        printed::copy(&folder, &plan, to)
    }

    /// Removes a run for good.
    ///
    /// # Errors
    /// There is none of that name, another process writes to it, or it cannot be removed.
    pub fn delete(&self, name: &str) -> Result<Entry, StoreError> {
        let entry = self.find(name)?;
        if let Some(who) = Lock::holder(&entry.folder) {
            return Err(StoreError::Held { run: entry.id, who });
        }
        fs::remove_dir_all(&entry.folder)
            .map_err(|source| StoreError::write(&entry.folder, source))?;
        Ok(entry)
    }
}

/// True for the folder of a run.
pub fn is_run(folder: &Path) -> bool {
    folder.join(PLAN).is_file()
}

/// Writes a whole run to one file.
///
/// # Errors
/// The file cannot be written.
pub fn export(artifact: &Artifact, path: &Path) -> Result<(), StoreError> {
    let text = artifact.text(digest).map_err(|source| StoreError::write(path, source.into()))?;
    replace(path, &text).map_err(|source| StoreError::write(path, source))
}

/// A run in one text, checked.
///
/// # Errors
/// The file cannot be read, or is no whole run.
pub fn import(path: &Path) -> Result<Artifact, StoreError> {
    let text = fs::read_to_string(path)
        .map_err(|source| StoreError::Read { path: path.to_owned(), source })?;
    Artifact::read(&text, digest)
        .map_err(|source| StoreError::Artifact { path: path.to_owned(), source })
}

/// 128 bits of BLAKE3, in hex.
pub fn digest(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
}

/// A name for a run that is kept in no store.
pub fn new_id() -> String {
    id::new(now_ms())
}

/// Milliseconds since 1970, by the machine's clock.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Nothing of ours is to be committed by accident.
fn ignore(own: &Path) -> io::Result<()> {
    let file = own.join(".gitignore");
    if file.exists() {
        return Ok(());
    }
    fs::write(file, "*\n")
}

/// Writes a file whole or not at all.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    use io::Write as _;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}
