//! Gemini: `generateContent` and its streaming form.

use serde_json::{Value, json};

use super::{Dialect, Part, Tool, USAGE, event, list, text};
use crate::harness::http::Request;

pub struct Gemini;

impl Dialect for Gemini {
    fn tools(&self, body: &Value) -> Vec<Tool> {
        let declared =
            list(body, "tools").iter().flat_map(|tool| list(tool, "functionDeclarations"));
        let tool = |tool: &Value| {
            let schema = ["parametersJsonSchema", "parameters"].map(|key| tool[key].clone());
            let takes = schema.into_iter().find(|schema| !schema.is_null()).unwrap_or_default();
            Tool { name: text(&tool["name"]), takes }
        };
        declared.map(tool).collect()
    }

    fn turns(&self, body: &Value) -> usize {
        let calls = |content: &&Value| {
            content["role"] == "model"
                && list(content, "parts").iter().any(|part| !part["functionCall"].is_null())
        };
        list(body, "contents").iter().filter(calls).count()
    }

    fn streams(&self, request: &Request) -> bool {
        request.path.ends_with(":streamGenerateContent")
    }

    fn events(&self, turn: usize, parts: &[Part]) -> Vec<String> {
        vec![event(None, &self.whole(turn, parts))]
    }

    fn whole(&self, turn: usize, parts: &[Part]) -> Value {
        let part = |part: &Part| match part {
            Part::Text(text) | Part::Thought(text) => json!({ "text": text }),
            Part::Call { id, tool, input } => {
                json!({ "functionCall": { "id": id, "name": tool, "args": input } })
            }
        };
        let content =
            json!({ "role": "model", "parts": parts.iter().map(part).collect::<Vec<_>>() });
        let (input, output) = USAGE;
        json!({
            "candidates": [{ "index": 0, "content": content, "finishReason": "STOP" }],
            "usageMetadata": {
                "promptTokenCount": input,
                "candidatesTokenCount": output,
                "totalTokenCount": input + output,
            },
            "modelVersion": "scripted",
            "responseId": format!("response_{turn}"),
        })
    }

    fn fault(&self, status: u16) -> Value {
        let kind = match status {
            401 => "UNAUTHENTICATED",
            429 => "RESOURCE_EXHAUSTED",
            _ => "INTERNAL",
        };
        json!({ "error": { "code": status, "message": format!("scripted {status}"), "status": kind } })
    }
}
