//! When now is compared with the baseline, and which look it is.
//!
//! Must not know the statistics.

use std::sync::Arc;

use super::Workbench;
use crate::core::{
    catalog::Catalog,
    measure::{Observation, comparison::Metric, looks::Interim, rate::Rate},
    workbench::{
        compared::{Arms, Compared, metric},
        history::{self, Looks, Mark},
        probes::ProbeTable,
        state::State,
    },
};

/// What now was held against so far.
#[derive(Debug, Default)]
pub(super) struct Held {
    looks: Looks,
    /// What the present comparison is of.
    of: Option<Of>,
    /// Terms that the history is of.
    terms: u64,
}

/// What a comparison is of. Handles, so that the baseline cannot change unnoticed.
#[derive(Debug)]
struct Of {
    before: Arc<ProbeTable>,
    catalogs: [Arc<Catalog>; 2],
    /// Within a plan results only come to those that are there.
    plan: u64,
    interim: Interim,
}

impl Of {
    fn new(before: &State, now: &State, plan: u64, interim: Interim) -> Self {
        let catalog = |state: &State| Arc::clone(&state.snapshot.catalog);
        Self {
            before: Arc::clone(&before.probes),
            catalogs: [catalog(before), catalog(now)],
            plan,
            interim,
        }
    }

    fn is(&self, other: &Self) -> bool {
        let catalogs = self.catalogs.iter().zip(&other.catalogs);
        Arc::ptr_eq(&self.before, &other.before)
            && (self.plan, self.interim) == (other.plan, other.interim)
            && catalogs.into_iter().all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl Workbench {
    /// Compares once more what was compared already: on other terms.
    pub(super) fn compare_anew(&mut self) {
        self.held.of = None;
        self.compare_results();
    }

    /// Compares the results of now with the baseline's, if that is not done yet.
    pub(super) fn compare_results(&mut self) {
        if self.held.terms != self.terms {
            // Other queries or another agent: no figure before can be held against those to come.
            self.held.terms = self.terms;
            self.board.history = Arc::default();
        }
        let counts = self.board.run.counts;
        let now = Arc::clone(&self.board.now);
        let is_whole = self.board.interim.complete && counts.planned > 0;
        let against = self.board.baseline.clone();
        // Where both are one record there is nothing to compare.
        match against.filter(|against| !Arc::ptr_eq(&against.state.probes, &now.probes)) {
            None => (self.held.of, self.board.compared) = (None, None),
            Some(against) => {
                let before = &against.state;
                // A run that was kept may have been broken off.
                let complete = is_whole && before.probes.counts(before.generation()).settled();
                let of = Of::new(before, &now, self.plan, self.board.interim);
                if self.held.of.as_ref().is_some_and(|known| known.is(&of)) {
                    return;
                }
                let metric = metric(&now.figures);
                let looks = &mut self.held.looks;
                let arms = Arms {
                    catalog: &against.catalog,
                    metric: None,
                    complete,
                    mixed: counts.carried > 0,
                    look: match complete {
                        true => looks.count(&before.probes, metric, &now.probes),
                        false => looks.so_far(&before.probes, metric),
                    },
                    confidence: self.settings.confidence,
                    vary: &self.vary,
                };
                let compared = Compared::of(before, &now, &self.settled(&now), &arms);
                self.board.compared = Some(Arc::new(compared));
                let other = |known: &Of| !Arc::ptr_eq(&known.before, &of.before);
                if self.held.of.as_ref().is_none_or(other) {
                    // Verdicts on another baseline say nothing of this one.
                    let history = Arc::make_mut(&mut self.board.history);
                    history.iter_mut().for_each(|mark| mark.verdict = None);
                }
                self.held.of = Some(of);
            }
        }
        if is_whole {
            let compared = self.board.compared.as_ref();
            let mark = Mark {
                generation: now.generation(),
                rate: headline(&now).rate,
                verdict: compared.map(|compared| compared.comparison.headline.verdict),
            };
            history::note(Arc::make_mut(&mut self.board.history), mark);
        }
    }

    /// The observations of now that figures may rest on.
    fn settled(&self, now: &State) -> Vec<Observation> {
        // Of a run that was broken off, the order in which it came is not known.
        let complete = self.board.interim.complete && self.fresh.is_none();
        if complete || (self.board.opened.is_some() && self.played.is_none()) {
            return now.probes.observations();
        }
        self.head().into_iter().filter_map(|row| row.observation()).collect()
    }
}

/// The rate that comparisons are about.
fn headline(state: &State) -> Rate {
    let figures = &state.figures;
    match (metric(figures), &figures.partial) {
        (Metric::TriggerRecall, Some(partial)) => partial.trigger_recall,
        _ => figures.headline.top1,
    }
}
