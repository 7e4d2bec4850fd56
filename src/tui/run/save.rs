//! Writing an export beside what is there already, never over it.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Names that are tried before giving up.
const TRIES: usize = 1_000;

/// Writes a new file into a directory: `name`, or `name` with a number before its extension where
/// that exists. Gives back its path.
///
/// # Errors
/// When no such file can be made or written.
pub(super) fn save(directory: &Path, name: &str, contents: &str) -> io::Result<PathBuf> {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, "txt"));
    for number in 1..=TRIES {
        let path = directory.join(match number {
            1 => name.to_string(),
            _ => format!("{stem}-{number}.{extension}"),
        });
        match File::create_new(&path) {
            Ok(mut file) => {
                file.write_all(contents.as_bytes())?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::save;

    #[test]
    fn an_export_never_overwrites() {
        let directory = tempfile::tempdir().unwrap();
        let save = |contents| save(directory.path(), "view.txt", contents).unwrap();
        let (first, second) = (save("one"), save("two"));
        assert_eq!(first, directory.path().join("view.txt"));
        assert_eq!(second, directory.path().join("view-2.txt"));
        assert_eq!(fs::read_to_string(first).unwrap(), "one");
        assert_eq!(fs::read_to_string(second).unwrap(), "two");
    }
}
