//! pi's `--mode json`: turns, messages that start and end, tools that start and end.
//!
//! It has no tool for skills: the model reads their files. Its exit code is always 0; a message's
//! `stopReason` says whether the response was one.

use serde_json::Value;

use crate::core::{
    stream::{
        Dialect,
        aims::Tools,
        calls::Reply,
        json::{id, is_true, list, said, spent, text},
        story::Story,
    },
    trajectory::End,
};

const TOOLS: Tools =
    Tools { activate: &[], read: &[("read", "path")], shell: &[("bash", "command")] };

const INPUT: [&str; 3] = ["/usage/input", "/usage/cacheRead", "/usage/cacheWrite"];
const OUTPUT: [&str; 1] = ["/usage/output"];

#[derive(Debug, Default)]
pub(super) struct Pi {
    /// The last message asked for tools, or failed; then a settled agent has not answered.
    open: bool,
}

impl Dialect for Pi {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    fn line(&mut self, line: &Value, story: &mut Story) {
        match text(line, "/type") {
            "session" => story.runs_in(id(line, "/cwd")),
            "message_end" if text(line, "/message/role") == "assistant" => {
                self.message(line.get("message").unwrap_or(&Value::Null), story);
            }
            "tool_execution_start" => {
                let input = line.get("args").unwrap_or(&Value::Null);
                story.call(id(line, "/toolCallId"), text(line, "/toolName"), input);
            }
            "tool_execution_end" => {
                let exit = line.pointer("/result/structuredContent/exit_code");
                let exit = exit.and_then(Value::as_i64);
                let ok = !is_true(line, "/isError") && exit.unwrap_or(0) == 0;
                let text = line.pointer("/result/content").map(said).unwrap_or_default();
                let reply = Reply { ok, ran: exit.is_some(), text };
                story.result(id(line, "/toolCallId"), reply);
            }
            "auto_retry_start" => story.retry(text(line, "/errorMessage")),
            "agent_settled" if is_true(line, "/aborted") => story.fails("the agent was aborted"),
            "agent_settled" if !self.open => story.ends(End::Answer),
            _ => {}
        }
    }
}

impl Pi {
    fn message(&mut self, message: &Value, story: &mut Story) {
        let reason = text(message, "/stopReason");
        self.open = matches!(reason, "toolUse" | "error" | "aborted");
        if matches!(reason, "error" | "aborted") {
            // No response, so no step.
            let said = text(message, "/errorMessage");
            return story.fails(if said.is_empty() { reason } else { said });
        }
        story.step();
        for block in list(message, "/content") {
            match text(block, "/type") {
                "text" => story.text(text(block, "/text")),
                "thinking" => story.thinking(text(block, "/thinking")),
                _ => {}
            }
        }
        story.spent(spent(message, &INPUT, &OUTPUT, "/usage/cost/total"));
    }
}
