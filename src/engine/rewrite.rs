//! A file that is there, written over whole or not at all.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use tempfile::NamedTempFile;

/// Puts `text` in the place of a regular file, which keeps its rights. A reader sees the old text
/// or the new one. A link is replaced by a file, so name what it leads to.
///
/// # Errors
/// The file is gone, or its folder cannot be written to.
pub fn rewrite(path: &Path, text: &str) -> io::Result<()> {
    let rights = fs::metadata(path)?.permissions();
    let mut file = NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    file.as_file().set_permissions(rights)?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}
