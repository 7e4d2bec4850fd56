//! Runs of the same rows side by side, an agent each: what each reaches, skill by skill, and on which
//! rows they part.
//!
//! There is no verdict in it: another agent is no edit, and nothing is tested. Must not know where
//! runs lie.

mod markdown;
mod text;

use std::collections::BTreeSet;

use serde::Serialize;

pub use self::{markdown::markdown, text::text};
use crate::core::{
    id::SkillId,
    measure::{Class, Rate},
    plan::Evidence,
    trajectory::Outcome,
    workbench::{Board, changes::hit, probes::ProbeRow},
};

/// What stands beneath every such comparison.
const NOTE: &str = "A difference between agents says nothing of what a skill's text does, and none is tested here.";

/// One run, as it is named.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub name: &'a str,
    pub board: &'a Board,
}

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    agents: Vec<Agent<'a>>,
    /// What is not the same in all runs.
    differs: Vec<&'static str>,
    skills: Vec<Skill<'a>>,
    /// Queries that all of them answered alike.
    agreed: usize,
    rows: Vec<Row<'a>>,
    note: &'static str,
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
}

/// A skill with a figure of each agent, in their order.
#[derive(Debug, Serialize)]
struct Skill<'a> {
    id: &'a SkillId,
    recall: Vec<Rate>,
    precision: Vec<Rate>,
}

/// A query on which agents part.
#[derive(Debug, Serialize)]
struct Row<'a> {
    id: &'a str,
    expected: &'a [SkillId],
    answers: Vec<Answer>,
}

/// What one agent made of a query.
#[derive(Debug, PartialEq, Serialize)]
struct Answer {
    /// What engaged first, each once; empty where no attempt was scored.
    first: BTreeSet<String>,
    scored: usize,
    hits: usize,
}

impl Answer {
    fn of(attempts: &[&ProbeRow]) -> Self {
        let mut answer = Self { first: BTreeSet::new(), scored: 0, hits: 0 };
        for row in attempts {
            let Some(outcome) = row.outcome() else { continue };
            let Outcome::Scored(trajectory) = &**outcome else { continue };
            let first = trajectory.engagements.first();
            answer.first.insert(first.map_or(Class::NONE, |one| one.skill.as_str()).to_owned());
            answer.scored += 1;
            answer.hits += usize::from(hit(&row.query, outcome) == Some(true));
        }
        answer
    }
}

/// Why runs cannot stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum Unlike {
    #[strum(serialize = "other queries")]
    Queries,
    #[strum(serialize = "other skills, or other texts of them")]
    Skills,
}

/// The first run that is not of the same rows and texts as the first of all.
pub fn unlike<'a>(sides: &[Side<'a>]) -> Option<(Side<'a>, Unlike)> {
    let (first, rest) = sides.split_first()?;
    let catalog = |side: &Side<'_>| side.board.now.snapshot.catalog.digest.clone();
    rest.iter().find_map(|side| {
        let why = match () {
            () if side.board.query_digest != first.board.query_digest => Unlike::Queries,
            () if catalog(side) != catalog(first) => Unlike::Skills,
            () => return None,
        };
        Some((*side, why))
    })
}

impl<'a> Document<'a> {
    pub fn of(sides: &[Side<'a>]) -> Self {
        let (rows, agreed) = rows(sides);
        Self {
            schema: "skillscope.agents/1",
            agents: sides.iter().map(Agent::of).collect(),
            differs: differs(sides),
            skills: skills(sides),
            agreed,
            rows,
            note: NOTE,
        }
    }
}

impl<'a> Agent<'a> {
    fn of(side: &Side<'a>) -> Self {
        let Side { name, board } = *side;
        let (agent, figures) = (&board.agent, &board.now.figures);
        Self {
            run: name,
            agent: &agent.name,
            model: agent.model.as_deref(),
            harness_version: agent.harness_version.as_deref(),
            evidence: agent.evidence,
            planned: figures.run.planned,
            scored: figures.run.scored,
            errored: figures.run.errored,
            top1: figures.headline.top1,
            trajectory: figures.headline.trajectory,
        }
    }

