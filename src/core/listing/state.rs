//! What becomes of a skill on its way to the model.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::core::id::SkillId;

/// What becomes of each skill of a listing.
pub type Disclosed = BTreeMap<SkillId, State>;

/// One of these holds for every skill and every file that looks like one.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// Its text is shown whole.
    Whole,
    /// Its text is shown in part.
    Cut,
    NameOnly,
    /// It is meant to be listed, and there was no room even for its name.
    Omitted,
    /// It is left out of what is shown for one prompt, since others are nearer to that.
    Withheld,
    /// By its own wish.
    Hidden,
    /// Another of the same identity is taken instead.
    Shadowed,
    /// The harness does not look where it lies.
    NotLoaded,
    /// The harness cannot read it.
    Rejected,
}

impl State {
    /// The model is told something of it besides its name.
    pub fn is_described(self) -> bool {
        matches!(self, Self::Whole | Self::Cut)
    }

    /// The model can name it.
    pub fn is_named(self) -> bool {
        self.is_described() || self == Self::NameOnly
    }

    /// In words, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Cut => "cut",
            Self::NameOnly => "name only",
            Self::Omitted => "omitted",
            Self::Withheld => "withheld",
            Self::Hidden => "hidden",
            Self::Shadowed => "shadowed",
            Self::NotLoaded => "not loaded",
            Self::Rejected => "rejected",
        }
    }
}
