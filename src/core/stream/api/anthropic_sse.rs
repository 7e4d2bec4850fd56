//! Anthropic's messages: blocks that start, grow and stop.

use serde_json::{Map, Value, json};

use crate::core::{
    plan::Tokens,
    stream::{
        api::{Told, draft::Draft, response::Stop},
        json::{id, sum, text},
    },
};

/// The blocks so far, as the service wants to read them again, and why the model stopped.
#[derive(Debug, Default)]
pub(super) struct Anthropic {
    blocks: Vec<(u64, Value)>,
    reason: Option<String>,
}

impl Told for Anthropic {
    fn event(&mut self, data: &Value, draft: &mut Draft) {
        let key = sum(data, &["/index"]);
        match text(data, "/type") {
            "message_start" => used(data.get("message").unwrap_or(&Value::Null), draft),
            "content_block_start" => {
                self.begin(key, data.get("content_block").unwrap_or(&Value::Null), draft);
            }
            "content_block_delta" => {
                self.grow(key, data.get("delta").unwrap_or(&Value::Null), draft);
            }
            "content_block_stop" => draft.close(key),
            "message_delta" => {
                used(data, draft);
                if let Some(reason) = id(data, "/delta/stop_reason") {
                    self.reason = Some(reason.to_owned());
                }
            }
            "message_stop" => match self.reason.as_deref() {
                Some(reason) => draft.stops_for(reason, &["end_turn", "tool_use", "stop_sequence"]),
                None => draft.stop(Stop::Whole),
            },
            "error" => {
                draft.gives_up(None, text(data, "/error/type"), text(data, "/error/message"));
            }
            _ => {}
        }
    }

    fn echo(&mut self, draft: &Draft) -> Value {
        let mut calls = draft.calls();
        let mut content = Vec::new();
        for (_, mut block) in std::mem::take(&mut self.blocks) {
            match text(&block, "/type") {
                "tool_use" => {
                    let Some(call) = calls.next() else { continue };
                    let input = call.arguments.as_ref().ok().filter(|input| input.is_object());
                    block["input"] = input.cloned().unwrap_or_else(|| Map::new().into());
                    block["id"] = call.id.clone().into();
                }
                // An empty one is refused.
                "text" if text(&block, "/text").trim().is_empty() => continue,
                _ => {}
            }
            content.push(block);
        }
        json!({ "role": "assistant", "content": content })
    }
}

impl Anthropic {
    fn begin(&mut self, key: u64, block: &Value, draft: &mut Draft) {
        if !draft.keep(block.to_string().len()) || self.blocks.iter().any(|(at, _)| *at == key) {
            return;
        }
        match text(block, "/type") {
            "tool_use" => draft.begin(key, id(block, "/id"), text(block, "/name")),
            "text" => draft.text(text(block, "/text")),
            "thinking" => draft.thinking(text(block, "/thinking")),
            _ => {}
        }
        self.blocks.push((key, block.clone()));
    }

    fn grow(&mut self, key: u64, delta: &Value, draft: &mut Draft) {
        let (field, piece) = match text(delta, "/type") {
            "text_delta" => ("text", text(delta, "/text")),
            "thinking_delta" => ("thinking", text(delta, "/thinking")),
            "signature_delta" => ("signature", text(delta, "/signature")),
            "input_json_delta" => return draft.arguments(key, text(delta, "/partial_json")),
            _ => return,
        };
        match field {
            "text" => draft.text(piece),
            "thinking" => draft.thinking(piece),
            _ => {}
        }
        if draft.keep(piece.len())
            && let Some((_, block)) = self.blocks.iter_mut().find(|(at, _)| *at == key)
            && let Some(block) = block.as_object_mut()
        {
            match block.entry(field).or_insert_with(|| Value::String(String::new())) {
                Value::String(text) => text.push_str(piece),
                other => *other = piece.into(),
            }
        }
    }
}

/// Counts only grow, and not every event has all of them.
fn used(of: &Value, draft: &mut Draft) {
    let before = draft.tokens();
    let count = |pointer: &str| sum(of, &[pointer]);
    let cached = before.cached.max(count("/usage/cache_read_input_tokens"));
    let written = before.written.max(count("/usage/cache_creation_input_tokens"));
    let fresh = before.input.saturating_sub(before.cached + before.written);
    let input = fresh.max(count("/usage/input_tokens")) + cached + written;
    let output = before.output.max(count("/usage/output_tokens"));
    draft.used(Tokens { input, cached, written, output });
}
