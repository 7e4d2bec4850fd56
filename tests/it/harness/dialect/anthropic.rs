//! Anthropic messages.

use serde_json::{Value, json};

use super::{Dialect, Part, Tool, USAGE, event, has_call, list, text};

pub struct Anthropic;

impl Dialect for Anthropic {
    fn tools(&self, body: &Value) -> Vec<Tool> {
        let tool =
            |tool: &Value| Tool { name: text(&tool["name"]), takes: tool["input_schema"].clone() };
        list(body, "tools").iter().map(tool).collect()
    }

    fn turns(&self, body: &Value) -> usize {
        let calls = |message: &&Value| {
            message["role"] == "assistant"
                && list(message, "content").iter().any(|block| block["type"] == "tool_use")
        };
        list(body, "messages").iter().filter(calls).count()
    }

    fn events(&self, turn: usize, parts: &[Part]) -> Vec<String> {
        let whole = self.whole(turn, parts);
        let mut begun = whole.clone();
        (begun["content"], begun["stop_reason"]) = (json!([]), Value::Null);
        let mut told = vec![json!({ "type": "message_start", "message": begun })];
        for (index, block) in list(&whole, "content").iter().enumerate() {
            let (mut empty, delta) = (block.clone(), delta(block));
            match empty["type"].as_str() {
                Some("text") => empty["text"] = "".into(),
                Some("thinking") => {
                    (empty["thinking"], empty["signature"]) = ("".into(), "".into());
                }
                _ => empty["input"] = json!({}),
            }
            told.push(
                json!({ "type": "content_block_start", "index": index, "content_block": empty }),
            );
            told.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
            if block["type"] == "thinking" {
                let delta = json!({ "type": "signature_delta", "signature": block["signature"] });
                told.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
            }
            told.push(json!({ "type": "content_block_stop", "index": index }));
        }
        told.push(json!({
            "type": "message_delta",
            "delta": { "stop_reason": whole["stop_reason"], "stop_sequence": null },
            "usage": { "output_tokens": USAGE.1 },
        }));
        told.push(json!({ "type": "message_stop" }));
        told.iter().map(|data| event(data["type"].as_str(), data)).collect()
    }

    fn whole(&self, turn: usize, parts: &[Part]) -> Value {
        let block = |part: &Part| match part {
            Part::Text(text) => json!({ "type": "text", "text": text }),
            Part::Thought(text) => {
                json!({ "type": "thinking", "thinking": text, "signature": "scripted" })
            }
            Part::Call { id, tool, input } => {
                json!({ "type": "tool_use", "id": id, "name": tool, "input": input })
            }
        };
        json!({
            "id": format!("msg_{turn}"),
            "type": "message",
            "role": "assistant",
            "model": "scripted",
            "content": parts.iter().map(block).collect::<Vec<_>>(),
            "stop_reason": if has_call(parts) { "tool_use" } else { "end_turn" },
            "stop_sequence": null,
            "usage": { "input_tokens": USAGE.0, "output_tokens": USAGE.1 },
        })
    }

    fn fault(&self, status: u16) -> Value {
        let kind = match status {
            401 => "authentication_error",
            429 => "rate_limit_error",
            _ => "api_error",
        };
        json!({ "type": "error", "error": { "type": kind, "message": format!("scripted {status}") } })
    }
}

fn delta(block: &Value) -> Value {
    match block["type"].as_str() {
        Some("text") => json!({ "type": "text_delta", "text": block["text"] }),
        Some("thinking") => json!({ "type": "thinking_delta", "thinking": block["thinking"] }),
        _ => json!({ "type": "input_json_delta", "partial_json": block["input"].to_string() }),
    }
}
