//! One cue of a part: an event with its time and step, or a skill's name alone.
//!
//! Must not know what becomes of the events.

use serde::Deserialize;
use serde_json::Value;

use crate::core::trajectory::{End, Event, EventKind, Play, Via};

/// Every key that some kind has: serde cannot refuse others beside a flattened enum.
const KEYS: [&str; 14] = [
    "at_ms", "after_ms", "step", "kind", "text", "name", "detail", "skill", "via", "reason",
    "input", "output", "cost_usd", "cause",
];

/// An event as written.
#[derive(Debug, Deserialize)]
struct Cue {
    at_ms: Option<u64>,
    after_ms: Option<u64>,
    step: Option<u32>,
    #[serde(flatten)]
    action: Action,
}

/// The kinds of the format; [`EventKind`] with defaults, and the ways to end.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum Action {
    Text {
        text: String,
    },
    Thinking {
        text: String,
    },
    ToolCall {
        name: String,
        #[serde(default)]
        detail: String,
    },
    ToolResult {
        name: String,
        #[serde(default)]
        detail: String,
    },
    Engagement {
        skill: String,
        #[serde(default = "by_tool")]
        via: Via,
    },
    Touch {
        skill: String,
        #[serde(default)]
        detail: String,
    },
    Refused {
        name: String,
        #[serde(default)]
        reason: String,
    },
    Retry {
        reason: String,
    },
    Usage {
        input: u64,
        output: u64,
        cost_usd: Option<f64>,
    },
    Error {
        cause: String,
    },
    End,
}

fn by_tool() -> Via {
    Via::Tool
}

/// Reads the cues of one attempt. An error is a clause that begins with the number of the cue.
pub(super) fn play(cues: &[Value], pace_ms: u64) -> Result<Play, String> {
    let mut events = Vec::with_capacity(cues.len() + 1);
    let (mut now, mut step, mut end) = (0_u64, 1_u32, None);
    for (value, number) in cues.iter().zip(1..) {
        let cue = cue(value).map_err(|why| format!("cue {number} {why}"))?;
        let at_ms = match (cue.at_ms, cue.after_ms) {
            (Some(at), None) => at,
            (None, after) => now.saturating_add(after.unwrap_or(pace_ms)),
            (Some(_), Some(_)) => {
                return Err(format!("cue {number} has both `at_ms` and `after_ms`"));
            }
        };
        let alone = value.is_string() && !events.is_empty();
        let at_step = cue.step.unwrap_or(step.saturating_add(u32::from(alone)));
        if end.is_some() {
            return Err(format!("cue {number} comes after the end"));
        }
        if at_ms < now || at_step < step {
            return Err(format!("cue {number} goes back in time or steps"));
        }
        (now, step) = (at_ms, at_step);
        match cue.action.event() {
            Ok(kind) => events.push(Event { step, at_ms, kind }),
            Err(ended) => end = Some(ended),
        }
    }
    let end = end.unwrap_or(End::Answer);
    if cues.is_empty() {
        now = pace_ms;
    }
    if end == End::Answer {
        events.push(Event { step, at_ms: now, kind: EventKind::End });
    }
    Ok(Play { events, end, lasts_ms: now })
}

fn cue(value: &Value) -> Result<Cue, String> {
    let strange =
        value.as_object().and_then(|o| o.keys().find(|key| !KEYS.contains(&key.as_str())));
    if let Some(key) = strange {
        return Err(format!("has the unknown key `{key}`"));
    }
    let cue = match value {
        Value::String(skill) => {
            let action = Action::Engagement { skill: skill.clone(), via: Via::Tool };
            Cue { at_ms: None, after_ms: None, step: None, action }
        }
        value => Cue::deserialize(value).map_err(|error| format!("cannot be read: {error}"))?,
    };
    match &cue.action {
        Action::Engagement { skill, .. } | Action::Touch { skill, .. }
            if skill.trim().is_empty() =>
        {
            Err("names no skill".to_owned())
        }
        _ => Ok(cue),
    }
}

impl Action {
    /// What an onlooker sees, or how the probe ends.
    fn event(self) -> Result<EventKind, End> {
        Ok(match self {
            Self::Text { text } => EventKind::Text { text },
            Self::Thinking { text } => EventKind::Thinking { text },
            Self::ToolCall { name, detail } => EventKind::ToolCall { name, detail },
            Self::ToolResult { name, detail } => EventKind::ToolResult { name, detail },
            Self::Engagement { skill, via } => {
                EventKind::Engagement { skill: skill.as_str().into(), via }
            }
            Self::Touch { skill, detail } => {
                EventKind::Touch { skill: skill.as_str().into(), detail }
            }
            Self::Refused { name, reason } => EventKind::Refused { name, reason },
            Self::Retry { reason } => EventKind::Retry { reason },
            Self::Usage { input, output, cost_usd } => EventKind::Usage { input, output, cost_usd },
            Self::Error { cause } => return Err(End::Errored { cause }),
            Self::End => return Err(End::Answer),
        })
    }
}
