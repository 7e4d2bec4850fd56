//! Looking for changes where the system cannot tell: compares what directories hold.
//!
//! Must not know watches or batches. Reads names, sizes and times, never contents.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::change::Change;

/// What the wanted directories held at the last look; `None` for one that was not there.
#[derive(Debug, Default)]
pub(super) struct Poller {
    seen: BTreeMap<PathBuf, Option<Listing>>,
}

type Listing = BTreeMap<OsString, Stamp>;

/// Equal stamps: nothing happened that can be seen from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
    is_dir: bool,
    /// A rename puts another file under the name, perhaps with the same size and time.
    inode: u64,
}

impl Poller {
    /// Looks at the wanted directories, and some besides, and says what differs from the last look.
    /// A directory that was not looked at before is news that needs no telling.
    pub fn look(&mut self, want: &BTreeSet<PathBuf>, besides: &BTreeSet<PathBuf>) -> Vec<Change> {
        let mut out = Vec::new();
        let mut now = BTreeMap::new();
        for dir in want.union(besides) {
            let held = listing(dir);
            match (self.seen.get(dir), &held) {
                (Some(Some(before)), Some(held)) => compare(dir, before, held, &mut out),
                (Some(Some(_)), None) => out.push(Change::Left(dir.clone())),
                (Some(None), Some(_)) => out.push(Change::Touched(dir.clone())),
                (Some(None), None) | (None, _) => {}
            }
            now.insert(dir.clone(), held);
        }
        self.seen = now;
        out
    }

    /// True if one of these directories was never looked at.
    pub fn is_news(&self, want: &BTreeSet<PathBuf>) -> bool {
        want.iter().any(|dir| !self.seen.contains_key(dir))
    }
}

fn compare(dir: &Path, before: &Listing, now: &Listing, out: &mut Vec<Change>) {
    for name in before.keys().filter(|name| !now.contains_key(*name)) {
        out.push(Change::Left(dir.join(name)));
    }
    for (name, stamp) in now {
        match before.get(name) {
            // The times of a folder say that something in it changed; that is told by the look
            // into it, if it is wanted.
            Some(old) if old.is_dir && stamp.is_dir && old.inode == stamp.inode => {}
            Some(old) if old == stamp => {}
            _ => out.push(Change::Touched(dir.join(name))),
        }
    }
}

fn listing(dir: &Path) -> Option<Listing> {
    let entries = fs::read_dir(dir).ok()?;
    Some(
        entries
            .flatten()
            .map(|entry| (entry.file_name(), stamp(&entry.path()).unwrap_or_default()))
            .collect(),
    )
}

fn stamp(path: &Path) -> Option<Stamp> {
    let meta = fs::metadata(path).ok()?;
    #[cfg(unix)]
    let inode = std::os::unix::fs::MetadataExt::ino(&meta);
    #[cfg(not(unix))]
    let inode = 0;
    Some(Stamp { modified: meta.modified().ok(), len: meta.len(), is_dir: meta.is_dir(), inode })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_what_differs_between_two_looks() {
        let root = tempfile::tempdir().unwrap();
        let dir = root.path().join("skills");
        let want = BTreeSet::from([dir.clone()]);
        let mut poller = Poller::default();
        assert!(poller.is_news(&want));
        assert_eq!(poller.look(&want, &BTreeSet::new()), []);
        assert!(!poller.is_news(&want));

        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("a"), "1").unwrap();
        fs::write(dir.join("b"), "1").unwrap();
        assert_eq!(poller.look(&want, &BTreeSet::new()), [Change::Touched(dir.clone())]);

        fs::write(dir.join("a"), "22").unwrap();
        fs::remove_file(dir.join("b")).unwrap();
        fs::create_dir(dir.join("c")).unwrap();
        let changes = [
            Change::Left(dir.join("b")),
            Change::Touched(dir.join("a")),
            Change::Touched(dir.join("c")),
        ];
        assert_eq!(poller.look(&want, &BTreeSet::new()), changes);
        assert_eq!(poller.look(&want, &BTreeSet::new()), []);

        fs::write(dir.join("temp"), "33").unwrap();
        fs::rename(dir.join("temp"), dir.join("a")).unwrap();
        assert_eq!(poller.look(&want, &BTreeSet::new()), [Change::Touched(dir.join("a"))]);

        fs::remove_dir_all(&dir).unwrap();
        assert_eq!(poller.look(&want, &BTreeSet::new()), [Change::Left(dir)]);
    }
}
