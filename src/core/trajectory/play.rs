//! What an agent would do in a probe, written down beforehand.
//!
//! Must not know clocks: a play has times in it, and somebody else waits.

use crate::core::{
    id::SkillId,
    plan::Limits,
    query::Query,
    trajectory::{End, EndedBy, Event, Outcome, Tracker},
};

/// What an agent does in one probe when nobody stops it.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// In the order of their times. The last one is the end, unless the probe fails: then nothing
    /// tells that it was to end there.
    pub events: Vec<Event>,
    pub end: End,
    /// Milliseconds from the start to the end, not below the last event's.
    pub lasts_ms: u64,
}

impl Play {
    /// What is recorded of the play under these limits.
    pub fn outcome(&self, query: &Query<SkillId>, limits: &Limits) -> Outcome {
        Tracker::replay(query, limits, &self.events, self.end.clone())
    }

    /// The play as a live probe sees it: its events up to the one that ended it, and the outcome.
    pub fn settle(mut self, query: &Query<SkillId>, limits: &Limits) -> (Vec<Event>, Outcome) {
        let mut tracker = Tracker::new(query, limits);
        let lock = |(at, event)| Some((at, tracker.observe(event)?));
        match self.events.iter().enumerate().find_map(lock) {
            // That event belongs to a model response that the probe does not have.
            Some((at, EndedBy::StepBudget)) => self.events.truncate(at),
            Some((at, _)) => self.events.truncate(at + 1),
            None => {}
        }
        (self.events, tracker.close(self.end))
    }
}
