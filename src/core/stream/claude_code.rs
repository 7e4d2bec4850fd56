//! Claude Code's `stream-json`: a line a content block, results in user messages, a result at the
//! end.
//!
//! A model response is a run of top-level assistant messages with one id. `num_turns` counts other
//! things, and is not read.

use serde_json::Value;

use crate::core::{
    stream::{
        Dialect,
        aims::Tools,
        json::{cause, id, is_true, list, spent, text},
        messages,
        story::{Spent, Story},
    },
    trajectory::End,
};

const TOOLS: Tools = Tools {
    // Versions before 2.1 call the argument `command`.
    activate: &[("Skill", "skill"), ("Skill", "command")],
    read: &[("Read", "file_path")],
    shell: &[("Bash", "command")],
};

/// A message that the harness writes in the model's place.
const SYNTHETIC: &str = "<synthetic>";

const INPUT: [&str; 3] =
    ["/usage/input_tokens", "/usage/cache_creation_input_tokens", "/usage/cache_read_input_tokens"];
const OUTPUT: [&str; 1] = ["/usage/output_tokens"];

#[derive(Debug, Default)]
pub(super) struct ClaudeCode {
    /// Id of the model response that is under way.
    response: Option<String>,
    /// Tokens that the response under way was given, where partial messages are shown.
    given: Value,
}

impl Dialect for ClaudeCode {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    fn line(&mut self, line: &Value, story: &mut Story) {
        let delegated = id(line, "/parent_tool_use_id").is_some();
        match text(line, "/type") {
            "system" => match text(line, "/subtype") {
                "init" => story.runs_in(id(line, "/cwd")),
                "api_retry" => {
                    story.retry(&cause(line.get("error_status"), text(line, "/error"), ""));
                }
                _ => {}
            },
            "assistant" if delegated => messages::delegated(line, story),
            "assistant" if text(line, "/message/model") == SYNTHETIC => synthetic(line, story),
            "assistant" => {
                self.responds(id(line, "/message/id"), story);
                messages::assistant(line, story);
            }
            "user" => messages::results(line, story),
            "stream_event" if !delegated => self.part(line, story),
            "result" => finish(line, story),
            _ => {}
        }
    }
}

impl ClaudeCode {
    fn responds(&mut self, response: Option<&str>, story: &mut Story) {
        if self.response.is_none() || self.response.as_deref() != response {
            self.response = Some(response.unwrap_or_default().to_owned());
            story.step();
        }
    }

    /// Partial messages: they tell of tokens in time, and of responses before their first block.
    fn part(&mut self, line: &Value, story: &mut Story) {
        match text(line, "/event/type") {
            "message_start" => {
                self.responds(id(line, "/event/message/id"), story);
                self.given = line.pointer("/event/message").cloned().unwrap_or_default();
            }
            "message_delta" => {
                let event = line.get("event").unwrap_or(&Value::Null);
                let given = spent(&std::mem::take(&mut self.given), &INPUT, &[], "");
                let made = spent(event, &[], &OUTPUT, "/none");
                story.spent(Spent { input: given.input, ..made });
            }
            _ => {}
        }
    }
}

/// What the harness says in the model's place is no response; it may be a failure of its API.
fn synthetic(line: &Value, story: &mut Story) {
    if is_true(line, "/is_api_error_message") {
        story.fails(&failure(line, text(line, "/message/content/0/text")));
    }
}

/// The result. Its `subtype` may be `success` where `is_error` says that it is none.
fn finish(line: &Value, story: &mut Story) {
    story.spent_in_all(spent(line, &INPUT, &OUTPUT, "/total_cost_usd"));
    match text(line, "/subtype") {
        "error_max_turns" => story.ends(End::StepBudget),
        subtype if is_true(line, "/is_error") || subtype.starts_with("error") => {
            let said = match text(line, "/result") {
                "" => list(line, "/errors").first().and_then(Value::as_str).unwrap_or(subtype),
                said => said,
            };
            story.fails(&failure(line, said));
        }
        _ => story.ends(End::Answer),
    }
}

fn failure(line: &Value, said: &str) -> String {
    cause(line.get("api_error_status"), text(line, "/api_error_type"), said)
}
