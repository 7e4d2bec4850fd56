//! The skill files as they are at git's HEAD or another commit, read through the git program.
//!
//! Knows git's plumbing; must not know what is in a skill file. Nothing is written, locked or
//! fetched, no shell is involved, and nothing in the repository's configuration is run.

mod folders;
mod objects;
mod program;
mod revisions;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    time::Duration,
};

pub use self::folders::{Gone, Written, write_folders};
pub use self::revisions::{Kind, Revision, revisions};
use self::{objects::Entry, program::Git};

/// The revision that is meant where none is named.
const HEAD: &str = "HEAD";

/// Skill files at a commit, HEAD unless another was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtHead {
    pub commits: Commits,
    /// Sorted by path.
    pub files: Vec<HeadFile>,
}

/// Top folder of each work tree -> hex id of the commit.
pub type Commits = BTreeMap<PathBuf, String>;

impl AtHead {
    /// The commits as people write them.
    pub fn short(&self) -> String {
        let mut commits: Vec<&str> =
            self.commits.values().map(|commit| commit.get(..7).unwrap_or(commit)).collect();
        commits.dedup();
        commits.join(" + ")
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeadFile {
    /// Below the directory that was asked for, spelled as that was.
    pub path: PathBuf,
    /// As stored, before any conversion of line ends; at most [`MAX_BYTES`].
    pub bytes: Vec<u8>,
}

/// What is longer is cut here.
pub const MAX_BYTES: usize = 8 << 20;

/// Why there is no state at HEAD to compare with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoHead {
    #[error("the git program was not found")]
    NoGit,
    #[error("{} is in no git work tree", .0.display())]
    NoRepository(PathBuf),
    #[error("{} has no commit yet", .0.display())]
    NoCommit(PathBuf),
    #[error("{} has no commit `{revision}`: check the spelling, or fetch it", top.display())]
    NoRevision { top: PathBuf, revision: String },
    #[error(
        "{} is a shallow clone and has no commit `{revision}`: fetch the rest with `git fetch \
         --unshallow`, or check it out with `fetch-depth: 0`",
        top.display()
    )]
    Shallow { top: PathBuf, revision: String },
    #[error("HEAD holds no skill file below the given folders")]
    NothingTracked,
    #[error("git took longer than {} s", .0.as_secs_f32())]
    TooSlow(Duration),
    #[error("git failed: {0}")]
    Failed(String),
}

/// Reads every file named `SKILL.md`, in any case, at or below `dirs` as it is at HEAD.
///
/// All directories must lie in work trees, of one repository or several; if one does not, half a
/// state would make its skills look new. A directory need not exist any more. A linked directory
/// counts where it leads to; files that are links themselves are left out. Must be called on a
/// Tokio runtime with I/O and time; gives up, and ends git, after `patience`.
pub async fn skill_files_at_head(
    dirs: &BTreeSet<PathBuf>,
    patience: Duration,
) -> Result<AtHead, NoHead> {
    skill_files_at(HEAD, dirs, patience).await
}

/// As [`skill_files_at_head`], at the commit that `revision` names in each work tree.
pub async fn skill_files_at(
    revision: &str,
    dirs: &BTreeSet<PathBuf>,
    patience: Duration,
) -> Result<AtHead, NoHead> {
    match tokio::time::timeout(patience, read_all(revision, dirs)).await {
        Ok(result) => result,
        Err(_) => Err(NoHead::TooSlow(patience)),
    }
}

/// The commits alone, for one who has read the files at some: two calls of git a work tree.
pub async fn commits_at_head(
    dirs: &BTreeSet<PathBuf>,
    patience: Duration,
) -> Result<Commits, NoHead> {
    let ask = async {
        let mut commits = Commits::new();
        for top in trees(dirs).await?.into_keys() {
            let commit = Git::at(&top).commit(HEAD).await?;
            commits.insert(top, commit);
        }
        Ok(commits)
    };
    tokio::time::timeout(patience, ask).await.unwrap_or(Err(NoHead::TooSlow(patience)))
}

/// The directories by the top folders of their work trees.
async fn trees(dirs: &BTreeSet<PathBuf>) -> Result<BTreeMap<PathBuf, Vec<Place>>, NoHead> {
    let mut trees: BTreeMap<PathBuf, Vec<Place>> = BTreeMap::new();
    for place in places(dirs) {
        // A directory inside a known tree may still be a repository of its own, so git is asked
        // for each; there are few, as those below another are left out.
        let top = Git::at(&place.asked_at).top().await?;
        trees.entry(top).or_default().push(place);
    }
    Ok(trees)
}

async fn read_all(revision: &str, dirs: &BTreeSet<PathBuf>) -> Result<AtHead, NoHead> {
    let trees = trees(dirs).await?;
    let mut out = AtHead::default();
    for (top, places) in trees {
        let git = Git::at(&top);
        let commit = git.commit(revision).await?;
        let mut wanted = BTreeMap::new();
        for place in &places {
            let Ok(inside) = place.real.strip_prefix(&top) else {
                return Err(NoHead::NoRepository(place.name.clone()));
            };
            let tree = git.tree(&commit, inside).await?;
            for entry in tree.into_iter().filter(Entry::is_skill_file) {
                let below = entry.path.strip_prefix(inside).unwrap_or(&entry.path);
                wanted.insert(place.name.join(below), entry.id);
            }
        }
        let bytes = git.read(wanted.values().cloned().collect()).await?;
        let held = wanted.into_iter().filter_map(|(path, id)| {
            bytes.get(&id).map(|bytes| HeadFile { path, bytes: bytes.clone() })
        });
        out.files.extend(held);
        out.commits.insert(top, commit);
    }
    out.files.sort();
    if out.files.is_empty() { Err(NoHead::NothingTracked) } else { Ok(out) }
}

/// A directory to read, apart from those that another one covers.
struct Place {
    name: PathBuf,
    /// Where it leads; for one that is gone, where it would lie.
    real: PathBuf,
    /// An existing directory, to ask git about.
    asked_at: PathBuf,
}

fn places(dirs: &BTreeSet<PathBuf>) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for name in dirs {
        let found = name.ancestors().find_map(|dir| Some((dir, dir.canonicalize().ok()?)));
        let Some((existing, asked_at)) = found else { continue };
        // `existing` is an ancestor of `name`, so the prefix always comes off.
        let real = asked_at.join(name.strip_prefix(existing).unwrap_or(Path::new("")));
        let covered = places.iter().any(|place| {
            name.strip_prefix(&place.name).is_ok_and(|below| place.real.join(below) == real)
                && !real.join(".git").exists()
        });
        if !covered {
            places.push(Place { name: name.clone(), real, asked_at });
        }
    }
    places
}

#[cfg(test)]
pub mod testing;
#[cfg(test)]
mod tests;
