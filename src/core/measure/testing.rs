//! Rows and probes for the tests of this module, written as short strings.

use std::sync::Arc;

use crate::core::{
    id::SkillId,
    measure::Observation,
    query::{Label, Query},
    trajectory::{EndedBy, Engagement, Outcome, Trajectory},
};

/// Skill names separated by blanks.
pub fn ids(names: &str) -> Vec<SkillId> {
    names.split_whitespace().map(SkillId::from).collect()
}

/// A row under construction; it expects nothing until told otherwise.
pub struct Row(Query<SkillId>);

/// A row whose prompt is its id.
pub fn row(id: &str) -> Row {
    let label = Label::Complete { expected: Vec::new(), alternatives: Vec::new() };
    Row(Query::new(id, id, label))
}

impl Row {
    pub fn expects(mut self, names: &str) -> Self {
        self.0.label = Label::Complete { expected: ids(names), alternatives: Vec::new() };
        self
    }

    pub fn or(mut self, names: &str) -> Self {
        if let Label::Complete { alternatives, .. } = &mut self.0.label {
            *alternatives = ids(names);
        }
        self
    }

    pub fn accepts(mut self, names: &str) -> Self {
        self.0.neutral = ids(names);
        self
    }

    pub fn should(mut self, names: &str) -> Self {
        self.0.label = Label::Partial { should: ids(names), must_not: Vec::new() };
        self
    }

    pub fn must_not(mut self, names: &str) -> Self {
        let before = match self.0.label {
            Label::Partial { should, .. } => should,
            Label::Complete { .. } => Vec::new(),
        };
        self.0.label = Label::Partial { should: before, must_not: ids(names) };
        self
    }

    pub fn with(mut self, change: impl FnOnce(&mut Query<SkillId>)) -> Self {
        change(&mut self.0);
        self
    }

    pub fn build(self) -> Arc<Query<SkillId>> {
        Arc::new(self.0)
    }

    /// One observation an attempt: engaged skills separated by blanks, `!` for an error.
    pub fn ran(self, attempts: &[&str]) -> Vec<Observation> {
        let query = self.build();
        let observe = |(attempt, text): (u32, &&str)| Observation {
            query: Arc::clone(&query),
            attempt,
            outcome: Arc::new(if *text == "!" {
                Outcome::Errored { cause: "crash".into() }
            } else {
                Outcome::Scored(probe(text))
            }),
        };
        (1..).zip(attempts).map(observe).collect()
    }
}

/// A trajectory that engaged these skills, one a step.
pub fn probe(names: &str) -> Trajectory {
    let engagements: Vec<Engagement> =
        (1..).zip(ids(names)).map(|(turn, skill)| Engagement { skill, turn, step: turn }).collect();
    let steps = engagements.len() as u32 + 1;
    Trajectory { engagements, steps, ended_by: EndedBy::Answer }
}

/// A result, and one of the same queries with one of each kind of change.
pub fn before() -> Vec<Observation> {
    [
        row("kept").expects("a").ran(&["a"]),
        row("lost").expects("a").ran(&["a"]),
        row("won").expects("b").ran(&[""]),
        row("moved").expects("b").ran(&["a"]),
        row("gone").expects("a").ran(&["a"]),
        row("errs").expects("a").ran(&["a"]),
    ]
    .concat()
}

/// See [`before`].
pub fn after() -> Vec<Observation> {
    [
        row("kept").expects("a").ran(&["a"]),
        row("lost").expects("a").ran(&["c"]),
        row("won").expects("b").ran(&["b"]),
        row("moved").expects("b").ran(&["c"]),
        row("new").expects("c").ran(&["c"]),
        row("errs").expects("a").ran(&["!"]),
    ]
    .concat()
}
