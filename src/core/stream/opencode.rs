//! OpenCode's `run --format json`: steps that start and finish, and calls told once they are done.
//!
//! Calls of one step are told as they end; the model made them in the order in which they began.
//! There is no last event: a step that finishes for another reason than its calls is the end.

use serde_json::Value;

use crate::core::{
    stream::{
        Dialect,
        aims::Tools,
        calls::Reply,
        json::{cause, id, spent, text},
        story::Story,
    },
    trajectory::End,
};

const TOOLS: Tools = Tools {
    activate: &[("skill", "name")],
    read: &[("read", "filePath")],
    shell: &[("bash", "command")],
};

const INPUT: [&str; 3] = ["/tokens/input", "/tokens/cache/read", "/tokens/cache/write"];
const OUTPUT: [&str; 2] = ["/tokens/output", "/tokens/reasoning"];

/// Bytes of calls of one step that are held back to be put into their order.
const MOST: usize = 8 << 20;

#[derive(Debug, Default)]
pub(super) struct OpenCode {
    /// Calls of the step under way.
    calls: Vec<Value>,
    /// What they weigh as JSON.
    weight: usize,
}

impl Dialect for OpenCode {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    fn line(&mut self, line: &Value, story: &mut Story) {
        let part = line.get("part").unwrap_or(&Value::Null);
        match text(line, "/type") {
            "step_start" => {
                self.tell_calls(story);
                story.step();
            }
            "text" => story.text(text(part, "/text")),
            "reasoning" => story.thinking(text(part, "/text")),
            "tool_use" => {
                self.weight += part.to_string().len();
                self.calls.push(part.clone());
                if self.weight > MOST {
                    self.tell_calls(story);
                }
            }
            "step_finish" => {
                self.tell_calls(story);
                story.spent(spent(part, &INPUT, &OUTPUT, "/cost"));
                match text(part, "/reason") {
                    "tool-calls" | "" => {}
                    "error" => story.fails("the model's response ended in an error"),
                    _ => story.ends(End::Answer),
                }
            }
            "error" => {
                self.tell_calls(story);
                let error = line.get("error").unwrap_or(&Value::Null);
                let message = text(error, "/data/message");
                story.fails(&cause(
                    error.pointer("/data/statusCode"),
                    text(error, "/name"),
                    message,
                ));
            }
            _ => {}
        }
    }
}

impl OpenCode {
    fn tell_calls(&mut self, story: &mut Story) {
        let began = |part: &Value| part.pointer("/state/time/start").and_then(Value::as_u64);
        self.weight = 0;
        self.calls.sort_by_key(began);
        for part in self.calls.drain(..) {
            let state = part.get("state").unwrap_or(&Value::Null);
            let input = state.get("input").unwrap_or(&Value::Null);
            let call = id(&part, "/callID");
            story.call(call, text(&part, "/tool"), input);
            let exit = state.pointer("/metadata/exit").and_then(Value::as_i64);
            let ok = text(state, "/status") == "completed" && exit.unwrap_or(0) == 0;
            let said = id(state, "/output").unwrap_or_else(|| text(state, "/error"));
            story.result(call, Reply { ok, ran: exit.is_some(), text: said.to_owned() });
        }
    }
}
