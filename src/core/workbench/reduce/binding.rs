//! The query sets, bound to the skills of a snapshot.
//!
//! Must not know what is measured with them.

use std::sync::Arc;

use super::Workbench;
use crate::core::{
    catalog::Resolver,
    lexical::{Lexicon, phrase::Reading},
    query::{BoundSet, bind::bind, draft::draft},
    snapshot::Snapshot,
    workbench::{board::Share, offers::has_part, pairing::concerns},
};

impl Workbench {
    /// As the queries of now, those that are bound to a snapshot.
    pub(super) fn bind_now(&mut self, snapshot: &Snapshot) -> Arc<BoundSet> {
        if !self.binds_as_now(snapshot) {
            self.board.share = self.share(snapshot);
            self.board.queries = Arc::new(match &self.board.share {
                Some(share) => share.ours(),
                None => self.bind_all(snapshot),
            });
            self.bound = Some(self.terms);
        }
        Arc::clone(&self.board.queries)
    }

    /// The queries bound to a snapshot: those of now where every label names the same there.
    pub(super) fn bound_to(&self, snapshot: &Snapshot) -> Arc<BoundSet> {
        match self.binds_as_now(snapshot) {
            true => Arc::clone(&self.board.queries),
            false => Arc::new(self.bind(snapshot)),
        }
    }

    /// Drafts are of what descriptions say, as is what is near to a pair; labels only of what skills
    /// are called.
    fn binds_as_now(&self, snapshot: &Snapshot) -> bool {
        let now = &self.board.now.snapshot.catalog;
        self.bound == Some(self.terms)
            && !self.board.queries.drafts
            && self.settings.pair.is_none()
            && now.names_as(&snapshot.catalog)
    }

    /// The rows that are probed of all that can be scored on a snapshot.
    fn bind(&self, snapshot: &Snapshot) -> BoundSet {
        match self.share(snapshot) {
            Some(share) => share.ours(),
            None => self.bind_all(snapshot),
        }
    }

    fn share(&self, snapshot: &Snapshot) -> Option<Share> {
        let shard = self.settings.shard?;
        Some(Share { shard, whole: Arc::new(self.bind_all(snapshot)) })
    }

    /// All rows of the plan: those that can be scored, are wanted, and can be probed on what they are
    /// offered.
    fn bind_all(&self, snapshot: &Snapshot) -> BoundSet {
        let mut bound = self.bind_everything(snapshot);
        bound.queries.retain(|query| has_part(query, self.settings.offered));
        if let Some(pair) = &self.settings.pair {
            let lexicon = Lexicon::of(snapshot, self.settings.lexical);
            bound.queries.retain(|query| concerns(query, pair, &lexicon));
        }
        bound
    }

    fn bind_everything(&self, snapshot: &Snapshot) -> BoundSet {
        let resolver = Resolver::of(&snapshot.catalog);
        let resolve = |label: &str| resolver.resolve(label);
        let turns = self.settings.limits.max_turns;
        let labelled = self.sets.iter().any(|set| !set.queries.is_empty());
        if labelled && !self.drafting {
            return bind(&self.sets, resolve, turns);
        }
        let phrases: Vec<_> = snapshot
            .residents()
            .map(|resident| {
                let texts = phrases_of(resident.description);
                (resident.id(), texts)
            })
            .collect();
        let drafts =
            draft(phrases.iter().map(|(id, texts)| (*id, texts.iter().map(String::as_str))));
        let mut bound = bind(&[drafts], resolve, turns);
        // What was wrong with the files is worth knowing although nothing of them is asked.
        for set in &self.sets {
            bound.refused += set.refused;
            bound.diagnostics.extend(set.diagnostics.iter().cloned());
        }
        bound.drafts = true;
        bound
    }
}

/// The trigger phrases of a description, as written.
fn phrases_of(description: &str) -> Vec<String> {
    let reading = Reading::of(description);
    let texts = reading.phrases.iter().filter_map(|phrase| description.get(phrase.range.clone()));
    texts.map(str::to_owned).collect()
}
