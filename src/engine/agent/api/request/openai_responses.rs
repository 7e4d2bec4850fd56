//! OpenAI's responses. The service is asked to keep nothing: all of the conversation is sent.

use serde_json::{Value, json};

use super::{Ask, Said, tools};

pub(super) fn body(ask: &Ask<'_>) -> Value {
    let mut input = Vec::new();
    for said in ask.said {
        match said {
            Said::User(text) => input.push(json!({ "role": "user", "content": text })),
            Said::Model(items) => input.extend(items.as_array().into_iter().flatten().cloned()),
            Said::Results(results) => input.extend(results.iter().map(|result| {
                json!({ "type": "function_call_output", "call_id": result.id, "output": result.text })
            })),
        }
    }
    let mut body = json!({
        "model": ask.model,
        "instructions": ask.system,
        "input": input,
        "stream": true,
        "store": false,
    });
    if ask.tools {
        let tool = |tool: super::Tool| {
            json!({ "type": "function", "name": tool.name, "description": tool.description,
                    "parameters": tool.takes, "strict": false })
        };
        body["tools"] = tools().map(tool).into_iter().collect();
    }
    if let Some(shape) = ask.shape {
        body["text"] = json!({ "format": { "type": "json_schema", "name": "choice",
            "strict": true, "schema": shape } });
    }
    if let Some(temperature) = ask.temperature {
        body["temperature"] = temperature.into();
    }
    if let Some(most) = ask.max_tokens {
        body["max_output_tokens"] = most.into();
    }
    body
}
