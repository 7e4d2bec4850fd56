//! Responses of model services, read from the streams in which they arrive, and what a probe comes
//! to that is a conversation of them.
//!
//! Must not know how a service is asked.

mod anthropic_sse;
mod choice;
mod draft;
mod gemini_sse;
mod openai_chat_sse;
mod openai_responses_sse;
mod response;
mod sse;
mod talk;

#[cfg(test)]
mod tests;

use std::fmt::Debug;

use serde_json::Value;

pub use choice::{Choices, NoChoice};
pub use response::{Broken, Call, Delta, Response, Stop};
pub use talk::{Asked, READ_FILE, SKILL, Talk};

use crate::core::stream::api::{draft::Draft, sse::Events};

/// What services write.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumString, strum::Display, strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Wire {
    /// `POST .../chat/completions`
    #[strum(serialize = "openai-chat")]
    OpenAiChat,
    /// `POST .../responses`
    #[strum(serialize = "openai-responses")]
    OpenAiResponses,
    /// `POST .../messages`
    Anthropic,
    /// `POST .../models/MODEL:streamGenerateContent?alt=sse`
    Gemini,
}

/// One service's way to tell a response.
trait Told: Debug + Send {
    fn event(&mut self, data: &Value, draft: &mut Draft);

    /// What the service wants to read of a whole response when the conversation goes on.
    fn echo(&mut self, draft: &Draft) -> Value;
}

/// Reads the stream of one response.
#[derive(Debug)]
pub struct ResponseParser {
    events: Events,
    told: Box<dyn Told>,
    draft: Draft,
}

impl ResponseParser {
    pub fn new(wire: Wire) -> Self {
        let told: Box<dyn Told> = match wire {
            Wire::OpenAiChat => Box::<openai_chat_sse::OpenAiChat>::default(),
            Wire::OpenAiResponses => Box::<openai_responses_sse::OpenAiResponses>::default(),
            Wire::Anthropic => Box::<anthropic_sse::Anthropic>::default(),
            Wire::Gemini => Box::<gemini_sse::Gemini>::default(),
        };
        Self { events: Events::default(), told, draft: Draft::default() }
    }

    /// Takes the next bytes in, cut anywhere. Gives what they complete, in order.
    pub fn feed(&mut self, chunk: &[u8]) -> Vec<Delta> {
        let Self { events, told, draft } = self;
        events.feed(chunk, |data| event(&mut **told, data, draft));
        draft.take()
    }

    /// The stream has ended. Gives the rest, and the response if it came whole: nothing is made of
    /// one that did not.
    pub fn finish(mut self) -> (Vec<Delta>, Result<Response, Broken>) {
        let Self { events, told, draft } = &mut self;
        events.finish(|data| event(&mut **told, data, draft));
        if events.dropped > 0 {
            draft.too_long();
        }
        draft.settle();
        let deltas = draft.take();
        let echo = told.echo(draft);
        (deltas, self.draft.finish(echo))
    }
}

/// What is no object may have been anything, a call too: then the response is none.
fn event(told: &mut dyn Told, data: &str, draft: &mut Draft) {
    if draft.has_failed() || data.trim() == "[DONE]" || data.trim().is_empty() {
        return;
    }
    match serde_json::from_str(data) {
        Ok(data @ Value::Object(_)) => told.event(&data, draft),
        _ => draft.garbled(data),
    }
}
