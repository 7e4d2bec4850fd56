//! What a run was to do, in what surroundings, whole enough to score its records anywhere.
//!
//! Must not know what became of it.

use std::{collections::BTreeSet, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::core::{
    diagnostic::Diagnostic,
    id::SkillId,
    lexical::Options,
    listing::Wanted,
    plan::{Asking, Evidence, Limits, Offered, Shard},
    query::{BoundSet, Query, SetAside, threshold::Threshold},
    run::{
        Disclosure, Listed, ListedSkill,
        digests::{Digests, whole},
    },
    workbench::{Board, told},
};

const OFFERED: &str = "what a probe was offered";
const ROWS: &str = "the rows that are probed";

/// The plan of one run; written before its first probe and never changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub schema: String,
    /// Sorts by the time it was made; unique on every machine.
    pub run: String,
    /// Milliseconds since 1970-01-01 UTC.
    pub made_ms: u64,
    /// Of this program.
    pub skillscope: String,
    pub agent: String,
    pub evidence: Evidence,
    pub model: Option<String>,
    /// Of the harness or service behind the agent; `None` for stand-ins, which are this program.
    pub harness_version: Option<String>,
    /// Settings of the agent's own that results depend on; empty without any.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
    /// The harness with its model whose listing the skills were known by; `None`: the files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_by: Option<String>,
    /// Names of the environment variables that the agent was given, never their values.
    pub environment: Vec<String>,
    pub digests: Digests,
    pub limits: Limits,
    /// Probes a query.
    pub attempts: u32,
    /// What each row's probe is offered.
    #[serde(default)]
    pub offered: Offered,
    /// Probes that ran at a time; `None` where none took time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<u32>,
    /// Of the order of the probes.
    pub seed: u64,
    /// Of the intervals, strictly between 0 and 1.
    pub confidence: f64,
    pub lexical: Options,
    pub asked: Asked,
    pub catalog: Listed,
    /// The prompts were drafted from trigger phrases: no evidence.
    pub drafts: bool,
    /// All rows, in the order of their files; a shard probes only its own.
    pub queries: Vec<Arc<Query<SkillId>>>,
    /// The part of the rows that this run probes; all without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Names of the runs that it was merged of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged_of: Vec<String>,
    /// How the files were labelled, where they say.
    pub conventions: Vec<String>,
    /// Bars that the files set.
    pub thresholds: Vec<Threshold>,
    pub refused: usize,
    pub set_aside: Vec<SetAside>,
    /// What was wrong with the query files.
    pub diagnostics: Vec<Diagnostic>,
    /// Files with their counts of rows.
    pub query_files: Vec<(String, usize)>,
}

/// What a person named, to find it again when the run is continued; paths as they were written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub paths: Vec<String>,
    pub harness: Option<String>,
    pub queries: Vec<String>,
    pub script: Option<String>,
    /// Only the rows of these two skills.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<[SkillId; 2]>,
    /// What was said of the model that the skills are listed for.
    #[serde(default)]
    pub listing: Wanted,
    /// How an agent that asks a model was to be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asking: Option<Asking>,
    /// The run of the same rows on the whole catalog, of one on a part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
}

/// What a board does not know of the run that is made of it.
#[derive(Clone, Debug)]
pub struct Made<'a> {
    pub run: String,
    pub at_ms: u64,
    pub seed: u64,
    pub asked: Asked,
    /// Names of the variables that the agent was given.
    pub environment: Vec<String>,
    /// The script as written, where the agent plays one; of streams what tells them from others.
    pub script: Option<&'a str>,
    pub confidence: f64,
    pub lexical: Options,
    /// A digest of a text, in hex.
    pub hash: fn(&str) -> String,
}

/// Why a text is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error("it is no plan of a run: {0}")]
    Unreadable(#[source] serde_json::Error),
    #[error("it is written in `{0}`, and this program reads `{schema}`", schema = Plan::SCHEMA)]
    Foreign(String),
}

impl Plan {
    pub const SCHEMA: &'static str = "skillscope.run/1";

