//! Gemini CLI's `stream-json`: messages, calls, results, and a result at the end.
//!
//! It says nothing of where model responses begin, so the first thing that the model says after a
//! result is taken to begin one.

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
    activate: &[("activate_skill", "name")],
    read: &[
        ("read_file", "file_path"),
        ("read_file", "absolute_path"),
        ("read_many_files", "include"),
        ("read_many_files", "paths"),
    ],
    shell: &[("run_shell_command", "command")],
};

#[derive(Debug, Default)]
pub(super) struct GeminiCli;

impl Dialect for GeminiCli {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    fn line(&mut self, line: &Value, story: &mut Story) {
        match text(line, "/type") {
            "message" if text(line, "/role") == "assistant" => {
                story.speaks();
                story.text(text(line, "/content"));
            }
            "tool_use" => {
                story.speaks();
                let input = line.get("parameters").unwrap_or(&Value::Null);
                story.call(id(line, "/tool_id"), text(line, "/tool_name"), input);
            }
            "tool_result" => {
                let kind = text(line, "/error/type");
                let output = match text(line, "/output") {
                    "" => text(line, "/error/message"),
                    output => output,
                };
                let reply = Reply {
                    ok: text(line, "/status") == "success",
                    ran: kind == "shell_execute_error",
                    text: output.to_owned(),
                };
                story.result(id(line, "/tool_id"), reply);
            }
            "result" => finish(line, story),
            _ => {}
        }
    }
}

fn finish(line: &Value, story: &mut Story) {
    let (input, output) = (["/stats/input_tokens"], ["/stats/output_tokens"]);
    story.spent_in_all(spent(line, &input, &output, "/none"));
    match (text(line, "/status"), text(line, "/error/type")) {
        ("success", _) => story.ends(End::Answer),
        (_, "FatalTurnLimitedError") => story.ends(End::StepBudget),
        (_, kind) => {
            let kind = if kind == "unknown" { "" } else { kind };
            story.fails(&cause(None, kind, text(line, "/error/message")));
        }
    }
}
