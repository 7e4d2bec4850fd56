//! The live table of probes: planned, running, done; with every event seen so far.
//!
//! Cheap to publish: a clone copies handles, and a row is copied only when it changes while a
//! screen still holds the old one. Must not know who runs the probes.

use std::sync::Arc;

use crate::core::{
    id::SkillId,
    measure::Observation,
    plan::{Plan, Planned},
    query::Query,
    trajectory::{Event, Outcome},
};

/// One probe: a query, an attempt, and what is known of it.
#[derive(Clone, Debug)]
pub struct ProbeRow {
    pub query: Arc<Query<SkillId>>,
    /// 1-based.
    pub attempt: u32,
    /// Generation of the catalog that the result, or the probe under way, belongs to.
    pub generation: u64,
    pub state: ProbeState,
    pub events: Vec<Event>,
    pub duration_ms: Option<u64>,
    pub cost_usd: Option<f64>,
    /// The attempt errored before and is tried anew.
    pub again: bool,
}

/// How far a probe is.
#[derive(Clone, Debug, PartialEq)]
pub enum ProbeState {
    Planned,
    Running,
    Done(Arc<Outcome>),
}

impl ProbeRow {
    /// A probe that nobody has begun.
    pub fn planned(query: Arc<Query<SkillId>>, attempt: u32, generation: u64) -> Self {
        Self {
            query,
            attempt,
            generation,
            state: ProbeState::Planned,
            events: Vec::new(),
            duration_ms: None,
            cost_usd: None,
            again: false,
        }
    }

    pub fn outcome(&self) -> Option<&Arc<Outcome>> {
        match &self.state {
            ProbeState::Done(outcome) => Some(outcome),
            ProbeState::Planned | ProbeState::Running => None,
        }
    }

    /// True of a probe that failed, which says nothing about routing.
    pub fn errored(&self) -> bool {
        self.outcome().is_some_and(|outcome| matches!(**outcome, Outcome::Errored { .. }))
    }

    /// What the figures take of the probe; `None` until it is done.
    pub fn observation(&self) -> Option<Observation> {
        Some(Observation {
            query: Arc::clone(&self.query),
            attempt: self.attempt,
            outcome: Arc::clone(self.outcome()?),
        })
    }

    /// The engaged skills in order; of a probe under way, those seen so far.
    pub fn engaged(&self) -> Vec<&SkillId> {
        use crate::core::trajectory::EventKind;
        match self.outcome().map(Arc::as_ref) {
            Some(Outcome::Scored(trajectory)) => {
                trajectory.engagements.iter().map(|engagement| &engagement.skill).collect()
            }
            Some(Outcome::Errored { .. }) => Vec::new(),
            None => self
                .events
                .iter()
                .filter_map(|event| match &event.kind {
                    EventKind::Engagement { skill, .. } => Some(skill),
                    _ => None,
                })
                .collect(),
        }
    }
}

/// All probes of the current plan, in the order of the query files, attempts together.
#[derive(Clone, Debug, Default)]
pub struct ProbeTable {
    pub rows: Vec<Arc<ProbeRow>>,
}

/// Counts over a [`ProbeTable`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProbeCounts {
    pub planned: usize,
    pub running: usize,
    pub scored: usize,
    pub errored: usize,
    /// Done on an earlier generation and carried over.
    pub carried: usize,
}

impl ProbeTable {
    /// Counts of the table as seen from `generation`; `planned` is the number of rows.
    pub fn counts(&self, generation: u64) -> ProbeCounts {
        let mut counts = ProbeCounts { planned: self.rows.len(), ..ProbeCounts::default() };
        for row in &self.rows {
            match &row.state {
                ProbeState::Planned => {}
                ProbeState::Running => counts.running += 1,
                ProbeState::Done(outcome) => {
                    match **outcome {
                        Outcome::Scored(_) => counts.scored += 1,
                        Outcome::Errored { .. } => counts.errored += 1,
                    }
                    counts.carried += usize::from(row.generation != generation);
                }
            }
        }
        counts
    }

    /// The seeded order in which the rows are begun.
    pub fn plan(&self, seed: u64) -> Plan {
        let first = self.rows.iter().filter(|row| row.attempt == 1);
        Plan::new(first.map(|row| row.query.id.as_str()), self.attempts(), seed)
    }

    /// The place of a planned probe in the table.
    pub fn place(&self, probe: Planned) -> usize {
        let attempts = self.attempts().max(1) as usize;
        probe.query * attempts + (probe.attempt.max(1) as usize - 1)
    }

    /// Attempts a query; 0 without rows.
    fn attempts(&self) -> u32 {
        // Attempts of a query lie together, the last one at the end.
        self.rows.last().map_or(0, |row| row.attempt)
    }

    /// What is done, in the order of the table.
    pub fn observations(&self) -> Vec<Observation> {
        self.rows.iter().filter_map(|row| row.observation()).collect()
    }

    /// Lets probes wait that were under way when their plan was cancelled.
    pub fn shelve(&mut self) {
        for row in self.rows.iter_mut().filter(|row| row.state == ProbeState::Running) {
            let waits = ProbeRow::planned(Arc::clone(&row.query), row.attempt, row.generation);
            *row = Arc::new(ProbeRow { again: row.again, ..waits });
        }
    }

    /// A row to change in place; copied first if a screen still holds it.
    pub fn row_mut(&mut self, at: usize) -> Option<&mut ProbeRow> {
        self.rows.get_mut(at).map(Arc::make_mut)
    }
}

impl ProbeCounts {
    /// Scored of planned; `None` without a plan.
    pub fn completion(&self) -> Option<f64> {
        (self.planned > 0).then(|| self.scored as f64 / self.planned as f64)
    }

    /// Probes that have ended, well or not.
    pub fn done(&self) -> usize {
        self.scored + self.errored
    }

    /// Nothing is left to do.
    pub fn settled(&self) -> bool {
        self.done() == self.planned
    }
}
