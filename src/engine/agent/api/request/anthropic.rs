//! Anthropic's messages.

use serde_json::{Value, json};

use super::{Ask, Said, tools};

/// The service wants a limit. No model of the last years has a lower one, and a listing is never
/// answered with more.
const MOST_TOKENS: u32 = 8_192;

pub(super) fn body(ask: &Ask<'_>) -> Value {
    let message = |said: &Said| match said {
        Said::User(text) => json!({ "role": "user", "content": text }),
        Said::Model(message) => message.clone(),
        Said::Results(results) => {
            let block = |result: &super::Outcome| {
                json!({ "type": "tool_result", "tool_use_id": result.id,
                        "content": result.text, "is_error": !result.ok })
            };
            json!({ "role": "user", "content": results.iter().map(block).collect::<Vec<_>>() })
        }
    };
    let mut body = json!({
        "model": ask.model,
        "system": ask.system,
        "messages": ask.said.iter().map(message).collect::<Vec<_>>(),
        "max_tokens": ask.max_tokens.unwrap_or(MOST_TOKENS),
        "stream": true,
    });
    if ask.tools {
        let tool = |tool: super::Tool| json!({ "name": tool.name, "description": tool.description, "input_schema": tool.takes });
        body["tools"] = tools().map(tool).into_iter().collect();
    }
    if let Some(temperature) = ask.temperature {
        body["temperature"] = temperature.into();
    }
    body
}
