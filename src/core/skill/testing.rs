//! Skills for tests.

use std::sync::Arc;

use crate::core::skill::{Skill, SkillDoc};

/// A skill that says one thing of itself.
pub(crate) fn skill(id: &str, description: &str) -> Skill {
    with_doc(id, SkillDoc { description: description.to_owned(), ..SkillDoc::default() })
}

/// A skill of its own, called `id` in every way.
pub(crate) fn with_doc(id: &str, doc: SkillDoc) -> Skill {
    Skill {
        id: id.into(),
        name: id.to_owned(),
        folder: id.to_owned(),
        plugin: None,
        path: format!("{id}/SKILL.md"),
        copies: Vec::new(),
        doc: Arc::new(doc),
    }
}
