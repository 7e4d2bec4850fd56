//! OpenAI chat completions.

use serde_json::{Value, json};

use super::{Dialect, Part, Tool, USAGE, event, has_call, list, text};

pub struct Chat;

impl Dialect for Chat {
    fn tools(&self, body: &Value) -> Vec<Tool> {
        let tool = |tool: &Value| {
            let function = &tool["function"];
            Tool { name: text(&function["name"]), takes: function["parameters"].clone() }
        };
        list(body, "tools").iter().map(tool).collect()
    }

    fn turns(&self, body: &Value) -> usize {
        let calls = |message: &&Value| !list(message, "tool_calls").is_empty();
        list(body, "messages").iter().filter(calls).count()
    }

    fn events(&self, turn: usize, parts: &[Part]) -> Vec<String> {
        let chunk = |choices: Value, usage: Value| {
            let chunk = json!({
                "id": format!("chatcmpl-{turn}"),
                "object": "chat.completion.chunk",
                "created": 1,
                "model": "scripted",
                "choices": choices,
                "usage": usage,
            });
            event(None, &chunk)
        };
        let delta = |delta: Value| json!([{ "index": 0, "delta": delta, "finish_reason": null }]);
        let mut told =
            vec![chunk(delta(json!({ "role": "assistant", "content": "" })), Value::Null)];
        if !said(parts).is_empty() {
            told.push(chunk(delta(json!({ "content": said(parts) })), Value::Null));
        }
        for (index, mut call) in calls(parts).into_iter().enumerate() {
            call["index"] = index.into();
            told.push(chunk(delta(json!({ "tool_calls": [call] })), Value::Null));
        }
        let end = json!([{ "index": 0, "delta": {}, "finish_reason": finish(parts) }]);
        told.push(chunk(end, Value::Null));
        told.push(chunk(json!([]), usage()));
        told.push("data: [DONE]\n\n".to_owned());
        told
    }

    fn whole(&self, turn: usize, parts: &[Part]) -> Value {
        let mut message = json!({ "role": "assistant", "content": said(parts) });
        if has_call(parts) {
            message["tool_calls"] = calls(parts).into();
        }
        json!({
            "id": format!("chatcmpl-{turn}"),
            "object": "chat.completion",
            "created": 1,
            "model": "scripted",
            "choices": [{ "index": 0, "message": message, "finish_reason": finish(parts) }],
            "usage": usage(),
        })
    }
}

fn said(parts: &[Part]) -> String {
    let words = |part: &Part| match part {
        Part::Text(text) | Part::Thought(text) => text.clone(),
        Part::Call { .. } => String::new(),
    };
    parts.iter().map(words).collect()
}

fn calls(parts: &[Part]) -> Vec<Value> {
    let call = |part: &Part| match part {
        Part::Text(_) | Part::Thought(_) => None,
        Part::Call { id, tool, input } => {
            let function = json!({ "name": tool, "arguments": input.to_string() });
            Some(json!({ "id": id, "type": "function", "function": function }))
        }
    };
    parts.iter().filter_map(call).collect()
}

fn finish(parts: &[Part]) -> &'static str {
    if has_call(parts) { "tool_calls" } else { "stop" }
}

fn usage() -> Value {
    let (input, output) = USAGE;
    json!({ "prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output })
}
