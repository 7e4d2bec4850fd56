//! Runs side by side, an agent each, as `skillscope.agents/1`, as text and as Markdown.
//!
//! Only the forms are here. Must not know where runs lie.

mod markdown;
mod text;

use std::collections::BTreeSet;

use serde::Serialize;

pub use self::{markdown::markdown, text::text};
use crate::{
    core::{
        id::SkillId,
        measure::{Class, Rate},
        plan::Evidence,
        workbench::side_by_side::{self, NOTE, SideBySide},
    },
    report::figure::UNDEFINED,
};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    agents: Vec<Agent<'a>>,
    /// What is not the same in all runs.
    differs: &'a [&'static str],
    skills: Vec<Skill<'a>>,
    /// Queries that all of them answered alike.
    agreed: usize,
    rows: Vec<Row<'a>>,
    note: &'static str,
    #[serde(skip)]
    of: &'a SideBySide,
}

#[derive(Debug, Serialize)]
struct Agent<'a> {
    run: &'a str,
    agent: &'a str,
    model: Option<&'a str>,
    harness_version: Option<&'a str>,
    evidence: Evidence,
    planned: usize,
    scored: usize,
    errored: usize,
    top1: Rate,
    trajectory: Rate,
    #[serde(skip)]
    called: String,
}

/// A skill with a figure of each agent, in their order.
#[derive(Debug, Serialize)]
struct Skill<'a> {
    id: &'a SkillId,
    recall: &'a [Rate],
    precision: &'a [Rate],
}

/// A query on which agents part.
#[derive(Debug, Serialize)]
struct Row<'a> {
    id: &'a str,
    expected: &'a [SkillId],
    answers: Vec<Answer<'a>>,
}

/// What one agent made of a query.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    /// What engaged first, each once; empty where no attempt was scored.
    first: &'a BTreeSet<String>,
    scored: usize,
    hits: usize,
}

impl<'a> Document<'a> {
    pub fn of(all: &'a SideBySide) -> Self {
        Self {
            schema: "skillscope.agents/1",
            agents: all.agents.iter().map(Agent::of).collect(),
            differs: &all.differs,
            skills: all.skills.iter().map(Skill::of).collect(),
            agreed: all.agreed,
            rows: all.rows.iter().map(Row::of).collect(),
            note: NOTE,
            of: all,
        }
    }
}

impl<'a> Agent<'a> {
    fn of(agent: &'a side_by_side::Agent) -> Self {
        Self {
            run: &agent.run,
            agent: &agent.agent,
            model: agent.model.as_deref(),
            harness_version: agent.harness_version.as_deref(),
            evidence: agent.evidence,
            planned: agent.planned,
            scored: agent.scored,
            errored: agent.errored,
            top1: agent.top1,
            trajectory: agent.trajectory,
            called: agent.called(),
        }
    }
}

impl<'a> Skill<'a> {
    fn of(skill: &'a side_by_side::Skill) -> Self {
        Self { id: &skill.id, recall: &skill.recall, precision: &skill.precision }
    }
}

impl<'a> Row<'a> {
    fn of(row: &'a side_by_side::Row) -> Self {
        let answer = |answer: &'a side_by_side::Answer| {
            let side_by_side::Answer { first, scored, hits, .. } = answer;
            Answer { first, scored: *scored, hits: *hits }
        };
        Self {
            id: &row.query.id,
            expected: row.query.label.wanted(),
            answers: row.answers.iter().map(answer).collect(),
        }
    }
}

/// `refunds`, `(no skill) 1/3`, or a dash where nothing was scored.
fn cell(answer: &Answer<'_>) -> String {
    if answer.scored == 0 {
        return UNDEFINED.to_owned();
    }
    let first: Vec<&str> = answer.first.iter().map(String::as_str).collect();
    let mark = if answer.hits == answer.scored { "hit" } else { "miss" };
    match answer.scored {
        1 => format!("{}, {mark}", first.join(" or ")),
        n => format!("{}, {} of {n} hit", first.join(" or "), answer.hits),
    }
}

fn expected(row: &Row<'_>) -> String {
    let names: Vec<&str> = row.expected.iter().map(SkillId::as_str).collect();
    if names.is_empty() { Class::NONE.to_owned() } else { names.join(", ") }
}
