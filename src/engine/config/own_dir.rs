//! Where a project's own rows and runs are kept.
//!
//! Must not know what is kept there.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{Places, absolute, git_root};

const NAME: &str = ".skillscope";

/// `.skillscope` of a project, or what stands for it where the project cannot be written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnDir {
    preferred: PathBuf,
    fallback: Option<PathBuf>,
}

impl OwnDir {
    /// For the first of the roots: at the nearest git root, else beside the root, else (read-only)
    /// below the state folder, under a name that the root's path makes.
    pub fn of(first_root: &Path, places: Option<&Places>) -> Self {
        let root = absolute(first_root);
        let home = git_root(&root).or_else(|| root.parent()).unwrap_or(&root);
        Self::at(home, places)
    }

    /// For the project that a folder lies in: at the nearest git root, else where one was made
    /// before, at the folder or above it, else at the folder itself.
    pub fn around(folder: &Path, places: Option<&Places>) -> Self {
        let folder = absolute(folder);
        let made = || folder.ancestors().find(|above| above.join(NAME).is_dir());
        Self::at(git_root(&folder).or_else(made).unwrap_or(&folder), places)
    }

    fn at(home: &Path, places: Option<&Places>) -> Self {
        let digest = blake3::hash(home.as_os_str().as_encoded_bytes()).to_hex();
        let fallback = places.map(|places| places.state.join("projects").join(&digest[..16]));
        Self { preferred: home.join(NAME), fallback }
    }

    /// Where to read from: all that exist, since a project may have been writable once.
    pub fn existing(&self) -> impl Iterator<Item = &Path> {
        self.candidates().filter(|dir| dir.is_dir())
    }

    /// True for a path in one of them: what is written there is no change of the project.
    pub fn holds(&self, path: &Path) -> bool {
        self.candidates().any(|dir| path.starts_with(dir))
    }

    /// Where to write to: the first that can be, made if need be.
    ///
    /// # Errors
    /// None can be; the error is that of the project's own.
    pub fn writable(&self) -> io::Result<&Path> {
        let mut first = None;
        for dir in self.candidates() {
            match try_out(dir) {
                Ok(()) => return Ok(dir),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or_else(|| io::ErrorKind::NotFound.into()))
    }

    fn candidates(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&*self.preferred).chain(self.fallback.as_deref())
    }
}

/// Rights alone do not tell: the file system may be mounted read-only.
fn try_out(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    tempfile::tempfile_in(dir).map(drop)
}
