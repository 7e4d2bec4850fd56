//! A catalog of which a few files were written, without building all of it again.
//!
//! Must not know files.

use std::sync::Arc;

use crate::core::{
    catalog::Catalog,
    skill::{Skill, SkillDoc},
};

impl Catalog {
    /// The catalog with other documents at some paths, as [`build`](super::build()) makes it, with
    /// generation and digest as they were. `None` where an edit may move more than its own row, so
    /// that only building tells: the skill is called otherwise, it has copies, or a file of the
    /// same name may become one. Linear in the catalog, for each document.
    pub fn edited<'a>(
        &self,
        docs: impl IntoIterator<Item = (&'a str, Arc<SkillDoc>)>,
    ) -> Option<Self> {
        let mut edited = self.clone();
        for (path, doc) in docs {
            let row = edited.skills.iter_mut().find(|skill| skill.path == path)?;
            let named = doc.name.as_ref().unwrap_or(&row.folder) == &row.name;
            let alone = row.copies.is_empty()
                && !self.skills.iter().any(|other| row.is_namesake(other))
                && !self.not_loaded.iter().any(|other| other.name == row.name);
            if !(named && alone) {
                return None;
            }
            *row = Arc::new(Skill { doc, ..Skill::clone(row) });
        }
        Some(edited)
    }
}
