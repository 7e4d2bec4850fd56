//! OpenAI's chat completions, which most servers of open models speak as well.

use serde_json::{Value, json};

use crate::core::{
    plan::Tokens,
    stream::{
        api::{Told, draft::Draft},
        json::{id, list, sum, text},
    },
};

#[derive(Debug, Default)]
pub(super) struct OpenAiChat {
    /// What the model thought, under the name that some servers give it. They want to see it again.
    reasoning: String,
}

impl Told for OpenAiChat {
    fn event(&mut self, data: &Value, draft: &mut Draft) {
        if let Some(error) = data.get("error").filter(|error| !error.is_null()) {
            let kind = id(error, "/type").unwrap_or_else(|| text(error, "/code"));
            let said = error.as_str().unwrap_or_else(|| text(error, "/message"));
            draft.gives_up(error.get("code"), kind, said);
        }
        // Nobody asked for a second choice.
        let first = list(data, "/choices").iter().find(|choice| sum(choice, &["/index"]) == 0);
        if let Some(choice) = first {
            self.choice(choice, draft);
        }
        if let Some(usage) = data.get("usage").filter(|usage| usage.is_object()) {
            draft.used(Tokens {
                input: sum(usage, &["/prompt_tokens"]),
                cached: sum(usage, &["/prompt_tokens_details/cached_tokens"]),
                written: 0,
                output: sum(usage, &["/completion_tokens"]),
            });
        }
    }

    fn echo(&mut self, draft: &Draft) -> Value {
        let content = Some(draft.said()).filter(|text| !text.is_empty());
        let mut message = json!({ "role": "assistant", "content": content });
        let calls: Vec<Value> = draft
            .calls()
            .map(|call| {
                let arguments = match &call.arguments {
                    Ok(arguments) => arguments.to_string(),
                    // Servers read it, and some refuse what is no JSON.
                    Err(_) => "{}".to_owned(),
                };
                json!({ "id": call.id, "type": "function",
                        "function": { "name": call.name, "arguments": arguments } })
            })
            .collect();
        if !calls.is_empty() {
            message["tool_calls"] = calls.into();
        }
        if !self.reasoning.is_empty() {
            message["reasoning_content"] = std::mem::take(&mut self.reasoning).into();
        }
        message
    }
}

impl OpenAiChat {
    fn choice(&mut self, choice: &Value, draft: &mut Draft) {
        let thought = text(choice, "/delta/reasoning_content");
        if !thought.is_empty() && draft.keep(thought.len()) {
            self.reasoning.push_str(thought);
        }
        draft.thinking(thought);
        draft.thinking(text(choice, "/delta/reasoning"));
        draft.text(text(choice, "/delta/content"));
        draft.text(text(choice, "/delta/refusal"));
        for call in list(choice, "/delta/tool_calls") {
            let key = sum(call, &["/index"]);
            draft.begin(key, id(call, "/id"), text(call, "/function/name"));
            match call.pointer("/function/arguments") {
                // Some give them as an object, against the rules.
                Some(whole @ Value::Object(_)) => draft.arguments(key, &whole.to_string()),
                _ => draft.arguments(key, text(call, "/function/arguments")),
            }
        }
        if let Some(reason) = id(choice, "/finish_reason") {
            draft.stops_for(reason, &["stop", "tool_calls", "function_call"]);
        }
    }
}
