//! What git is about: rewriting a work tree, so that a branch switch is one batch, or moving HEAD.
//!
//! Knows what lies where in a git directory; runs nothing and watches nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Read,
    path::{Path, PathBuf},
    time::Duration,
};

/// What git holds while it writes the work tree's index, and while it moves HEAD and logs it.
const LOCKS: [&str; 2] = ["index.lock", "HEAD.lock"];

/// The git directories of the work trees that some directories lie in, by their real paths.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct GitDirs(BTreeSet<PathBuf>);

impl GitDirs {
    pub fn of(dirs: &BTreeSet<PathBuf>) -> Self {
        let mut known = BTreeMap::new();
        let found = dirs.iter().filter_map(|dir| git_dir(dir, &mut known));
        Self(found.filter_map(|dir| dir.canonicalize().ok()).collect())
    }

    /// The directories in which something changes whenever HEAD moves: by a switch, a commit, a
    /// reset, or a branch that is moved under it. Few, and not those of objects and refs.
    pub fn dirs(&self) -> BTreeSet<PathBuf> {
        let parts = |dir: &PathBuf| ["", "logs", "reftable"].map(|part| dir.join(part));
        self.0.iter().flat_map(parts).filter(|dir| dir.is_dir()).collect()
    }

    /// True for a change in one of [`Self::dirs`] by which HEAD may have moved. Git locks HEAD
    /// whatever ref it stands for, and logs where it goes; one who only looks now and then sees
    /// the log.
    pub fn moves_head(&self, path: &Path) -> bool {
        let is_of_head = path.file_name().is_some_and(|name| {
            ["HEAD", "HEAD.lock", "tables.list"].iter().any(|own| name == *own)
        });
        is_of_head && path.ancestors().skip(1).take(2).any(|dir| self.0.contains(dir))
    }

    /// True while a lock younger than `patience` exists. An older one was left by a git that died,
    /// or is held by one that waits for its user, and must not keep edits from being seen.
    pub fn held(&self, patience: Duration) -> bool {
        self.0.iter().flat_map(|dir| LOCKS.map(|lock| dir.join(lock))).any(|lock| {
            fs::metadata(lock)
                .and_then(|meta| meta.modified())
                .is_ok_and(|made| made.elapsed().is_ok_and(|age| age < patience))
        })
    }
}

/// The git directory of the work tree that `dir` lies in; `known` remembers each directory asked.
fn git_dir(dir: &Path, known: &mut BTreeMap<PathBuf, Option<PathBuf>>) -> Option<PathBuf> {
    if let Some(found) = known.get(dir) {
        return found.clone();
    }
    let found = own_git_dir(&dir.join(".git"))
        .or_else(|| dir.parent().and_then(|parent| git_dir(parent, known)));
    known.insert(dir.to_path_buf(), found.clone());
    found
}

/// `.git` itself, or what it points to where it is the file of a linked work tree or submodule.
fn own_git_dir(dot_git: &Path) -> Option<PathBuf> {
    let kind = fs::metadata(dot_git).ok()?.file_type();
    if kind.is_dir() {
        return Some(dot_git.to_path_buf());
    }
    if !kind.is_file() {
        return None;
    }
    let mut text = String::new();
    fs::File::open(dot_git).ok()?.take(4096).read_to_string(&mut text).ok()?;
    let target = text.strip_prefix("gitdir:")?.trim();
    Some(dot_git.parent()?.join(target))
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(5);

    fn git(dir: &Path) -> GitDirs {
        GitDirs::of(&BTreeSet::from([dir.to_path_buf()]))
    }

    #[test]
    fn a_lock_is_seen_from_deep_below_and_only_while_it_is_there() {
        let root = tempfile::tempdir().unwrap();
        let deep = root.path().join("a/b/c");
        fs::create_dir_all(&deep).unwrap();
        assert_eq!(git(&deep), GitDirs::default());
        fs::create_dir(root.path().join(".git")).unwrap();
        let git = git(&deep);
        assert!(!git.held(PATIENCE));
        for lock in LOCKS.map(|lock| root.path().join(".git").join(lock)) {
            fs::write(&lock, "").unwrap();
            assert!(git.held(PATIENCE), "{lock:?}");
            fs::remove_file(lock).unwrap();
            assert!(!git.held(PATIENCE));
        }
    }

    #[test]
    fn a_linked_work_tree_has_its_own_lock() {
        let root = tempfile::tempdir().unwrap();
        let (own, tree) = (root.path().join("main/.git/worktrees/w"), root.path().join("w"));
        fs::create_dir_all(&own).unwrap();
        fs::create_dir_all(&tree).unwrap();
        fs::write(tree.join(".git"), "gitdir: ../main/.git/worktrees/w\n").unwrap();
        fs::write(root.path().join("main/.git/index.lock"), "").unwrap();
        assert!(!git(&tree).held(PATIENCE));
        fs::write(own.join("index.lock"), "").unwrap();
        assert!(git(&tree).held(PATIENCE));
    }

    #[test]
    fn only_what_goes_with_head_moves_it() {
        let root = tempfile::tempdir().unwrap();
        let dir = root.path().canonicalize().unwrap().join(".git");
        fs::create_dir_all(dir.join("logs/refs")).unwrap();
        let git = git(root.path());
        assert_eq!(git.dirs(), BTreeSet::from([dir.clone(), dir.join("logs")]));
        for name in ["HEAD", "HEAD.lock", "logs/HEAD", "reftable/tables.list"] {
            assert!(git.moves_head(&dir.join(name)), "{name}");
        }
        for name in ["index", "FETCH_HEAD", "logs/refs/remotes/origin/HEAD", "objects/ab"] {
            assert!(!git.moves_head(&dir.join(name)), "{name}");
        }
        assert!(!git.moves_head(&root.path().join("HEAD")));
    }

    #[test]
    fn a_lock_that_was_left_behind_holds_nothing() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join(".git")).unwrap();
        let lock = fs::File::create(root.path().join(".git/index.lock")).unwrap();
        lock.set_modified(SystemTime::now() - Duration::from_secs(3_600)).unwrap();
        assert!(!git(root.path()).held(PATIENCE));
    }
}
