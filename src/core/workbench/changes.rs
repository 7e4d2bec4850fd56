//! Now held against another state: which skills differ, and by how much their overlap moved.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use crate::core::{
    catalog::{self, CatalogDiff},
    id::SkillId,
    lexical::Lexicon,
    measure::{changes::Changes, sequence::Score},
    query::Query,
    trajectory::Outcome,
    workbench::{
        probes::{ProbeRow, ProbeTable},
        state::State,
    },
};

/// Another state, and what is different now.
#[derive(Clone, Debug, Default)]
pub struct Against {
    pub state: Arc<State>,
    pub catalog: CatalogDiff,
    /// Amounts by which figures moved.
    pub figures: Changes,
    /// Skills whose directed overlap with their nearest rival moved: before and now.
    pub overlap: BTreeMap<SkillId, (Option<f64>, Option<f64>)>,
    /// Probes whose hit changed, in the order of the query files.
    pub flips: Vec<Flip>,
}

/// A probe that hits now and missed before, or the other way round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    pub query: String,
    pub attempt: u32,
    /// True when it hits now.
    pub now: bool,
}

impl Against {
    /// `now` held against `state`. Probes that are not done on both sides flip nothing.
    pub fn of(state: Arc<State>, now: &State) -> Self {
        Self {
            catalog: catalog::diff(&state.snapshot.catalog, &now.snapshot.catalog),
            figures: Changes::between(&state.figures, &now.figures),
            overlap: overlap(&state, now),
            flips: flips(&state.probes, &now.probes),
            state,
        }
    }

    /// Brings up to `now` what probes move; for when nothing but probes has changed since.
    #[must_use]
    pub fn probed(&self, now: &State) -> Self {
        Self {
            figures: Changes::between(&self.state.figures, &now.figures),
            flips: flips(&self.state.probes, &now.probes),
            ..self.clone()
        }
    }

    /// Flips from a hit to a miss, and from a miss to a hit.
    pub fn lost_and_won(&self) -> (usize, usize) {
        let won = self.flips.iter().filter(|flip| flip.now).count();
        (self.flips.len() - won, won)
    }

    /// True if nothing that is measured differs.
    pub fn is_same(&self) -> bool {
        self.catalog.is_empty() && self.overlap.is_empty() && self.flips.is_empty()
    }
}

fn overlap(before: &State, now: &State) -> BTreeMap<SkillId, (Option<f64>, Option<f64>)> {
    let (old, new) = (&before.lexicon, &now.lexicon);
    let ratio = |lexicon: &Lexicon, id: &SkillId| {
        lexicon.neighbourhood().rows.get(lexicon.position(id)?)?.ratio()
    };
    let fresh = new.docs().iter().filter(|doc| old.position(&doc.id).is_none());
    let ids = old.docs().iter().chain(fresh).map(|doc| &doc.id);
    ids.filter_map(|id| {
        let (was, is) = (ratio(old, id), ratio(new, id));
        (was != is).then(|| (id.clone(), (was, is)))
    })
    .collect()
}

fn flips(before: &ProbeTable, now: &ProbeTable) -> Vec<Flip> {
    let old: HashMap<(&str, u32), bool> = before
        .rows
        .iter()
        .filter_map(|row| {
            Some(((row.query.id.as_str(), row.attempt), hit(&row.query, row.outcome()?)?))
        })
        .collect();
    let flip = |row: &Arc<ProbeRow>| {
        let hits = hit(&row.query, row.outcome()?)?;
        let was = *old.get(&(row.query.id.as_str(), row.attempt))?;
        (was != hits).then(|| Flip { query: row.query.id.clone(), attempt: row.attempt, now: hits })
    };
    now.rows.iter().filter_map(flip).collect()
}

/// Whether a scored probe did right by its label at the first engagement; `None` if it errored.
pub fn hit(query: &Query<SkillId>, outcome: &Outcome) -> Option<bool> {
    match outcome {
        Outcome::Scored(trajectory) => Some(Score::of(query, trajectory).hit()),
        Outcome::Errored { .. } => None,
    }
}
