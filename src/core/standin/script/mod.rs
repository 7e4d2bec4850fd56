//! Scripts: timed events for each query, as a person wrote them down.
//!
//! Must not know files or clocks.
//!
//! # The format, `skillscope.script/1`
//!
//! ```json
//! {
//!   "schema": "skillscope.script/1",
//!   "agent": "fake",
//!   "pace_ms": 300,
//!   "default": "fail",
//!   "queries": {
//!     "moves-01": [
//!       {"at_ms": 100, "step": 1, "kind": "thinking", "text": "A booking should move."},
//!       {"at_ms": 250, "step": 1, "kind": "tool_call", "name": "Skill", "detail": "booking"},
//!       {"at_ms": 280, "step": 1, "kind": "engagement", "skill": "booking"},
//!       {"at_ms": 900, "step": 2, "kind": "text", "text": "Moved to Friday."}
//!     ],
//!     "moves-02": ["front-desk", "booking"],
//!     "moves-03": {
//!       "attempts": [["booking"], []],
//!       "retried": ["booking"]
//!     }
//!   },
//!   "variants": [
//!     {
//!       "name": "the desk hands off",
//!       "when": {"skill": "front-desk", "description_lacks": "move a booking"},
//!       "queries": {"moves-02": ["booking"]}
//!     }
//!   ]
//! }
//! ```
//!
//! * **queries**: by query id, or by the exact prompt; the id goes first. A part is a list of cues,
//!   or an object with `attempts` (a list of such lists: attempt `n` plays the `n`-th, and round
//!   again), and `retried` (what is played when an errored probe is tried again).
//! * **A cue** is an event, or a skill's name alone: an engagement in a model response of its own.
//!   `at_ms` counts from the start of the probe and `after_ms` from the cue before; with neither,
//!   `pace_ms` (default 300) passes. `step` is the model response, that of the cue before if left
//!   out, and 1 at first. Neither time nor step goes backwards.
//! * **kind** and what goes with it:
//!   `text` text, `thinking` text, `tool_call` name detail?, `tool_result` name detail?,
//!   `engagement` skill via? (`tool`, `file_read`, `shell_read`), `touch` skill detail?,
//!   `refused` name reason?, `retry` reason, `usage` input output cost_usd?, `error` cause (the
//!   probe fails here), `end`. The last two can only be last; `end` is added where it is missing.
//! * **Skills** are named as in query files. One that is not resident is refused when the part is
//!   played, as a harness would.
//! * **default**: what happens to a query without a part: `"fail"` (an error that says so, and
//!   what is done if nothing is said), `"abstain"` (a short answer without a skill), or a part.
//! * **variants** replace parts while all conditions of `when` (one, or a list) hold: a `skill`
//!   and one of `description_contains`, `description_lacks`, `resident` (true or false). Where
//!   several variants hold, the last one with a part for the query is played. Descriptions are
//!   compared with blanks counted as one, since a save may fold the line anew.

mod cue;
mod perform;
mod read;

use std::collections::BTreeMap;

use crate::core::trajectory::Play;

pub use perform::Stage;

/// A script as read. Skills in its events are names as written until a [`Stage`] resolves them.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Who is said to act; `fake` unless the file says otherwise.
    pub agent: String,
    /// What holds always.
    base: Layer,
    variants: Vec<Variant>,
}

/// Parts that hold together.
#[derive(Clone, Debug, Default, PartialEq)]
struct Layer {
    parts: BTreeMap<String, Part>,
    default: Option<Part>,
}

/// Parts that hold under conditions.
#[derive(Clone, Debug, PartialEq)]
struct Variant {
    name: String,
    when: Vec<Condition>,
    layer: Layer,
}

/// What the catalog must look like for a variant to hold.
#[derive(Clone, Debug, PartialEq)]
enum Condition {
    /// The skill's description holds this text; blanks count as one.
    Contains { skill: String, text: String },
    /// The skill is there, and its description does not hold this text.
    Lacks { skill: String, text: String },
    /// The skill can be picked, or cannot.
    Resident { skill: String, there: bool },
}

/// What happens to one query.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    /// Never empty; attempt `n` plays `n - 1` modulo the length.
    attempts: Vec<Play>,
    /// What an errored probe does when it is tried again.
    retried: Option<Play>,
}

impl Part {
    fn once(play: Play) -> Self {
        Self { attempts: vec![play], retried: None }
    }
}

impl Script {
    /// The queries that have a part, in any layer: ids or prompts, sorted, each once.
    pub fn queries(&self) -> impl Iterator<Item = &str> {
        let layers = std::iter::once(&self.base).chain(self.variants.iter().map(|v| &v.layer));
        let mut keys: Vec<&str> =
            layers.flat_map(|layer| layer.parts.keys().map(String::as_str)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter()
    }

    /// The names of the variants, in their order.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|variant| variant.name.as_str())
    }
}

#[cfg(test)]
mod tests;
