//! Agents without a model: the keyword rules, scripts that somebody wrote, and streams that were
//! kept of a real one.
//!
//! What they do in a probe is a function of the snapshot and the prompt. Nothing here is evidence
//! of how a model routes, and every figure made from it says so. Must not know clocks.

pub mod keyword;
pub mod script;

use std::sync::Arc;

use crate::core::{
    id::SkillId,
    plan::Limits,
    query::Query,
    standin::{keyword::Keyword, script::Stage},
    stream::Recorded,
    trajectory::{Outcome, Play},
};

/// A stand-in set on one snapshot.
#[derive(Clone, Debug)]
pub enum StandIn {
    Keyword(Keyword),
    Script(Stage),
    Recorded(Recorded),
}

impl StandIn {
    /// One probe; `attempt` is 1-based, `again` true for a new try of an errored attempt.
    pub fn play(&self, query: &Query<SkillId>, attempt: u32, again: bool) -> Play {
        match self {
            Self::Keyword(keyword) => keyword.play(&query.prompt),
            Self::Script(stage) => stage.play(query, attempt, again),
            Self::Recorded(recorded) => recorded.play(query, attempt),
        }
    }

    /// The outcome of each query's first attempt, in their order, with no waiting.
    pub fn route(&self, queries: &[Arc<Query<SkillId>>], limits: &Limits) -> Vec<Outcome> {
        let outcome =
            |query: &Arc<Query<SkillId>>| self.play(query, 1, false).outcome(query, limits);
        queries.iter().map(outcome).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        query::Label, snapshot::Snapshot, standin::script::Script, trajectory::EndedBy,
    };

    #[test]
    fn a_batch_gives_an_outcome_a_query() {
        let text = r#"{"schema": "skillscope.script/1", "default": "abstain"}"#;
        let script = Script::read("s.json", text).unwrap();
        let snapshot = Snapshot::default();
        let label = Label::Complete { expected: vec![], alternatives: vec![] };
        let queries = [Arc::new(Query::new("q", "p", label))];
        let stand_ins =
            [StandIn::Keyword(Keyword::of(&snapshot)), StandIn::Script(script.on(&snapshot))];
        for stand_in in stand_ins {
            let outcomes = stand_in.route(&queries, &Limits::default());
            let [Outcome::Scored(trajectory)] = outcomes.as_slice() else { panic!("{outcomes:?}") };
            assert_eq!((trajectory.steps, trajectory.ended_by), (1, EndedBy::Answer));
        }
    }
}
