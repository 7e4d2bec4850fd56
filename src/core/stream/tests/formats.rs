//! What only one format does.

use super::*;

fn told(format: Format, lines: &str) -> Told {
    Told::of(format, bound(), lines.as_bytes())
}

fn retries(told: &Told) -> Vec<&str> {
    let events = told.events.iter();
    let reasons = events.filter_map(|event| match &event.kind {
        EventKind::Retry { reason } => Some(reason.as_str()),
        _ => None,
    });
    reasons.collect()
}

fn usage(told: &Told) -> Vec<(u64, u64, Option<f64>)> {
    let usage = |event: &Event| match event.kind {
        EventKind::Usage { input, output, cost_usd } => Some((input, output, cost_usd)),
        _ => None,
    };
    told.events.iter().filter_map(usage).collect()
}

fn cause(told: &Told) -> &str {
    let End::Errored { cause } = &told.end else { panic!("{:?}", told.end) };
    cause
}

#[test]
fn claude_code_tells_of_responses_and_tokens_in_parts() {
    let stream = r#"
{"type":"stream_event","event":{"type":"message_start","message":{"id":"m1","usage":{"input_tokens":90,"cache_read_input_tokens":10,"output_tokens":1}}},"parent_tool_use_id":null}
{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"skill-b"}},"parent_tool_use_id":null}
{"type":"assistant","message":{"id":"m1","content":[{"type":"thinking","thinking":"Hm."},{"type":"tool_use","id":"t","name":"Skill","input":{"skill":"skill-a"}}],"usage":{"output_tokens":1}},"parent_tool_use_id":null}
{"type":"stream_event","event":{"type":"message_delta","usage":{"output_tokens":20}},"parent_tool_use_id":null}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"Launching"}]}]}}
{"type":"stream_event","event":{"type":"message_start","message":{"id":"m2","usage":{"input_tokens":100}}},"parent_tool_use_id":null}
{"type":"assistant","message":{"id":"m2","content":[{"type":"text","text":"Done."}]},"parent_tool_use_id":null}
{"type":"stream_event","event":{"type":"message_delta","usage":{"output_tokens":5}},"parent_tool_use_id":null}
{"type":"result","subtype":"success","is_error":false,"usage":{"input_tokens":190,"cache_read_input_tokens":10,"output_tokens":25},"total_cost_usd":0.5}"#;
    let told = told(Format::ClaudeCode, stream);
    assert_eq!(
        (told.skills().as_slice(), told.steps()),
        (["1 skill-a tool".to_owned()].as_slice(), 2)
    );
    // The result's totals were told already; its price was not.
    assert_eq!(usage(&told), [(100, 20, None), (100, 5, None), (0, 0, Some(0.5))]);
    let texts = told.events.iter().filter(|e| matches!(e.kind, EventKind::Text { .. })).count();
    assert_eq!(texts, 1, "parts of a text are not told beside the text");
}

#[test]
fn what_claude_codes_sub_agents_do_is_the_agents_doing_and_no_step_of_its_own() {
    let stream = r#"
{"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"task","name":"Task","input":{"prompt":"use skill-b"}}]},"parent_tool_use_id":null}
{"type":"assistant","message":{"id":"s1","content":[{"type":"text","text":"I am the other one."}]},"parent_tool_use_id":"task"}
{"type":"assistant","message":{"id":"s2","content":[{"type":"tool_use","id":"t","name":"Skill","input":{"skill":"skill-a"}}]},"parent_tool_use_id":"task"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"Launching"}]},"parent_tool_use_id":"task"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"task","content":"done"}]},"parent_tool_use_id":null}
{"type":"assistant","message":{"id":"m2","content":[{"type":"text","text":"Done."}]},"parent_tool_use_id":null}
{"type":"result","subtype":"success"}"#;
    let told = told(Format::ClaudeCode, stream);
    assert_eq!(
        (told.skills().as_slice(), told.steps()),
        (["1 skill-a tool".to_owned()].as_slice(), 2)
    );
    let said =
        |event: &Event| matches!(&event.kind, EventKind::Text { text } if text.contains("other"));
    assert!(!told.events.iter().any(said));
}

