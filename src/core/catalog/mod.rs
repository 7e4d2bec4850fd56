//! The immutable catalog: what one harness would load here, and what it would not, and why.
//!
//! Must not know watchers or files: the loader hands over read documents.

mod build;
mod diff;
mod edited;
mod resolve;
mod scope;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use serde::{Deserialize, Serialize};

pub use build::{Found, Place, Rules, build};
pub use diff::{CatalogDiff, Fields, diff};
pub use resolve::{Resolution, Resolver};

use crate::core::{diagnostic::Diagnostic, id::SkillId, skill::Skill};

/// One generation of the skills in view. Never changed after it is built.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// Counts up by one with every batch of changes that altered anything; the first is 1.
    pub generation: u64,
    /// Readable skills, sorted by id.
    pub skills: Vec<Arc<Skill>>,
    /// Files that look like skills and cannot be used, sorted by path: each a row with a diagnosis.
    pub unusable: Vec<Unusable>,
    /// Skills that this harness does not load here, with the reason.
    pub not_loaded: Vec<NotLoaded>,
    /// Catalog-wide findings (copies that drifted, repeated names, roots that are gone).
    pub findings: Vec<Diagnostic>,
    /// One sentence parts for the top line: `41 resident`, `38 copies in .agents/skills folded`.
    pub scope: Scope,
    /// Hex digest of ids, names, routing text and hidden flags; equal content, equal digest.
    pub digest: String,
    /// The commits that its files are of; `None` for files that lie, or once lay, on disk.
    pub then: Option<Arc<Then>>,
}

/// Where the files of another time than now are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Then {
    /// Top folder of each work tree -> hex id of the commit.
    pub commits: BTreeMap<PathBuf, String>,
    /// The folders that were looked into, there or not.
    pub roots: BTreeSet<PathBuf>,
    /// Where each SKILL.md lay, by its path in the catalog.
    pub files: BTreeMap<String, PathBuf>,
}

/// A file that is no usable skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unusable {
    /// Relative to its root, with `/`.
    pub path: String,
    pub folder: String,
    /// Never empty; the first says why the file is lost.
    pub diagnostics: Vec<Diagnostic>,
}

/// A readable skill outside the harness's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotLoaded {
    pub path: String,
    pub name: String,
    pub reason: String,
    /// The harness looks there, and takes another of the same identity instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shadowed: bool,
}

/// Whose view this is, and what was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// Profile id, for example `claude-code`; `None` when PATHs stand for themselves.
    pub harness: Option<String>,
    /// The harness as people write it, for example `Claude Code`.
    pub title: Option<String>,
    /// The roots that were walked, as the user named them.
    pub roots: Vec<String>,
    /// Copies folded, a count a folder.
    pub folded: Vec<(String, usize)>,
}

impl Catalog {
    pub fn get(&self, id: &SkillId) -> Option<&Arc<Skill>> {
        self.position(id).map(|at| &self.skills[at])
    }

    /// Index in [`Catalog::skills`] of a skill.
    pub fn position(&self, id: &SkillId) -> Option<usize> {
        self.skills.binary_search_by(|skill| skill.id.cmp(id)).ok()
    }

    /// Every diagnosis: of unusable files, of skills, of the catalog as a whole; in that order.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let unusable = self.unusable.iter().flat_map(|file| &file.diagnostics);
        let skills = self.skills.iter().flat_map(|skill| &skill.doc.diagnostics);
        unusable.chain(skills).chain(&self.findings)
    }
}
