//! Responses of our own in each service's way to write, from one script.

use serde_json::{Value, json};

use crate::core::stream::api::Wire;

/// What the model does in one response.
#[derive(Clone, Debug)]
pub struct Says {
    pub thinks: &'static str,
    pub text: &'static str,
    /// Id, tool, arguments as written.
    pub calls: Vec<(&'static str, &'static str, String)>,
    /// The service's word for why it stops; its usual one where there is none.
    pub stops: Option<&'static str>,
    /// The most bytes of arguments in one event.
    pub piece: usize,
}

impl Says {
    pub fn calls(calls: &[(&'static str, &'static str, &str)]) -> Self {
        let calls = calls.iter().map(|(id, tool, arguments)| (*id, *tool, (*arguments).to_owned()));
        Self { thinks: "", text: "", calls: calls.collect(), stops: None, piece: 7 }
    }

    pub fn text(text: &'static str) -> Self {
        Self { text, ..Self::calls(&[]) }
    }
}

/// 1,000 tokens in, 600 of them from a cache, and 20 out.
pub fn events(wire: Wire, says: &Says) -> Vec<String> {
    let told = match wire {
        Wire::OpenAiChat => chat(says),
        Wire::OpenAiResponses => responses(says),
        Wire::Anthropic => anthropic(says),
        Wire::Gemini => gemini(says),
    };
    let mut events: Vec<String> = told.iter().map(|data| format!("data: {data}\n\n")).collect();
    if wire == Wire::OpenAiChat {
        events.push("data: [DONE]\n\n".to_owned());
    }
    events
}

pub fn stream(wire: Wire, says: &Says) -> String {
    events(wire, says).concat()
}

/// Pieces of a text, cut between any two characters.
fn pieces(text: &str, most: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(most.max(1)).map(|piece| piece.iter().collect()).collect()
}

fn chat(says: &Says) -> Vec<Value> {
    let delta = |delta: Value| json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": null }] });
    let mut told = vec![delta(json!({ "role": "assistant", "content": "" }))];
    told.push(delta(json!({ "reasoning_content": says.thinks })));
    told.extend(pieces(says.text, 3).iter().map(|text| delta(json!({ "content": text }))));
    for (index, (id, tool, arguments)) in says.calls.iter().enumerate() {
        let function = json!({ "name": tool, "arguments": "" });
        told.push(delta(json!({ "tool_calls": [{ "index": index, "id": id, "type": "function", "function": function }] })));
        for piece in pieces(arguments, says.piece) {
            told.push(delta(
                json!({ "tool_calls": [{ "index": index, "function": { "arguments": piece } }] }),
            ));
        }
    }
    let usual = if says.calls.is_empty() { "stop" } else { "tool_calls" };
    told.push(json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": says.stops.unwrap_or(usual) }] }));
    told.push(json!({ "choices": [], "usage": { "prompt_tokens": 1000, "completion_tokens": 20,
        "prompt_tokens_details": { "cached_tokens": 600 } } }));
    told
}

fn responses(says: &Says) -> Vec<Value> {
    let mut told =
        vec![json!({ "type": "response.created", "response": { "status": "in_progress" } })];
    let mut index = 0;
    told.push(json!({ "type": "response.reasoning_summary_text.delta", "output_index": 0, "delta": says.thinks }));
    told.push(json!({ "type": "response.output_item.done", "output_index": 0,
        "item": { "type": "reasoning", "id": "rs_1", "summary": [] } }));
    if !says.text.is_empty() {
        index += 1;
        for piece in pieces(says.text, 3) {
            told.push(json!({ "type": "response.output_text.delta", "output_index": index, "delta": piece }));
        }
        told.push(json!({ "type": "response.output_item.done", "output_index": index, "item": {
            "type": "message", "id": "msg_1", "role": "assistant",
            "content": [{ "type": "output_text", "text": says.text }] } }));
    }
    for (id, tool, arguments) in &says.calls {
        index += 1;
        let item = |arguments: &str| {
            json!({ "type": "function_call", "id": "fc_1", "call_id": id,
            "name": tool, "arguments": arguments })
        };
        told.push(json!({ "type": "response.output_item.added", "output_index": index, "item": item("") }));
        for piece in pieces(arguments, says.piece) {
            told.push(json!({ "type": "response.function_call_arguments.delta", "output_index": index, "delta": piece }));
        }
        told.push(json!({ "type": "response.output_item.done", "output_index": index, "item": item(arguments) }));
    }
    let mut response = json!({ "status": "completed", "usage": { "input_tokens": 1000,
        "output_tokens": 20, "input_tokens_details": { "cached_tokens": 600 } } });
    let kind = match says.stops {
        Some(reason) => {
            response["incomplete_details"] = json!({ "reason": reason });
            "response.incomplete"
        }
        None => "response.completed",
    };
    told.push(json!({ "type": kind, "response": response }));
    told
}

fn anthropic(says: &Says) -> Vec<Value> {
    let mut told = vec![json!({ "type": "message_start", "message": { "usage": {
        "input_tokens": 400, "cache_read_input_tokens": 600, "output_tokens": 1 } } })];
    let mut blocks: Vec<(Value, Vec<Value>)> = Vec::new();
    blocks.push((
        json!({ "type": "thinking", "thinking": "", "signature": "" }),
        vec![
            json!({ "type": "thinking_delta", "thinking": says.thinks }),
            json!({ "type": "signature_delta", "signature": "c2ln" }),
        ],
    ));
    let texts = pieces(says.text, 3).into_iter();
    blocks.push((
        json!({ "type": "text", "text": "" }),
        texts.map(|text| json!({ "type": "text_delta", "text": text })).collect(),
    ));
    for (id, tool, arguments) in &says.calls {
        let deltas = pieces(arguments, says.piece).into_iter();
        blocks.push((
            json!({ "type": "tool_use", "id": id, "name": tool, "input": {} }),
            deltas
                .map(|piece| json!({ "type": "input_json_delta", "partial_json": piece }))
                .collect(),
        ));
    }
    for (index, (block, deltas)) in blocks.into_iter().enumerate() {
        told.push(json!({ "type": "content_block_start", "index": index, "content_block": block }));
        told.push(json!({ "type": "ping" }));
        for delta in deltas {
            told.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
        }
        told.push(json!({ "type": "content_block_stop", "index": index }));
    }
    let usual = if says.calls.is_empty() { "end_turn" } else { "tool_use" };
    told.push(json!({ "type": "message_delta", "usage": { "output_tokens": 20 },
        "delta": { "stop_reason": says.stops.unwrap_or(usual) } }));
    told.push(json!({ "type": "message_stop" }));
    told
}

fn gemini(says: &Says) -> Vec<Value> {
    let part = |part: Value| json!({ "candidates": [{ "content": { "role": "model", "parts": [part] } }] });
    let mut told = vec![part(json!({ "thought": true, "text": says.thinks }))];
    told.extend(pieces(says.text, 3).iter().map(|text| part(json!({ "text": text }))));
    for (id, tool, arguments) in &says.calls {
        let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
        told.push(part(json!({ "thoughtSignature": "c2ln",
            "functionCall": { "id": id, "name": tool, "args": arguments } })));
    }
    told.push(json!({ "candidates": [{ "finishReason": says.stops.unwrap_or("STOP") }],
        "usageMetadata": { "promptTokenCount": 1000, "cachedContentTokenCount": 600,
            "candidatesTokenCount": 15, "thoughtsTokenCount": 5 } }));
    told
}
