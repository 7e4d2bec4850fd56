//! Labelled prompts: what should engage, what may, what must not.
//!
//! Must not know probes or agents. Formats are one file each below `read`; what a label means in
//! one catalog is decided in [`bind`].

pub mod bind;
pub mod difficulty;
pub mod discover;
pub mod draft;
pub mod draw;
pub mod lint;
pub mod material;
mod read;
pub mod rewrite;
pub mod sheet;
pub mod stats;
pub mod threshold;
pub mod traits;
pub mod unit;
pub mod write;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::{diagnostic::Diagnostic, id::SkillId, query::threshold::Threshold};

/// One labelled prompt, its skills named as `S`: `String` as written, [`SkillId`] once bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Query<S = String> {
    /// Unique in its set.
    pub id: String,
    pub prompt: String,
    pub label: Label<S>,
    /// Neutral helpers (`acceptable_skills`, `optional_skills`): neither hit, miss nor false fire.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub neutral: Vec<S>,
    /// `not_skills` beside a complete label: engaging one of these is wrong (as any other is).
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<S>,
    /// As the set spells it: `positive`, `near-miss`, `negative`, ...
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(default)]
    pub origin: Origin,
    /// Queries with the same key are one unit; without one, those with the same prompt are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// The label speaks of later user turns, which a one-shot agent does not play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turns: bool,
    /// Folder that a probe starts in a copy of, as written; an empty one where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<String>,
    #[serde(default)]
    pub source: Source,
}

impl<S> Query<S> {
    /// A bare labelled prompt; everything else is as if the row did not mention it.
    pub fn new(id: impl Into<String>, prompt: impl Into<String>, label: Label<S>) -> Self {
        Self {
            id: id.into(),
            prompt: prompt.into(),
            label,
            neutral: Vec::new(),
            forbidden: Vec::new(),
            kind: None,
            origin: Origin::default(),
            group: None,
            disputed: false,
            turns: false,
            workspace: None,
            source: Source::default(),
        }
    }

    /// File and id, which make a row: an id is unique in its set only.
    pub fn key(&self) -> (&str, &str) {
        (&self.source.path, &self.id)
    }
}

/// What a row states about routing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label<S> {
    /// Everything is known: exactly these should engage (none of them for an empty list).
    Complete {
        expected: Vec<S>,
        /// Each alone is as right as the single expected skill.
        #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
        alternatives: Vec<S>,
    },
    /// Only this much is known.
    Partial { should: Vec<S>, must_not: Vec<S> },
}

impl<S> Label<S> {
    /// The skills that should engage, whether or not all is known.
    pub fn wanted(&self) -> &[S] {
        match self {
            Self::Complete { expected: wanted, .. } | Self::Partial { should: wanted, .. } => {
                wanted
            }
        }
    }

    /// The skills that would be right: those that should engage, and their alternatives.
    pub fn right(&self) -> impl Iterator<Item = &S> {
        let alternatives = match self {
            Self::Complete { alternatives, .. } => alternatives.as_slice(),
            Self::Partial { .. } => &[],
        };
        self.wanted().iter().chain(alternatives)
    }
}

/// Who wrote the row.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum Origin {
    #[default]
    Authored,
    Imported,
    Generated,
    /// Made from trigger phrases: no evidence.
    Drafted,
}

impl Origin {
    /// Reads a name without regard to case.
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// Where the row stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub path: String,
    /// 1-based.
    pub line: u32,
}

/// A file's worth of queries, as written.
#[derive(Clone, Debug, Default)]
pub struct QuerySet {
    /// The file as the user knows it, relative with `/`; empty for drafts.
    pub path: String,
    /// How the set was labelled, in the author's words, where the file says.
    pub convention: Option<String>,
    pub queries: Vec<Query>,
    /// Bars that the file sets for its skills.
    pub thresholds: Vec<Threshold>,
    /// Rows that could not be read, and oddities of those that could.
    pub diagnostics: Vec<Diagnostic>,
    /// Rows refused at load; each has a diagnosis.
    pub refused: usize,
}

/// Queries bound to one catalog.
#[derive(Clone, Debug, Default)]
pub struct BoundSet {
    /// In the order of their files.
    pub queries: Vec<Arc<Query<SkillId>>>,
    /// How the files were labelled, each way once, where they say.
    pub conventions: Vec<String>,
    /// Bars that the files set, in their order; skills as written.
    pub thresholds: Vec<Threshold>,
    pub set_aside: Vec<SetAside>,
    pub refused: usize,
    pub diagnostics: Vec<Diagnostic>,
    /// True when the prompts were drafted from trigger phrases.
    pub drafts: bool,
}

/// A row that cannot be scored on this catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    pub id: String,
    pub source: Source,
    /// One sentence, with the candidates where there are several.
    pub reason: String,
}
