//! The catalog of a run as its plan keeps it: every skill as it was listed, without its body.
//!
//! Must not know probes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::{
    catalog::{NotLoaded, Scope, Unusable},
    diagnostic::Diagnostic,
    id::SkillId,
    listing::State,
    skill::{Skill, SkillDoc},
    workbench::Board,
};

/// The catalog as far as reports speak of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    pub generation: u64,
    /// Sorted by id.
    pub skills: Vec<ListedSkill>,
    pub unusable: Vec<Unusable>,
    pub not_loaded: Vec<NotLoaded>,
    pub findings: Vec<Diagnostic>,
    pub scope: Scope,
}

/// One skill without its body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedSkill {
    pub id: SkillId,
    pub name: String,
    pub folder: String,
    pub plugin: Option<String>,
    /// SKILL.md relative to its root.
    pub path: String,
    pub disclosure: Disclosure,
    /// What became of it in the listing of the harness; `None` where no harness looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// Of the description as it was.
    pub description_digest: String,
    pub description: String,
    pub when_to_use: Option<String>,
    /// Read by the lenient second reading; some harnesses drop such a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lenient: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
}

/// What the model is told of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Disclosure {
    /// Name and description.
    Listed,
    /// Nothing: it is hidden by its own wish, or muted.
    Hidden,
}

impl Listed {
    /// The catalog of a board; `hash` is a digest of a text, in hex.
    pub(super) fn of(board: &Board, hash: fn(&str) -> String) -> Self {
        let snapshot = &board.now.snapshot;
        let catalog = &snapshot.catalog;
        let listed = |skill: &Arc<Skill>| ListedSkill {
            id: skill.id.clone(),
            name: skill.name.clone(),
            folder: skill.folder.clone(),
            plugin: skill.plugin.clone(),
            path: skill.path.clone(),
            disclosure: match skill.hidden() || snapshot.muted.contains(&skill.id) {
                true => Disclosure::Hidden,
                false => Disclosure::Listed,
            },
            state: board.now.listing.as_ref().and_then(|listing| listing.state(&skill.id)),
            description_digest: hash(&skill.doc.description),
            description: skill.doc.description.clone(),
            when_to_use: skill.doc.when_to_use.clone(),
            lenient: skill.doc.lenient,
            copies: skill.copies.clone(),
            diagnostics: skill.doc.diagnostics.clone(),
        };
        Self {
            generation: catalog.generation,
            skills: catalog.skills.iter().map(listed).collect(),
            unusable: catalog.unusable.clone(),
            not_loaded: catalog.not_loaded.clone(),
            findings: catalog.findings.clone(),
            scope: catalog.scope.clone(),
        }
    }

    /// The texts of the skills are there; a redacted run has none.
    pub fn has_texts(&self) -> bool {
        self.skills.iter().any(|skill| !skill.description.is_empty())
    }
}

impl ListedSkill {
    /// The skill as catalogs hold it, without its body.
    pub(super) fn skill(&self) -> Skill {
        Skill {
            id: self.id.clone(),
            name: self.name.clone(),
            folder: self.folder.clone(),
            plugin: self.plugin.clone(),
            path: self.path.clone(),
            copies: self.copies.clone(),
            doc: Arc::new(SkillDoc {
                name: Some(self.name.clone()),
                description: self.description.clone(),
                when_to_use: self.when_to_use.clone(),
                hidden: self.disclosure == Disclosure::Hidden,
                lenient: self.lenient,
                diagnostics: self.diagnostics.clone(),
                ..SkillDoc::default()
            }),
        }
    }
}
