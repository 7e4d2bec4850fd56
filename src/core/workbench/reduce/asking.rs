//! An agent that is asked for real: what an edit leaves of its results, and what is asked again.
//!
//! Nobody is billed for a save unless that was wished for: results stand as those of their own
//! generation, and what an edit may have moved waits. Must not know who is asked, nor at what price.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use super::Workbench;
use crate::core::{
    catalog,
    id::SkillId,
    plan::{Estimate, PerProbe, Rerun, affected},
    query::Query,
    snapshot::Snapshot,
    trajectory::StopRule,
    workbench::{
        board::Due,
        differs::shown,
        probes::{ProbeRow, ProbeState, ProbeTable},
        request::{Effect, ProbeOf},
        results::Ground,
        state::{self, State},
        touched::NEAR,
        trouble,
    },
};

impl Workbench {
    /// Measures the words of a snapshot at once, and lays what was answered before beside it.
    pub(super) fn measure_asked(&mut self, snapshot: Snapshot) -> Vec<Effect> {
        let before = Arc::clone(&self.board.now);
        let queries = self.bind_now(&snapshot);
        let (name, settings) = ("now".to_owned(), &self.settings);
        let words = State::at_once(name, snapshot, Arc::default(), settings, &before);
        let mut state = State { queries, ..words };
        let ground = self.results.ground(&state);
        self.grounds.insert(state.generation(), ground);
        self.mark_moved(&before, &state);
        let goes_on = self.board.run.active()
            && same_rows(&before.probes, &state, self.settings.attempts.max(1));
        let table = match self.recorded.take() {
            Some(recorded) => {
                state::resumed(&state.snapshot, &state.queries, &self.settings, &recorded)
            }
            None => self.laid_beside(&before.probes, &state, ground, goes_on),
        };
        state.probes = Arc::new(table);
        let words = &state.lexicon;
        self.board.refreshing = words.is_rough().then(|| (0, words.len()));
        if words.len() <= state::AT_ONCE {
            state.lint();
        }
        self.board.now = Arc::new(state);
        self.board.trouble = Arc::new(trouble::rows(&self.board.now));
        let mut effects = match (goes_on, self.rerun()) {
            (true, Rerun::Manual) => self.ask_on(BTreeSet::new()),
            (true, Rerun::Affected | Rerun::All) => self.ask_on(self.moved_rows()),
            (false, Rerun::Manual) => self.wait(),
            (false, Rerun::Affected) => match self.moved_rows() {
                // What was never asked is no matter of an edit.
                rows if rows.is_empty() => self.wait(),
                rows => self.ask(rows),
            },
            (false, Rerun::All) => self.ask(self.stale_rows()),
        };
        effects.extend(self.hold_policy());
        self.settle_baseline();
        effects
    }

    /// Asks what was asked for.
    pub(super) fn ask_due(&mut self) -> Vec<Effect> {
        let rows = self.due_rows();
        self.ask_again(rows)
    }

    /// The rows that edits may have moved, and those without a result.
    pub(super) fn due_rows(&self) -> BTreeSet<usize> {
        let mut rows = self.moved_rows();
        rows.extend(self.planned_rows());
        rows
    }

    /// The rows that an edit is to make run by itself. What was never asked is no matter of an edit.
    pub(super) fn by_policy(&self) -> BTreeSet<usize> {
        match self.settings.rerun {
            Rerun::Manual => BTreeSet::new(),
            Rerun::Affected => self.moved_rows(),
            Rerun::All => self.stale_rows(),
        }
    }

    /// Asks everything afresh, whatever is known of it.
    pub(super) fn ask_all(&mut self) -> Vec<Effect> {
        let rows = (0..self.board.now.probes.rows.len()).collect();
        let effects = self.ask(rows);
        self.settle_baseline();
        self.then_resume(effects)
    }

    /// Asks some rows once more; others under way go on.
    pub(super) fn ask_again(&mut self, rows: BTreeSet<usize>) -> Vec<Effect> {
        let effects = match self.board.run.active() {
            true => self.ask_on(rows),
            false => self.ask(rows),
        };
        self.probed();
        self.then_resume(effects)
    }

    /// A probe of now has an end: it is remembered, and its row waits no longer.
    pub(super) fn answered(&mut self, of: ProbeOf) {
        if !self.settings.asks() || of.plan != self.plan {
            return;
        }
        let Some(row) = self.board.now.probes.rows.get(of.at) else { return };
        if row.generation != of.generation {
            return;
        }
        if let Some(ground) = self.grounds.get(&of.generation) {
            self.results.keep(*ground, row, &self.settings.limits);
        }
        if row.generation == self.board.now.generation() {
            self.moved.remove(&key(&row.query));
        }
        self.tell_due();
    }

