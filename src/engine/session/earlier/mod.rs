//! The files behind a state of the skills: where they lie, or laid out again as they were.
//!
//! Without it, whoever is asked on skills of another time would read the bodies of now below the
//! descriptions of then. Must not know who is asked, nor what for.

mod bodies;

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use tempfile::TempDir;
use thiserror::Error;

use self::bodies::Bodies;
use super::{probing::Files, runtime};
use crate::{
    core::{
        catalog::{Catalog, Then},
        diagnostic::first_of,
        skill::Skill,
        snapshot::Snapshot,
    },
    engine::git::{self, NoHead, Written},
};

/// How long git may take over the folders of a revision.
const PATIENCE: Duration = Duration::from_secs(60);

/// Names that one note tells; the others are counted.
const NAMED: usize = 5;

/// What was seen of the skills so far.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    bodies: Bodies,
    /// What is laid out again; lives as long as those who read there.
    folder: Option<TempDir>,
    laid: usize,
    revisions: Vec<(Arc<Then>, Behind)>,
}

/// What lies behind a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Behind {
    /// Where each SKILL.md lies, by its path in the catalog.
    pub files: Files,
    /// What of it is not as it was, a sentence each.
    pub notes: Vec<String>,
}

/// Why a state cannot be laid out.
#[derive(Debug, Error)]
pub(super) enum NotLaid {
    #[error(
        "the text that {0} had then is not kept; compare with a git revision that has it, or with \
         a later state"
    )]
    NotKept(String),
    #[error(transparent)]
    Git(#[from] NoHead),
    #[error(
        "the skills cannot be laid out as they were: {0}; make room in the folder for temporary files"
    )]
    Failed(#[from] io::Error),
}

impl Earlier {
    /// Keeps the texts of a catalog, so that they can be had when it is one of earlier. What cannot
    /// be kept is told when it is wanted.
    pub fn keep(&mut self, catalog: &Catalog, files: &Files) {
        for skill in catalog.skills.iter().filter(|skill| !skill.hidden()) {
            if let (Some(content), Some(file)) = (skill.doc.content, files.get(&skill.path)) {
                let _ = self.bodies.keep(content, file);
            }
        }
    }

    /// What lies behind the skills of a snapshot, of which `now` are the files that are there now.
    ///
    /// # Errors
    /// Its texts are not to be had.
    pub fn behind(&mut self, snapshot: &Snapshot, now: &Files) -> Result<Behind, NotLaid> {
        match &snapshot.catalog.then {
            Some(then) => self.revision(then, snapshot),
            None => self.generation(snapshot, now),
        }
    }

    /// A folder that nobody else lays anything in.
    fn fresh(&mut self) -> io::Result<PathBuf> {
        let folder = match &mut self.folder {
            Some(folder) => folder,
            none => none.insert(tempfile::Builder::new().prefix("skillscope-then-").tempdir()?),
        };
        self.laid += 1;
        Ok(folder.path().join(self.laid.to_string()))
    }

    fn generation(&mut self, snapshot: &Snapshot, now: &Files) -> Result<Behind, NotLaid> {
        let mut behind = Behind { files: now.clone(), notes: Vec::new() };
        let (mut of_now, mut changed, mut not_kept) = (Vec::new(), Vec::new(), Vec::new());
        for resident in snapshot.residents() {
            let skill: &Skill = resident.skill;
            let lies = now.get(&skill.path);
            let Some(content) = skill.doc.content else {
                // Of a kept run, which holds no texts.
                of_now.push(skill.id.to_string());
                continue;
            };
            if lies.is_some_and(|file| self.bodies.stands(content, file)) {
                continue;
            }
            let to = self.fresh()?;
            let home = lies.and_then(|file| file.parent()).unwrap_or(Path::new(""));
            match self.bodies.lay(content, home, &to)? {
                Some(lost) => {
                    let named = |path: PathBuf| format!("{}/{}", skill.id, path.display());
                    changed.extend(lost.into_iter().map(named));
                    behind.files.insert(skill.path.clone(), to.join("SKILL.md"));
                }
                None => not_kept.push(skill.id.to_string()),
            }
        }
        if !not_kept.is_empty() {
            return Err(NotLaid::NotKept(first_of(not_kept.iter(), NAMED)));
        }
        let note = |names: &[String], said: &str| {
            (!names.is_empty()).then(|| format!("{said}: {}", first_of(names.iter(), NAMED)))
        };
        let left = "files beside skills that are no longer as they were then, and were left out";
        let body =
            "skills with the text of now below the description of then, which alone was kept";
        behind.notes.extend([note(&changed, left), note(&of_now, body)].into_iter().flatten());
        Ok(behind)
    }

    fn revision(&mut self, then: &Arc<Then>, snapshot: &Snapshot) -> Result<Behind, NotLaid> {
        let known = self.revisions.iter().find(|(known, _)| known == then);
        if let Some((_, behind)) = known {
            return Ok(behind.clone());
        }
        let to = self.fresh()?;
        let folders = snapshot
            .catalog
            .skills
            .iter()
            .filter_map(|skill| Some(then.files.get(&skill.path)?.parent()?.to_owned()));
        let written = written(then, &folders.collect(), &to)?;
        let files = then.files.iter();
        let files = files.filter_map(|(path, lay)| Some((path.clone(), written.locate(lay)?)));
        let missing = written.missing.iter().map(|(path, why)| {
            let short = then.roots.iter().find_map(|root| path.strip_prefix(root).ok());
            format!("{} ({why})", short.unwrap_or(path).display())
        });
        let missing: Vec<String> = missing.collect();
        let left = "files of that commit that are not to be had, and were left out";
        let note =
            (!missing.is_empty()).then(|| format!("{left}: {}", first_of(missing.iter(), NAMED)));
        let behind = Behind { files: files.collect(), notes: note.into_iter().collect() };
        self.revisions.push((Arc::clone(then), behind.clone()));
        Ok(behind)
    }
}

/// The folders of a commit, written out. On a thread of its own: whoever waits may be a task.
fn written(then: &Then, folders: &BTreeSet<PathBuf>, to: &Path) -> Result<Written, NotLaid> {
    let work = || {
        let runtime = runtime().map_err(io::Error::other)?;
        let written = git::write_folders(&then.commits, &then.roots, folders, to, PATIENCE);
        Ok(runtime.block_on(written)?)
    };
    let done = thread::scope(|scope| scope.spawn(work).join());
    done.unwrap_or_else(|_| Err(io::Error::other("it broke off").into()))
}
