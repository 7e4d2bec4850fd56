//! Runs of the same rows side by side, an agent each: what each reaches, skill by skill, and on which
//! rows they part.
//!
//! There is no verdict in it: another agent is no edit, and nothing is tested. Must not know where
//! runs lie, nor how it is shown.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use crate::core::{
    id::SkillId,
    measure::{Class, Rate, SkillFigures},
    plan::Evidence,
    query::Query,
    run::Plan,
    trajectory::Outcome,
    workbench::{Board, changes::hit, probes::ProbeRow},
};

/// What stands beneath every such comparison.
pub const NOTE: &str = "A difference between agents says nothing of what a skill's text does, and none is tested here.";

/// One run, as it is named.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub name: &'a str,
    pub board: &'a Board,
}

/// What runs must have in common to stand side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    queries: String,
    catalog: String,
    /// The part of the rows, where they are not all.
    part: String,
}

/// Why runs cannot stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum Unlike {
    #[strum(serialize = "other queries")]
    Queries,
    #[strum(serialize = "another part of the queries")]
    Part,
    #[strum(serialize = "other skills, or other texts of them")]
    Skills,
}

/// A kept run, as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOffer {
    pub id: String,
    /// Who was probed with how much.
    pub about: String,
    /// What it stands on, or why it cannot be read.
    pub ground: Result<Ground, String>,
}

impl Ground {
    pub fn of_plan(plan: &Plan) -> Self {
        Self {
            queries: plan.digests.queries.clone().unwrap_or_default(),
            catalog: plan.digests.catalog.clone(),
            part: part(plan.shard.as_ref(), plan.asked.pair.as_ref()),
        }
    }

    pub fn of_board(board: &Board) -> Self {
        Self {
            queries: board.query_digest.clone(),
            catalog: board.now.snapshot.catalog.digest.clone(),
            part: part(board.share.as_ref().map(|share| &share.shard), board.pair.as_ref()),
        }
    }

    /// What keeps a run of the other ground from standing beside one of this.
    pub fn unlike(&self, other: &Self) -> Option<Unlike> {
        match () {
            () if self.queries != other.queries => Some(Unlike::Queries),
            () if self.part != other.part => Some(Unlike::Part),
            () if self.catalog != other.catalog => Some(Unlike::Skills),
            () => None,
        }
    }
}

fn part(shard: Option<&impl ToString>, pair: Option<&[SkillId; 2]>) -> String {
    let pair = pair.map(|[a, b]| format!("{a},{b}"));
    let parts: Vec<String> = shard.map(ToString::to_string).into_iter().chain(pair).collect();
    parts.join(" ")
}

/// The first run that is not of the same rows and texts as the first of all.
pub fn unlike<'a>(sides: &[Side<'a>]) -> Option<(Side<'a>, Unlike)> {
    let (first, rest) = sides.split_first()?;
    let ground = Ground::of_board(first.board);
    rest.iter().find_map(|side| Some((*side, ground.unlike(&Ground::of_board(side.board))?)))
}

/// All of it.
#[derive(Clone, Debug, PartialEq)]
pub struct SideBySide {
    pub agents: Vec<Agent>,
    /// What is not the same in all runs.
    pub differs: Vec<&'static str>,
    pub skills: Vec<Skill>,
    /// Queries that all of them answered alike.
    pub agreed: usize,
    /// Queries on which they part.
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Agent {
    pub run: String,
    pub agent: String,
    pub model: Option<String>,
    pub harness_version: Option<String>,
    pub evidence: Evidence,
    pub planned: usize,
    pub scored: usize,
    pub errored: usize,
    pub top1: Rate,
    pub trajectory: Rate,
}

/// A skill with a figure of each agent, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    pub id: SkillId,
    pub recall: Vec<Rate>,
    pub precision: Vec<Rate>,
}

/// A query on which agents part.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub query: Arc<Query<SkillId>>,
    pub answers: Vec<Answer>,
}

/// What one agent made of a query.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// What engaged first, each once; empty where no attempt was scored.
    pub first: BTreeSet<String>,
    pub scored: usize,
    pub hits: usize,
    /// As they were recorded.
    pub attempts: Vec<Arc<ProbeRow>>,
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        (&self.first, self.scored, self.hits) == (&other.first, other.scored, other.hits)
    }
}

