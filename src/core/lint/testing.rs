//! Subjects for tests.

use std::sync::Arc;

use crate::core::{
    catalog::{Catalog, testing::catalog},
    lexical::{Lexicon, Options},
    lint::{Finding, Levels, Limits, Subject, lint},
    listing::{Lens, Listing, list},
    query::QuerySet,
    snapshot::Snapshot,
};

/// A snapshot with everything that a subject borrows.
pub(crate) struct Case {
    pub snapshot: Snapshot,
    pub listings: Vec<Listing>,
    pub queries: Vec<QuerySet>,
    pub limits: Limits,
}

impl Case {
    /// Skills of (id, description), which are to be sorted by id.
    pub fn of(skills: &[(&str, &str)]) -> Self {
        Self::in_catalog(catalog(skills))
    }

    pub fn in_catalog(catalog: Catalog) -> Self {
        Self {
            snapshot: Snapshot::of(Arc::new(catalog)),
            listings: Vec::new(),
            queries: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// Judged by one more harness.
    pub fn seen_by(mut self, lens: &Lens) -> Self {
        self.listings.push(list(&self.snapshot, lens));
        self
    }

    pub fn lint(&self, levels: &Levels) -> Vec<Finding> {
        let lexicon = Lexicon::of(&self.snapshot, Options::default());
        let Self { snapshot, listings, queries, limits } = self;
        lint(&Subject::new(snapshot, &lexicon, listings, queries, limits), levels)
    }

    /// The findings of one rule.
    pub fn found(&self, rule: &str) -> Vec<Finding> {
        let mut found = self.lint(&Levels::default());
        found.retain(|finding| finding.rule == rule);
        found
    }

    /// Skill, or path where there is none, and message of each finding of one rule.
    pub fn says(&self, rule: &str) -> Vec<String> {
        let place = |finding: &Finding| match &finding.skill {
            Some(id) => id.to_string(),
            None => finding.path.clone(),
        };
        self.found(rule).iter().map(|one| format!("{}: {}", place(one), one.message)).collect()
    }
}

/// The words of skills of (id, description), which are to be sorted by id.
pub(crate) fn lexicon(skills: &[(&str, &str)]) -> Lexicon {
    Lexicon::of(&Snapshot::of(Arc::new(catalog(skills))), Options::default())
}
