//! What happened in one probe: normalised events, engagements in order, and how it ended.
//!
//! Must not know which harness the events came from.

mod instead;
mod limited;
mod play;
mod stop;
mod tracker;

pub use instead::{Deed, Instead};
pub use limited::asks_too_often;
pub use play::Play;
pub use stop::StopRule;
pub use tracker::{End, Tracker};

use serde::{Deserialize, Serialize};

use crate::core::id::SkillId;

/// An accepted activation of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engagement {
    pub skill: SkillId,
    /// 1-based position among the engagements of the probe.
    pub turn: u32,
    /// 1-based model response in which it happened.
    pub step: u32,
}

/// The locked record of a probe's engagements; adjacent repeats are one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trajectory {
    pub engagements: Vec<Engagement>,
    /// Model responses seen.
    pub steps: u32,
    pub ended_by: EndedBy,
}

/// Why a scored probe stopped. Records are written in snake_case; documents, in kebab-case, are read
/// too.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "kebab-case")]
pub enum EndedBy {
    /// The agent finished by itself.
    #[default]
    Answer,
    /// The last open expected skill engaged; later misfires are not seen.
    #[serde(alias = "early-exit")]
    EarlyExit,
    /// `max_turns` engagements.
    #[serde(alias = "turn-budget")]
    TurnBudget,
    /// `max_steps` model responses.
    #[serde(alias = "step-budget")]
    StepBudget,
}

/// The result of a probe. An errored probe is never a miss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Outcome {
    Scored(Trajectory),
    Errored { cause: String },
}

/// One normalised event of a probe's stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// 1-based model response.
    pub step: u32,
    /// Milliseconds since the probe began.
    pub at_ms: u64,
    pub kind: EventKind,
}

/// What an event is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum EventKind {
    Text {
        text: String,
    },
    Thinking {
        text: String,
    },
    ToolCall {
        name: String,
        detail: String,
    },
    ToolResult {
        name: String,
        detail: String,
    },
    /// A skill was activated and the activation was accepted.
    Engagement {
        skill: SkillId,
        via: Via,
    },
    /// Another file of a skill was read.
    Touch {
        skill: SkillId,
        detail: String,
    },
    /// An activation that was refused, or that named no resident skill.
    Refused {
        name: String,
        reason: String,
    },
    /// A skill that is none of the catalog's: the harness has it beside them, or loaded it.
    Foreign {
        name: String,
        loaded: bool,
    },
    Retry {
        reason: String,
    },
    Usage {
        input: u64,
        output: u64,
        cost_usd: Option<f64>,
    },
    End,
}

impl EventKind {
    /// What the agent or its tools said in their own words; names of tools and skills are not in it.
    pub fn texts_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::Text { text } | Self::Thinking { text } => vec![text],
            Self::ToolCall { detail, .. }
            | Self::ToolResult { detail, .. }
            | Self::Touch { detail, .. } => vec![detail],
            Self::Refused { name, reason } => vec![name, reason],
            Self::Foreign { name: text, .. } | Self::Retry { reason: text } => vec![text],
            Self::Engagement { .. } | Self::Usage { .. } | Self::End => Vec::new(),
        }
    }
}

/// How a skill was engaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Via {
    Tool,
    FileRead,
    ShellRead,
    /// A stand-in's pick.
    Rule,
    /// Named in an answer, where no tool was offered.
    Choice,
}

impl Via {
    /// What is added to "engaged" about it; nothing where it was in the usual way.
    pub fn words(self) -> &'static str {
        match self {
            Self::Tool => "",
            Self::FileRead => ", by reading its file",
            Self::ShellRead => ", by reading its file in a shell",
            Self::Rule => ", by a rule",
            Self::Choice => ", by its name in the answer",
        }
    }
}
