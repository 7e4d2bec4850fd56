//! The document read back as a board, at the precision that it has.
//!
//! Enough to hold two documents against each other; what is lost on the way is said in [`LOST`].

use std::sync::Arc;

use serde::Deserialize;

use crate::core::{
    catalog::Catalog,
    id::SkillId,
    measure::{Confidence, Observation, Tally},
    plan::{Engages, Evidence, Limits, Offered},
    query::{BoundSet, Label, Query},
    skill::{Skill, SkillDoc},
    snapshot::Snapshot,
    trajectory::{EndedBy, Engagement, Outcome, Trajectory},
    workbench::{
        Board, State,
        board::{AgentInfo, RunStatus},
        probes::{ProbeRow, ProbeState, ProbeTable},
    },
};

/// What a document does not hold of its run, a sentence each.
pub const LOST: [&str; 3] = [
    "read from documents without prompts: equal prompts count as several, and whether one was \
     rewritten is not known",
    "helpers that count neither way are taken from the hits",
    "which descriptions were edited is not known, so no family is formed of them",
];

/// Why a text is no document of a run.
#[derive(Debug, thiserror::Error)]
pub enum NoDocument {
    #[error("it is no document of a run: {0}")]
    Unreadable(#[source] serde_json::Error),
    #[error("it is a `{0}`, and this program compares `{SCHEMA}`")]
    Foreign(String),
}

const SCHEMA: &str = "skillscope.eval/1";

#[derive(Deserialize)]
struct Head {
    schema: String,
}

#[derive(Deserialize)]
struct Read {
    catalog: CatalogRead,
    conditions: Conditions,
    headline: Headline,
    skills: Vec<SkillRead>,
    queries: Vec<ProbeRead>,
}

#[derive(Deserialize)]
struct CatalogRead {
    digest: String,
}

#[derive(Deserialize)]
struct Conditions {
    agent: String,
    evidence: Evidence,
    model: Option<String>,
    drafts: bool,
    max_turns: u32,
    max_steps: u32,
    early_exit: bool,
    #[serde(default)]
    engages: Engages,
    attempts: u32,
    #[serde(default)]
    offered: Offered,
    digests: Digests,
}

#[derive(Deserialize)]
struct Digests {
    queries: Option<String>,
}

#[derive(Deserialize)]
struct Headline {
    top1: Top1,
    #[serde(default)]
    partial: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Top1 {
    n: f64,
    confidence: Option<f64>,
}

#[derive(Deserialize)]
struct SkillRead {
    id: SkillId,
    name: String,
    path: String,
}

#[derive(Deserialize)]
struct ProbeRead {
    id: String,
    attempt: u32,
    expected: Vec<SkillId>,
    /// Documents that do not have them apart have them among the expected.
    #[serde(default)]
    alternatives: Vec<SkillId>,
    must_not: Vec<SkillId>,
    engaged: Vec<SkillId>,
    outcome: String,
    cause: Option<String>,
    hit: Option<bool>,
    ended_by: Option<EndedBy>,
}

/// True if the text is a document of ours, of whatever schema.
pub fn claims(text: &str) -> bool {
    serde_json::from_str::<Head>(text).is_ok_and(|head| head.schema.starts_with("skillscope."))
}

/// Reads a document as a board called `name`. Neighbourhoods, events and times are not in it.
///
/// # Errors
/// The text is no document of a run, or one of a later schema.
pub fn board(name: &str, text: &str) -> Result<Board, NoDocument> {
    let Head { schema } = serde_json::from_str(text).map_err(NoDocument::Unreadable)?;
    if schema != SCHEMA {
        return Err(NoDocument::Foreign(schema));
    }
    let read: Read = serde_json::from_str(text).map_err(NoDocument::Unreadable)?;
    Ok(read.board(name))
}

impl Read {
    fn board(self, name: &str) -> Board {
        let Self { catalog, conditions, headline, skills, queries: probes } = self;
        // A run of partial labels has no whole one to count.
        let partial = headline.partial.is_some() && headline.top1.n == 0.0;
        let agent = AgentInfo {
            name: conditions.agent,
            evidence: conditions.evidence,
            model: conditions.model,
            limits: Limits {
                max_turns: conditions.max_turns,
                max_steps: conditions.max_steps,
                early_exit: conditions.early_exit,
                engages: conditions.engages,
            },
            attempts: conditions.attempts.max(1),
            offered: conditions.offered,
            ..AgentInfo::default()
        };
        let catalog = Arc::new(Catalog {
            generation: 1,
            skills: skills.into_iter().map(SkillRead::skill).collect(),
            digest: catalog.digest,
            ..Catalog::default()
        });
        let rows: Vec<_> = probes.into_iter().map(|probe| Arc::new(probe.row(partial))).collect();
        let first = rows.iter().filter(|row| row.attempt == 1);
        let queries = Arc::new(BoundSet {
            queries: first.map(|row| Arc::clone(&row.query)).collect(),
            drafts: conditions.drafts,
            ..BoundSet::default()
        });
        let probes = ProbeTable { rows };
        let snapshot = Snapshot::of(catalog);
        let mut tally = Tally::new(&snapshot.resident_ids());
        for query in &queries.queries {
            tally.plan(query, agent.attempts);
        }
        let observed: Vec<Observation> = probes.observations();
        observed.iter().for_each(|observation| tally.add(observation));
        let confidence = headline.top1.confidence.and_then(Confidence::new).unwrap_or_default();
        let counts = probes.counts(1);
        let now = State {
            name: name.to_owned(),
            snapshot,
            queries: Arc::clone(&queries),
            agent: agent.clone(),
            probes: Arc::new(probes),
            figures: Arc::new(tally.figures(confidence)),
            ..State::default()
        };
        Board {
            revision: 1,
            now: Arc::new(now),
            queries,
            query_digest: conditions.digests.queries.unwrap_or_default(),
            run: RunStatus { counts, cancelled: !counts.settled(), ..RunStatus::default() },
            agent,
            ..Board::default()
        }
    }
}

impl SkillRead {
    fn skill(self) -> Arc<Skill> {
        let Self { id, name, path } = self;
        Arc::new(Skill {
            folder: id.to_string(),
            id,
            name,
            plugin: None,
            path,
            copies: Vec::new(),
            doc: Arc::new(SkillDoc::default()),
        })
    }
}

impl ProbeRead {
    fn row(self, partial: bool) -> ProbeRow {
        let outcome = self.outcome();
        let label = match partial || !self.must_not.is_empty() {
            true => Label::Partial { should: self.expected, must_not: self.must_not },
            false => Label::Complete { expected: self.expected, alternatives: self.alternatives },
        };
        // The id stands for the prompt: each is a unit of its own.
        let query = Arc::new(Query::new(self.id.clone(), self.id, label));
        let planned = ProbeRow::planned(query, self.attempt, 1);
        match outcome {
            None => planned,
            Some(outcome) => ProbeRow { state: ProbeState::Done(Arc::new(outcome)), ..planned },
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match &*self.outcome {
            "scored" => {
                let engagement = |(turn, skill): (u32, &SkillId)| Engagement {
                    skill: skill.clone(),
                    turn,
                    step: turn,
                };
                let engagements = (1..).zip(self.counted()).map(engagement).collect();
                let ended_by = self.ended_by.unwrap_or_default();
                Some(Outcome::Scored(Trajectory { engagements, steps: 1, ended_by }))
            }
            "errored" => Some(Outcome::Errored { cause: self.cause.clone().unwrap_or_default() }),
            _ => None,
        }
    }

    /// What engaged, without the helpers that a hit shows to have come before what was expected.
    fn counted(&self) -> &[SkillId] {
        let right = |skill: &SkillId| {
            [&self.expected, &self.alternatives].iter().any(|ids| ids.contains(skill))
        };
        let first = self.engaged.iter().position(right);
        match self.hit {
            Some(true) if self.must_not.is_empty() => {
                self.engaged.get(first.unwrap_or(self.engaged.len())..).unwrap_or_default()
            }
            _ => &self.engaged,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe(expected: &[&str], engaged: &[&str], hit: bool) -> ProbeRead {
        let ids = |ids: &[&str]| ids.iter().map(|id| SkillId::from(*id)).collect();
        ProbeRead {
            id: "q".to_owned(),
            attempt: 1,
            expected: ids(expected),
            alternatives: Vec::new(),
            must_not: Vec::new(),
            engaged: ids(engaged),
            outcome: "scored".to_owned(),
            cause: None,
            hit: Some(hit),
            ended_by: None,
        }
    }

    #[test]
    fn a_hit_shows_which_engagements_were_helpers() {
        let counted = |probe: ProbeRead| {
            probe.counted().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(counted(probe(&["a"], &["helper", "a", "b"], true)), "a b");
        assert_eq!(counted(probe(&["a"], &["b", "a"], false)), "b a");
        assert_eq!(counted(probe(&[], &["helper"], true)), "");
        assert_eq!(counted(probe(&[], &["b"], false)), "b");
        let or = |probe| ProbeRead { alternatives: vec![SkillId::from("c")], ..probe };
        assert_eq!(counted(or(probe(&["a"], &["helper", "c", "b"], true))), "c b");
    }

    #[test]
    fn a_row_is_read_as_it_was_printed() {
        use crate::report::eval::document::ProbeEntry;
        for ended_by in [EndedBy::Answer, EndedBy::EarlyExit, EndedBy::StepBudget] {
            let label =
                Label::Complete { expected: vec!["a".into()], alternatives: vec!["c".into()] };
            let query = Arc::new(Query::new("q", "q", label));
            let engagements = vec![Engagement { skill: "c".into(), turn: 1, step: 1 }];
            let outcome = Outcome::Scored(Trajectory { engagements, steps: 1, ended_by });
            let state = ProbeState::Done(Arc::new(outcome));
            let printed = ProbeRow { state, ..ProbeRow::planned(query, 1, 1) };
            let text = serde_json::to_string(&ProbeEntry::of(
                &printed,
                &Default::default(),
                Evidence::Model,
            ))
            .expect("JSON");
            let read = serde_json::from_str::<ProbeRead>(&text).expect("a row").row(false);
            assert_eq!(
                (&read.query.label, read.outcome()),
                (&printed.query.label, printed.outcome())
            );
        }
    }

    #[test]
    fn what_is_no_document_of_a_run_is_told() {
        let wrong = |text: &str| board("d", text).expect_err("no document").to_string();
        assert!(wrong("{\"schema\":\"skillscope.check/1\"}").contains("`skillscope.check/1`"));
        assert!(wrong("[]").contains("no document"));
        assert!(claims("{\"schema\":\"skillscope.eval/2\"}") && !claims("{\"schema\":1}"));
    }
}
