//! The table: every rule once, the gravest kinds first.
//!
//! Of the rules that are common elsewhere one is missing: `lockfile-drift` compares files with the
//! hashes of a lock file, and a catalog holds neither.

mod overlap_outranked;
mod told;

use std::sync::LazyLock;

use crate::core::lint::Rule;

static TABLE: LazyLock<Vec<Rule>> = LazyLock::new(|| [&told::PARTS.concat(), ROUTING].concat());

/// How skills stand to each other, by what they say.
const ROUTING: &[Rule] = &[overlap_outranked::RULE];

/// Every rule, in the order in which findings of one level are told.
pub fn rules() -> &'static [Rule] {
    &TABLE
}

/// The rule of an id, else the first that goes by this name elsewhere.
pub fn rule(name: &str) -> Option<&'static Rule> {
    let by_id = rules().iter().find(|rule| rule.id == name);
    by_id.or_else(|| rules().iter().find(|rule| rule.is_called(name)))
}
