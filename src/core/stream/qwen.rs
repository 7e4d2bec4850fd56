//! Qwen Code's `stream-json`: whole messages, results in user messages, a result at the end.
//!
//! A model response may come as several messages, of which the last one says what it took.

use serde_json::Value;

use crate::core::{
    stream::{
        Dialect,
        aims::Tools,
        json::{cause, id, is_true, spent, sum, text},
        messages,
        story::Story,
    },
    trajectory::End,
};

const TOOLS: Tools = Tools {
    activate: &[("skill", "skill")],
    read: &[
        ("read_file", "file_path"),
        ("read_file", "absolute_path"),
        ("read_many_files", "paths"),
    ],
    shell: &[("run_shell_command", "command")],
};

const INPUT: [&str; 1] = ["/usage/input_tokens"];
const OUTPUT: [&str; 1] = ["/usage/output_tokens"];

#[derive(Debug, Default)]
pub(super) struct Qwen {
    /// The response under way has more to come.
    speaking: bool,
}

impl Dialect for Qwen {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    fn line(&mut self, line: &Value, story: &mut Story) {
        let delegated = id(line, "/parent_tool_use_id").is_some();
        match text(line, "/type") {
            "system" => match text(line, "/subtype") {
                "init" => story.runs_in(id(line, "/cwd")),
                "retry" => story.retry(text(line, "/data/reason")),
                _ => {}
            },
            "assistant" if delegated => messages::delegated(line, story),
            "assistant" => {
                if !self.speaking {
                    story.step();
                }
                messages::assistant(line, story);
                let message = line.get("message").unwrap_or(&Value::Null);
                self.speaking = sum(message, &INPUT) == 0;
                story.spent(spent(message, &INPUT, &OUTPUT, "/none"));
            }
            "user" => {
                self.speaking = false;
                messages::results(line, story);
            }
            "result" => {
                story.spent_in_all(spent(line, &INPUT, &OUTPUT, "/none"));
                if is_true(line, "/is_error") || text(line, "/subtype").starts_with("error") {
                    let kind = text(line, "/error/type");
                    story.fails(&cause(None, kind, text(line, "/error/message")));
                } else {
                    story.ends(End::Answer);
                }
            }
            _ => {}
        }
    }
}
