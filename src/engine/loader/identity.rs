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
        #[cfg(unix)]
        return Some(Self::of_metadata(&fs::metadata(path).ok()?));
        #[cfg(not(unix))]
        return fs::canonicalize(path).ok().map(Self);
    }

    #[cfg(unix)]
    fn of_metadata(about: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self((about.dev(), about.ino()))
    }
}
