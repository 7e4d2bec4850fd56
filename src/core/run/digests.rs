//! The texts that a plan's digests are made of.
//!
//! Must not know hash functions.

use serde::{Deserialize, Serialize};

use crate::core::{material::field, run::Plan};

/// What two runs must share for their figures to be of the same thing; hex, made of texts whose
/// fields are told apart by their lengths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digests {
    pub catalog: String,
    /// Of what the agent was told of the skills.
    pub listing: String,
    /// Of the files of the skills; empty where no agent reads them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bodies: String,
    /// Of the rows as loaded; `None` for drafts, which the catalog alone decides.
    pub queries: Option<String>,
    /// Of the agent, its settings and its limits.
    pub configuration: String,
    /// Of all that and of the rows that are probed: what the shards of one plan have in common.
    #[serde(default)]
    pub plan: String,
}

/// The whole plan, whichever shard of it and whenever it is made.
pub(super) fn whole(plan: &Plan) -> String {
    let mut out = String::new();
    let Digests { catalog, listing, bodies, queries, configuration, plan: _ } = &plan.digests;
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
    if !bodies.is_empty() {
        field(&mut out, bodies);
    }
    for query in &plan.queries {
        // Rows are texts and flags, which always make JSON.
        field(&mut out, &serde_json::to_string(query).unwrap_or_default());
    }
    out
}
