//! The texts of skills that were seen on disk, by what they say, and what lay beside each.
//!
//! Must not know generations, nor what is asked about the skills.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::engine::loader::fingerprint;

/// No skill's text is longer where one is asked about it.
const LONGEST: u64 = 1 << 20;
/// All texts together; what would be more is not kept.
const MOST: u64 = 256 << 20;
/// Files beside one skill that are told apart, and folders below folders.
const BESIDE: usize = 500;
const DEPTH: usize = 12;

const FILE: &str = "SKILL.md";

/// What tells one text from all others.
pub(super) type Content = [u8; 16];

/// Texts in one file without a name, gone with the process.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    file: Option<File>,
    length: u64,
    held: HashMap<Content, Held>,
}

#[derive(Debug)]
struct Held {
    at: u64,
    length: u64,
    beside: Vec<Beside>,
}

/// A file beside a SKILL.md as it was when that was first seen.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Beside {
    /// Below the skill's folder.
    path: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
}

impl Bodies {
    /// Keeps the text of a file if it says `content`, and it is not kept yet.
    pub fn keep(&mut self, content: Content, path: &Path) -> io::Result<()> {
        if self.held.contains_key(&content) || self.length >= MOST {
            return Ok(());
        }
        let Some(bytes) = saying(content, path) else { return Ok(()) };
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        file.seek(SeekFrom::Start(self.length))?;
        file.write_all(&bytes)?;
        let length = bytes.len() as u64;
        let beside = path.parent().map(beside).unwrap_or_default();
        self.held.insert(content, Held { at: self.length, length, beside });
        self.length += length;
        Ok(())
    }

    /// True if the skill lies at `path` as it was, with all that lay beside it and nothing else.
    pub fn stands(&self, content: Content, path: &Path) -> bool {
        let Some(held) = self.held.get(&content) else { return false };
        path.parent().is_some_and(|home| beside(home) == held.beside)
            && saying(content, path).is_some()
    }

    /// Lays a skill as it was into a folder, with those files beside it that still lie in `home` as
    /// they were; says which do not. `None` if its text is not kept.
    pub fn lay(
        &self,
        content: Content,
        home: &Path,
        to: &Path,
    ) -> io::Result<Option<Vec<PathBuf>>> {
        let (Some(held), Some(mut file)) = (self.held.get(&content), self.file.as_ref()) else {
            return Ok(None);
        };
        fs::create_dir_all(to)?;
        let mut text = Vec::new();
        file.seek(SeekFrom::Start(held.at))?;
        file.take(held.length).read_to_end(&mut text)?;
        fs::write(to.join(FILE), text)?;
        let mut lost = Vec::new();
        for one in &held.beside {
            let (from, to) = (home.join(&one.path), to.join(&one.path));
            if Beside::at(&from, one.path.clone()).as_ref() != Some(one) {
                lost.push(one.path.clone());
                continue;
            }
            to.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::copy(&from, &to)?;
        }
        Ok(Some(lost))
    }
}

/// The bytes of a file that says this, and no other.
fn saying(content: Content, path: &Path) -> Option<Vec<u8>> {
    // A pipe of that name would never end.
    let about = path.metadata().ok().filter(|about| about.is_file() && about.len() <= LONGEST)?;
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    (fingerprint(&bytes, about.len()) == content).then_some(bytes)
}

/// What lies beside a SKILL.md and is not another skill's, in order. Links are not followed, so
/// that what they lead to is neither told apart nor copied.
fn beside(home: &Path) -> Vec<Beside> {
    let mut all = Vec::new();
    below(home, Path::new(""), DEPTH, &mut all);
    all
}

fn below(home: &Path, within: &Path, depth: usize, all: &mut Vec<Beside>) {
    let entries = fs::read_dir(home.join(within)).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
    names.sort();
    for name in names {
        let path = within.join(&name);
        let found = home.join(&path);
        let Ok(about) = found.symlink_metadata() else { continue };
        let is_skill = within == Path::new("") && name.eq_ignore_ascii_case(FILE);
        if about.is_dir() && depth > 0 && name != ".git" && !found.join(FILE).exists() {
            below(home, &path, depth - 1, all);
        } else if about.is_file() && !is_skill && all.len() < BESIDE {
            all.extend(Beside::at(&found, path));
        }
    }
}

impl Beside {
    fn at(found: &Path, path: PathBuf) -> Option<Self> {
        let about = found.symlink_metadata().ok().filter(fs::Metadata::is_file)?;
        Some(Self { path, length: about.len(), modified: about.modified().ok() })
    }
}
