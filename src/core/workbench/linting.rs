//! What the rules of the lint find in a state.
//!
//! Nobody who draws waits for it: of a large catalog it is looked for by a thread of its own.

use std::sync::{Arc, OnceLock};

use crate::core::{
    id::SkillId,
    lint::{Finding, Levels, Limits, Subject, lint},
    workbench::state::State,
};

/// How strict the rules are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strictness {
    pub levels: Levels,
    pub limits: Limits,
}

/// The findings of one state, once somebody has looked for them. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Linting {
    strictness: Arc<Strictness>,
    found: Arc<OnceLock<Vec<Finding>>>,
}

impl Linting {
    pub(super) fn by(strictness: &Arc<Strictness>) -> Self {
        Self { strictness: Arc::clone(strictness), found: Arc::default() }
    }

    /// The same for other words: nothing is known of them.
    #[must_use]
    pub(super) fn afresh(&self) -> Self {
        Self::by(&self.strictness)
    }

    /// The findings, worst first; `None` as long as nobody has looked.
    pub fn known(&self) -> Option<&[Finding]> {
        self.found.get().map(Vec::as_slice)
    }

    /// What is known about a skill, worst first: its own findings, then those that name it.
    pub fn about<'a>(&'a self, id: &'a SkillId) -> impl Iterator<Item = &'a Finding> {
        let all = self.known().unwrap_or_default();
        let own = move |finding: &&Finding| finding.skill.as_ref() == Some(id);
        // One that names half of a catalog is about the catalog.
        let names = move |finding: &&Finding| finding.skill.is_some() && finding.with.contains(id);
        all.iter().filter(own).chain(all.iter().filter(names))
    }
}

impl State {
    /// Looks for findings, unless somebody has; the listing of the state judges. Labels are held
    /// against the skills where they are bound.
    pub fn lint(&self) -> &[Finding] {
        let Linting { strictness, found } = &self.linting;
        found.get_or_init(|| {
            let listings = self.listing.as_deref().map_or(&[][..], std::slice::from_ref);
            let Strictness { levels, limits } = &**strictness;
            let (snapshot, lexicon) = (&self.snapshot, &*self.lexicon);
            lint(&Subject::new(snapshot, lexicon, listings, &[], limits), levels)
        })
    }
}
