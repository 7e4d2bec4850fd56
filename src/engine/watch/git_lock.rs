//! Whether git is rewriting a work tree right now, so that a branch switch is one batch.
//!
//! Knows where `index.lock` lies; runs nothing and watches nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Read,
    path::{Path, PathBuf},
    time::Duration,
};

/// The lock files of the work trees that some directories lie in.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct GitLocks(BTreeSet<PathBuf>);

impl GitLocks {
    pub fn of(dirs: &BTreeSet<PathBuf>) -> Self {
        let mut known = BTreeMap::new();
        Self(dirs.iter().filter_map(|dir| git_dir(dir, &mut known)).map(lock_of).collect())
    }

    /// True while a lock younger than `patience` exists. An older one was left by a git that died,
    /// or is held by one that waits for its user, and must not keep edits from being seen.
    pub fn held(&self, patience: Duration) -> bool {
        self.0.iter().any(|lock| {
            fs::metadata(lock)
                .and_then(|meta| meta.modified())
                .is_ok_and(|made| made.elapsed().is_ok_and(|age| age < patience))
        })
    }
}

fn lock_of(git_dir: PathBuf) -> PathBuf {
    git_dir.join("index.lock")
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

    fn locks(dir: &Path) -> GitLocks {
        GitLocks::of(&BTreeSet::from([dir.to_path_buf()]))
    }

    #[test]
    fn a_lock_is_seen_from_deep_below_and_only_while_it_is_there() {
        let root = tempfile::tempdir().unwrap();
        let deep = root.path().join("a/b/c");
        fs::create_dir_all(&deep).unwrap();
        assert_eq!(locks(&deep), GitLocks::default());
        fs::create_dir(root.path().join(".git")).unwrap();
        let locks = locks(&deep);
        assert!(!locks.held(PATIENCE));
        let lock = root.path().join(".git/index.lock");
        fs::write(&lock, "").unwrap();
        assert!(locks.held(PATIENCE));
        fs::remove_file(lock).unwrap();
        assert!(!locks.held(PATIENCE));
    }

    #[test]
    fn a_linked_work_tree_has_its_own_lock() {
        let root = tempfile::tempdir().unwrap();
        let (git, tree) = (root.path().join("main/.git/worktrees/w"), root.path().join("w"));
        fs::create_dir_all(&git).unwrap();
        fs::create_dir_all(&tree).unwrap();
        fs::write(tree.join(".git"), "gitdir: ../main/.git/worktrees/w\n").unwrap();
        fs::write(root.path().join("main/.git/index.lock"), "").unwrap();
        assert!(!locks(&tree).held(PATIENCE));
        fs::write(git.join("index.lock"), "").unwrap();
        assert!(locks(&tree).held(PATIENCE));
    }

    #[test]
    fn a_lock_that_was_left_behind_holds_nothing() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join(".git")).unwrap();
        let lock = fs::File::create(root.path().join(".git/index.lock")).unwrap();
        lock.set_modified(SystemTime::now() - Duration::from_secs(3_600)).unwrap();
        assert!(!locks(root.path()).held(PATIENCE));
    }
}
