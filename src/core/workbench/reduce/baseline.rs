//! Which state now is held against, and the comparisons themselves.

use std::sync::Arc;

use super::Workbench;
use crate::core::{
    snapshot::Snapshot,
    workbench::{changes::Against, state::State},
};

/// What now is held against.
#[derive(Clone, Debug, Default)]
pub(super) enum Chosen {
    /// git HEAD where there is one, else the state at start.
    #[default]
    Usual,
    Start,
    Previous,
    Pinned(Arc<State>),
}

impl Workbench {
    /// Finds the state to compare with, measuring it if nobody has yet, and compares.
    pub(super) fn settle_baseline(&mut self) {
        let state = match &self.chosen {
            Chosen::Pinned(state) => Some(Arc::clone(state)),
            Chosen::Start => self.start.clone(),
            Chosen::Previous => self.board.previous.as_ref().map(|a| Arc::clone(&a.state)),
            Chosen::Usual => self.head_measured().or_else(|| self.start.clone()),
        };
        self.board.baseline = state.map(|state| Arc::new(Against { state, ..Against::default() }));
        self.compare(|against, now| Against::of(Arc::clone(&against.state), now));
    }

    /// The state of git HEAD; measured once for the same catalog, queries and agent.
    fn head_measured(&mut self) -> Option<Arc<State>> {
        let (name, catalog) = self.head.clone()?;
        if let Some((terms, state)) = &self.head_state
            && *terms == self.terms
            && Arc::ptr_eq(&state.snapshot.catalog, &catalog)
        {
            return Some(Arc::clone(state));
        }
        let snapshot = Snapshot::of(catalog);
        let queries = Arc::new(self.bind(&snapshot));
        let before = &self.board.now.lexicon;
        let state = Arc::new(State::at_once(name, snapshot, queries, &self.settings, before));
        self.head_state = Some((self.terms, Arc::clone(&state)));
        Some(state)
    }

    /// Brings both comparisons up to now, each by `how`.
    pub(super) fn compare(&mut self, how: impl Fn(&Against, &State) -> Against) {
        let now = Arc::clone(&self.board.now);
        let anew = |against: &Arc<Against>| Arc::new(how(against, &now));
        self.board.baseline = self.board.baseline.as_ref().map(anew);
        self.board.previous = self.board.previous.as_ref().map(anew);
    }
}
