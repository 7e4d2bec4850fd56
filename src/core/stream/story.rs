//! What a stream has told so far, as events: model responses counted, calls and results brought
//! together, tokens added up, the end kept open until the stream ends.
//!
//! Must not know formats: each tells its lines to this in the same words.

use std::sync::Arc;

use serde_json::Value;

use crate::core::{
    stream::{
        aims::{Tools, aims, picked, shortened},
        bound::Bound,
        calls::{Calls, Reply, Settled},
        ground::Ground,
    },
    trajectory::{End, Event, EventKind},
};

/// The longest text that is passed on in one event, in bytes.
const LONGEST_TEXT: usize = 64 << 10;

/// Tokens and money.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spent {
    /// With those that were read from a cache or written into one.
    pub input: u64,
    pub output: u64,
    pub cost_usd: Option<f64>,
}

#[derive(Debug)]
pub(super) struct Story {
    ground: Ground,
    tools: &'static Tools,
    calls: Calls,
    /// Model responses begun.
    step: u32,
    /// A result has come since the last one began.
    answered: bool,
    now_ms: u64,
    spent: Spent,
    /// How it would end if nothing more came.
    end: Option<End>,
    heard: bool,
    events: Vec<Event>,
}

impl Story {
    pub fn new(bound: Arc<Bound>, tools: &'static Tools) -> Self {
        Self {
            ground: Ground::of(bound),
            tools,
            calls: Calls::default(),
            step: 0,
            answered: false,
            now_ms: 0,
            spent: Spent::default(),
            end: None,
            heard: false,
            events: Vec::new(),
        }
    }

    /// What comes now happened at this time; a clock that goes back stands still.
    pub fn at(&mut self, ms: u64) {
        self.now_ms = self.now_ms.max(ms);
    }

    /// Anything that can be read has come.
    pub fn heard(&mut self) {
        self.heard = true;
    }

    pub fn runs_in(&mut self, folder: Option<&str>) {
        if let Some(folder) = folder.filter(|folder| !folder.is_empty()) {
            self.ground.runs_in(folder);
        }
    }

    /// A model response begins. Whatever end was in sight was none.
    pub fn step(&mut self) {
        let told = self.calls.tell(true);
        self.tell(told);
        self.step = self.step.saturating_add(1);
        self.answered = false;
        self.end = None;
    }

    /// The model says something in a format without a sign of where its responses begin: the
    /// first thing after a result begins one.
    pub fn speaks(&mut self) {
        if self.step == 0 || self.answered {
            self.step();
        }
    }

    pub fn text(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.push(EventKind::Text { text: cut(text) });
        }
    }

    pub fn thinking(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.push(EventKind::Thinking { text: cut(text) });
        }
    }

    /// A tool is called; a repeat of the same call under the same id is none.
    pub fn call(&mut self, id: Option<&str>, tool: &str, input: &Value) {
        self.call_as(id, tool, tool, input);
    }

    /// The same of a tool that is called `shown` and is one of the format's own by another name.
    pub fn call_as(&mut self, id: Option<&str>, shown: &str, tool: &str, input: &Value) {
        // Some write the arguments as JSON in a string.
        let parsed = input.as_str().and_then(|text| serde_json::from_str(text).ok());
        let input = parsed.as_ref().unwrap_or(input);
        let (aims, detail) = aims(self.tools, &self.ground, tool, input);
        let step = self.step.max(1);
        let Some(early) = self.calls.call(id, (shown, &input.to_string()), step, aims) else {
            return;
        };
        self.push(EventKind::ToolCall { name: shortened(shown), detail });
        if let Some(settled) = early {
            self.settled(settled);
        }
    }

    /// A call under this id has been told and has no result yet.
    pub fn waits_for(&self, id: Option<&str>) -> bool {
        id.is_some_and(|id| self.calls.waits_for(id))
    }

    /// The model names a skill where it has no tool to call one by.
    pub fn picked(&mut self, name: &str) {
        let kind = picked(&self.ground, name);
        self.push(kind);
    }

    /// A call has come to its end.
    pub fn result(&mut self, id: Option<&str>, reply: Reply) {
        let reply = Reply { text: shortened(&reply.text), ..reply };
        if let Some(settled) = self.calls.result(id, reply) {
            self.settled(settled);
        }
    }

    fn settled(&mut self, settled: Settled) {
        self.answered |= settled.step == self.step.max(1);
        let kind = EventKind::ToolResult { name: shortened(&settled.tool), detail: settled.text };
        self.tell(vec![(settled.step, kind)]);
        let told = self.calls.tell(false);
        self.tell(told);
    }

    pub fn retry(&mut self, reason: &str) {
        self.push(EventKind::Retry { reason: shortened(reason) });
    }

    /// What one model response took.
    pub fn spent(&mut self, more: Spent) {
        if more.input == 0 && more.output == 0 && more.cost_usd.is_none() {
            return;
        }
        self.spent.input = self.spent.input.saturating_add(more.input);
        self.spent.output = self.spent.output.saturating_add(more.output);
        if let Some(cost) = more.cost_usd {
            *self.spent.cost_usd.get_or_insert(0.0) += cost;
        }
        let Spent { input, output, cost_usd } = more;
        self.push(EventKind::Usage { input, output, cost_usd });
    }

    /// What the whole took, of which responses may have been told already.
    pub fn spent_in_all(&mut self, all: Spent) {
        let before = self.spent.cost_usd.unwrap_or(0.0);
        let cost_usd = all.cost_usd.map(|cost| (cost - before).max(0.0));
        self.spent(Spent {
            input: all.input.saturating_sub(self.spent.input),
            output: all.output.saturating_sub(self.spent.output),
            cost_usd,
        });
    }

    /// This would be the end. A failure is not undone by a success unless the model spoke between.
    pub fn ends(&mut self, end: End) {
        if !matches!(self.end, Some(End::Errored { .. })) {
            self.end = Some(end);
        }
    }

    pub fn fails(&mut self, cause: &str) {
        let cause = shortened(cause);
        let cause =
            if cause.is_empty() { "the agent failed and did not say why".into() } else { cause };
        self.ends(End::Errored { cause });
    }

    /// The events since the last time.
    pub fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The stream has ended; `whole` unless something of it was lost on the way here, which may
    /// have been an engagement.
    pub fn finish(&mut self, whole: bool) -> End {
        let told = self.calls.finish();
        self.tell(told);
        let broken = if self.heard {
            "the stream broke off before its end"
        } else {
            "the agent ended without a word"
        };
        if !whole {
            self.fails("a line of the stream was too long to be read");
        }
        let end = self.end.take().unwrap_or_else(|| End::Errored { cause: broken.to_owned() });
        if end == End::Answer {
            self.push(EventKind::End);
        }
        end
    }

    fn tell(&mut self, told: Vec<(u32, EventKind)>) {
        let at_ms = self.now_ms;
        self.events.extend(told.into_iter().map(|(step, kind)| Event { step, at_ms, kind }));
    }

    fn push(&mut self, kind: EventKind) {
        self.tell(vec![(self.step.max(1), kind)]);
    }
}

fn cut(text: &str) -> String {
    let end = (0..=text.len().min(LONGEST_TEXT)).rev().find(|at| text.is_char_boundary(*at));
    let (kept, left) = text.split_at(end.unwrap_or(0));
    if left.is_empty() { kept.to_owned() } else { format!("{kept}…") }
}
