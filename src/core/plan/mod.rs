//! Which probes a run wants: queries times attempts, in a seeded order, within limits.
//!
//! Must not know how probes run.

mod affected;
mod asking;
mod base_url;
mod estimate;
mod key;
mod offered;
mod order;
mod price;
mod rerun;
mod shard;

pub use affected::{Why, affected, named};
pub use asking::{Asking, Home, Tools};
pub use base_url::{BaseUrl, NoBaseUrl};
pub use estimate::{Caps, Estimate, Over, PerProbe};
pub use key::ProbeKey;
pub use offered::{NotOffered, Offered};
pub use order::{Order, Plan, Planned};
pub use price::{Price, Prices, Tokens};
pub use rerun::Rerun;
pub use shard::{NoShard, Shard};

use serde::{Deserialize, Serialize};

/// The limits and stop rule of a probe; part of what makes two results comparable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// Skill engagements.
    pub max_turns: u32,
    /// Model responses.
    pub max_steps: u32,
    pub early_exit: bool,
    #[serde(default, skip_serializing_if = "Engages::is_usual")]
    pub engages: Engages,
}

/// What of a skill has to be read for it to be engaged, where no tool says so.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::Display,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Engages {
    /// Its SKILL.md; another of its files is a touch.
    #[default]
    SkillFile,
    /// Any of its files.
    AnyFile,
}

impl Engages {
    /// It goes without saying.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_turns: 3, max_steps: 12, early_exit: true, engages: Engages::default() }
    }
}

/// What kind of thing a figure was measured on.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Evidence {
    /// A lexical rule; says where to look, never how an agent routes.
    #[default]
    #[serde(rename = "stand-in")]
    #[strum(serialize = "stand-in")]
    StandIn,
    /// A script that someone wrote.
    Scripted,
    /// A recorded stream played again.
    Recorded,
    /// A model chose.
    Model,
}

impl Evidence {
    /// Every attempt of a probe is the same one again: a rule or a script, where no chance is.
    pub fn draws_nothing(self) -> bool {
        matches!(self, Self::StandIn | Self::Scripted)
    }

    /// What a figure must be called in its own line; `None` where a model chose, which is what a
    /// reader takes for granted.
    pub fn caveat(self) -> Option<&'static str> {
        match self {
            Self::StandIn => Some("lexical stand-in"),
            Self::Scripted => Some("scripted"),
            Self::Recorded => Some("recorded"),
            Self::Model => None,
        }
    }
}
