//! Where rows are written: standard output or a file, never by accident over one that is there.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use super::arguments::{FileArguments, Writing};
use crate::{
    cli::{
        Failure,
        exit::Exit,
        output::{self, listed},
    },
    core::query::{sheet::Sheet, write::Written},
    engine::rewrite::rewrite,
};

/// Rows at these positions in the form that was asked for; what it has no place for is said on
/// standard error.
pub(super) fn converted(
    sheet: &Sheet,
    rows: &[usize],
    file: &FileArguments,
    writing: &Writing,
) -> String {
    let Written { text, rows: written, lost } =
        sheet.convert(rows, writing.to, file.skill.as_deref());
    if !lost.is_empty() {
        let (of, to) = (rows.len(), writing.to);
        output::tell(&format!("{written} of {of} rows written as {to}:{}", listed(&lost)));
    }
    text
}

/// Writes to the file, or to standard output where none is named.
pub(super) fn put(text: &str, out: Option<&Path>, force: bool) -> Result<Exit, Failure> {
    let Some(path) = out else { return output::print(text) };
    let written = if force { replace(path, text) } else { create(path, text) };
    match written {
        Ok(()) => Ok(Exit::Fine),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(taken(path)),
        Err(source) => Err(Failure::File { path: path.to_owned(), source }),
    }
}

/// Refuses paths that are taken before anything is written to another.
pub(super) fn free(paths: &[&PathBuf], force: bool) -> Result<(), Failure> {
    match paths.iter().find(|path| !force && path.exists()) {
        Some(path) => Err(taken(path)),
        None => Ok(()),
    }
}

fn taken(path: &Path) -> Failure {
    Failure::Usage(format!("{} is there already; --force writes over it", path.display()))
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    File::create_new(path)?.write_all(text.as_bytes())
}

/// All of it or nothing: it may be the only copy of somebody's prompts that is written over.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link leads to the file that is meant.
    let real = match path.canonicalize() {
        Ok(real) => real,
        Err(error) if error.kind() == ErrorKind::NotFound => return create(path, text),
        Err(error) => return Err(error),
    };
    if !fs::metadata(&real)?.is_file() {
        return fs::write(&real, text);
    }
    rewrite(&real, text)
}
