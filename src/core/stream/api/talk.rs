//! One probe as a conversation with a service: its responses told as events, its tool calls told
//! apart, their results taken in.
//!
//! Must not know how a service is asked, nor where the bodies of skills come from.

use std::sync::Arc;

use serde_json::Value;

use crate::core::{
    id::SkillId,
    plan::Price,
    stream::{
        aims::Tools,
        api::{Broken, Call, Delta, Response, ResponseParser, Wire},
        bound::{Bound, Match},
        calls::Reply,
        ground::{Found, Ground},
        path,
        story::{Spent, Story},
    },
    trajectory::{End, Event},
};

/// The tool that activates a skill, and its argument.
pub const SKILL: (&str, &str) = ("skill", "name");
/// The tool that reads a file of a skill, and its argument.
pub const READ_FILE: (&str, &str) = ("read_file", "path");

const TOOLS: Tools = Tools { activate: &[SKILL], read: &[READ_FILE], shell: &[] };

/// A text is told when so many bytes of it have come, or a line has.
const PIECE: usize = 512;

/// What a tool call asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    Skill(SkillId),
    /// A file by its path below the skill's folder.
    File(SkillId, String),
    /// Nothing that is there, with what the model is told of it.
    Nothing(String),
}

/// What is being said and not yet told.
#[derive(Debug, Default)]
struct Saying {
    text: String,
    thinks: bool,
}

/// The conversation of one probe.
#[derive(Debug)]
pub struct Talk {
    wire: Wire,
    price: Option<Price>,
    ground: Ground,
    story: Story,
    parser: ResponseParser,
    saying: Saying,
    /// A response has begun; before its first sign it has not.
    speaks: bool,
    responses: u32,
    /// Calls of the response so far.
    calls: usize,
    spent: Option<Spent>,
}

impl Talk {
    /// `bound` is the catalog as the model is shown it.
    pub fn new(wire: Wire, bound: Arc<Bound>, price: Option<Price>) -> Self {
        Self {
            wire,
            price,
            ground: Ground::of(Arc::clone(&bound)),
            story: Story::new(bound, &TOOLS),
            parser: ResponseParser::new(wire),
            saying: Saying::default(),
            speaks: false,
            responses: 0,
            calls: 0,
            spent: None,
        }
    }

    /// Takes the next bytes of the response in; `at_ms` is the time since the probe began.
    pub fn feed(&mut self, chunk: &[u8], at_ms: u64) -> Vec<Event> {
        self.story.at(at_ms);
        let deltas = self.parser.feed(chunk);
        deltas.into_iter().for_each(|delta| self.delta(delta));
        self.story.take()
    }

    /// The stream of the response has ended. What comes next belongs to another.
    pub fn ended(&mut self, at_ms: u64) -> (Vec<Event>, Result<Response, Broken>) {
        self.story.at(at_ms);
        let parser = std::mem::replace(&mut self.parser, ResponseParser::new(self.wire));
        let (deltas, response) = parser.finish();
        deltas.into_iter().for_each(|delta| self.delta(delta));
        if response.is_ok() {
            self.begins();
        }
        self.say_all();
        if let Some(spent) = self.spent.take() {
            self.story.spent(spent);
        }
        self.speaks = false;
        (self.story.take(), response)
    }

    /// The stream broke before anything of a response had come, so that it may be asked for again.
    pub fn has_heard_nothing(&self) -> bool {
        !self.speaks
    }

    /// What a call of the response asks for, by the same rules that decide what it comes to.
    pub fn asked(&self, call: &Call) -> Asked {
        let input = match &call.arguments {
            Ok(input) => input,
            Err(_) => return Asked::Nothing("The arguments are not valid JSON.".to_owned()),
        };
        let argument = |(name, key): (&str, &str)| {
            (call.name == name).then(|| input.get(key).and_then(Value::as_str))
        };
        match (argument(SKILL), argument(READ_FILE)) {
            (Some(Some(name)), _) => self.skill(name),
            (_, Some(Some(file))) => self.file(file),
            (Some(None), _) => Asked::Nothing("The argument `name` is missing.".to_owned()),
            (_, Some(None)) => Asked::Nothing("The argument `path` is missing.".to_owned()),
            (None, None) => Asked::Nothing(format!("There is no tool `{}`.", call.name)),
        }
    }