    /// `claude-code sonnet (model)`.
    fn called(&self) -> String {
        let model = self.model.map_or_else(String::new, |model| format!(" {model}"));
        format!("{}{model} ({})", self.agent, self.evidence)
    }
}

/// The kinds of things that are not the same in all runs.
fn differs(sides: &[Side<'_>]) -> Vec<&'static str> {
    let Some((first, rest)) = sides.split_first() else { return Vec::new() };
    let one = &first.board.agent;
    let any = |differs: &dyn Fn(&Board) -> bool| rest.iter().any(|side| differs(side.board));
    let kinds: [(&'static str, bool); 8] = [
        ("agent", any(&|board| board.agent.name != one.name)),
        ("model", any(&|board| board.agent.model != one.model)),
        ("harness version", any(&|board| board.agent.harness_version != one.harness_version)),
        ("options", any(&|board| board.agent.options != one.options)),
        ("listing", any(&|board| board.agent.listed_by != one.listed_by)),
        ("limits", any(&|board| board.agent.limits != one.limits)),
        ("attempts", any(&|board| board.agent.attempts != one.attempts)),
        ("what is offered", any(&|board| board.agent.offered != one.offered)),
    ];
    kinds.into_iter().filter(|(_, differs)| *differs).map(|(kind, _)| kind).collect()
}

/// Skills that some prompt expects or some agent engaged, in the order of the catalog.
fn skills<'a>(sides: &[Side<'a>]) -> Vec<Skill<'a>> {
    let Some(first) = sides.first() else { return Vec::new() };
    let figures = |id: &SkillId| {
        sides.iter().map(|side| side.board.now.figures.skill(id)).collect::<Vec<_>>()
    };
    let skill = |id: &'a SkillId| {
        let all = figures(id);
        let seen = all.iter().flatten().any(|one| one.turn1.support > 0 || one.turn1.predicted > 0);
        let rate = |of: fn(&crate::core::measure::SkillFigures) -> Rate| {
            all.iter().map(|one| one.map(of).unwrap_or_default()).collect()
        };
        seen.then(|| Skill {
            id,
            recall: rate(|one| one.turn1.recall),
            precision: rate(|one| one.turn1.precision),
        })
    };
    first.board.now.figures.skills.iter().filter_map(|one| skill(&one.id)).collect()
}

/// The rows on which agents part, those first where one hits and another does not; and how many
/// there are of the others that all of them answered.
fn rows<'a>(sides: &[Side<'a>]) -> (Vec<Row<'a>>, usize) {
    let Some(first) = sides.first() else { return (Vec::new(), 0) };
    let mut parted = Vec::new();
    let mut agreed = 0;
    for query in &first.board.queries.queries {
        let attempts = |side: &Side<'a>| -> Vec<&ProbeRow> {
            let rows = side.board.now.probes.rows.iter().map(|row| &**row);
            rows.filter(|row| row.query.key() == query.key()).collect()
        };
        let answers: Vec<Answer> = sides.iter().map(|side| Answer::of(&attempts(side))).collect();
        let told: Vec<&Answer> = answers.iter().filter(|answer| answer.scored > 0).collect();
        if told.windows(2).any(|two| two[0].first != two[1].first) {
            parted.push(Row { id: &query.id, expected: query.label.wanted(), answers });
        } else if told.len() == sides.len() {
            agreed += 1;
        }
    }
    let alike = |row: &Row<'_>| {
        let told = row.answers.iter().filter(|answer| answer.scored > 0);
        let all: BTreeSet<bool> = told.map(|answer| answer.hits == answer.scored).collect();
        all.len() < 2
    };
    parted.sort_by_key(alike);
    (parted, agreed)
}

/// `refunds`, `(no skill) 1/3`, or a dash where nothing was scored.
fn cell(answer: &Answer) -> String {
    if answer.scored == 0 {
        return crate::report::figure::UNDEFINED.to_owned();
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

/// What differs, in words.
fn differing(document: &Document<'_>) -> String {
    match document.differs.is_empty() {
        true => "nothing that was recorded of the agents".to_owned(),
        false => document.differs.join(", "),
    }
}
