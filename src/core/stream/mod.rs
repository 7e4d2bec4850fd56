//! Event streams of real agents, read into the events of a probe.
//!
//! One parser a format, fed with bytes as they arrive. Nothing is concluded before the stream ends;
//! every tool call counts; only fields are matched, never prose. Must not know how an agent is
//! launched, nor what its probe is scored on.

mod aims;
pub mod api;
mod bound;
mod calls;
mod claude_code;
mod codex;
mod copilot;
mod gemini_cli;
mod ground;
mod json;
mod lines;
mod mapped;
mod messages;
mod opencode;
mod path;
mod pi;
mod qwen;
mod recording;
mod recordings;
mod roll;
mod shell;
mod stamp;
mod story;

#[cfg(test)]
mod tests;

use std::{fmt::Debug, sync::Arc};

use serde_json::Value;

pub use bound::{Bound, Seen};
pub use mapped::{Mapping, MappingError};
pub use recording::Recording;
pub use recordings::{Recorded, Recordings};
pub use roll::Roll;

use crate::core::{
    stream::{aims::Tools, lines::Lines, story::Story},
    trajectory::{End, Event},
};

/// The formats that can be read, named as the profiles of their harnesses.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumString, strum::Display, strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// `claude -p --output-format stream-json --verbose`
    ClaudeCode,
    /// `codex exec --json`
    Codex,
    /// `gemini -p -o stream-json`
    GeminiCli,
    /// `opencode run --format json`
    #[strum(serialize = "opencode")]
    OpenCode,
    /// `pi --mode json`
    Pi,
    /// `copilot -p --output-format json`
    Copilot,
    /// `qwen -p -o stream-json`
    Qwen,
}

/// Whose time events bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// That of whoever feeds the parser: a live probe.
    Caller,
    /// That which the stream tells, counted from its first: a recording. Formats without times
    /// leave all events at 0.
    Stream,
}

/// What was not understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Lines too long to be kept. They may have held anything, so such a stream ends in an error.
    pub dropped: u32,
    /// Lines that are no JSON object, which harnesses write when they warn of something.
    pub unreadable: u32,
}

/// One format: how a line of it is told.
trait Dialect: Debug + Send {
    fn tools(&self) -> &'static Tools;
    fn line(&mut self, line: &Value, story: &mut Story);
}

/// Reads the stream of one probe.
#[derive(Debug)]
pub struct Parser {
    lines: Lines,
    reading: Reading,
}

/// All but the lines themselves, so that both can be borrowed.
#[derive(Debug)]
struct Reading {
    dialect: Box<dyn Dialect>,
    story: Story,
    clock: Clock,
    first_ms: Option<u64>,
    unreadable: u32,
}

impl Format {
    fn dialect(self) -> Box<dyn Dialect> {
        match self {
            Self::ClaudeCode => Box::<claude_code::ClaudeCode>::default(),
            Self::Codex => Box::<codex::Codex>::default(),
            Self::GeminiCli => Box::<gemini_cli::GeminiCli>::default(),
            Self::OpenCode => Box::<opencode::OpenCode>::default(),
            Self::Pi => Box::<pi::Pi>::default(),
            Self::Copilot => Box::<copilot::Copilot>::default(),
            Self::Qwen => Box::<qwen::Qwen>::default(),
        }
    }
}

impl Parser {
    /// A parser for one stream; `bound` is the catalog as the harness sees it.
    pub fn new(format: Format, bound: Arc<Bound>, clock: Clock) -> Self {
        Self::by(format.dialect(), bound, clock)
    }

    /// A parser for a stream whose lines somebody declared.
    pub fn mapped(mapping: Arc<Mapping>, bound: Arc<Bound>, clock: Clock) -> Self {
        Self::by(Box::new(mapped::Mapped::by(mapping)), bound, clock)
    }

    fn by(dialect: Box<dyn Dialect>, bound: Arc<Bound>, clock: Clock) -> Self {
        let story = Story::new(bound, dialect.tools());
        let reading = Reading { dialect, story, clock, first_ms: None, unreadable: 0 };
        Self { lines: Lines::default(), reading }
    }

    /// Takes the next bytes in, cut anywhere; `at_ms` is the time since the probe began. Gives the
    /// events that they complete, in order.
    pub fn feed(&mut self, chunk: &[u8], at_ms: u64) -> Vec<Event> {
        self.reading.now(at_ms);
        self.lines.feed(chunk, |line| self.reading.line(line));
        self.reading.story.take()
    }

    /// The stream has ended. Gives the last events and how the agent's side of the probe ended: by
    /// what the stream says, whatever the program's exit code was.
    pub fn finish(mut self, at_ms: u64) -> (Vec<Event>, End, Faults) {
        self.reading.now(at_ms);
        self.lines.finish(|line| self.reading.line(line));
        let faults = Faults { dropped: self.lines.dropped, unreadable: self.reading.unreadable };
        let end = self.reading.story.finish(faults.dropped == 0);
        (self.reading.story.take(), end, faults)
    }
}

impl Reading {
    fn now(&mut self, at_ms: u64) {
        if self.clock == Clock::Caller {
            self.story.at(at_ms);
        }
    }

    fn line(&mut self, line: &[u8]) {
        let line = String::from_utf8_lossy(line);
        let Ok(line @ Value::Object(_)) = serde_json::from_str(&line) else {
            self.unreadable = self.unreadable.saturating_add(1);
            return;
        };
        if self.clock == Clock::Stream {
            let stamps = [line.get("timestamp"), line.pointer("/message/timestamp")];
            if let Some(ms) = stamps.into_iter().flatten().find_map(stamp::read) {
                let first = *self.first_ms.get_or_insert(ms);
                self.story.at(ms.saturating_sub(first));
            }
        }
        self.story.heard();
        self.dialect.line(&line, &mut self.story);
    }
}
