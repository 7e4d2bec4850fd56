//! Which state now is held against, and the comparisons themselves.

use std::sync::Arc;

use super::Workbench;
use crate::core::{
    catalog::Catalog,
    lexical::Lexicon,
    plan::Order,
    snapshot::Snapshot,
    workbench::{baselines::Fetched, changes::Against, state::State},
};

/// Skills as they once were, to be measured as now is.
#[derive(Clone, Debug)]
pub(super) struct Past {
    pub name: String,
    pub catalog: Arc<Catalog>,
    /// What was measured, and the revision of queries and agent that it was measured with.
    measured: Option<(u64, Arc<State>)>,
}

impl Past {
    pub fn new(name: impl Into<String>, catalog: Arc<Catalog>) -> Self {
        Self { name: name.into(), catalog, measured: None }
    }

    /// Takes an exact lexicon, if what was measured is of its texts.
    pub fn words_compared(&mut self, exact: &Arc<Lexicon>) {
        if let Some((_, state)) = &mut self.measured
            && state.lexicon.is_of_texts_of(exact)
        {
            Arc::make_mut(state).lexicon = Arc::clone(exact);
        }
    }
}

/// What now is held against.
#[derive(Clone, Debug, Default)]
pub(super) enum Chosen {
    /// git HEAD where there is one, else the state at start.
    #[default]
    Usual,
    Start,
    Previous,
    Pinned(Arc<State>),
    /// Results of a run that was kept.
    Run(Arc<State>),
    /// Skills of a git revision.
    Revision(Past),
    /// What was probed by turns with now, as this plan.
    Afresh(Arc<State>, u64),
}

impl Chosen {
    /// Skills that are measured as now is.
    pub fn past_mut(&mut self) -> Option<&mut Past> {
        match self {
            Self::Revision(past) => Some(past),
            _ => None,
        }
    }
}

impl Workbench {
    /// Holds now against what was chosen and is read by now.
    pub(super) fn choose(&mut self, fetched: Fetched) {
        self.chosen = match fetched {
            Fetched::Run(state) => Chosen::Run(state),
            Fetched::Skills { name, catalog } => Chosen::Revision(Past::new(name, catalog)),
        };
        self.settle_baseline();
        let name = self.board.baseline.as_ref().map(|against| against.state.name.clone());
        self.note(format!("baseline: {}", name.unwrap_or_default()));
    }

    /// Finds the state to compare with, measuring it if nobody has yet, and compares.
    pub(super) fn settle_baseline(&mut self) {
        let mut chosen = std::mem::take(&mut self.chosen);
        let state = match &mut chosen {
            _ if self.fresh.is_some() => self.fresh_so_far(),
            Chosen::Pinned(state) | Chosen::Run(state) | Chosen::Afresh(state, _) => {
                Some(Arc::clone(state))
            }
            Chosen::Revision(past) => Some(self.measured(past)),
            Chosen::Start => self.start_measured(),
            Chosen::Previous => self.board.previous.as_ref().map(|a| Arc::clone(&a.state)),
            Chosen::Usual => self.usual_measured(),
        };
        self.board.order = match chosen {
            _ if self.fresh.is_some() => Order::Interleaved,
            Chosen::Afresh(_, plan) if plan == self.plan => Order::Interleaved,
            Chosen::Pinned(_) | Chosen::Run(_) | Chosen::Afresh(..) => Order::Apart,
            _ => Order::AtOnce,
        };
        self.chosen = chosen;
        self.board.baseline = state.map(|state| Arc::new(Against { state, ..Against::default() }));
        self.compare(|against, now| Against::of(Arc::clone(&against.state), now));
        self.results_moved();
    }

    /// git HEAD; of an agent that is asked for real, only where it was asked there.
    fn usual_measured(&mut self) -> Option<Arc<State>> {
        let head = self.head_measured();
        let told = |head: &Arc<State>| {
            !self.settings.asks() || head.probes.rows.iter().any(|row| row.outcome().is_some())
        };
        head.filter(told).or_else(|| self.start_measured())
    }

    fn head_measured(&mut self) -> Option<Arc<State>> {
        let mut head = self.head.take()?;
        let state = self.measured(&mut head);
        self.head = Some(head);
        Some(state)
    }

    /// `None` while now is the start and is still being probed: there is nothing else yet to hold
    /// it against.
    fn start_measured(&mut self) -> Option<Arc<State>> {
        let is_now = |past: &Past| Arc::ptr_eq(&past.catalog, &self.board.now.snapshot.catalog);
        let settled = self.board.run.counts.settled();
        let mut start = self.start.take_if(|start| settled || !is_now(start))?;
        let state = self.measured(&mut start);
        self.start = Some(start);
        Some(state)
    }

    /// Measures what was, once for the same queries and agent, and at once: a script is not waited
    /// for here.
    fn measured(&mut self, past: &mut Past) -> Arc<State> {
        if let Some((terms, state)) = &past.measured
            && *terms == self.terms
            && !(self.settings.asks() && self.knows_more(state))
        {
            return Arc::clone(state);
        }
        let now = &self.board.now;
        let snapshot = Snapshot::of(Arc::clone(&past.catalog));
        let name = past.name.clone();
        let is_now = now.snapshot.muted.is_empty()
            && Arc::ptr_eq(&now.snapshot.catalog, &past.catalog)
            && self.board.run.counts.settled();
        let state = if is_now {
            State { name, ..now.settled() }
        } else {
            let queries = self.bound_to(&snapshot);
            State::at_once(name, snapshot, queries, &self.settings, now).settled()
        };
        let state = if self.settings.asks() { self.remembered(state) } else { state };
        let state = Arc::new(state);
        past.measured = Some((self.terms, Arc::clone(&state)));
        state
    }

    /// Brings both comparisons up to the probes of now. The catalogs and their overlaps stand still.
    pub(super) fn probed(&mut self) {
        if let (Some(state), Some(against)) = (self.fresh_so_far(), &mut self.board.baseline) {
            Arc::make_mut(against).state = state;
        }
        self.compare(Against::probed);
        self.results_moved();
    }

    /// Brings both comparisons up to now, each by `how`.
    pub(super) fn compare(&mut self, how: impl Fn(&Against, &State) -> Against) {
        let now = Arc::clone(&self.board.now);
        let anew = |against: &Arc<Against>| Arc::new(how(against, &now));
        self.board.baseline = self.board.baseline.as_ref().map(anew);
        self.board.previous = self.board.previous.as_ref().map(anew);
    }
}
