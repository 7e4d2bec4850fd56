//! The interfaces of model services, as far as harnesses use them: what a request says, and how an
//! answer is written.

pub mod act;
mod anthropic;
mod chat;
mod gemini;
mod responses;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use super::http::Request;

/// Tokens that every answer claims to have taken in and given out.
const USAGE: (u32, u32) = (1_000, 20);

/// A tool that a request offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    pub name: String,
    /// JSON schema of what it takes.
    pub takes: Value,
}

/// A part of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Text(String),
    /// Said aloud where an interface has no thoughts.
    Thought(String),
    /// Identifiers follow from the place in the conversation, so that answers repeat.
    Call {
        id: String,
        tool: String,
        input: Value,
    },
}

/// One interface.
pub trait Dialect: Sync {
    fn tools(&self, body: &Value) -> Vec<Tool>;

    /// Answers with tool calls so far in the conversation.
    fn turns(&self, body: &Value) -> usize;

    /// True if the request wants the answer as events.
    fn streams(&self, request: &Request) -> bool {
        request.body["stream"] == true
    }

    /// The answer of a turn as events. No two turns share an identifier: some harnesses take them
    /// for one.
    fn events(&self, turn: usize, parts: &[Part]) -> Vec<String>;

    fn whole(&self, turn: usize, parts: &[Part]) -> Value;

    /// The body of an error.
    fn fault(&self, status: u16) -> Value {
        json!({ "error": { "message": format!("scripted {status}"), "type": "scripted", "code": status } })
    }
}

/// The interface that a path belongs to.
pub fn of(path: &str) -> Option<&'static dyn Dialect> {
    let known: [(&str, &'static dyn Dialect); 5] = [
        ("/messages", &anthropic::Anthropic),
        ("/chat/completions", &chat::Chat),
        ("/responses", &responses::Responses),
        (":generateContent", &gemini::Gemini),
        (":streamGenerateContent", &gemini::Gemini),
    ];
    known.into_iter().find(|(end, _)| path.ends_with(end)).map(|(_, dialect)| dialect)
}

/// The objects of a list in a body; none where there is no such list.
fn list<'a>(body: &'a Value, key: &str) -> &'a [Value] {
    body[key].as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// An event with its data, and its name where the interface names events.
fn event(name: Option<&str>, data: &Value) -> String {
    let name = name.map(|name| format!("event: {name}\n")).unwrap_or_default();
    format!("{name}data: {data}\n\n")
}

fn has_call(parts: &[Part]) -> bool {
    parts.iter().any(|part| matches!(part, Part::Call { .. }))
}