    /// The plan that runs every probe of a board.
    pub fn of(board: &Board, made: Made<'_>) -> Self {
        let agent = &board.agent;
        let configuration = told::configuration(agent, made.script);
        let bodies = match agent.evidence {
            Evidence::Model => (made.hash)(&told::bodies(&board.now)),
            _ => String::new(),
        };
        let queries: &BoundSet = board.share.as_ref().map_or(&board.queries, |share| &share.whole);
        let mut plan = Self {
            schema: Self::SCHEMA.to_owned(),
            run: made.run,
            made_ms: made.at_ms,
            skillscope: env!("CARGO_PKG_VERSION").to_owned(),
            agent: agent.name.clone(),
            evidence: agent.evidence,
            model: agent.model.clone(),
            harness_version: agent.harness_version.clone(),
            options: agent.options.clone(),
            listed_by: board.now.agent.listed_by.clone(),
            environment: made.environment,
            digests: Digests {
                catalog: board.now.snapshot.catalog.digest.clone(),
                listing: (made.hash)(&told::listing(&board.now)),
                bodies,
                queries: (!board.drafts()).then(|| board.query_digest.clone()),
                configuration: (made.hash)(&configuration),
                plan: String::new(),
            },
            limits: agent.limits.clone(),
            attempts: agent.attempts,
            offered: agent.offered,
            concurrency: agent.concurrency,
            seed: made.seed,
            confidence: made.confidence,
            lexical: made.lexical,
            asked: made.asked,
            catalog: Listed::of(board, made.hash),
            drafts: board.drafts(),
            queries: queries.queries.clone(),
            shard: board.share.as_ref().map(|share| share.shard),
            merged_of: Vec::new(),
            conventions: queries.conventions.clone(),
            thresholds: queries.thresholds.clone(),
            refused: queries.refused,
            set_aside: queries.set_aside.clone(),
            diagnostics: queries.diagnostics.clone(),
            query_files: board.query_files.to_vec(),
        };
        plan.digests.plan = (made.hash)(&whole(&plan));
        plan
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// The text is no plan, or one of a later schema.
    pub fn read(text: &str) -> Result<Self, PlanError> {
        #[derive(Deserialize)]
        struct Schema {
            schema: String,
        }
        let Schema { schema } = serde_json::from_str(text).map_err(PlanError::Unreadable)?;
        if schema != Self::SCHEMA {
            return Err(PlanError::Foreign(schema));
        }
        serde_json::from_str(text).map_err(PlanError::Unreadable)
    }

    /// What differs between this plan on the whole catalog and one on parts of it, beside that and
    /// the rows that have no part; empty if they can be read beside each other.
    pub fn differs_from_part(&self, part: &Self) -> Vec<&'static str> {
        let mut differs = self.differs(part);
        let ours: BTreeSet<(&str, &str)> = self.queries.iter().map(|query| query.key()).collect();
        let known = part.queries.iter().all(|query| ours.contains(&query.key()));
        differs.retain(|what| *what != OFFERED && (*what != ROWS || !known));
        differs
    }

    /// This is a run of the same rows on a part of the catalog, begun beside that run or beside one
    /// that it was merged of.
    pub fn is_beside(&self, whole: &Self) -> bool {
        let named = |run: &String| *run == whole.run || whole.merged_of.contains(run);
        self.offered != Offered::All && self.asked.whole.as_ref().is_some_and(named)
    }

    /// Indices of the rows that this run probes, ascending.
    pub fn rows(&self) -> Vec<usize> {
        match self.shard {
            Some(shard) => shard.rows(&self.queries),
            None => (0..self.queries.len()).collect(),
        }
    }

    /// Probes in all.
    pub fn probes(&self) -> usize {
        self.rows().len() * self.attempts.max(1) as usize
    }

    /// Ids that the model could pick, in catalog order.
    pub fn residents(&self) -> Vec<SkillId> {
        let listed = |skill: &&ListedSkill| skill.disclosure == Disclosure::Listed;
        self.catalog.skills.iter().filter(listed).map(|skill| skill.id.clone()).collect()
    }

    /// What differs between this plan and another that would have to agree with it for a record
    /// of one to count for the other; empty if nothing does.
    pub fn differs(&self, other: &Self) -> Vec<&'static str> {
        // What a probe was offered is in that digest too.
        let settings = self.digests.configuration != other.digests.configuration
            && (self.offered == other.offered
                || (&self.limits, self.attempts) != (&other.limits, other.attempts));
        let told = [
            (self.skillscope != other.skillscope, "the version of skillscope"),
            (self.agent != other.agent, "the agent"),
            (self.model != other.model, "the model"),
            (self.harness_version != other.harness_version, "the version of the harness"),
            (self.digests.catalog != other.digests.catalog, "the skills"),
            (self.digests.listing != other.digests.listing, "what the agent is told of them"),
            (self.digests.bodies != other.digests.bodies, "the files of the skills"),
            (self.listed_by != other.listed_by, "whose listing the skills are told by"),
            (self.digests.queries != other.digests.queries, "the queries"),
            (self.queries != other.queries, ROWS),
            (self.offered != other.offered, OFFERED),
            (settings, "the settings"),
        ];
        told.into_iter().filter(|(differs, _)| *differs).map(|(_, what)| what).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::run::testing::{plan, plan_of};

    #[test]
    fn a_plan_of_another_schema_is_refused_by_name() {
        let text = r#"{"schema":"skillscope.run/2","what":"ever"}"#;
        let error = Plan::read(text).unwrap_err();
        assert!(matches!(&error, PlanError::Foreign(schema) if schema == "skillscope.run/2"));
        assert!(matches!(Plan::read("{}"), Err(PlanError::Unreadable(_))));
    }

    #[test]
    fn what_differs_is_named() {
        let one = plan();
        assert_eq!(one.differs(&one), [] as [&str; 0]);
        let mut other = plan();
        other.model = Some("m".into());
        other.digests.catalog = "else".into();
        other.run = "another".into();
        assert_eq!(one.differs(&other), ["the model", "the skills"]);
    }

    proptest! {
        #[test]
        fn a_plan_reads_as_it_was_written(plan in plan_of(0..5)) {
            let text = serde_json::to_string_pretty(&plan).unwrap();
            prop_assert_eq!(Plan::read(&text).unwrap(), plan);
        }
    }
}
