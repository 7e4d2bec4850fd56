//! Whole folders as they were at commits, written out beside each other.
//!
//! Must not know what is in them. What a repository says is somebody else's: a path of it may lead
//! anywhere, and a file of it may be of any size.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Component, Path, PathBuf},
    time::Duration,
};

use super::{
    Commits, NoHead,
    objects::{Entry, MAX_FILE, ObjectId},
    program::Git,
    trees,
};

/// What is written at most, of all folders together.
const FILES: usize = 50_000;
const BYTES: u64 = 1 << 30;

/// How a file begins that only says where the real one is kept.
const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// What was written, and what could not be.
#[derive(Debug, Default)]
pub struct Written {
    /// What each place that was asked for is called, and where it was written.
    places: Vec<(PathBuf, PathBuf)>,
    /// Files of the commits that were not to be had, as they were asked for.
    pub missing: Vec<(PathBuf, Gone)>,
}

/// Why a file of a commit is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum Gone {
    #[strum(serialize = "not in this clone")]
    NotHere,
    #[strum(serialize = "kept elsewhere by Git LFS")]
    Pointer,
    #[strum(serialize = "a repository of its own")]
    Submodule,
    #[strum(serialize = "too large")]
    TooLarge,
    #[strum(serialize = "one of too many files")]
    TooMany,
    #[strum(serialize = "no file of this name can be here")]
    Unwritable,
}

impl Written {
    /// Where the file that was called `path` lies now.
    pub fn locate(&self, path: &Path) -> Option<PathBuf> {
        let places = self.places.iter();
        let found = places.filter_map(|(name, to)| Some(to.join(path.strip_prefix(name).ok()?)));
        found.into_iter().find(|file| file.is_file())
    }
}

/// Writes all that lay in `folders` into the empty folder `to`, as it was at the commits of the work
/// trees that `roots` lie in. Blocks on the disk; gives up, and ends git, after `patience`.
///
/// # Errors
/// As [`super::skill_files_at`]; nothing can be written to `to`.
pub async fn write_folders(
    commits: &Commits,
    roots: &BTreeSet<PathBuf>,
    folders: &BTreeSet<PathBuf>,
    to: &Path,
    patience: Duration,
) -> Result<Written, NoHead> {
    let written = tokio::time::timeout(patience, write(commits, roots, folders, to)).await;
    written.unwrap_or(Err(NoHead::TooSlow(patience)))
}

async fn write(
    commits: &Commits,
    roots: &BTreeSet<PathBuf>,
    folders: &BTreeSet<PathBuf>,
    to: &Path,
) -> Result<Written, NoHead> {
    let mut out = Written::default();
    let mut left = (FILES, BYTES);
    for (top, places) in trees(roots).await? {
        let Some(commit) = commits.get(&top) else { continue };
        let git = Git::at(&top);
        for place in &places {
            let Ok(inside) = place.real.strip_prefix(&top) else {
                return Err(NoHead::NoRepository(place.name.clone()));
            };
            let mut writing = Writing {
                name: &place.name,
                to: to.join(out.places.len().to_string()),
                left,
                missing: &mut out.missing,
            };
            let entries = git.tree(commit, inside).await?.into_iter().filter_map(|mut entry| {
                entry.path = entry.path.strip_prefix(inside).unwrap_or(&entry.path).to_owned();
                let asked = place.name.join(&entry.path);
                asked.ancestors().skip(1).any(|above| folders.contains(above)).then_some(entry)
            });
            writing.all(&git, entries.collect()).await?;
            left = writing.left;
            out.places.push((place.name.clone(), writing.to));
        }
    }
    Ok(out)
}

/// One place while it is written.
struct Writing<'a> {
    name: &'a Path,
    to: PathBuf,
    left: (usize, u64),
    missing: &'a mut Vec<(PathBuf, Gone)>,
}

impl Writing<'_> {
    async fn all(&mut self, git: &Git<'_>, entries: Vec<Entry>) -> Result<(), NoHead> {
        fs::create_dir_all(&self.to).map_err(failed)?;
        let mut wanted: BTreeMap<ObjectId, Vec<Entry>> = BTreeMap::new();
        for entry in entries {
            let plain = |part| matches!(part, Component::Normal(_));
            if !entry.path.components().all(plain) {
                self.miss(&entry.path, Gone::Unwritable);
            } else if entry.is_commit() {
                self.miss(&entry.path, Gone::Submodule);
            } else if self.left.0 == 0 {
                self.miss(&entry.path, Gone::TooMany);
            } else {
                self.left.0 -= 1;
                wanted.entry(entry.id.clone()).or_default().push(entry);
            }
        }
        let ids = wanted.keys().cloned().collect();
        // Behind all files: else one of them could be written through a link.
        let mut links = Vec::new();
        git.each(ids, |id, size, bytes| {
            for entry in wanted.remove(&id).unwrap_or_default() {
                match self.fault(size, &bytes) {
                    Some(gone) => self.miss(&entry.path, gone),
                    None if entry.is_link() => links.push((entry.path, bytes.clone())),
                    None => self.file(&entry, &bytes),
                }
            }
        })
        .await?;
        for entry in wanted.into_values().flatten() {
            self.miss(&entry.path, Gone::NotHere);
        }
        for (path, target) in links {
            self.link(&path, &target);
        }
        Ok(())
    }

    fn fault(&mut self, size: u64, bytes: &[u8]) -> Option<Gone> {
        if size > MAX_FILE || size > self.left.1 {
            return Some(Gone::TooLarge);
        }
        self.left.1 -= size;
        bytes.starts_with(POINTER).then_some(Gone::Pointer)
    }

    fn file(&mut self, entry: &Entry, bytes: &[u8]) {
        let to = self.to.join(&entry.path);
        let written = above(&to).and_then(|()| fs::write(&to, bytes));
        if written.is_err() || (entry.is_program() && make_program(&to).is_err()) {
            self.miss(&entry.path, Gone::Unwritable);
        }
    }

    /// Whoever copies it later decides where it may lead.
    fn link(&mut self, path: &Path, target: &[u8]) {
        let to = self.to.join(path);
        if above(&to).and_then(|()| make_link(target, &to)).is_err() {
            self.miss(path, Gone::Unwritable);
        }
    }

    fn miss(&mut self, path: &Path, gone: Gone) {
        self.missing.push((self.name.join(path), gone));
    }
}

fn above(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

#[cfg(unix)]
fn make_program(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_program(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn make_link(target: &[u8], path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(super::program::path_of(target), path)
}

#[cfg(not(unix))]
fn make_link(_: &[u8], _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

fn failed(error: io::Error) -> NoHead {
    NoHead::Failed(format!("its files cannot be written out: {error}"))
}
