//! Figures by what is known of each row, while somebody looks at them.
//!
//! Must not know who looks.

use std::{collections::HashMap, sync::Arc};

use super::Workbench;
use crate::core::{
    id::SkillId,
    lexical::Lexicon,
    listing::Disclosed,
    measure::Figures,
    plan::Offered,
    query::{BoundSet, Query, lint::Leaks, traits::Traits},
};

/// What breakdowns need beside the tally, kept as long as it holds.
#[derive(Debug, Default)]
pub(super) struct Dissection {
    wanted: bool,
    traits: Known,
    /// The figures that the breakdowns belong to.
    of: Option<Arc<Figures>>,
}

/// The traits of the rows of one set in one catalog, by file and id.
#[derive(Debug, Default)]
struct Known {
    lexicon: Arc<Lexicon>,
    queries: Arc<BoundSet>,
    disclosed: Arc<Disclosed>,
    rows: HashMap<(String, String), Traits>,
}

impl Dissection {
    pub fn want(&mut self, wanted: bool) {
        *self = Self { wanted, ..Self::default() };
    }
}

impl Known {
    fn of(
        lexicon: &Arc<Lexicon>,
        queries: &Arc<BoundSet>,
        disclosed: &Arc<Disclosed>,
        offered: Offered,
    ) -> Self {
        let mut leaks = Leaks::new(lexicon);
        let mut traits = |row| Traits::of(row, &mut leaks, disclosed, offered);
        let rows = queries.queries.iter().map(|row| (key(row), traits(row)));
        let rows = rows.collect();
        let (lexicon, queries) = (Arc::clone(lexicon), Arc::clone(queries));
        Self { lexicon, queries, disclosed: Arc::clone(disclosed), rows }
    }

    fn is(
        &self,
        lexicon: &Arc<Lexicon>,
        queries: &Arc<BoundSet>,
        disclosed: &Arc<Disclosed>,
    ) -> bool {
        Arc::ptr_eq(&self.lexicon, lexicon)
            && Arc::ptr_eq(&self.queries, queries)
            && Arc::ptr_eq(&self.disclosed, disclosed)
    }
}

fn key(row: &Query<SkillId>) -> (String, String) {
    (row.source.path.clone(), row.id.clone())
}

impl Workbench {
    /// True while breakdowns are wanted that are not those of now.
    pub(super) fn is_undissected(&self) -> bool {
        let now = &self.board.now.figures;
        let known = self.dissection.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, now));
        self.dissection.wanted && !known
    }

    /// Breaks the figures of now down, if somebody wants it and it is not done yet.
    pub(super) fn dissect(&mut self) {
        if !self.dissection.wanted {
            self.board.breakdowns = None;
            return;
        }
        if !self.is_undissected() {
            return;
        }
        let (now, queries) = (&self.board.now, &self.board.queries);
        if !self.dissection.traits.is(&now.lexicon, queries, &now.disclosed) {
            self.dissection.traits =
                Known::of(&now.lexicon, queries, &now.disclosed, self.settings.offered);
        }
        let known = &self.dissection.traits.rows;
        let traits = |row: &Query<SkillId>| known.get(&key(row)).cloned().unwrap_or_default();
        let confidence = self.settings.confidence;
        // Where probes stream, figures rest on the head of the plan alone.
        let breakdowns = match self.settings.streams() || self.played.is_some() {
            true => self.tally.breakdowns(traits, confidence),
            false => self.board.now.tally().breakdowns(traits, confidence),
        };
        self.board.breakdowns = Some(Arc::new(breakdowns));
        self.dissection.of = Some(Arc::clone(&self.board.now.figures));
    }
}
