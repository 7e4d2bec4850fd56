//! OpenAI's responses: items that are added, grow and are done.

use serde_json::{Value, json};

use crate::core::{
    plan::Tokens,
    stream::{
        api::{Told, draft::Draft, response::Stop},
        json::{id, list, sum, text},
    },
};

#[derive(Debug, Default)]
pub(super) struct OpenAiResponses {
    items: Vec<Value>,
    /// Items whose text came in pieces.
    told: Vec<u64>,
}

impl Told for OpenAiResponses {
    fn event(&mut self, data: &Value, draft: &mut Draft) {
        let key = sum(data, &["/output_index"]);
        let item = data.get("item").unwrap_or(&Value::Null);
        match text(data, "/type") {
            "response.output_text.delta" | "response.refusal.delta" => {
                self.told.push(key);
                draft.text(text(data, "/delta"));
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                draft.thinking(text(data, "/delta"));
            }
            "response.output_item.added" if text(item, "/type") == "function_call" => {
                draft.begin(key, id(item, "/call_id"), text(item, "/name"));
            }
            "response.function_call_arguments.delta" => {
                draft.arguments(key, text(data, "/delta"));
            }
            "response.output_item.done" => self.done(key, item, draft),
            "response.completed" | "response.incomplete" => {
                let response = data.get("response").unwrap_or(&Value::Null);
                self.used(response, draft);
                match text(response, "/incomplete_details/reason") {
                    "" if text(data, "/type") == "response.completed" => draft.stop(Stop::Whole),
                    reason => draft.stops_for(reason, &[]),
                }
            }
            "response.failed" => {
                self.used(data.get("response").unwrap_or(&Value::Null), draft);
                let error = data.pointer("/response/error").unwrap_or(&Value::Null);
                draft.gives_up(None, text(error, "/code"), text(error, "/message"));
            }
            "error" => {
                let error = data.get("error").unwrap_or(data);
                draft.gives_up(None, text(error, "/code"), text(error, "/message"));
            }
            _ => {}
        }
    }

    /// The items without their ids, under which the service would look them up: it is asked to
    /// keep none. What the model thought is only of use where it can be read without that.
    fn echo(&mut self, _: &Draft) -> Value {
        let mut items = std::mem::take(&mut self.items);
        items.retain(|item| {
            text(item, "/type") != "reasoning" || id(item, "/encrypted_content").is_some()
        });
        for item in items.iter_mut().filter_map(Value::as_object_mut) {
            item.shift_remove("id");
            item.shift_remove("status");
        }
        json!(items)
    }
}

impl OpenAiResponses {
    fn done(&mut self, key: u64, item: &Value, draft: &mut Draft) {
        match text(item, "/type") {
            "function_call" => {
                draft.begin(key, id(item, "/call_id"), text(item, "/name"));
                draft.arguments_are(key, text(item, "/arguments"));
                draft.close(key);
            }
            "message" if !self.told.contains(&key) => {
                for part in list(item, "/content") {
                    draft.text(text(part, "/text"));
                    draft.text(text(part, "/refusal"));
                }
            }
            _ => {}
        }
        if draft.keep(item.to_string().len()) {
            self.items.push(item.clone());
        }
    }

    fn used(&self, response: &Value, draft: &mut Draft) {
        let usage = response.get("usage").unwrap_or(&Value::Null);
        draft.used(Tokens {
            input: sum(usage, &["/input_tokens"]),
            cached: sum(usage, &["/input_tokens_details/cached_tokens"]),
            written: 0,
            output: sum(usage, &["/output_tokens"]),
        });
    }
}
