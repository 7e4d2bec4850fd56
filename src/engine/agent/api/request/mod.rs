//! What is sent to a service: one file an interface.
//!
//! Must not know keys or addresses, nor what comes back.

mod anthropic;
mod gemini;
mod openai_chat;
mod openai_responses;

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::core::stream::api::{READ_FILE, SKILL, Wire};

/// A request for one response.
#[derive(Clone, Debug)]
pub(super) struct Ask<'a> {
    pub model: &'a str,
    pub system: &'a str,
    pub said: &'a [Said],
    /// The tools are offered.
    pub tools: bool,
    /// The shape that the answer must have.
    pub shape: Option<&'a Value>,
    /// The service's own where nobody says.
    pub temperature: Option<f64>,
    pub max_tokens: Option<u32>,
}

/// What has been said so far.
#[derive(Clone, Debug)]
pub(super) enum Said {
    User(String),
    /// A response, as the service wants to read it again.
    Model(Value),
    /// Of all calls of the response before.
    Results(Vec<Outcome>),
}

/// The result of one call.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub id: String,
    /// The service gave the id, and wants to read it again.
    pub known: bool,
    pub tool: String,
    pub ok: bool,
    pub text: String,
}

/// A tool that is offered.
struct Tool {
    name: &'static str,
    description: &'static str,
    takes: Value,
}

fn tools() -> [Tool; 2] {
    let takes = |key: &str, what: &str| {
        json!({
            "type": "object",
            "properties": { key: { "type": "string", "description": what } },
            "required": [key],
            "additionalProperties": false,
        })
    };
    [
        Tool {
            name: SKILL.0,
            description: "Loads a skill by its name and returns its instructions. Call it before anything else when a listed skill fits the request.",
            takes: takes(SKILL.1, "The name of the skill, as it is listed."),
        },
        Tool {
            name: READ_FILE.0,
            description: "Reads a text file that belongs to a skill.",
            takes: takes(
                READ_FILE.1,
                "The path of the file, with the folder of the skill before it.",
            ),
        },
    ]
}

/// The body of a request.
pub(super) fn body(wire: Wire, ask: &Ask<'_>) -> Value {
    match wire {
        Wire::OpenAiChat => openai_chat::body(ask),
        Wire::OpenAiResponses => openai_responses::body(ask),
        Wire::Anthropic => anthropic::body(ask),
        Wire::Gemini => gemini::body(ask),
    }
}
