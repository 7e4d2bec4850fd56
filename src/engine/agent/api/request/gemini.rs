//! Gemini's `streamGenerateContent`. The model is part of the address.

use serde_json::{Map, Value, json};

use super::{Ask, Outcome, Said, tools};

pub(super) fn body(ask: &Ask<'_>) -> Value {
    let content = |said: &Said| match said {
        Said::User(text) => json!({ "role": "user", "parts": [{ "text": text }] }),
        Said::Model(content) => content.clone(),
        Said::Results(results) => {
            json!({ "role": "user", "parts": results.iter().map(result).collect::<Vec<_>>() })
        }
    };
    let mut body = json!({
        "systemInstruction": { "parts": [{ "text": ask.system }] },
        "contents": ask.said.iter().map(content).collect::<Vec<_>>(),
    });
    if ask.tools {
        let declared = tools().map(|tool| {
            json!({ "name": tool.name, "description": tool.description,
                    "parametersJsonSchema": tool.takes })
        });
        body["tools"] = json!([{ "functionDeclarations": declared }]);
    }
    let mut generation = Map::new();
    if let Some(shape) = ask.shape {
        generation.insert("responseMimeType".to_owned(), "application/json".into());
        generation.insert("responseJsonSchema".to_owned(), shape.clone());
    }
    if let Some(temperature) = ask.temperature {
        generation.insert("temperature".to_owned(), temperature.into());
    }
    if let Some(most) = ask.max_tokens {
        generation.insert("maxOutputTokens".to_owned(), most.into());
    }
    if !generation.is_empty() {
        body["generationConfig"] = generation.into();
    }
    body
}

fn result(result: &Outcome) -> Value {
    let key = if result.ok { "output" } else { "error" };
    let mut response = json!({ "name": result.tool, "response": { key: result.text } });
    if result.known {
        response["id"] = result.id.as_str().into();
    }
    json!({ "functionResponse": response })
}
