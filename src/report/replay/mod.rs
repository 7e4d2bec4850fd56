//! A recorded stream as it was read: as `skillscope.replay/1`, and as text while it is told.

mod text;

use serde::Serialize;

pub use self::text::{Teller, foot, head};
use crate::{
    core::{
        diagnostic::Diagnostic,
        id::SkillId,
        stream::Recording,
        trajectory::{Engagement, Event, EventKind, Outcome},
        workbench::Board,
    },
    report::head::{CatalogHead, diagnostics, name_and_path},
};

/// What came of playing a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// As far as the limits let it come.
    pub events: Vec<Event>,
    /// `None` if it was stopped before its end.
    pub outcome: Option<Outcome>,
    pub cost_usd: Option<f64>,
}

impl Seen {
    /// The stream failed or broke off.
    pub fn failed(&self) -> bool {
        matches!(self.outcome, Some(Outcome::Errored { .. }))
    }

    fn engagements(&self) -> &[Engagement] {
        match &self.outcome {
            Some(Outcome::Scored(trajectory)) => &trajectory.engagements,
            _ => &[],
        }
    }

    /// Model responses, those before a failure too. Retries alone are none.
    fn steps(&self) -> u32 {
        let told = |event: &&Event| !matches!(event.kind, EventKind::Retry { .. });
        self.events.iter().filter(told).map(|event| event.step).max().unwrap_or(0)
    }

    /// Tokens in and out; `None` where the stream tells of none.
    fn tokens(&self) -> Option<(u64, u64)> {
        let usage = |event: &Event| match event.kind {
            EventKind::Usage { input, output, .. } => Some((input, output)),
            _ => None,
        };
        let add = |sum: (u64, u64), one: (u64, u64)| {
            (sum.0.saturating_add(one.0), sum.1.saturating_add(one.1))
        };
        self.events.iter().filter_map(usage).reduce(add)
    }
}

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    catalog: CatalogHead<'a>,
    diagnostics: Vec<&'a Diagnostic>,
    /// As the user named it.
    stream: &'a str,
    harness: &'a str,
    /// Lines that were too long to be kept.
    dropped: u32,
    /// Lines that are no JSON object.
    unreadable: u32,
    /// `scored` or `errored`.
    outcome: &'static str,
    cause: Option<&'a str>,
    ended_by: Option<String>,
    /// Of a scored stream; an errored one is never a miss.
    engagements: Vec<Engaged<'a>>,
    steps: u32,
    /// `None` where the stream bears no times.
    duration_ms: Option<u64>,
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cost_usd: Option<f64>,
    events: Vec<Happened<'a>>,
}

#[derive(Debug, Serialize)]
struct Engaged<'a> {
    id: &'a SkillId,
    name: &'a str,
    path: &'a str,
    turn: u32,
    step: u32,
}

/// One event; what its kind does not have is null.
#[derive(Debug, Default, Serialize)]
struct Happened<'a> {
    step: u32,
    at_ms: Option<u64>,
    kind: &'static str,
    skill: Option<&'a SkillId>,
    via: Option<String>,
    /// Of a tool, or what was asked for and refused.
    name: Option<&'a str>,
    text: Option<&'a str>,
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cost_usd: Option<f64>,
}

impl<'a> Document<'a> {
    /// `stream` is the file's name, `harness` the id of who wrote it.
    pub fn of(
        board: &'a Board,
        stream: &'a str,
        harness: &'a str,
        recording: &Recording,
        seen: &'a Seen,
    ) -> Self {
        let (outcome, cause, ended_by) = match &seen.outcome {
            Some(Outcome::Scored(trajectory)) => {
                ("scored", None, Some(trajectory.ended_by.to_string()))
            }
            Some(Outcome::Errored { cause }) => ("errored", Some(cause.as_str()), None),
            None => ("errored", None, None),
        };
        let engaged = |engagement: &'a Engagement| {
            let (name, path) = name_and_path(board, &engagement.skill);
            Engaged {
                id: &engagement.skill,
                name,
                path,
                turn: engagement.turn,
                step: engagement.step,
            }
        };
        let tokens = seen.tokens();
        Self {
            schema: "skillscope.replay/1",
            catalog: CatalogHead::of(board),
            diagnostics: diagnostics(board),
            stream,
            harness,
            dropped: recording.faults.dropped,
            unreadable: recording.faults.unreadable,
            outcome,
            cause,
            ended_by,
            engagements: seen.engagements().iter().map(engaged).collect(),
            steps: seen.steps(),
            duration_ms: recording.timed.then_some(recording.play.lasts_ms),
            input_tokens: tokens.map(|(input, _)| input),
            output_tokens: tokens.map(|(_, output)| output),
            cost_usd: seen.cost_usd,
            events: seen.events.iter().map(|event| happened(event, recording.timed)).collect(),
        }
    }
}

fn happened(event: &Event, timed: bool) -> Happened<'_> {
    let of = |kind: &'static str| Happened {
        step: event.step,
        at_ms: timed.then_some(event.at_ms),
        kind,
        ..Happened::default()
    };
    match &event.kind {
        EventKind::Text { text } => Happened { text: Some(text), ..of("text") },
        EventKind::Thinking { text } => Happened { text: Some(text), ..of("thinking") },
        EventKind::ToolCall { name, detail } => {
            Happened { name: Some(name), text: Some(detail), ..of("tool-call") }
        }
        EventKind::ToolResult { name, detail } => {
            Happened { name: Some(name), text: Some(detail), ..of("tool-result") }
        }
        EventKind::Engagement { skill, via } => {
            let via = via.to_string().replace('_', "-");
            Happened { skill: Some(skill), via: Some(via), ..of("engagement") }
        }
        EventKind::Touch { skill, detail } => {
            Happened { skill: Some(skill), text: Some(detail), ..of("touch") }
        }
        EventKind::Refused { name, reason } => {
            Happened { name: Some(name), text: Some(reason), ..of("refused") }
        }
        EventKind::Foreign { name, loaded } => {
            let what = if *loaded { "foreign-loaded" } else { "foreign-seen" };
            Happened { name: Some(name), ..of(what) }
        }
        EventKind::Retry { reason } => Happened { text: Some(reason), ..of("retry") },
        EventKind::Usage { input, output, cost_usd } => Happened {
            input_tokens: Some(*input),
            output_tokens: Some(*output),
            cost_usd: *cost_usd,
            ..of("usage")
        },
        EventKind::End => of("end"),
    }
}
