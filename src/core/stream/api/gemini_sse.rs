//! Gemini's `streamGenerateContent`: candidates that grow by parts. A call comes whole.

use serde_json::{Value, json};

use crate::core::{
    plan::Tokens,
    stream::{
        api::{Told, draft::Draft},
        json::{id, is_true, list, sum, text},
    },
};

/// The parts so far, as the service wants to read them again.
#[derive(Debug, Default)]
pub(super) struct Gemini {
    parts: Vec<Value>,
    calls: u64,
}

impl Told for Gemini {
    fn event(&mut self, data: &Value, draft: &mut Draft) {
        if let Some(error) = data.get("error") {
            draft.gives_up(error.get("code"), text(error, "/status"), text(error, "/message"));
        }
        if let Some(reason) = id(data, "/promptFeedback/blockReason") {
            draft.stops_for(reason, &[]);
        }
        if let Some(candidate) = list(data, "/candidates").first() {
            for part in list(candidate, "/content/parts") {
                self.part(part, draft);
            }
            if let Some(reason) = id(candidate, "/finishReason") {
                draft.stops_for(reason, &["STOP"]);
            }
        }
        if let Some(usage) = data.get("usageMetadata") {
            draft.used(Tokens {
                input: sum(usage, &["/promptTokenCount", "/toolUsePromptTokenCount"]),
                cached: sum(usage, &["/cachedContentTokenCount"]),
                written: 0,
                output: sum(usage, &["/candidatesTokenCount", "/thoughtsTokenCount"]),
            });
        }
    }

    fn echo(&mut self, _: &Draft) -> Value {
        json!({ "role": "model", "parts": std::mem::take(&mut self.parts) })
    }
}

impl Gemini {
    fn part(&mut self, part: &Value, draft: &mut Draft) {
        if let Some(call) = part.get("functionCall") {
            let arguments = call.get("args").map(Value::to_string).unwrap_or_default();
            draft.begin(self.calls, id(call, "/id"), text(call, "/name"));
            draft.arguments(self.calls, &arguments);
            draft.close(self.calls);
            self.calls += 1;
        } else if is_true(part, "/thought") {
            draft.thinking(text(part, "/text"));
        } else {
            draft.text(text(part, "/text"));
        }
        // What it thought is not asked for again, but for its signatures, which must come back.
        if is_true(part, "/thought") && part.get("thoughtSignature").is_none() {
            return;
        }
        let more = text(part, "/text");
        if is_plain(part)
            && let Some(Value::String(text)) =
                self.parts.last_mut().filter(|last| is_plain(last)).map(|last| &mut last["text"])
        {
            text.push_str(more);
        } else if draft.keep(part.to_string().len()) {
            self.parts.push(part.clone());
        }
    }
}

/// A text and nothing else, which can be put behind another.
fn is_plain(part: &Value) -> bool {
    part.as_object().is_some_and(|fields| fields.len() == 1 && fields.contains_key("text"))
}