    /// More is remembered by now of a state's probes than stands in it.
    pub(super) fn knows_more(&mut self, state: &State) -> bool {
        let ground = self.results.ground(state);
        let known = |row: &&Arc<ProbeRow>| {
            let limits = &self.settings.limits;
            row.outcome().is_none()
                && self.results.of(ground, &row.query, row.attempt, limits).is_some()
        };
        state.probes.rows.iter().any(|row| known(&row))
    }

    /// A state of earlier texts with what is remembered of its probes.
    pub(super) fn remembered(&mut self, mut state: State) -> State {
        let ground = self.results.ground(&state);
        let table = Arc::make_mut(&mut state.probes);
        self.results.fill(ground, table, &self.settings.limits);
        state.figures = Arc::new(state.tally().figures(self.settings.confidence));
        state
    }

    /// Begins a plan of these rows. The others keep their results.
    fn ask(&mut self, rows: BTreeSet<usize>) -> Vec<Effect> {
        self.give_up_fresh();
        self.begin_plan();
        self.renew(&rows);
        let none = rows.is_empty();
        self.board.run.waits = none;
        self.begin_figures();
        self.begin_count();
        self.tell_due();
        match none {
            true => vec![Effect::Cancel],
            false => vec![Effect::Cancel, Effect::Probe { plan: self.plan }],
        }
    }

    /// Adds these rows to the plan that goes on. What waits of it is asked on the present texts.
    fn ask_on(&mut self, rows: BTreeSet<usize>) -> Vec<Effect> {
        let mut recalled = rows.clone();
        recalled.extend(self.planned_rows());
        self.renew(&rows);
        self.begin_figures();
        self.count();
        self.tell_due();
        let plan = self.plan;
        vec![Effect::Recall { plan, rows: recalled }, Effect::Probe { plan }]
    }

    /// Nothing is begun.
    fn wait(&mut self) -> Vec<Effect> {
        self.ask(BTreeSet::new())
    }

    /// Has rows planned on the present texts.
    fn renew(&mut self, rows: &BTreeSet<usize>) {
        let now = Arc::make_mut(&mut self.board.now);
        let generation = now.generation();
        let table: &mut ProbeTable = Arc::make_mut(&mut now.probes);
        for at in rows {
            if let Some(row) = table.row_mut(*at) {
                *row = ProbeRow {
                    again: row.again || row.errored(),
                    ..ProbeRow::planned(Arc::clone(&row.query), row.attempt, generation)
                };
            }
        }
    }

    /// The table of a state with what is known of it: results on equal texts as its own; else those of
    /// the rows before, of whichever generation they are; else nothing. What is under way goes on
    /// unless an edit may have moved it.
    fn laid_beside(
        &self,
        before: &ProbeTable,
        state: &State,
        ground: Ground,
        goes_on: bool,
    ) -> ProbeTable {
        let (settings, generation) = (&self.settings, state.generation());
        let nothing = ProbeTable::default();
        let mut table = state::resumed(&state.snapshot, &state.queries, settings, &nothing);
        self.results.fill(ground, &mut table, &settings.limits);
        let earlier: HashMap<_, _> =
            before.rows.iter().map(|row| ((row.query.key(), row.attempt), row)).collect();
        for row in &mut table.rows {
            let Some(earlier) = earlier.get(&(row.query.key(), row.attempt)) else { continue };
            let asked_alike = same_probe(&earlier.query, &row.query);
            let keeps = match &earlier.state {
                ProbeState::Planned => false,
                ProbeState::Running => goes_on && !self.moved.contains_key(&key(&row.query)),
                ProbeState::Done(_) => row.outcome().is_none(),
            };
            if keeps && asked_alike {
                *row = Arc::new(ProbeRow {
                    query: Arc::clone(&row.query),
                    ..ProbeRow::clone(earlier)
                });
            }
        }
        debug_assert!(table.rows.iter().all(|row| row.generation <= generation));
        table
    }

