//! The journal of a run on disk: lines are only ever added, each by one write.
//!
//! A record counts as kept when its write has returned: that survives the end of the process,
//! however it comes. Must not know what the records mean.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use thiserror::Error;

use crate::core::run::{self, Journal, JournalError, Record};

/// Larger journals are not read: no run comes near.
const LARGEST: u64 = 1 << 30;
/// Time that may pass between two waits for the disk itself while records come.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// Records of one write.
const BATCH: usize = 256;

/// A journal that records are added to. Only one may be open at a time; see the run's lock.
#[derive(Debug)]
pub struct Writer {
    file: File,
    path: PathBuf,
    /// Bytes of whole lines.
    len: u64,
    next_seq: u64,
    synced: Instant,
}

/// Why a journal cannot be kept or read.
#[derive(Debug, Error)]
pub enum JournalFileError {
    #[error("{}: {source}; {remedy}", path.display(), remedy = remedy(source))]
    Write { path: PathBuf, source: io::Error },
    #[error("{} cannot be read: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} cannot be used: {source}", path.display())]
    Foreign { path: PathBuf, source: JournalError },
}

/// What a person can do about a write that failed.
pub(super) fn remedy(error: &io::Error) -> &'static str {
    use io::ErrorKind::{
        FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    match error.kind() {
        StorageFull | QuotaExceeded => "make room on the disk",
        FileTooLarge => "raise the limit of file sizes (ulimit -f), or make room",
        PermissionDenied | ReadOnlyFilesystem => "make the folder writable",
        _ => "mend that",
    }
}

impl Writer {
    /// Begins the journal of a run.
    ///
    /// # Errors
    /// The file exists or cannot be written.
    pub fn create(path: &Path, run: &str) -> Result<Self, JournalFileError> {
        let fault = |source| JournalFileError::Write { path: path.to_owned(), source };
        let file = OpenOptions::new().append(true).create_new(true).open(path).map_err(fault)?;
        let mut writer =
            Self { file, path: path.to_owned(), len: 0, next_seq: 1, synced: Instant::now() };
        writer.write(&run::header(run))?;
        writer.sync()?;
        Ok(writer)
    }

    /// Opens the journal of a run to go on with it. A line that was cut off was never kept, and is
    /// taken away.
    ///
    /// # Errors
    /// The file is no journal, or cannot be read or written. One that is missing is begun.
    pub fn resume(path: &Path, run: &str) -> Result<(Self, Journal), JournalFileError> {
        if !path.exists() {
            return Ok((Self::create(path, run)?, Journal::default()));
        }
        let journal = read(path)?;
        let fault = |source| JournalFileError::Write { path: path.to_owned(), source };
        let file = OpenOptions::new().append(true).open(path).map_err(fault)?;
        let len = journal.whole as u64;
        if journal.torn > 0 {
            file.set_len(len).map_err(fault)?;
        }
        let next_seq = journal.last_seq + 1;
        let mut writer =
            Self { file, path: path.to_owned(), len, next_seq, synced: Instant::now() };
        if len == 0 {
            writer.write(&run::header(run))?;
        }
        Ok((writer, journal))
    }

    /// Adds records and numbers them. When this returns they are kept.
    ///
    /// # Errors
    /// They cannot be written; then none of the last write is kept, and everything before is.
    pub fn append(&mut self, records: &mut [Record]) -> Result<(), JournalFileError> {
        for batch in records.chunks_mut(BATCH) {
            let mut lines = String::new();
            for record in batch.iter_mut() {
                record.seq = self.next_seq;
                self.next_seq += 1;
                lines.push_str(&record.line());
            }
            self.write(&lines)?;
        }
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until the disk has everything: survives the end of the machine too.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn sync(&mut self) -> Result<(), JournalFileError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|source| self.fault(source))
    }

    fn write(&mut self, lines: &str) -> Result<(), JournalFileError> {
        if let Err(source) = self.file.write_all(lines.as_bytes()) {
            // What came through is no whole line, or one of which nobody was told. If even this
            // fails the next reader takes it away.
            let _ = self.file.set_len(self.len);
            return Err(self.fault(source));
        }
        self.len += lines.len() as u64;
        Ok(())
    }

    fn fault(&self, source: io::Error) -> JournalFileError {
        JournalFileError::Write { path: self.path.clone(), source }
    }
}

/// Reads a journal without changing it.
///
/// # Errors
/// It cannot be read, or is no journal.
pub fn read(path: &Path) -> Result<Journal, JournalFileError> {
    let fault = |source| JournalFileError::Read { path: path.to_owned(), source };
    let file = File::open(path).map_err(fault)?;
    let about = file.metadata().map_err(fault)?;
    if !about.is_file() || about.len() > LARGEST {
        return Err(fault(io::Error::other("it is no regular file, or far too large")));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes).map_err(fault)?;
    Journal::read(&bytes)
        .map_err(|source| JournalFileError::Foreign { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::core::run::{Kind, Probe};

    fn note(text: &str) -> Record {
        let kind = Kind::Note { text: text.to_owned() };
        Record { seq: 0, kind, probe: None, key: None, generation: 1, at_ms: 0 }
    }

    fn begun(records: usize) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal.jsonl");
        let mut writer = Writer::create(&path, "r").unwrap();
        let mut records: Vec<Record> = (0..records).map(|n| note(&format!("n{n}"))).collect();
        writer.append(&mut records).unwrap();
        (dir, path)
    }

    #[test]
    fn what_is_added_is_read_in_order() {
        let (_dir, path) = begun(700);
        let (mut writer, before) = Writer::resume(&path, "r").unwrap();
        writer.append(&mut [note("last")]).unwrap();
        let journal = read(&path).unwrap();
        assert_eq!((before.records.len(), journal.records.len()), (700, 701));
        assert!(journal.records.iter().zip(1..).all(|(record, seq)| record.seq == seq));
        assert_eq!(journal.run, "r");
        assert!(Writer::create(&path, "r").is_err(), "nothing is written over");
    }

    /// However a last line is cut off, the lines before it stay and the next one is whole.
    #[test]
    fn a_tail_torn_at_any_byte_is_taken_away() {
        let (dir, path) = begun(3);
        let bytes = fs::read(&path).unwrap();
        for cut in 0..bytes.len() {
            let torn = dir.path().join(format!("{cut}.jsonl"));
            fs::write(&torn, &bytes[..cut]).unwrap();
            let (mut writer, before) = Writer::resume(&torn, "r").unwrap();
            writer.append(&mut [note("after")]).unwrap();
            let journal = read(&torn).unwrap();
            assert_eq!((journal.torn, journal.damage.len()), (0, 0), "cut at {cut}");
            assert_eq!(journal.run, "r");
            let (after, kept) = journal.records.split_last().unwrap();
            assert_eq!(kept, before.records, "cut at {cut}");
            assert_eq!(after.kind, note("after").kind);
            let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(kept.len(), whole.saturating_sub(1), "cut at {cut}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_with_its_path_and_a_remedy() {
        let (dir, _) = begun(0);
        let full = dir.path().join("full.jsonl");
        std::os::unix::fs::symlink("/dev/full", &full).unwrap();
        let file = OpenOptions::new().append(true).open(&full).unwrap();
        let mut writer = Writer { file, path: full, len: 0, next_seq: 1, synced: Instant::now() };
        let mut record = note("x");
        record.probe = Some(Probe { row: 0, attempt: 1 });
        let told = writer.append(&mut [record]).unwrap_err().to_string();
        assert!(told.contains("full.jsonl") && told.contains("make room"), "{told}");
    }
}
