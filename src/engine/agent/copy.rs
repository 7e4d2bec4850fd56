//! A folder copied within bounds.
//!
//! What is copied is somebody else's: it may hold links to anywhere, pipes, and more than any disk.
//! Must not know what it is copied for.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The most that is copied of one folder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub files: usize,
    /// Of one file.
    pub file_bytes: u64,
    pub bytes: u64,
    /// Folders below folders.
    pub depth: usize,
}

/// Something that was not copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Where it lies.
    pub path: PathBuf,
    pub why: Why,
}

/// Why something was not copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum Why {
    #[strum(serialize = "a link that leads out of the folder, or to a folder")]
    Leads,
    #[strum(serialize = "no file and no folder")]
    Special,
    #[strum(serialize = "too large")]
    TooLarge,
    #[strum(serialize = "one of too many files")]
    TooMany,
    #[strum(serialize = "in folders too deep")]
    TooDeep,
    #[strum(serialize = "not readable")]
    Unreadable,
}

/// Copies what lies in `from` into the folder `to`, which may hold something already: what is there
/// stays. Files and folders that are not `wanted` are passed over without a word.
///
/// # Errors
/// Nothing can be written to `to`.
pub(super) fn folder(
    from: &Path,
    to: &Path,
    bounds: Bounds,
    wanted: &dyn Fn(&Path) -> bool,
) -> io::Result<Vec<LeftOut>> {
    fs::create_dir_all(to)?;
    let mut left_out = Vec::new();
    let Ok(root) = from.canonicalize() else {
        return Ok(vec![LeftOut { path: from.to_owned(), why: Why::Unreadable }]);
    };
    let mut copying = Copying { root: &root, left: bounds, wanted, left_out: &mut left_out };
    copying.folder(&root, to, bounds.depth)?;
    Ok(left_out)
}

struct Copying<'a> {
    /// With links resolved.
    root: &'a Path,
    left: Bounds,
    wanted: &'a dyn Fn(&Path) -> bool,
    left_out: &'a mut Vec<LeftOut>,
}

impl Copying<'_> {
    fn folder(&mut self, from: &Path, to: &Path, depth: usize) -> io::Result<()> {
        let Ok(entries) = fs::read_dir(from) else {
            self.leave(from, Why::Unreadable);
            return Ok(());
        };
        // In order, so that the same files are within the bounds every time.
        let mut entries: Vec<_> = entries.flatten().collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, to) = (entry.path(), to.join(entry.file_name()));
            if !(self.wanted)(&path) {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth == 0 => self.leave(&path, Why::TooDeep),
                Ok(kind) if kind.is_dir() => {
                    fs::create_dir_all(&to)?;
                    self.folder(&path, &to, depth - 1)?;
                }
                Ok(kind) if kind.is_symlink() => match path.canonicalize() {
                    Ok(target) if target.starts_with(self.root) && target.is_file() => {
                        self.file(&path, &target, &to)?;
                    }
                    _ => self.leave(&path, Why::Leads),
                },
                Ok(kind) if kind.is_file() => self.file(&path, &path, &to)?,
                Ok(_) => self.leave(&path, Why::Special),
                Err(_) => self.leave(&path, Why::Unreadable),
            }
        }
        Ok(())
    }

    /// `shown` is where it was found, `from` where it lies.
    fn file(&mut self, shown: &Path, from: &Path, to: &Path) -> io::Result<()> {
        if self.left.files == 0 {
            // One word for all of them.
            if self.left_out.last().is_none_or(|last| last.why != Why::TooMany) {
                self.leave(shown, Why::TooMany);
            }
            return Ok(());
        }
        let Ok(about) = from.metadata() else {
            self.leave(shown, Why::Unreadable);
            return Ok(());
        };
        if about.len() > self.left.file_bytes.min(self.left.bytes) {
            self.leave(shown, Why::TooLarge);
            return Ok(());
        }
        if to.exists() {
            return Ok(());
        }
        match fs::copy(from, to) {
            Ok(length) => {
                self.left.files -= 1;
                self.left.bytes = self.left.bytes.saturating_sub(length);
            }
            Err(_) if fs::File::open(from).is_err() => self.leave(shown, Why::Unreadable),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn leave(&mut self, path: &Path, why: Why) {
        self.left_out.push(LeftOut { path: path.to_owned(), why });
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    const BOUNDS: Bounds = Bounds { files: 3, file_bytes: 10, bytes: 25, depth: 1 };

    fn copied(fill: impl Fn(&Path)) -> (Vec<String>, Vec<(String, Why)>) {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fill(from.path());
        let left = folder(from.path(), to.path(), BOUNDS, &|path| !path.ends_with("not")).unwrap();
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let mut there: Vec<_> =
            ignore::Walk::new(to.path()).flatten().filter(|e| e.path().is_file()).collect();
        there.sort_by_key(|entry| entry.path().to_owned());
        (
            there.iter().map(|entry| name(entry.path())).collect(),
            left.iter().map(|left| (name(&left.path), left.why)).collect(),
        )
    }

    #[test]
    fn nothing_beyond_the_folder_is_copied() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), "x").unwrap();
        let (there, left) = copied(|from| {
            fs::write(from.join("a"), "x").unwrap();
            fs::write(from.join("not"), "x").unwrap();
            symlink("a", from.join("inner")).unwrap();
            symlink(outside.path().join("secret"), from.join("outer")).unwrap();
            symlink("/", from.join("root")).unwrap();
            symlink("gone", from.join("void")).unwrap();
        });
        assert_eq!(there, ["a", "inner"]);
        let leads = |name: &str| (name.to_owned(), Why::Leads);
        assert_eq!(left, ["outer", "root", "void"].map(leads));
    }

    #[test]
    fn bounds_hold_and_are_told() {
        let (there, left) = copied(|from| {
            fs::create_dir_all(from.join("deep/deeper")).unwrap();
            fs::write(from.join("deep/file"), "x").unwrap();
            fs::write(from.join("large"), "01234567890").unwrap();
            for name in ["m", "n", "o", "p"] {
                fs::write(from.join(name), "x").unwrap();
            }
        });
        assert_eq!(there, ["file", "m", "n"]);
        let left: Vec<_> = left.iter().map(|(name, why)| (name.as_str(), *why)).collect();
        assert_eq!(left, [("deeper", Why::TooDeep), ("large", Why::TooLarge), ("o", Why::TooMany)]);
    }
}
