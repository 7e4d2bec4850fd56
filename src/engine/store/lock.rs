//! One writer a run: a lock that goes with its process, and says who holds it.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, Write as _},
    path::Path,
};

const NAME: &str = "lock";

/// Held until it is dropped, or until the process ends in whatever way.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

/// Why a run cannot be written to now.
#[derive(Debug)]
pub(super) enum NotOurs {
    /// In a few words, for example `process 4711`.
    Held(String),
    Failed(io::Error),
}

impl Lock {
    /// Takes the lock of a run's folder.
    pub fn take(folder: &Path) -> Result<Self, NotOurs> {
        // Not emptied: another process may have written who it is.
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(folder.join(NAME))
            .map_err(NotOurs::Failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(NotOurs::Held(holder(&mut file))),
            Err(TryLockError::Error(error)) => return Err(NotOurs::Failed(error)),
        }
        // Only to tell others; the lock holds without it, on a full disk too.
        let told = format!("process {}", std::process::id());
        let _ = file.set_len(0).and_then(|()| file.rewind());
        let _ = file.write_all(told.as_bytes());
        Ok(Self { _file: file })
    }

    /// Who holds the lock of a run's folder, if anybody does.
    pub fn holder(folder: &Path) -> Option<String> {
        let mut file = File::open(folder.join(NAME)).ok()?;
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Some(holder(&mut file)),
            _ => None,
        }
    }
}

fn holder(file: &mut File) -> String {
    let mut told = String::new();
    let read = file.take(100).read_to_string(&mut told);
    match read {
        Ok(_) if !told.trim().is_empty() => told.trim().to_owned(),
        _ => "another process".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_is_told_who_was_first() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Lock::holder(dir.path()), None);
        let first = Lock::take(dir.path()).unwrap();
        let me = format!("process {}", std::process::id());
        assert!(matches!(Lock::take(dir.path()), Err(NotOurs::Held(who)) if who == me));
        assert_eq!(Lock::holder(dir.path()), Some(me));
        drop(first);
        assert_eq!(Lock::holder(dir.path()), None);
        assert!(Lock::take(dir.path()).is_ok());
    }
}
