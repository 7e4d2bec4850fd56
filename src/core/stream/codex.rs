//! Codex's `exec --json`: items that start and complete, in one turn a prompt.
//!
//! It has no tool for skills: the model reads their files by shell. It says nothing of where model
//! responses begin, so the first item after a result is taken to begin one. Calls of one response
//! run side by side and come in the order in which they happen to begin; where one has ended before
//! the next begins they count as several, so there may be more steps than there were, never fewer.

use serde_json::{Value, json};

use crate::core::{
    stream::{
        Dialect,
        aims::Tools,
        calls::Reply,
        json::{id, said, spent, text},
        story::Story,
    },
    trajectory::End,
};

const TOOLS: Tools = Tools { activate: &[], read: &[], shell: &[("command_execution", "command")] };

#[derive(Debug, Default)]
pub(super) struct Codex {
    /// An error after which it may try again, or fail.
    trouble: Option<String>,
}

impl Dialect for Codex {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    fn line(&mut self, line: &Value, story: &mut Story) {
        let item = line.get("item").unwrap_or(&Value::Null);
        match text(line, "/type") {
            "item.started" => {
                self.tried_again(story);
                begin(item, story);
            }
            "item.completed" => match text(item, "/type") {
                // Warnings and plans of the harness itself.
                "error" | "todo_list" => {}
                "agent_message" => {
                    self.tried_again(story);
                    story.speaks();
                    story.text(text(item, "/text"));
                }
                "reasoning" => {
                    self.tried_again(story);
                    story.speaks();
                    story.thinking(text(item, "/text"));
                }
                _ => {
                    // Else what runs beside another call would look like a new response.
                    if !story.waits_for(id(item, "/id")) {
                        begin(item, story);
                    }
                    complete(item, story);
                }
            },
            "error" => {
                let before = self.trouble.replace(text(line, "/message").to_owned());
                before.iter().for_each(|reason| story.retry(reason));
            }
            "turn.completed" => {
                self.tried_again(story);
                let (input, output) = (["/usage/input_tokens"], ["/usage/output_tokens"]);
                story.spent_in_all(spent(line, &input, &output, "/none"));
                story.ends(End::Answer);
            }
            "turn.failed" => story.fails(text(line, "/error/message")),
            _ => {}
        }
    }
}

impl Codex {
    /// It went on, so what went wrong was tried again.
    fn tried_again(&mut self, story: &mut Story) {
        self.trouble.take().iter().for_each(|reason| story.retry(reason));
    }
}

/// The call that an item is; said again when it completes.
fn begin(item: &Value, story: &mut Story) {
    let input = match text(item, "/type") {
        kind @ ("agent_message" | "reasoning" | "todo_list" | "error" | "") => {
            return if kind == "agent_message" {
                story.speaks()
            };
        }
        "command_execution" => json!({ "command": item.get("command") }),
        "file_change" => json!({ "changes": item.get("changes") }),
        "web_search" => json!({ "query": item.get("query") }),
        "mcp_tool_call" => item.get("arguments").cloned().unwrap_or_default(),
        _ => Value::Null,
    };
    story.speaks();
    let tool = id(item, "/tool").unwrap_or_else(|| text(item, "/type"));
    story.call(id(item, "/id"), tool, &input);
}

fn complete(item: &Value, story: &mut Story) {
    let status = text(item, "/status");
    let exit = item.get("exit_code").and_then(Value::as_i64);
    let output = id(item, "/aggregated_output").unwrap_or_else(|| text(item, "/error/message"));
    let output = if output.is_empty() {
        item.pointer("/result/content").map(said).unwrap_or_default()
    } else {
        output.to_owned()
    };
    let ok = exit.unwrap_or(0) == 0 && !matches!(status, "failed" | "declined");
    story.result(id(item, "/id"), Reply { ok, ran: exit.is_some(), text: output });
}