    fn skill(&self, name: &str) -> Asked {
        match self.ground.bound().called(name) {
            Match::Skill(skill) => Asked::Skill(skill),
            Match::Several => Asked::Nothing(format!("Several skills are called `{name}`.")),
            Match::None => Asked::Nothing(format!("There is no skill `{name}`.")),
        }
    }

    fn file(&self, file: &str) -> Asked {
        match self.ground.find(&path::join("", file)) {
            Found::Skill(skill) => Asked::File(skill, "SKILL.md".to_owned()),
            Found::Inside(skill, file) => Asked::File(skill, file),
            Found::Several => Asked::Nothing(format!("`{file}` means several files.")),
            Found::Nothing => Asked::Nothing(format!("There is no file `{file}`.")),
        }
    }

    /// The `at`-th call of the last response has its result, which is `text`.
    pub fn answered(&mut self, at: usize, ok: bool, text: &str, at_ms: u64) -> Vec<Event> {
        self.story.at(at_ms);
        let id = self.call_id(at);
        self.story.result(Some(&id), Reply { ok, ran: false, text: text.to_owned() });
        self.story.take()
    }

    /// The last response named a skill, where it was asked to name one.
    pub fn picked(&mut self, name: &str, at_ms: u64) -> Vec<Event> {
        self.story.at(at_ms);
        self.story.picked(name);
        self.story.take()
    }

    /// Something went wrong that is tried again.
    pub fn retried(&mut self, reason: &str, at_ms: u64) -> Vec<Event> {
        self.story.at(at_ms);
        self.story.retry(reason);
        self.story.take()
    }

    /// The conversation is over, which is how the probe ends.
    pub fn finish(mut self, end: End, at_ms: u64) -> (Vec<Event>, End) {
        self.story.at(at_ms);
        self.say_all();
        self.story.ends(end);
        let end = self.story.finish(true);
        (self.story.take(), end)
    }

    fn delta(&mut self, delta: Delta) {
        match delta {
            Delta::Text(piece) => self.say(&piece, false),
            Delta::Thinking(piece) => self.say(&piece, true),
            Delta::CallBegun { .. } => {
                self.begins();
                self.say_all();
            }
            Delta::Call(call) => {
                self.begins();
                self.say_all();
                // Services may repeat an id from response to response.
                let id = self.call_id(self.calls);
                self.calls += 1;
                let input = call.arguments.unwrap_or_else(Value::String);
                self.story.call(Some(&id), &call.name, &input);
            }
            Delta::Usage(tokens) => {
                let cost_usd = self.price.and_then(|price| price.of(&tokens));
                self.spent = Some(Spent { input: tokens.input, output: tokens.output, cost_usd });
            }
            Delta::Arguments { .. } | Delta::Stopped(_) | Delta::Error { .. } => {}
        }
    }

    fn call_id(&self, at: usize) -> String {
        format!("{}.{at}", self.responses)
    }

    fn begins(&mut self) {
        if !std::mem::replace(&mut self.speaks, true) {
            self.story.heard();
            self.story.step();
            (self.responses, self.calls) = (self.responses + 1, 0);
        }
    }

    fn say(&mut self, piece: &str, thinks: bool) {
        self.begins();
        if self.saying.thinks != thinks {
            self.say_all();
            self.saying.thinks = thinks;
        }
        self.saying.text.push_str(piece);
        let line = self.saying.text.rfind('\n').map(|at| at + 1);
        let end = line.unwrap_or(self.saying.text.len());
        if line.is_some() || end >= PIECE {
            let rest = self.saying.text.split_off(end);
            self.say_all();
            self.saying.text = rest;
        }
    }

    fn say_all(&mut self) {
        let text = std::mem::take(&mut self.saying.text);
        if self.saying.thinks {
            self.story.thinking(&text);
        } else {
            self.story.text(&text);
        }
    }
}
