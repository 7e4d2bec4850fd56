//! What every machine report begins with: which catalog, and what is wrong with it.

use std::path::Path;

use serde::Serialize;

use crate::core::{diagnostic::Diagnostic, id::SkillId, workbench::Board};

/// The catalog in a few numbers.
#[derive(Debug, Serialize)]
pub struct CatalogHead<'a> {
    /// Skills that a model can pick or that are hidden from it.
    pub skills: usize,
    /// Files that look like skills and cannot be used, or not as they are: some harnesses drop them.
    pub problems: usize,
    /// Skills that the harness of the view does not load.
    pub skipped: usize,
    pub digest: &'a str,
}

impl<'a> CatalogHead<'a> {
    pub fn of(board: &'a Board) -> Self {
        let catalog = &board.now.snapshot.catalog;
        let dropped = catalog.skills.iter().filter(|skill| skill.doc.lenient);
        Self {
            skills: catalog.skills.len(),
            problems: catalog.unusable.len() + dropped.count(),
            skipped: catalog.not_loaded.len(),
            digest: &catalog.digest,
        }
    }
}

/// Every diagnosis, in a fixed order.
pub fn diagnostics(board: &Board) -> Vec<&Diagnostic> {
    board.diagnostics().collect()
}

/// Name and path of a skill by its id; empty for one that is not in the catalog.
pub(super) fn name_and_path<'a>(board: &'a Board, id: &SkillId) -> (&'a str, &'a str) {
    let skill = board.now.snapshot.catalog.get(id);
    skill.map_or(("", ""), |skill| (&skill.name, &skill.path))
}

/// Where the catalog's file called `path` lies below the working directory, with `/`; `path` itself
/// where that is not known.
pub(super) fn place(board: &Board, cwd: &Path, path: &str) -> String {
    let below = board.files.get(path).and_then(|file| file.strip_prefix(cwd).ok());
    below.map_or_else(|| path.to_owned(), |file| file.to_string_lossy().replace('\\', "/"))
}
