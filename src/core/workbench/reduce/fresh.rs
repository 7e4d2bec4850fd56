//! The baseline's arm while it is probed afresh, by turns with now's.
//!
//! Must not know what is made of the two.

use std::{collections::HashMap, sync::Arc};

use super::{Workbench, baseline::Chosen, comparing::Held};
use crate::core::workbench::{
    probes::{ProbeRow, ProbeTable},
    request::Effect,
    state::{self, State},
};

/// What a state is called beside its name once it was probed again.
const AFRESH: &str = ", probed afresh";

/// The arm, with the results that it has by now.
#[derive(Debug)]
pub(super) struct Fresh {
    /// Number of its plan, which runs beside that of now.
    plan: u64,
    state: State,
    /// Its rows, by query and attempt: the arms may have other queries.
    places: HashMap<Key, usize>,
    /// Nothing of it runs or waits any more, whether or not all of it is done.
    over: bool,
}

/// File and id of a query, and the attempt.
type Key = (String, String, u32);

fn key(row: &ProbeRow) -> Key {
    let (path, id) = row.query.key();
    (path.to_owned(), id.to_owned(), row.attempt)
}

impl Fresh {
    fn new(plan: u64, state: State) -> Self {
        let rows = state.probes.rows.iter().enumerate();
        let places = rows.map(|(at, row)| (key(row), at)).collect();
        Self { plan, state, places, over: false }
    }

    /// The row of the same query and attempt as one of now's.
    fn twin(&self, row: &ProbeRow) -> Option<&Arc<ProbeRow>> {
        self.state.probes.rows.get(*self.places.get(&key(row))?)
    }

    fn is_over(&self) -> bool {
        self.over || self.state.probes.rows.iter().all(|row| row.outcome().is_some())
    }
}

impl Workbench {
    /// Both arms afresh, by turns, counted from the first look on. A stand-in would only say the same
    /// again.
    pub(super) fn confirm(&mut self) -> Vec<Effect> {
        let before = self.board.baseline.as_ref().map(|against| Arc::clone(&against.state));
        let Some(before) = before.filter(|_| self.settings.agent.may_vary()) else {
            return Vec::new();
        };
        self.held = Held::default();
        self.terms += 1;
        self.note("both arms are probed afresh, by turns; looks count from the first".to_owned());
        // Now's plan gets the number after it.
        self.plan += 1;
        let plan = self.plan;
        let mut effects = self.run_all();
        let snapshot = before.snapshot.clone();
        let queries = self.bound_to(&snapshot);
        let name = before.name.strip_suffix(AFRESH).unwrap_or(&before.name);
        let (name, settings) = (format!("{name}{AFRESH}"), &self.settings);
        if !settings.streams() {
            let state = State::at_once(name, snapshot, queries, settings, &before).settled();
            self.chosen = Chosen::Afresh(Arc::new(state), self.plan);
            self.settle_baseline();
            return effects;
        }
        let probes = state::plan(&snapshot, &queries, settings, &ProbeTable::default());
        let words = State::at_once(name, snapshot, Arc::default(), settings, &before).settled();
        let state = State { probes: Arc::new(probes), queries, ..words };
        self.fresh = Some(Fresh::new(plan, state));
        self.board.run.beside = true;
        self.settle_baseline();
        // Neither begins before the other is there.
        effects.retain(|effect| !matches!(effect, Effect::Pause(_)));
        effects.insert(0, Effect::Pause(true));
        effects.extend([Effect::ProbeBaseline { plan }, Effect::Pause(false)]);
        effects
    }

    /// The arm that is probed beside now, for whoever probes it.
    pub fn fresh(&self) -> Option<&State> {
        self.fresh.as_ref().map(|fresh| &fresh.state)
    }

    /// True of the number of its plan.
    pub fn is_fresh(&self, plan: u64) -> bool {
        self.fresh.as_ref().is_some_and(|fresh| fresh.plan == plan)
    }

    /// The row of a plan: now's, or the other arm's.
    pub(super) fn on_fresh(&mut self, at: usize, change: impl FnOnce(&mut ProbeRow)) {
        if let Some(fresh) = &mut self.fresh
            && let Some(row) = Arc::make_mut(&mut fresh.state.probes).row_mut(at)
        {
            change(row);
        }
    }

    /// Nothing of the other arm runs or waits any more.
    pub(super) fn fresh_over(&mut self) {
        if let Some(fresh) = &mut self.fresh {
            fresh.over = true;
        }
        self.end_fresh();
    }

    /// Once both arms have ended, the baseline is what was probed beside now. True if it is now.
    pub(super) fn end_fresh(&mut self) -> bool {
        let over = !self.board.run.active();
        let Some(fresh) = self.fresh.take_if(|fresh| over && fresh.is_over()) else { return false };
        self.board.run.beside = false;
        let mut state = fresh.state;
        state.figures = Arc::new(state.tally().figures(self.settings.confidence));
        self.chosen = Chosen::Afresh(Arc::new(state), self.plan);
        self.settle_baseline();
        true
    }

    /// The other arm is not probed to its end: what was chosen before stands again.
    pub(super) fn give_up_fresh(&mut self) {
        if self.fresh.take().is_some() {
            self.board.run.beside = false;
            self.settle_baseline();
        }
    }

    /// The other arm as far as it came, with figures of the blocks that both arms have ended.
    pub(super) fn fresh_so_far(&self) -> Option<Arc<State>> {
        let fresh = self.fresh.as_ref()?;
        let mut state = fresh.state.clone();
        let mut tally = state::planned(&state.queries, &state.snapshot, self.settings.attempts);
        let twins = self.head().into_iter().filter_map(|row| fresh.twin(row)?.observation());
        twins.for_each(|observation| tally.add(&observation));
        state.figures = Arc::new(tally.figures(self.settings.confidence));
        Some(Arc::new(state))
    }

    /// The rows of now that interim figures may rest on: whole blocks of the plan's order, which both
    /// arms have ended.
    pub(super) fn head(&self) -> Vec<&Arc<ProbeRow>> {
        let table = &self.board.now.probes;
        let row = |probe: &_| table.rows.get(table.place(*probe));
        let both = |row: &Arc<ProbeRow>| {
            let twin = self.fresh.as_ref().and_then(|fresh| fresh.twin(row));
            row.outcome().is_some() && twin.is_none_or(|twin| twin.outcome().is_some())
        };
        let probes = match &self.fresh {
            Some(_) => self.order.interim(|probe| row(&probe).is_some_and(both)),
            None => self.board.interim.probes,
        };
        self.order.probes.iter().take(probes).filter_map(row).collect()
    }
}
