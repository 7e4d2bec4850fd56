mod bytes;
mod formats;
mod rules;
mod write;

use std::sync::Arc;

use strum::VariantArray;

use super::*;
use crate::core::{
    plan::Limits,
    trajectory::{EventKind, Outcome, StopRule, Tracker},
};

pub use write::{Act, Ending, PROJECT, file};

/// Skills `skill-a`, `skill-b` and a plugin's `kit:pdf`.
pub fn bound() -> Arc<Bound> {
    let seen = |skill: &str, name: &str| Seen {
        skill: skill.into(),
        names: vec![name.to_owned()],
        files: vec![format!(".kit/skills/{skill}/SKILL.md")],
    };
    let skills =
        vec![seen("skill-a", "skill-a"), seen("skill-b", "skill-b"), seen("pdf", "kit:pdf")];
    Arc::new(Bound::new(skills, Some(PROJECT), None))
}

/// What a stream came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub events: Vec<Event>,
    pub end: End,
}

impl Told {
    pub fn of(format: Format, bound: Arc<Bound>, bytes: &[u8]) -> Self {
        let mut parser = Parser::new(format, bound, Clock::Stream);
        let mut events = parser.feed(bytes, 0);
        let (last, end, _) = parser.finish(0);
        events.extend(last);
        Self { events, end }
    }

    /// Engagements as `step skill via`, touches as `step skill/file`, attempts as `step (name)`.
    pub fn skills(&self) -> Vec<String> {
        let skill = |event: &Event| {
            Some(match &event.kind {
                EventKind::Engagement { skill, via } => format!("{} {skill} {via}", event.step),
                EventKind::Touch { skill, detail } => format!("{} {skill}/{detail}", event.step),
                EventKind::Refused { name, .. } => format!("{} ({name})", event.step),
                EventKind::Foreign { name, .. } => format!("{} [{name}]", event.step),
                _ => return None,
            })
        };
        self.events.iter().filter_map(skill).collect()
    }

    pub fn steps(&self) -> u32 {
        self.events.iter().map(|event| event.step).max().unwrap_or(0)
    }

    /// What a live probe without early exit would record.
    pub fn outcome(&self) -> Outcome {
        let mut tracker = Tracker::with(StopRule::Never, &Limits::default());
        self.events.iter().find(|event| tracker.observe(event).is_some());
        tracker.close(self.end.clone())
    }
}

/// One script in every format.
pub fn all(steps: &[Vec<Act>], ending: Ending) -> Vec<(Format, Told)> {
    let told = |format: &Format| {
        let text = write::lines(*format, steps, ending).join("\n");
        (*format, Told::of(*format, bound(), text.as_bytes()))
    };
    Format::VARIANTS.iter().map(told).collect()
}
