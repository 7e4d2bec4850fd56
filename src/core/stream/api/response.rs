//! One response of a model as its service tells it: what comes while it comes, and what it is in
//! the end.
//!
//! Must not know how services write it.

use serde_json::Value;
use thiserror::Error;

use crate::core::plan::Tokens;

/// What a service tells of a response while it comes.
#[derive(Clone, Debug, PartialEq)]
pub enum Delta {
    Text(String),
    Thinking(String),
    /// A tool call begins, the `at`-th of the response.
    CallBegun {
        at: usize,
        name: String,
    },
    /// More of its arguments, cut anywhere.
    Arguments {
        at: usize,
        piece: String,
    },
    Call(Call),
    /// Tokens so far; replaces what was told before.
    Usage(Tokens),
    Stopped(Stop),
    /// The service gives up.
    Error {
        kind: String,
        message: String,
    },
}

/// A tool call that is whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// As the service calls it, for the result; made up where it gave none.
    pub id: String,
    /// The service gave the id.
    pub known: bool,
    pub name: String,
    /// What was written, where that is no JSON.
    pub arguments: Result<Value, String>,
}

/// Why a response stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The model has said what it wanted to say.
    Whole,
    /// Something else stopped it, in the service's word.
    Cut(String),
}

/// A response that came whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    pub text: String,
    /// In the order in which the model began them.
    pub calls: Vec<Call>,
    /// What the service wants to read of it when the conversation goes on, in its own form.
    pub echo: Value,
}

/// Why a response is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    #[error("the service gave up in the middle of a response: {said}")]
    Service { said: String },
    #[error("the response was cut off ({reason}), so that nobody knows what would have followed")]
    Cut { reason: String },
    #[error("the stream broke off before its end")]
    BrokeOff,
    #[error("the response is longer than {most} MiB")]
    TooLong { most: usize },
    #[error("the service answers with something that is no stream of events: {begins}")]
    Garbled { begins: String },
}
