//! The texts that a plan's digests are made of.
//!
//! Must not know hash functions.

use serde::{Deserialize, Serialize};

use crate::core::{
    material::field,
    plan::Limits,
    run::{Made, Plan},
    workbench::Board,
};

/// What two runs must share for their figures to be of the same thing; hex, made of texts whose
/// fields are told apart by their lengths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digests {
    pub catalog: String,
    /// Of what the agent was told of the skills.
    pub listing: String,
    /// Of the rows as loaded; `None` for drafts, which the catalog alone decides.
    pub queries: Option<String>,
    /// Of the agent, its settings and its limits.
    pub configuration: String,
    /// Of all that and of the rows that are probed: what the shards of one plan have in common.
    #[serde(default)]
    pub plan: String,
}

/// What the agent is told of the skills: the listing of the harness, else id, name and routing text
/// of each resident, in order.
pub(super) fn listing(board: &Board) -> String {
    let mut out = String::new();
    if let Some(listing) = &board.now.listing {
        field(&mut out, &listing.text());
        return out;
    }
    for resident in board.now.snapshot.residents() {
        let when = resident.when_to_use();
        let marked = if when.is_some() { "w" } else { "" };
        let texts = [resident.id().as_str(), resident.name(), resident.description, marked];
        texts.into_iter().chain(when).for_each(|text| field(&mut out, text));
    }
    out
}

/// Everything beside skills and rows that an outcome may depend on.
pub(super) fn configuration(board: &Board, made: &Made<'_>) -> String {
    let agent = &board.agent;
    let Limits { max_turns, max_steps, early_exit } = agent.limits;
    let mut out = String::new();
    field(&mut out, &agent.name);
    field(&mut out, &agent.evidence.to_string());
    field(&mut out, agent.model.as_deref().unwrap_or_default());
    field(&mut out, &format!("{max_turns} {max_steps} {early_exit} {}", agent.attempts));
    field(&mut out, &agent.offered.to_string());
    field(&mut out, made.script.unwrap_or_default());
    out
}

/// The whole plan, whichever shard of it and whenever it is made.
pub(super) fn whole(plan: &Plan) -> String {
    let mut out = String::new();
    let Digests { catalog, listing, queries, configuration, plan: _ } = &plan.digests;
    let texts = [
        &plan.skillscope,
        plan.harness_version.as_deref().unwrap_or_default(),
        catalog,
        listing,
        queries.as_deref().unwrap_or_default(),
        configuration,
        plan.listed_by.as_deref().unwrap_or_default(),
    ];
    texts.into_iter().for_each(|text| field(&mut out, text));
    for query in &plan.queries {
        // Rows are texts and flags, which always make JSON.
        field(&mut out, &serde_json::to_string(query).unwrap_or_default());
    }
    out
}
