//! Copilot CLI's `--output-format json`: turns, messages, tools that start and complete, and a
//! result at the end, whose exit code is not all that is to be believed.

use serde_json::Value;

use crate::core::{
    stream::{
        Dialect,
        aims::Tools,
        calls::Reply,
        json::{cause, id, is_true, text},
        story::Story,
    },
    trajectory::End,
};

const TOOLS: Tools = Tools {
    activate: &[("skill", "skill")],
    read: &[("view", "path")],
    shell: &[("bash", "command")],
};

#[derive(Debug, Default)]
pub(super) struct Copilot {
    /// The turn that has begun to speak. Turns that only fail are no model responses.
    turn: Option<String>,
    /// What the last model call failed of.
    trouble: String,
}

impl Dialect for Copilot {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    fn line(&mut self, line: &Value, story: &mut Story) {
        let data = line.get("data").unwrap_or(&Value::Null);
        match text(line, "/type") {
            "assistant.message" => {
                self.speaks(data, story);
                story.thinking(text(data, "/reasoningText"));
                story.text(text(data, "/content"));
            }
            "tool.execution_start" => {
                self.speaks(data, story);
                let input = data.get("arguments").unwrap_or(&Value::Null);
                story.call(id(data, "/toolCallId"), text(data, "/toolName"), input);
            }
            "tool.execution_complete" => {
                let exit = data.pointer("/shellExecution/exitCode").and_then(Value::as_i64);
                let said =
                    id(data, "/result/content").unwrap_or_else(|| text(data, "/error/message"));
                let ok = is_true(data, "/success") && exit.unwrap_or(0) == 0;
                let reply = Reply { ok, ran: exit.is_some(), text: said.to_owned() };
                story.result(id(data, "/toolCallId"), reply);
            }
            "model.call_failure" => {
                let said = text(data, "/errorMessage");
                self.trouble = cause(data.get("statusCode"), "", said);
            }
            "assistant.turn_retry" => {
                let trouble = std::mem::take(&mut self.trouble);
                story.retry(if trouble.is_empty() { text(data, "/reason") } else { &trouble });
            }
            "session.error" => {
                let said = text(data, "/message");
                story.fails(&cause(data.get("statusCode"), text(data, "/errorType"), said));
            }
            "result" => match line.get("exitCode").and_then(Value::as_i64) {
                Some(0) => story.ends(End::Answer),
                _ => story.fails("the harness says that it failed"),
            },
            _ => {}
        }
    }
}

impl Copilot {
    fn speaks(&mut self, data: &Value, story: &mut Story) {
        let turn = id(data, "/turnId");
        if self.turn.is_none() || self.turn.as_deref() != turn {
            self.turn = Some(turn.unwrap_or_default().to_owned());
            story.step();
        }
    }
}
