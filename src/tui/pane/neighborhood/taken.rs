//! How many of a skill's prompts another skill took, as the figures counted them.
//!
//! Must not know overlap: this is the measured half of every pair.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{
    id::SkillId,
    measure::{Figures, class::Class},
};

/// Probes that expect a skill, and those of them that engaged another one first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    pub count: u32,
    pub of: u32,
}

impl Taken {
    /// `3/25`; `None` where nothing was measured, which is not the same as 0.
    pub fn text(self) -> Option<String> {
        (self.of > 0).then(|| format!("{}/{}", self.count, self.of))
    }
}

/// The figures' steals by pair, read again only when the figures change.
#[derive(Clone, Debug, Default)]
pub struct Takings {
    of: Arc<Figures>,
    steals: BTreeMap<(SkillId, SkillId), u32>,
}

impl Takings {
    /// Catches up with the figures of a board.
    pub fn follow(&mut self, figures: &Arc<Figures>) {
        if Arc::ptr_eq(&self.of, figures) {
            return;
        }
        self.of = Arc::clone(figures);
        self.steals = figures
            .steals
            .iter()
            .filter_map(|steal| match &steal.expected {
                Class::Skill(id) => Some(((id.clone(), steal.engaged.clone()), steal.count)),
                Class::None => None,
            })
            .collect();
    }

    /// What `thief` took of the prompts of `owner`.
    pub fn of(&self, owner: &SkillId, thief: &SkillId) -> Taken {
        let skills = &self.of.skills;
        let found = skills.binary_search_by(|skill| skill.id.cmp(owner)).ok();
        let of = found.and_then(|at| skills.get(at)).map_or(0, |skill| skill.turn1.support);
        let key = (owner.clone(), thief.clone());
        Taken { count: self.steals.get(&key).copied().unwrap_or(0), of }
    }

    /// Pairs of skills of which one took a prompt of the other: owner, thief.
    pub fn pairs(&self) -> impl Iterator<Item = &(SkillId, SkillId)> {
        self.steals.keys()
    }
}

/// At least one probe that expects a skill was scored.
pub fn measured(figures: &Figures) -> bool {
    figures.skills.iter().any(|skill| skill.turn1.support > 0)
}
