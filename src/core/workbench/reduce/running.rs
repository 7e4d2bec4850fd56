//! A plan under way: which row each event belongs to, what is counted, and what the figures may
//! rest on.
//!
//! Must not know what the figures are held against.

use std::sync::Arc;

use super::Workbench;
use crate::core::{
    measure::looks::Interim,
    plan::{Over, Plan, Planned},
    trajectory::{Event, Outcome},
    workbench::{
        board::RunStatus,
        probes::{ProbeRow, ProbeState, ProbeTable},
        request::{Effect, ProbeOf},
        state,
    },
};

impl Workbench {
    pub(super) fn probe_ended(
        &mut self,
        of: ProbeOf,
        outcome: Outcome,
        duration_ms: u64,
        cost_usd: Option<f64>,
    ) -> Vec<Effect> {
        if of.plan != self.plan && !self.is_fresh(of.plan) {
            return Vec::new();
        }
        if let Some(usd) = cost_usd.filter(|_| of.plan == self.plan) {
            *self.board.run.spent_usd.get_or_insert(0.0) += usd;
        }
        self.on_row(of, |row| {
            row.state = ProbeState::Done(Arc::new(outcome));
            row.duration_ms = Some(duration_ms);
            row.cost_usd = cost_usd;
        });
        self.answered(of);
        self.advance();
        // Flips are of probes, not of figures, and show at once.
        self.stale = true;
        self.count();
        if !self.board.run.counts.settled() {
            return Vec::new();
        }
        self.sum_up();
        if !self.end_fresh() {
            self.settle_baseline();
        }
        // A pause during the last probes is no wish for the next plan to wait.
        self.resume()
    }

    /// Nothing more begins, and everything that was begun is kept.
    pub(super) fn time_is_up(&mut self) -> Vec<Effect> {
        if !self.board.run.active() || self.board.run.cap.is_some() {
            return Vec::new();
        }
        self.board.run.cap = Some(Over::Duration);
        vec![Effect::Finish]
    }

    /// Milliseconds until the plan has taken all the time that it may; `None` without an end, or
    /// while no time of the plan passes.
    pub fn time_left(&self, at_ms: u64) -> Option<u64> {
        let run = &self.board.run;
        let runs = run.active() && !run.paused && run.cap.is_none();
        let cap = self.settings.caps.duration_ms.filter(|_| runs && self.settings.streams())?;
        Some(cap.saturating_sub(at_ms.saturating_sub(self.plan_began_ms)))
    }

    /// Everything that was begun has ended. If that is not everything, a cap ended the plan, and
    /// the figures are of what there is.
    pub(super) fn plan_done(&mut self, plan: u64, cap: Option<Over>) {
        if self.is_fresh(plan) {
            self.fresh_over();
            return;
        }
        let run = &mut self.board.run;
        if plan != self.plan || !run.active() {
            return;
        }
        run.cap = run.cap.or(cap);
        run.cancelled = true;
        self.tally = self.board.now.tally();
        self.sum_up();
        self.end_fresh();
    }

    /// Changes the row of a probe, unless it was asked anew since.
    pub(super) fn on_row(&mut self, of: ProbeOf, change: impl FnOnce(&mut ProbeRow)) {
        if self.is_fresh(of.plan) {
            return self.on_fresh(of.at, change);
        }
        if of.plan != self.plan {
            return;
        }
        let now = Arc::make_mut(&mut self.board.now);
        if let Some(row) = Arc::make_mut(&mut now.probes).row_mut(of.at)
            && row.generation == of.generation
        {
            change(row);
        }
    }

    /// Numbers a plan and starts its clock.
    pub(super) fn begin_plan(&mut self) {
        self.plan += 1;
        self.plan_began_ms = self.at_ms;
        // What the plan before had still to be summed belongs to figures that are replaced.
        self.stale = false;
        self.fresh = None;
        // A plan does not end a pause; it only has other probes wait.
        let RunStatus { paused, slowed, .. } = self.board.run;
        self.board.run = RunStatus { paused, slowed, ..RunStatus::default() };
    }

    /// Sums up a table that a plan begins with: where probes stream, the head of its order.
    pub(super) fn begin_figures(&mut self) {
        let table = &self.board.now.probes;
        let order = table.plan(self.settings.seed);
        if !self.settings.streams() {
            self.order = Plan::default();
            self.board.interim = Interim::of(&order, |_| true);
            return;
        }
        let now = &self.board.now;
        self.tally = state::planned(&now.queries, &now.snapshot, self.settings.attempts);
        self.order = order;
        self.board.interim = Interim::default();
        self.advance();
        self.sum_up();
    }

    /// Takes into the tally what has settled since, in whole blocks of the plan's order.
    pub(super) fn advance(&mut self) {
        let table = &self.board.now.probes;
        let interim = Interim::of(&self.order, |probe| outcome(table, probe).is_some());
        let entered = self.board.interim.probes;
        let fresh = self.order.probes.get(entered..interim.probes).unwrap_or_default();
        for probe in fresh {
            let row = table.rows.get(table.place(*probe));
            if let Some(observation) = row.and_then(|row| row.observation()) {
                self.tally.add(&observation);
            }
        }
        self.board.interim = interim;
    }

    /// Brings the figures up to the tally.
    pub(super) fn sum_up(&mut self) {
        let figures = Arc::new(self.tally.figures(self.settings.confidence));
        Arc::make_mut(&mut self.board.now).figures = figures;
        self.stale = false;
    }

    /// Counts a plan that begins; what is done by now took none of its time.
    pub(super) fn begin_count(&mut self) {
        self.lengths = match self.settings.streams() {
            true => {
                let lengths = state::lengths(&self.board.now, &self.settings).into_iter();
                lengths.map(|ms| self.settings.pace.takes(ms)).collect()
            }
            false => Vec::new(),
        };
        self.count();
        let counts = self.board.run.counts;
        self.board.run.kept = counts.done();
    }

    pub(super) fn count(&mut self) {
        let now = &self.board.now;
        self.board.run.counts = now.probes.counts(now.generation());
        let rows = now.probes.rows.iter().zip(&self.lengths);
        let left = rows.map(|(row, length)| match row.state {
            ProbeState::Planned => *length,
            ProbeState::Running => length / 2,
            ProbeState::Done(_) => 0,
        });
        self.board.run.left_ms = self.lengths.iter().any(|ms| *ms > 0).then(|| left.sum());
        if !self.board.run.paused {
            self.board.run.elapsed_ms = self.at_ms.saturating_sub(self.plan_began_ms);
        }
    }
}

fn outcome(table: &ProbeTable, probe: Planned) -> Option<&Arc<Outcome>> {
    table.rows.get(table.place(probe))?.outcome()
}

/// Takes an event into the row of its probe.
pub(super) fn spoke(row: &mut ProbeRow, event: Event) {
    row.state = ProbeState::Running;
    row.events.push(event);
}