#[test]
fn a_limit_of_the_harness_is_an_end_and_no_error() {
    let limit =
        r#"{"type":"result","subtype":"error_max_turns","is_error":true,"errors":["enough"]}"#;
    assert_eq!(told(Format::ClaudeCode, limit).end, End::StepBudget);
    let limit = r#"{"type":"result","status":"error","error":{"type":"FatalTurnLimitedError"}}"#;
    let told = told(Format::GeminiCli, limit);
    assert_eq!(told.end, End::StepBudget);
    assert!(told.events.is_empty(), "it has not come to its end by itself: {:?}", told.events);
}

#[test]
fn errors_that_were_tried_again_are_retries() {
    let claude = told(
        Format::ClaudeCode,
        r#"{"type":"system","subtype":"api_retry","error_status":429,"error":"rate_limit"}
           {"type":"assistant","message":{"model":"<synthetic>","content":[{"type":"text","text":"slow down"}]},"is_api_error_message":true,"api_error_status":429}
           {"type":"result","subtype":"success","is_error":true,"api_error_status":429,"result":"slow down"}"#,
    );
    assert_eq!((retries(&claude), cause(&claude)), (vec!["429 rate_limit"], "429: slow down"));

    let codex = r#"{"type":"error","message":"Reconnecting... 1/1"}"#;
    let answered = r#"{"type":"item.completed","item":{"type":"agent_message","text":"ok"}}
                      {"type":"turn.completed","usage":{}}"#;
    let told_of = told(Format::Codex, &format!("{codex}\n{answered}"));
    assert_eq!((retries(&told_of), &told_of.end), (vec!["Reconnecting... 1/1"], &End::Answer));
    let failed = r#"{"type":"error","message":"gone"}
                    {"type":"turn.failed","error":{"message":"gone"}}"#;
    let told_of = told(Format::Codex, &format!("{codex}\n{failed}"));
    assert_eq!((retries(&told_of), cause(&told_of)), (vec!["Reconnecting... 1/1"], "gone"));

    let pi = told(
        Format::Pi,
        r#"{"type":"message_end","message":{"role":"assistant","stopReason":"error","errorMessage":"500: down"}}
           {"type":"agent_end"}
           {"type":"auto_retry_start","errorMessage":"500: down"}
           {"type":"message_end","message":{"role":"assistant","stopReason":"stop","content":[{"type":"text","text":"ok"}]}}
           {"type":"agent_settled","aborted":false}"#,
    );
    assert_eq!((retries(&pi), &pi.end, pi.steps()), (vec!["500: down"], &End::Answer, 1));

    let copilot = told(
        Format::Copilot,
        r#"{"type":"assistant.turn_start","data":{"turnId":"0"}}
           {"type":"model.call_failure","data":{"statusCode":500,"errorMessage":"down"}}
           {"type":"assistant.turn_retry","data":{"turnId":"0","reason":"transient"}}
           {"type":"assistant.message","data":{"turnId":"0","content":"ok"}}
           {"type":"result","exitCode":0}"#,
    );
    assert_eq!((retries(&copilot), &copilot.end), (vec!["500: down"], &End::Answer));
}

#[test]
fn a_call_that_codex_was_not_let_run_has_read_nothing() {
    let path = file("skill-a");
    let item = |state: &str, exit: &str| {
        format!(
            r#"{{"type":"item.completed","item":{{"id":"i","type":"command_execution","command":"cat {path}; ls","aggregated_output":"","exit_code":{exit},"status":"{state}"}}}}"#
        )
    };
    assert_eq!(told(Format::Codex, &item("completed", "0")).skills(), ["1 skill-a shell_read"]);
    assert_eq!(told(Format::Codex, &item("failed", "2")).skills(), ["1 skill-a shell_read"]);
    assert_eq!(told(Format::Codex, &item("declined", "null")).skills(), [format!("1 ({path})")]);
}

#[test]
fn calls_that_codex_runs_side_by_side_are_of_one_response() {
    let item = |state: &str, skill: &str| {
        let (path, done) = (file(skill), state == "completed");
        let exit = if done { "0" } else { "null" };
        format!(
            r#"{{"type":"item.{state}","item":{{"id":"{skill}","type":"command_execution","command":"cat {path}","aggregated_output":"","exit_code":{exit},"status":"{state}"}}}}"#
        )
    };
    let lines = [
        item("started", "skill-a"),
        item("started", "skill-b"),
        item("completed", "skill-b"),
        item("completed", "skill-a"),
    ];
    let engaged = told(Format::Codex, &lines.join("\n")).skills();
    assert_eq!(engaged, ["1 skill-a shell_read", "1 skill-b shell_read"]);
}
