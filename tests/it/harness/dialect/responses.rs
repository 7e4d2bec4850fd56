//! OpenAI responses.

use serde_json::{Value, json};

use super::{Dialect, Part, Tool, USAGE, event, list, text};

pub struct Responses;

impl Dialect for Responses {
    fn tools(&self, body: &Value) -> Vec<Tool> {
        let tool =
            |tool: &Value| Tool { name: text(&tool["name"]), takes: tool["parameters"].clone() };
        list(body, "tools").iter().map(tool).collect()
    }

    /// Calls of one answer stand side by side, and so do their results.
    fn turns(&self, body: &Value) -> usize {
        let input = list(body, "input");
        let is_call = |item: &Value| item["type"] == "function_call";
        let begins = |at: &usize| {
            input.get(*at).is_some_and(is_call)
                && !at.checked_sub(1).is_some_and(|at| is_call(&input[at]))
        };
        (0..input.len()).filter(begins).count()
    }

    fn events(&self, turn: usize, parts: &[Part]) -> Vec<String> {
        let whole = self.whole(turn, parts);
        let mut begun = whole.clone();
        (begun["status"], begun["output"]) = ("in_progress".into(), json!([]));
        let mut told = vec![json!({ "type": "response.created", "response": begun })];
        for (index, item) in list(&whole, "output").iter().enumerate() {
            told.push(json!({ "type": "response.output_item.added", "output_index": index, "item": item }));
            told.push(
                json!({ "type": "response.output_item.done", "output_index": index, "item": item }),
            );
        }
        told.push(json!({ "type": "response.completed", "response": whole }));
        told.iter().map(|data| event(data["type"].as_str(), data)).collect()
    }

    fn whole(&self, turn: usize, parts: &[Part]) -> Value {
        let item = |(number, part): (usize, &Part)| match part {
            Part::Text(text) | Part::Thought(text) => json!({
                "type": "message",
                "id": format!("msg_{turn}_{number}"),
                "role": "assistant",
                "status": "completed",
                "content": [{ "type": "output_text", "text": text, "annotations": [] }],
            }),
            Part::Call { id, tool, input } => json!({
                "type": "function_call",
                "id": format!("fc_{turn}_{number}"),
                "status": "completed",
                "call_id": id,
                "name": tool,
                "arguments": input.to_string(),
            }),
        };
        let (input, output) = USAGE;
        json!({
            "id": format!("resp_{turn}"),
            "object": "response",
            "created_at": 1,
            "status": "completed",
            "model": "scripted",
            "output": parts.iter().enumerate().map(item).collect::<Vec<_>>(),
            "usage": {
                "input_tokens": input,
                "input_tokens_details": { "cached_tokens": 0 },
                "output_tokens": output,
                "output_tokens_details": { "reasoning_tokens": 0 },
                "total_tokens": input + output,
            },
        })
    }
}
