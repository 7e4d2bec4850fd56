//! OpenAI's chat completions.

use serde_json::{Value, json};

use super::{Ask, Said, tools};

pub(super) fn body(ask: &Ask<'_>) -> Value {
    let mut messages = vec![json!({ "role": "system", "content": ask.system })];
    for said in ask.said {
        match said {
            Said::User(text) => messages.push(json!({ "role": "user", "content": text })),
            Said::Model(message) => messages.push(message.clone()),
            Said::Results(results) => messages.extend(results.iter().map(|result| {
                json!({ "role": "tool", "tool_call_id": result.id, "content": result.text })
            })),
        }
    }
    let mut body = json!({
        "model": ask.model,
        "messages": messages,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    if ask.tools {
        let tool = |tool: super::Tool| {
            json!({ "type": "function", "function": { "name": tool.name,
                    "description": tool.description, "parameters": tool.takes } })
        };
        body["tools"] = tools().map(tool).into_iter().collect();
    }
    if let Some(shape) = ask.shape {
        body["response_format"] = json!({ "type": "json_schema",
            "json_schema": { "name": "choice", "strict": true, "schema": shape } });
    }
    if let Some(temperature) = ask.temperature {
        body["temperature"] = temperature.into();
    }
    if let Some(most) = ask.max_tokens {
        // The older name is the one that every server knows.
        body["max_tokens"] = most.into();
    }
    body
}