impl Answer {
    fn of(attempts: Vec<Arc<ProbeRow>>) -> Self {
        let mut answer = Self::default();
        for row in &attempts {
            let Some(outcome) = row.outcome() else { continue };
            let Outcome::Scored(trajectory) = &**outcome else { continue };
            let first = trajectory.engagements.first();
            answer.first.insert(first.map_or(Class::NONE, |one| one.skill.as_str()).to_owned());
            answer.scored += 1;
            answer.hits += usize::from(hit(&row.query, outcome) == Some(true));
        }
        Self { attempts, ..answer }
    }

    /// Every attempt that was scored is right.
    pub fn is_right(&self) -> bool {
        self.scored > 0 && self.hits == self.scored
    }
}

impl SideBySide {
    pub fn of(sides: &[Side<'_>]) -> Self {
        let (rows, agreed) = rows(sides);
        Self {
            agents: sides.iter().map(Agent::of).collect(),
            differs: differs(sides),
            skills: skills(sides),
            agreed,
            rows,
        }
    }

    /// What differs, in words.
    pub fn differing(&self) -> String {
        match self.differs.is_empty() {
            true => "nothing that was recorded of the agents".to_owned(),
            false => self.differs.join(", "),
        }
    }
}

impl Agent {
    fn of(side: &Side<'_>) -> Self {
        let Side { name, board } = *side;
        let (agent, figures) = (&board.agent, &board.now.figures);
        Self {
            run: name.to_owned(),
            agent: agent.name.clone(),
            model: agent.model.clone(),
            harness_version: agent.harness_version.clone(),
            evidence: agent.evidence,
            planned: figures.run.planned,
            scored: figures.run.scored,
            errored: figures.run.errored,
            top1: figures.headline.top1,
            trajectory: figures.headline.trajectory,
        }
    }

