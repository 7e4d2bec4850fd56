//! What the rules look at.

use crate::core::{
    lexical::Lexicon,
    lint::{
        Limits,
        pairs::{Close, Pairs},
    },
    listing::Listing,
    query::QuerySet,
    snapshot::Snapshot,
};

/// A catalog with everything that a rule may go by.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    pub snapshot: &'a Snapshot,
    /// The words of the snapshot.
    pub lexicon: &'a Lexicon,
    /// The harnesses to judge by, each with what it shows of the snapshot; may be none.
    pub listings: &'a [Listing],
    /// The query sets as written, for labels that nothing can fulfil; may be none.
    pub queries: &'a [QuerySet],
    pub limits: &'a Limits,
    pairs: Pairs,
}

impl<'a> Subject<'a> {
    pub fn new(
        snapshot: &'a Snapshot,
        lexicon: &'a Lexicon,
        listings: &'a [Listing],
        queries: &'a [QuerySet],
        limits: &'a Limits,
    ) -> Self {
        Self { snapshot, lexicon, listings, queries, limits, pairs: Pairs::default() }
    }

    /// Every two rivals, by position.
    pub(super) fn pairs(&self) -> &[Close] {
        self.pairs.of(self.lexicon)
    }

    /// Pairs of skills that are alike beyond the limit: one finding of its own, and none besides.
    pub(super) fn duplicates(&self) -> Vec<Close> {
        let alike = |pair: &&Close| pair.similarity >= self.limits.near_duplicate;
        self.pairs().iter().filter(alike).copied().collect()
    }

    /// Everything that a skill, or a file that looks like one, is called here.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let catalog = &self.snapshot.catalog;
        let skills = catalog.skills.iter().flat_map(|skill| {
            let plugin = skill.plugin.as_deref();
            [Some(skill.id.as_str()), Some(&*skill.name), Some(&*skill.folder), plugin]
        });
        let unusable = catalog.unusable.iter().map(|file| file.folder.as_str());
        let outside = catalog.not_loaded.iter().map(|file| file.name.as_str());
        skills.flatten().chain(unusable).chain(outside)
    }
}
