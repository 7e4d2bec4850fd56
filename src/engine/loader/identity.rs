//! What makes two paths the same file.

use std::{fs, path::Path};

/// Equal for two paths of one file or folder, links followed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileId(Key);

#[cfg(unix)]
type Key = (u64, u64);
#[cfg(not(unix))]
type Key = std::path::PathBuf;

impl FileId {
    /// `None` if the path leads nowhere.
    pub fn of(path: &Path) -> Option<Self> {
        Self::known(path, &fs::metadata(path).ok()?)
    }

    /// As [`FileId::of`], where the path was looked at already.
    #[cfg(unix)]
    pub fn known(_: &Path, about: &fs::Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self((about.dev(), about.ino())))
    }

    /// As [`FileId::of`], where the path was looked at already.
    #[cfg(not(unix))]
    pub fn known(path: &Path, _: &fs::Metadata) -> Option<Self> {
        fs::canonicalize(path).ok().map(Self)
    }
}
