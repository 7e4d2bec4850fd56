//! The table: every rule once, the gravest kinds first.
//!
//! Of the rules that are common elsewhere one is missing: `lockfile-drift` compares files with the
//! hashes of a lock file, and a catalog holds neither.

mod catalog_budget;
mod claims;
mod declared_dependency;
mod description_length;
mod hidden_label;
mod mutual_handoff;
mod name_format;
mod name_mismatch;
mod near_duplicate;
mod over_budget;
mod overlap_outranked;
mod placeholder;
mod rejected;
mod reserved_name;
mod shared_trigger;
mod told;
mod triggers_cut;
mod unbounded_attractor;
mod unknown_reference;
mod without_when;

use std::sync::LazyLock;

use crate::core::lint::Rule;

static TABLE: LazyLock<Vec<Rule>> =
    LazyLock::new(|| [&told::PARTS.concat(), LISTED, ROUTING, WRITTEN].concat());

/// What a model is shown, and what is asked of it.
const LISTED: &[Rule] = &[
    rejected::RULE,
    over_budget::RULE,
    triggers_cut::RULE,
    catalog_budget::RULE,
    hidden_label::RULE,
];

/// How skills stand to each other, by what they say.
const ROUTING: &[Rule] = &[
    near_duplicate::RULE,
    claims::OF_SEVERAL,
    unbounded_attractor::RULE,
    unknown_reference::RULE,
    overlap_outranked::RULE,
    claims::OF_ONE,
    shared_trigger::RULE,
    mutual_handoff::RULE,
];

/// How a single skill is named and described.
const WRITTEN: &[Rule] = &[
    name_mismatch::RULE,
    name_format::RULE,
    reserved_name::RULE,
    declared_dependency::RULE,
    description_length::OVERFLOW,
    description_length::TOO_SHORT,
    placeholder::RULE,
    without_when::RULE,
];

/// Every rule, in the order in which findings of one level are told.
pub fn rules() -> &'static [Rule] {
    &TABLE
}

/// The rule of an id, else the first that goes by this name elsewhere.
pub fn rule(name: &str) -> Option<&'static Rule> {
    let by_id = rules().iter().find(|rule| rule.id == name);
    by_id.or_else(|| rules().iter().find(|rule| rule.is_called(name)))
}