    /// Remembers which rows an edit may have moved.
    fn mark_moved(&mut self, before: &State, now: &State) {
        if before.generation() == 0 {
            return;
        }
        let diff = catalog::diff(&before.snapshot.catalog, &now.snapshot.catalog);
        let listed = shown([&before.listing, &now.listing], &diff);
        let muted = before.snapshot.muted.symmetric_difference(&now.snapshot.muted).cloned();
        let edited: BTreeSet<SkillId> = diff.routed().cloned().chain(listed).chain(muted).collect();
        let rows = &now.queries.queries;
        let mut engaged: HashMap<_, BTreeSet<&SkillId>> = HashMap::new();
        for row in &before.probes.rows {
            engaged.entry(row.query.key()).or_default().extend(row.engaged());
        }
        let prompt = |at: usize| rows.get(at).map_or("", |query| &*query.prompt);
        let near = |at: usize| {
            let words = [&before.lexicon, &now.lexicon];
            words.iter().any(|words| words.nearest(prompt(at), NEAR).any(|id| edited.contains(id)))
        };
        let was_engaged = |at: usize| {
            let known = rows.get(at).and_then(|query| engaged.get(&query.key()));
            known.is_some_and(|known| known.iter().any(|skill| edited.contains(*skill)))
        };
        for (at, why) in affected(rows, &edited, near, was_engaged) {
            if let Some(query) = rows.get(at) {
                self.moved.entry(key(query)).or_insert(why);
            }
        }
    }

    /// Rows that nobody has begun.
    fn planned_rows(&self) -> impl Iterator<Item = usize> {
        let rows = self.board.now.probes.rows.iter().enumerate();
        rows.filter(|(_, row)| row.state == ProbeState::Planned).map(|(at, _)| at)
    }

    /// Rows with a result of another generation that an edit may have moved since.
    fn moved_rows(&self) -> BTreeSet<usize> {
        let stale = self.stale_rows().into_iter();
        let row = |at: &usize| self.board.now.probes.rows.get(*at);
        let moved =
            |at: &usize| row(at).is_some_and(|row| self.moved.contains_key(&key(&row.query)));
        stale.filter(moved).collect()
    }

    /// Rows without a result on the present texts.
    fn stale_rows(&self) -> BTreeSet<usize> {
        let generation = self.board.now.generation();
        let rows = self.board.now.probes.rows.iter().enumerate();
        let stale = |row: &ProbeRow| row.outcome().is_none() || row.generation != generation;
        rows.filter(|(_, row)| stale(row)).map(|(at, _)| at).collect()
    }

    /// Says what waits for somebody to ask for it.
    pub(super) fn tell_due(&mut self) {
        if !self.settings.asks() {
            return;
        }
        let active = self.board.run.active();
        if active && self.moved.is_empty() {
            // At the end of each probe: the rows need no look.
            self.board.due = None;
            return;
        }
        let rows = &self.board.now.probes.rows;
        let place = |at: usize| {
            let row = rows.get(at)?;
            Some((at, *self.moved.get(&key(&row.query))?))
        };
        let done = |at: &usize| rows.get(*at).is_some_and(|row| row.outcome().is_some());
        let affected: BTreeMap<_, _> =
            self.moved_rows().into_iter().filter(done).filter_map(place).collect();
        let unasked = if active { 0 } else { self.planned_rows().count() };
        let probes = affected.len() + unasked;
        let estimate = Estimate::of(probes, each(rows), self.settings.concurrency.max(1) as usize);
        let over = estimate.over(&self.settings.caps);
        self.board.due = (probes > 0).then_some(Due { affected, unasked, estimate, over });
    }
}

/// The mean of what probes took so far.
pub(super) fn each(rows: &[Arc<ProbeRow>]) -> PerProbe {
    let mean = |values: Vec<f64>| {
        let n = values.len() as f64;
        (n > 0.0).then(|| values.iter().sum::<f64>() / n)
    };
    PerProbe {
        duration_ms: mean(rows.iter().filter_map(|row| Some(row.duration_ms? as f64)).collect()),
        cost_usd: mean(rows.iter().filter_map(|row| row.cost_usd).collect()),
    }
}

fn key(query: &Query<SkillId>) -> (String, String) {
    let (path, id) = query.key();
    (path.to_owned(), id.to_owned())
}

/// One answers for the other: the same words in the same surroundings, stopped by the same rule.
fn same_probe(one: &Query<SkillId>, other: &Query<SkillId>) -> bool {
    one.prompt == other.prompt
        && one.workspace == other.workspace
        && StopRule::of(one) == StopRule::of(other)
}

/// The table's places mean the same probes in a state.
fn same_rows(table: &ProbeTable, state: &State, attempts: u32) -> bool {
    let queries = &state.queries.queries;
    table.rows.len() == queries.len() * attempts as usize
        && table.rows.chunks(attempts as usize).zip(queries).all(|(rows, query)| {
            rows.iter().all(|row| row.query.key() == query.key() && same_probe(&row.query, query))
        })
}
