//! What the programs behind a run's probes wrote: a file a probe, beside the journal.
//!
//! Kept for people who want to see it, within bounds; no figure rests on it, and no export holds it
//! unless somebody says so. Must not know what it means.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use crate::{
    core::run::{Plan, Probe},
    engine::{agent::WRITTEN, store::StoreError},
};

const FOLDER: &str = "printed";

/// The most that is kept of all probes of a run, in bytes.
const MOST: u64 = 256 << 20;

/// The writing side.
#[derive(Debug)]
pub struct Printer {
    folder: PathBuf,
    left: u64,
}

impl Printer {
    /// For the run in a folder; what is there already counts.
    pub(super) fn of(run: &Path) -> Self {
        let folder = run.join(FOLDER);
        let left = MOST.saturating_sub(size(&folder));
        Self { folder, left }
    }

    /// A probe begins, perhaps once more: what it wrote before is not of this result.
    pub fn begin(&mut self, probe: Probe) {
        // Mostly there is none.
        let _ = fs::remove_file(file(&self.folder, probe));
    }

    /// Adds what its program wrote, while there is room.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, probe: Probe, bytes: &[u8]) -> Result<(), StoreError> {
        let room = usize::try_from(self.left).unwrap_or(usize::MAX);
        let bytes = bytes.get(..room).unwrap_or(bytes);
        if bytes.is_empty() {
            return Ok(());
        }
        let path = file(&self.folder, probe);
        let open = || File::options().create(true).append(true).open(&path);
        // Only the first of a run finds no folder.
        let opened = open().or_else(|_| fs::create_dir_all(&self.folder).and_then(|()| open()));
        opened
            .and_then(|mut file| file.write_all(bytes))
            .map_err(|source| StoreError::write(&path, source))?;
        self.left = self.left.saturating_sub(bytes.len() as u64);
        Ok(())
    }

    /// Where that of a probe is kept, if anything is.
    pub fn place(&self, probe: Probe) -> PathBuf {
        file(&self.folder, probe)
    }
}

/// Where the run in a folder keeps what the program of a probe wrote.
pub(super) fn place(run: &Path, probe: Probe) -> PathBuf {
    file(&run.join(FOLDER), probe)
}

fn file(folder: &Path, Probe { row, attempt }: Probe) -> PathBuf {
    folder.join(format!("{row}-{attempt}.jsonl"))
}

/// What is kept there, no more than is ever kept of a probe; `None` where nothing is.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    let failed = |source| StoreError::Read { path: path.to_owned(), source };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let mut bytes = Vec::new();
    file.take(WRITTEN as u64).read_to_end(&mut bytes).map_err(failed)?;
    Ok(Some(bytes))
}

/// Copies those of a run, each under the id of its query where that is a name for a file: so that the
/// folder can be played.
pub(super) fn copy(run: &Path, plan: &Plan, to: &Path) -> Result<usize, StoreError> {
    fs::create_dir_all(to).map_err(|source| StoreError::write(to, source))?;
    let mut copied = 0;
    for row in plan.rows() {
        for attempt in 1..=plan.attempts {
            let from = place(run, Probe { row, attempt });
            if !from.is_file() {
                continue;
            }
            let id = plan.queries.get(row).map(|query| query.id.as_str()).unwrap_or_default();
            let path = to.join(format!("{}.jsonl", name(id, row, attempt)));
            // Nobody's file is replaced.
            let copy = || io::copy(&mut File::open(&from)?, &mut File::create_new(&path)?);
            copy().map_err(|source| StoreError::write(&path, source))?;
            copied += 1;
        }
    }
    Ok(copied)
}

/// The first attempt's is the query's own. What a query is called is somebody else's text.
fn name(id: &str, row: usize, attempt: u32) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let plain = !id.is_empty() && id.len() <= 100 && id.chars().all(fits);
    let own = if plain { id.to_owned() } else { format!("row.{row}") };
    if attempt == 1 { own } else { format!("{own}.{attempt}") }
}

/// Bytes of all that lies in a folder.
pub(super) fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let of = |entry: fs::DirEntry| match entry.metadata() {
        Ok(about) if about.is_dir() => size(&entry.path()),
        Ok(about) => about.len(),
        Err(_) => 0,
    };
    entries.map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_kept_by_probe_and_begun_anew_with_it() {
        let run = tempfile::tempdir().unwrap();
        let mut printer = Printer::of(run.path());
        let (one, two) = (Probe { row: 0, attempt: 1 }, Probe { row: 0, attempt: 2 });
        assert_eq!(read(&printer.place(one)).unwrap(), None);
        printer.add(one, b"a\n").unwrap();
        printer.add(two, b"b\n").unwrap();
        printer.add(one, b"c\n").unwrap();
        assert_eq!(read(&place(run.path(), one)).unwrap().unwrap(), b"a\nc\n");
        printer.begin(one);
        printer.add(one, b"d\n").unwrap();
        assert_eq!(read(&printer.place(one)).unwrap().unwrap(), b"d\n");
        assert_eq!(size(run.path()), 4);
    }

    #[test]
    fn no_name_of_a_query_leads_anywhere() {
        assert_eq!((name("q-1", 0, 1).as_str(), name("q-1", 0, 3).as_str()), ("q-1", "q-1.3"));
        for id in ["", "..", "a/b", "a.b", "C:x", "CON ", &"x".repeat(101)] {
            assert_eq!(name(id, 4, 1), "row.4", "{id:?}");
        }
    }

    #[test]
    fn a_run_keeps_no_more_than_it_may_even_when_it_goes_on() {
        let run = tempfile::tempdir().unwrap();
        let mut printer = Printer { left: 3, ..Printer::of(run.path()) };
        let probe = Probe { row: 1, attempt: 1 };
        printer.add(probe, b"abc").unwrap();
        printer.add(probe, b"d").unwrap();
        assert_eq!(read(&printer.place(probe)).unwrap().unwrap(), b"abc");
        assert_eq!(Printer::of(run.path()).left, MOST - 3);
    }
}
