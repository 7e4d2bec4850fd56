//! What the rules look at.

use crate::core::{
    lexical::Lexicon,
    lint::{
        Limits,
        pairs::{self, Close},
    },
    listing::Listing,
    query::QuerySet,
    snapshot::Snapshot,
};

/// A catalog with everything that a rule may go by.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub snapshot: &'a Snapshot,
    /// The words of the snapshot.
    pub lexicon: &'a Lexicon,
    /// The harnesses to judge by, each with what it shows of the snapshot; may be none.
    pub listings: &'a [Listing],
    /// The query sets as written, for labels that nothing can fulfil; may be none.
    pub queries: &'a [QuerySet],
    pub limits: &'a Limits,
}

impl Subject<'_> {
    /// Pairs of skills that are alike beyond the limit: one finding of its own, and none besides.
    pub(super) fn duplicates(&self) -> Vec<Close> {
        let mut pairs = pairs::close(self.lexicon);
        pairs.retain(|pair| pair.similarity >= self.limits.near_duplicate);
        pairs
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
