//! Messages of content blocks, which some harnesses pass on as their model's API writes them.
//!
//! Must not know which harness, nor where model responses begin.

use serde_json::Value;

use crate::core::stream::{
    calls::Reply,
    json::{id, is_true, list, said, text},
    story::Story,
};

/// The blocks of an assistant's message: texts, thoughts, calls.
pub(super) fn assistant(line: &Value, story: &mut Story) {
    for block in list(line, "/message/content") {
        match text(block, "/type") {
            "text" => story.text(text(block, "/text")),
            "thinking" => story.thinking(text(block, "/thinking")),
            "tool_use" => calls(block, story),
            _ => {}
        }
    }
}

/// The calls alone: what a sub-agent does is the agent's doing, what it says is said to the agent.
pub(super) fn delegated(line: &Value, story: &mut Story) {
    let blocks = list(line, "/message/content").iter();
    blocks.filter(|block| text(block, "/type") == "tool_use").for_each(|block| calls(block, story));
}

fn calls(block: &Value, story: &mut Story) {
    let input = block.get("input").unwrap_or(&Value::Null);
    story.call(id(block, "/id"), text(block, "/name"), input);
}

/// The results in a user's message; its texts are the harness's own, such as a skill's body.
pub(super) fn results(line: &Value, story: &mut Story) {
    for block in list(line, "/message/content") {
        if text(block, "/type") != "tool_result" {
            continue;
        }
        let call = id(block, "/tool_use_id");
        let about = list(line, "/tool_result_meta").iter().find(|meta| id(meta, "/id") == call);
        let let_run =
            about.is_some_and(|meta| text(meta, "/permission_decision/decision") == "accept");
        let failed = is_true(block, "/is_error")
            || line.pointer("/tool_use_result/success") == Some(&Value::Bool(false));
        let text = said(block.get("content").unwrap_or(&Value::Null));
        story.result(call, Reply { ok: !failed, ran: let_run, text });
    }
}
