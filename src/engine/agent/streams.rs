//! Kept streams on disk: a folder with a file a probe.
//!
//! Must not know what the streams say.

use std::{fs, io, path::Path, sync::Arc};

use crate::core::{
    listing::Profile,
    stream::{Format, Recordings},
};

/// Every `*.jsonl` directly in a folder.
///
/// # Errors
/// The folder or a file in it cannot be read.
pub fn in_folder(folder: &Path, format: Format, profile: Arc<Profile>) -> io::Result<Recordings> {
    let mut recordings = Recordings::new(format, profile);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl")
            && let Some(name) = path.file_stem()
        {
            recordings = recordings.with(&name.to_string_lossy(), fs::read(&path)?);
        }
    }
    Ok(recordings)
}

#[cfg(test)]
mod tests;