    /// `claude-code sonnet (model)`.
    pub fn called(&self) -> String {
        let model = self.model.as_ref().map_or_else(String::new, |model| format!(" {model}"));
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
fn skills(sides: &[Side<'_>]) -> Vec<Skill> {
    let Some(first) = sides.first() else { return Vec::new() };
    let skill = |id: &SkillId| {
        let figures = sides.iter().map(|side| side.board.now.figures.skill(id));
        let all: Vec<Option<&SkillFigures>> = figures.collect();
        let seen = all.iter().flatten().any(|one| one.turn1.support > 0 || one.turn1.predicted > 0);
        let rate = |of: fn(&SkillFigures) -> Rate| {
            all.iter().map(|one| one.map(of).unwrap_or_default()).collect()
        };
        seen.then(|| Skill {
            id: id.clone(),
            recall: rate(|one| one.turn1.recall),
            precision: rate(|one| one.turn1.precision),
        })
    };
    first.board.now.figures.skills.iter().filter_map(|one| skill(&one.id)).collect()
}

/// The rows on which agents part, those first where one hits and another does not; and how many
/// there are of the others that all of them answered.
fn rows(sides: &[Side<'_>]) -> (Vec<Row>, usize) {
    let Some(first) = sides.first() else { return (Vec::new(), 0) };
    let tables: Vec<_> = sides.iter().map(|side| attempts(side.board)).collect();
    let mut parted = Vec::new();
    let mut agreed = 0;
    for query in &first.board.queries.queries {
        let answer =
            |table: &Attempts<'_>| Answer::of(table.get(&query.key()).cloned().unwrap_or_default());
        let answers: Vec<Answer> = tables.iter().map(answer).collect();
        let told: Vec<&Answer> = answers.iter().filter(|answer| answer.scored > 0).collect();
        if told.windows(2).any(|two| two[0].first != two[1].first) {
            parted.push(Row { query: Arc::clone(query), answers });
        } else if told.len() == sides.len() {
            agreed += 1;
        }
    }
    let alike = |row: &Row| {
        let told = row.answers.iter().filter(|answer| answer.scored > 0);
        told.map(Answer::is_right).collect::<BTreeSet<bool>>().len() < 2
    };
    parted.sort_by_key(alike);
    (parted, agreed)
}

/// The attempts at each query, by its file and id.
type Attempts<'a> = HashMap<(&'a str, &'a str), Vec<Arc<ProbeRow>>>;

fn attempts(board: &Board) -> Attempts<'_> {
    let mut out: Attempts<'_> = HashMap::new();
    for row in &board.now.probes.rows {
        out.entry(row.query.key()).or_default().push(Arc::clone(row));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::run::{self, Record, testing};

    fn board(records: &[Record]) -> Board {
        run::board(&testing::plan(), records)
    }

    /// Both queries, both attempts: `a` expected by the first, nothing by the second.
    fn run_of(first: [&str; 2], second: [&[&str]; 2]) -> Board {
        board(&[
            testing::scored(1, 0, 1, &[first[0]]),
            testing::scored(2, 0, 2, &[first[1]]),
            testing::scored(3, 1, 1, second[0]),
            testing::scored(4, 1, 2, second[1]),
        ])
    }

    fn beside(boards: &[Board]) -> SideBySide {
        let sides: Vec<_> = boards.iter().map(|board| Side { name: "r", board }).collect();
        SideBySide::of(&sides)
    }

    #[test]
    fn rows_that_part_come_first_where_one_is_right_and_the_other_not() {
        let all =
            beside(&[run_of(["a", "a"], [&["a"], &["a"]]), run_of(["b", "a"], [&["b"], &["b"]])]);
        let ids: Vec<&str> = all.rows.iter().map(|row| row.query.id.as_str()).collect();
        assert_eq!((ids, all.agreed), (vec!["q0", "q1"], 0));
        let right: Vec<bool> = all.rows[0].answers.iter().map(Answer::is_right).collect();
        assert_eq!(right, [true, false]);
        assert_eq!(all.rows[0].answers[1].attempts.len(), 2);
        // What neither got right is told after it.
        assert!(all.rows[1].answers.iter().all(|answer| !answer.is_right()));
    }

    #[test]
    fn what_one_of_them_never_answered_is_neither_agreed_nor_parted() {
        let all = beside(&[run_of(["a", "a"], [&[], &[]]), board(&[])]);
        assert_eq!((all.rows.len(), all.agreed), (0, 0));
        let skill = all.skills.iter().find(|skill| skill.id.as_str() == "a").expect("expected");
        assert_eq!(skill.recall[0].rate, Some(1.0));
        assert_eq!(skill.recall[1].rate, None, "undefined, and not 0");
        assert_eq!(
            beside(&[]),
            SideBySide { agents: vec![], differs: vec![], skills: vec![], agreed: 0, rows: vec![] }
        );
    }

    #[test]
    fn a_figure_is_that_of_the_run_itself() {
        let run = run_of(["a", "b"], [&[], &["b"]]);
        let all = beside(&[run.clone(), run.clone()]);
        let figures = &run.now.figures;
        assert_eq!(all.agents[1].top1, figures.headline.top1);
        let one = figures.skill(&all.skills[0].id).expect("of the catalog");
        assert_eq!(all.skills[0].precision[0], one.turn1.precision);
        assert_eq!(
            (all.rows.len(), all.agreed, all.differing()),
            (0, 2, "nothing that was recorded of the agents".to_owned())
        );
    }

    #[test]
    fn runs_of_other_rows_or_texts_cannot_stand_beside() {
        let plan = testing::plan();
        let of = |change: fn(&mut Plan)| {
            let mut plan = plan.clone();
            change(&mut plan);
            Ground::of_plan(&plan)
        };
        let same = of(|_| ());
        assert_eq!(same, Ground::of_board(&board(&[])), "known from the plan alone");
        let unlike = |other: Ground| same.unlike(&other);
        assert_eq!(unlike(of(|plan| plan.agent = "other".into())), None);
        assert_eq!(
            unlike(of(|plan| plan.digests.queries = Some("x".into()))),
            Some(Unlike::Queries)
        );
        assert_eq!(unlike(of(|plan| plan.digests.catalog = "x".into())), Some(Unlike::Skills));
        let pair = of(|plan| plan.asked.pair = Some(["a".into(), "b".into()]));
        assert_eq!(unlike(pair), Some(Unlike::Part));
    }
}
