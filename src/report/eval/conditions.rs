//! What the figures were measured under, as a part of every document of them.

use serde::Serialize;

use crate::core::{
    plan::{Engages, Evidence, Offered},
    workbench::{Board, board::Share},
};

/// What the run was made with.
#[derive(Debug, Serialize)]
pub struct Conditions<'a> {
    pub agent: &'a str,
    pub evidence: Evidence,
    pub model: Option<&'a str>,
    /// Prompts were drafted from trigger phrases: no evidence, whatever the agent.
    pub drafts: bool,
    /// No prompt that expects a skill engaged any: nothing can be concluded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    nothing_engaged: bool,
    versions: Versions,
    max_turns: u32,
    max_steps: u32,
    early_exit: bool,
    #[serde(skip_serializing_if = "Engages::is_usual")]
    engages: Engages,
    pub attempts: u32,
    /// What each row's probe was offered: `all`, `solo`, `near:5`.
    offered: Offered,
    /// Probes that ran at a time; null where none takes time.
    concurrency: Option<u32>,
    /// Null where all rows are probed.
    shard: Option<Part>,
    digests: Digests<'a>,
    /// Macro averages leave `(no skill)` out.
    macro_over: &'static str,
}

/// One of several parts that are probed apart.
#[derive(Debug, Serialize)]
struct Part {
    number: u32,
    of: u32,
    /// Of all parts.
    rows: usize,
}

#[derive(Debug, Serialize)]
struct Versions {
    skillscope: &'static str,
}

#[derive(Debug, Serialize)]
struct Digests<'a> {
    catalog: &'a str,
    /// Of the rows as loaded; null for drafts, which the catalog alone decides.
    queries: Option<&'a str>,
}

impl<'a> Conditions<'a> {
    pub fn of(board: &'a Board) -> Self {
        let agent = &board.agent;
        Self {
            agent: &agent.name,
            evidence: agent.evidence,
            model: agent.model.as_deref(),
            drafts: board.drafts(),
            nothing_engaged: board.nothing_engaged(),
            versions: Versions { skillscope: env!("CARGO_PKG_VERSION") },
            max_turns: agent.limits.max_turns,
            max_steps: agent.limits.max_steps,
            early_exit: agent.limits.early_exit,
            engages: agent.limits.engages,
            attempts: agent.attempts,
            offered: agent.offered,
            concurrency: agent.concurrency,
            shard: board.share.as_ref().map(Part::of),
            digests: Digests {
                catalog: &board.now.snapshot.catalog.digest,
                queries: Some(&*board.query_digest).filter(|_| !board.drafts()),
            },
            macro_over: "skills",
        }
    }
}

impl Part {
    fn of(share: &Share) -> Self {
        let shard = share.shard;
        Self { number: shard.number(), of: shard.of(), rows: share.whole.queries.len() }
    }
}
