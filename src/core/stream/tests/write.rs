//! Streams of our own in each format, from one script: so every rule is shown of every harness.

use serde_json::{Value, json};

use crate::core::stream::Format;

/// Where the harness ran.
pub const PROJECT: &str = "/work/proj";

/// What happens in a model response.
#[derive(Clone, Debug)]
pub enum Act {
    Say(&'static str),
    /// Activates by name; where a harness has no tool for it, reads the file of that name.
    Skill(&'static str),
    /// An activation that the harness refuses.
    Denied(&'static str),
    Read(String),
    Shell(String),
    /// A shell command that ends with this exit code.
    Fails(String, i64),
    /// A tool that has nothing to do with skills.
    Other(&'static str),
}

/// How the stream ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Whole,
    /// Everything but the last event.
    Broken,
    /// The model's API refuses the next request.
    Refused,
}

pub fn file(skill: &str) -> String {
    format!("{PROJECT}/.kit/skills/{skill}/SKILL.md")
}

pub fn has_skill_tool(format: Format) -> bool {
    !matches!(format, Format::Codex | Format::Pi)
}

/// One call as a harness sees it: the tool, its arguments, whether it goes well, what it says, and
/// the exit code of a shell.
struct Call {
    tool: &'static str,
    input: Value,
    ok: bool,
    output: String,
    exit: Option<i64>,
}

fn call(format: Format, act: &Act) -> Option<Call> {
    use Format::{ClaudeCode, Codex, Copilot, GeminiCli, OpenCode, Pi, Qwen};
    let (skill, read, shell) = match format {
        ClaudeCode => (("Skill", "skill"), ("Read", "file_path"), "Bash"),
        Codex => (("", ""), ("", ""), "command_execution"),
        GeminiCli => (("activate_skill", "name"), ("read_file", "file_path"), "run_shell_command"),
        OpenCode => (("skill", "name"), ("read", "filePath"), "bash"),
        Pi => (("", ""), ("read", "path"), "bash"),
        Copilot => (("skill", "skill"), ("view", "path"), "bash"),
        Qwen => (("skill", "skill"), ("read_file", "file_path"), "run_shell_command"),
    };
    let of = |(tool, key): (&'static str, &str), value: &str, ok: bool| {
        let mut input = json!({});
        input[key] = json!(value);
        Call { tool, input, ok, output: "as asked for: skill-b".into(), exit: None }
    };
    let run = |script: &str, exit: i64| {
        let script =
            if format == Codex { format!("/bin/bash -lc '{script}'") } else { script.into() };
        Call { exit: Some(exit), ..of((shell, "command"), &script, exit == 0) }
    };
    Some(match act {
        Act::Say(_) => return None,
        Act::Skill(name) | Act::Denied(name) if has_skill_tool(format) => {
            of(skill, name, !matches!(act, Act::Denied(_)))
        }
        Act::Skill(name) if format == Codex => run(&format!("cat {}", file(name)), 0),
        Act::Denied(name) if format == Codex => run(&format!("cat {}", file(name)), 1),
        Act::Skill(name) => of(read, &file(name), true),
        Act::Denied(name) => of(read, &file(name), false),
        Act::Read(path) if format == Codex => run(&format!("cat {path}"), 0),
        Act::Read(path) => of(read, path, true),
        Act::Shell(script) => run(script, 0),
        Act::Fails(script, exit) => run(script, *exit),
        Act::Other(tool) => of((tool, "about"), "skill-a", true),
    })
}

/// The lines of a stream, a list of acts a model response.
pub fn lines(format: Format, steps: &[Vec<Act>], ending: Ending) -> Vec<String> {
    let mut out = head(format);
    for (n, acts) in steps.iter().enumerate() {
        let calls: Vec<(String, Call)> = acts
            .iter()
            .filter_map(|act| call(format, act))
            .enumerate()
            .map(|(at, call)| (format!("call_{n}_{at}"), call))
            .collect();
        let says =
            acts.iter().find_map(|act| if let Act::Say(text) = act { Some(*text) } else { None });
        out.extend(step(format, n, says, &calls));
    }
    out.extend(tail(format, ending));
    out.iter().map(Value::to_string).collect()
}

fn head(format: Format) -> Vec<Value> {
    match format {
        Format::ClaudeCode | Format::Qwen => {
            vec![json!({"type": "system", "subtype": "init", "cwd": PROJECT})]
        }
        Format::Codex => vec![json!({"type": "thread.started"}), json!({"type": "turn.started"})],
        Format::GeminiCli => vec![
            json!({"type": "init", "timestamp": "2026-01-02T03:04:05.000Z"}),
            json!({"type": "message", "role": "user", "content": "use skill-a"}),
        ],
        Format::OpenCode => vec![],
        Format::Pi => vec![
            json!({"type": "session", "cwd": PROJECT}),
            json!({"type": "message_end", "message": {"role": "user", "content": "use skill-a"}}),
        ],
        Format::Copilot => vec![
            json!({"type": "session.skills_loaded", "data": {"skills": [{"name": "skill-a"}]}}),
            json!({"type": "user.message", "data": {"content": "use skill-a"}}),
        ],
    }
}

fn step(format: Format, n: usize, says: Option<&str>, calls: &[(String, Call)]) -> Vec<Value> {
    let mut out = Vec::new();
    match format {
        Format::ClaudeCode => {
            let block = |block: Value| {
                json!({"type": "assistant", "parent_tool_use_id": null,
                       "message": {"id": format!("msg_{n}"), "content": [block]}})
            };
            out.extend(says.map(|text| block(json!({"type": "text", "text": text}))));
            for (id, call) in calls {
                out.push(block(
                    json!({"type": "tool_use", "id": id, "name": call.tool, "input": call.input}),
                ));
                let decision = if call.ok || call.exit.is_some() { "accept" } else { "reject" };
                out.push(json!({"type": "user", "message": {"content": [
                    {"type": "tool_result", "tool_use_id": id, "content": call.output, "is_error": !call.ok}]},
                    "tool_result_meta": [{"id": id, "permission_decision": {"decision": decision}}]}));
                out.push(json!({"type": "user", "isSynthetic": true, "message": {"content": [
                    {"type": "text", "text": "Base directory for this skill: skill-b"}]}}));
            }
        }
        Format::Qwen => {
            let message = |content: Value, tokens: u64| {
                json!({"type": "assistant", "message": {"content": content,
                       "usage": {"input_tokens": tokens, "output_tokens": 1}}})
            };
            let uses = |(id, call): &(String, Call)| json!({"type": "tool_use", "id": id, "name": call.tool, "input": call.input});
            let tokens = |last: bool| if last { 10 } else { 0 };
            out.extend(says.map(|text| {
                message(json!([{"type": "text", "text": text}]), tokens(calls.is_empty()))
            }));
            if !calls.is_empty() {
                out.push(message(calls.iter().map(uses).collect(), 10));
            }
            out.extend(calls.iter().map(|(id, call)| {
                json!({"type": "user", "message": {"content": [{"type": "tool_result",
                       "tool_use_id": id, "is_error": !call.ok, "content": call.output}]}})
            }));
        }
        Format::Codex => {
            out.extend(says.map(|text| {
                json!({"type": "item.completed", "item": {"id": format!("say_{n}"), "type": "agent_message", "text": text}})
            }));
            let item = |id: &str, call: &Call, done: bool| {
                json!({"id": id, "type": call.tool, "command": call.input["command"],
                       "aggregated_output": if done { call.output.as_str() } else { "" },
                       "exit_code": call.exit.filter(|_| done),
                       "status": if !done { "in_progress" } else if call.ok { "completed" } else { "failed" }})
            };
            for done in [false, true] {
                let kind = if done { "item.completed" } else { "item.started" };
                out.extend(
                    calls
                        .iter()
                        .map(|(id, call)| json!({"type": kind, "item": item(id, call, done)})),
                );
            }
        }
        Format::GeminiCli => {
            out.extend(says.map(|text| {
                json!({"type": "message", "role": "assistant", "content": text, "delta": true})
            }));
            out.extend(calls.iter().map(|(id, call)| {
                json!({"type": "tool_use", "tool_name": call.tool, "tool_id": id, "parameters": call.input})
            }));
            out.extend(calls.iter().map(|(id, call)| {
                let kind = if call.exit.is_some() { "shell_execute_error" } else { "denied" };
                if call.ok {
                    json!({"type": "tool_result", "tool_id": id, "status": "success", "output": call.output})
                } else {
                    json!({"type": "tool_result", "tool_id": id, "status": "error", "output": "denied",
                           "error": {"type": kind, "message": "denied"}})
                }
            }));
        }
        Format::OpenCode => {
            out.push(json!({"type": "step_start", "timestamp": 1_796_004_662_000_u64 + n as u64, "part": {}}));
            out.extend(says.map(|text| json!({"type": "text", "part": {"text": text}})));
            // Told in the order in which they end.
            out.extend(calls.iter().enumerate().rev().map(|(at, (id, call))| {
                let denied = !call.ok && call.exit.is_none();
                json!({"type": "tool_use", "part": {"tool": call.tool, "callID": id, "state": {
                    "status": if denied { "error" } else { "completed" }, "input": call.input,
                    "output": call.output, "metadata": {"exit": call.exit}, "time": {"start": at}}}})
            }));
            let reason = if calls.is_empty() { "stop" } else { "tool-calls" };
            out.push(json!({"type": "step_finish", "part": {"reason": reason, "cost": 0.5,
                            "tokens": {"input": 10, "output": 1, "cache": {"read": 2}}}}));
        }
        Format::Pi => {
            out.push(json!({"type": "turn_start"}));
            let content: Vec<Value> =
                says.iter().map(|text| json!({"type": "text", "text": text})).collect();
            let reason = if calls.is_empty() { "stop" } else { "toolUse" };
            out.push(json!({"type": "message_end", "message": {"role": "assistant", "content": content,
                            "stopReason": reason, "usage": {"input": 10, "output": 1, "cost": {"total": 0.5}}}}));
            out.extend(calls.iter().map(|(id, call)| {
                json!({"type": "tool_execution_start", "toolCallId": id, "toolName": call.tool, "args": call.input})
            }));
            out.extend(calls.iter().map(|(id, call)| {
                json!({"type": "tool_execution_end", "toolCallId": id, "isError": !call.ok, "result": {
                       "content": [{"type": "text", "text": call.output}], "structuredContent": {"exit_code": call.exit}}})
            }));
            out.push(json!({"type": "turn_end"}));
        }
        Format::Copilot => {
            let turn = n.to_string();
            out.push(json!({"type": "assistant.turn_start", "data": {"turnId": turn}}));
            out.push(json!({"type": "assistant.message", "data": {"turnId": turn, "content": says.unwrap_or_default()}}));
            out.extend(calls.iter().map(|(id, call)| {
                json!({"type": "tool.execution_start", "data": {"turnId": turn, "toolCallId": id,
                       "toolName": call.tool, "arguments": call.input}})
            }));
            out.extend(calls.iter().map(|(id, call)| {
                let mut data = json!({"turnId": turn, "toolCallId": id, "success": call.ok});
                if let Some(exit) = call.exit {
                    data["success"] = json!(true);
                    data["shellExecution"] = json!({"exitCode": exit});
                }
                data[if call.ok { "result" } else { "error" }] =
                    json!({"content": call.output, "message": "denied"});
                json!({"type": "tool.execution_complete", "data": data})
            }));
        }
    }
    out
}

fn tail(format: Format, ending: Ending) -> Vec<Value> {
    if ending == Ending::Broken {
        return vec![];
    }
    let whole = ending == Ending::Whole;
    let usage = json!({"input_tokens": 1000, "output_tokens": 10});
    match format {
        Format::ClaudeCode => {
            vec![json!({"type": "result", "subtype": "success", "is_error": !whole,
            "api_error_status": if whole { Value::Null } else { json!(401) },
            "result": "no key", "usage": usage, "total_cost_usd": 0.5})]
        }
        Format::Qwen => vec![json!({"type": "result", "is_error": !whole, "usage": usage,
            "subtype": if whole { "success" } else { "error_during_execution" },
            "error": {"message": "[API Error: 401 no key]"}})],
        Format::Codex if whole => vec![json!({"type": "turn.completed", "usage": usage})],
        Format::Codex => vec![
            json!({"type": "error", "message": "Reconnecting... 1/1 (401 no key)"}),
            json!({"type": "error", "message": "401 no key"}),
            json!({"type": "turn.failed", "error": {"message": "401 no key"}}),
        ],
        Format::GeminiCli => {
            vec![json!({"type": "result", "timestamp": "2026-01-02T03:04:07.250Z",
            "status": if whole { "success" } else { "error" },
            "error": {"type": "unknown", "message": "[API Error: 401 no key]"}, "stats": usage})]
        }
        Format::OpenCode if whole => vec![],
        Format::OpenCode => vec![json!({"type": "error", "error": {"name": "APIError",
            "data": {"message": "no key", "statusCode": 401}}})],
        Format::Pi if whole => vec![json!({"type": "agent_settled", "aborted": false})],
        Format::Pi => vec![
            json!({"type": "message_end", "message": {"role": "assistant", "content": [],
                   "stopReason": "error", "errorMessage": "401: no key"}}),
            json!({"type": "agent_settled", "aborted": false}),
        ],
        Format::Copilot if whole => vec![json!({"type": "result", "exitCode": 0})],
        Format::Copilot => vec![
            json!({"type": "session.error", "data": {"errorType": "authentication", "message": "no key", "statusCode": 401}}),
            json!({"type": "result", "exitCode": 0}),
        ],
    }
}
