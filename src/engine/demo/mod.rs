//! The bundled demo: a bike rental's skills, prompts and scripted agent, unpacked so that edits are safe.
//!
//! Owns the embedded files, the temporary folder and the prepared edits. Must not know how skills are
//! read, how probes run, or what anything looks like on a screen.

mod bundle;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use tempfile::{NamedTempFile, TempDir};

use crate::engine::loader::{CatalogRequest, UserFolders};

/// Whose view the demo is seen in.
const HARNESS: &str = "claude-code";

/// The demo on disk. Its folder goes away with this value, unless [`Demo::keep`] is called.
#[derive(Debug)]
pub struct Demo {
    dir: TempDir,
    edits: Vec<Edit>,
}

/// A prepared edit: one SKILL.md replaced by another version of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// For example `1-router-hands-off`; the script's variant of the same name holds what follows.
    pub name: &'static str,
    pub title: String,
    /// One sentence: what the edit does, and what it costs.
    pub explanation: String,
    /// Folder of the skill that it replaces.
    pub skill: String,
    text: &'static str,
}

/// Why the demo cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("there is no prepared edit {number}; there are {count}")]
    NoSuchEdit { number: usize, count: usize },
    #[error("the bundled {name} is broken: {source}")]
    Bundle { name: &'static str, source: serde_json::Error },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EditHead {
    title: String,
    explanation: String,
    skill: String,
}

impl Demo {
    /// Writes every bundled file to a new temporary folder.
    pub fn unpack() -> Result<Self, DemoError> {
        let edits = bundle::EDITS.iter().map(Edit::of).collect::<Result<_, _>>()?;
        let dir = tempfile::Builder::new()
            .prefix("skillscope-demo-")
            .tempdir()
            .map_err(|source| DemoError::Io { path: std::env::temp_dir(), source })?;
        let demo = Self { dir, edits };
        demo.reset()?;
        Ok(demo)
    }

    /// What to load: this folder as one harness sees it, without the user's own skills.
    pub fn request(&self) -> CatalogRequest {
        CatalogRequest {
            paths: Vec::new(),
            harness: Some(HARNESS.to_owned()),
            cwd: self.dir().to_owned(),
            user: UserFolders::default(),
        }
    }

    /// The project folder that holds everything.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// The folder of the skills; copies of some lie where the harness does not look.
    pub fn skills(&self) -> PathBuf {
        self.place("skills/")
    }

    /// The query files, in order.
    pub fn queries(&self) -> Vec<PathBuf> {
        bundle::QUERIES.iter().map(|file| self.dir().join(file)).collect()
    }

    /// The script of the `fake` agent. Its figures are scripted, never evidence.
    pub fn script(&self) -> PathBuf {
        self.dir().join(bundle::SCRIPT)
    }

    /// The queries that streams were recorded of.
    pub fn recorded_queries(&self) -> PathBuf {
        self.dir().join(bundle::RECORDED)
    }

    /// What Claude Code wrote when a scripted model chose for it: the id of each query and its
    /// stream.
    pub fn streams() -> &'static [(&'static str, &'static str)] {
        bundle::STREAMS
    }

    /// The prepared edits in the order of the story.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// The SKILL.md that an edit replaces.
    pub fn target(&self, edit: &Edit) -> PathBuf {
        self.skills().join(&edit.skill).join("SKILL.md")
    }

    /// Saves prepared edit `number` (from 1) over its skill, as an editor that renames would.
    pub fn apply_edit(&self, number: usize) -> Result<&Edit, DemoError> {
        let count = self.edits.len();
        let edit = number
            .checked_sub(1)
            .and_then(|at| self.edits.get(at))
            .ok_or(DemoError::NoSuchEdit { number, count })?;
        save(&self.target(edit), edit.text)?;
        Ok(edit)
    }

    /// The prepared edits that do not stand on disk now.
    pub fn pending(&self) -> impl Iterator<Item = &Edit> {
        let made =
            |edit: &Edit| fs::read(self.target(edit)).is_ok_and(|now| now == edit.text.as_bytes());
        self.edits.iter().filter(move |edit| !made(edit))
    }

    /// Saves the first of the pending edits; `None` when all are made.
    pub fn apply_next(&self) -> Result<Option<&Edit>, DemoError> {
        let Some(edit) = self.pending().next() else { return Ok(None) };
        save(&self.target(edit), edit.text)?;
        Ok(Some(edit))
    }

    /// Brings back every bundled file that is missing or changed, in the skills, queries and script;
    /// what someone added stays. Returns how many files it wrote.
    pub fn reset(&self) -> Result<usize, DemoError> {
        let mut written = 0;
        for (path, text) in bundle::FILES {
            let path = self.place(path);
            if fs::read(&path).is_ok_and(|now| now == text.as_bytes()) {
                continue;
            }
            save(&path, text)?;
            written += 1;
        }
        Ok(written)
    }

    /// Where a bundled file or folder is unpacked to.
    fn place(&self, path: &str) -> PathBuf {
        let moved = bundle::PLACES
            .iter()
            .find_map(|(from, to)| path.strip_prefix(from).map(|rest| format!("{to}{rest}")));
        self.dir().join(moved.as_deref().unwrap_or(path))
    }

    /// Leaves the folder on disk and says where it is.
    pub fn keep(self) -> PathBuf {
        self.dir.keep()
    }
}

impl Edit {
    fn of(
        (name, head, text): &(&'static str, &'static str, &'static str),
    ) -> Result<Self, DemoError> {
        let EditHead { title, explanation, skill } =
            serde_json::from_str(head).map_err(|source| DemoError::Bundle { name, source })?;
        Ok(Self { name, title, explanation, skill, text })
    }
}

/// Temporary file beside the target, fsync, rename: a watcher never sees half a file.
fn save(path: &Path, text: &str) -> Result<(), DemoError> {
    let at = |source| DemoError::Io { path: path.to_owned(), source };
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(at)?;
    let mut file = NamedTempFile::new_in(folder).map_err(at)?;
    io::Write::write_all(&mut file, text.as_bytes()).map_err(at)?;
    file.as_file().sync_all().map_err(at)?;
    readable_by_all(&file).map_err(at)?;
    file.persist(path).map_err(|error| at(error.error))?;
    Ok(())
}

/// Temporary files are private by default; an editor beside may run as someone else.
#[cfg(unix)]
fn readable_by_all(file: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &NamedTempFile) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests;
