//! What every analysis takes: a catalog, with drafts laid over it and muted skills left out.
//!
//! Must not know the screen that the draft is typed on.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::core::{catalog::Catalog, id::SkillId, skill::Skill};

/// A base generation, draft descriptions over it, and skills muted for a while.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub catalog: Arc<Catalog>,
    /// Descriptions being typed and not yet saved.
    pub drafts: BTreeMap<SkillId, String>,
    /// Skills taken out to see who takes their prompts.
    pub muted: BTreeSet<SkillId>,
}

/// A skill as the model could be offered it.
#[derive(Clone, Copy, Debug)]
pub struct Resident<'a> {
    pub skill: &'a Arc<Skill>,
    pub description: &'a str,
}

impl<'a> Resident<'a> {
    pub fn id(&self) -> &'a SkillId {
        &self.skill.id
    }

    pub fn name(&self) -> &'a str {
        &self.skill.name
    }

    pub fn when_to_use(&self) -> Option<&'a str> {
        self.skill.doc.when_to_use.as_deref()
    }
}

impl Snapshot {
    pub fn of(catalog: Arc<Catalog>) -> Self {
        Self { catalog, ..Self::default() }
    }

    /// The skills a model can pick, in catalog order: neither hidden nor muted.
    pub fn residents(&self) -> impl Iterator<Item = Resident<'_>> {
        self.all().filter(|resident| !resident.skill.hidden())
    }

    /// Their ids, in catalog order.
    pub fn resident_ids(&self) -> Vec<SkillId> {
        self.residents().map(|resident| resident.id().clone()).collect()
    }

    /// As [`Snapshot::residents`], with hidden skills too.
    pub fn all(&self) -> impl Iterator<Item = Resident<'_>> {
        self.catalog.skills.iter().filter(|skill| !self.muted.contains(&skill.id)).map(|skill| {
            Resident {
                skill,
                description: self.drafts.get(&skill.id).unwrap_or(&skill.doc.description),
            }
        })
    }
}
