//! `skillscope replay`: its contract, its forms, and what it makes of streams that fail.

use std::{io::Write as _, process::Stdio};

use serde_json::Value;

use super::{
    Person, SKILLS,
    contract::{head, keys, list},
    faults,
};

/// A stream of Claude Code's form in which the front desk hands over to the booking.
const WHOLE: &str = r#"
{"type":"system","subtype":"init","cwd":"/w"}
{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"I ask the\u001b[2J front desk."}]},"timestamp":"2026-05-01T10:00:00.000Z"}
{"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"Skill","input":{"skill":"bike-desk"}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"Launching skill: bike-desk"}]}}
{"type":"assistant","message":{"id":"m2","content":[{"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"/w/.claude/skills/booking-changes/SKILL.md"}},{"type":"tool_use","id":"t3","name":"Skill","input":{"skill":"ghost"}}]},"timestamp":"2026-05-01T10:00:01.500Z"}
not JSON
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"1"},{"type":"tool_result","tool_use_id":"t3","content":"Unknown skill: ghost","is_error":true}]}}
{"type":"assistant","message":{"id":"m3","content":[{"type":"text","text":"Booked."}]}}
{"type":"result","subtype":"success","is_error":false,"usage":{"input_tokens":1200,"output_tokens":40},"total_cost_usd":0.25}
"#;

fn replay(stream: &str, more: &[&str]) -> super::Told {
    let person = Person::new();
    let file = person.write("run.jsonl", stream);
    let file = file.to_string_lossy();
    person.run(&[&["replay", &file, SKILLS, "--as", "claude-code"], more].concat())
}

fn json(stream: &str, more: &[&str]) -> (Option<i32>, Value) {
    let told = replay(stream, &[more, &["--format", "json"]].concat());
    let value = serde_json::from_str(&told.out).unwrap_or_else(|e| panic!("{e}: {}", told.err));
    (told.code, value)
}

#[test]
fn the_document_tells_all_of_a_stream() {
    let (code, document) = json(WHOLE, &[]);
    assert_eq!((code, faults("replay", &document)), (Some(0), vec![]));
    head(&document, "skillscope.replay/1");
    let engaged: Vec<_> = list(&document, "engagements")
        .iter()
        .map(|one| (one["id"].as_str().unwrap(), one["turn"].as_u64(), one["step"].as_u64()))
        .collect();
    assert_eq!(engaged, [("bike-desk", Some(1), Some(1)), ("booking-changes", Some(2), Some(2))]);
    for (key, value) in [
        ("outcome", "scored".into()),
        ("ended_by", "answer".into()),
        ("cause", Value::Null),
        ("steps", 3.into()),
        ("unreadable", 1.into()),
        ("duration_ms", 1500.into()),
        ("input_tokens", 1200.into()),
        ("cost_usd", 0.25.into()),
    ] {
        assert_eq!(document[key], value, "{key}");
    }
    let events = list(&document, "events");
    let kind = |event: &Value| event["kind"].as_str().unwrap().to_owned();
    assert_eq!(
        events.iter().map(kind).collect::<Vec<_>>(),
        [
            "text",
            "tool-call",
            "tool-result",
            "engagement",
            "tool-call",
            "tool-call",
            "tool-result",
            "engagement",
            "tool-result",
            "refused",
            "text",
            "usage",
            "end"
        ]
    );
    assert_eq!((&events[7]["via"], &events[9]["name"]), (&"file-read".into(), &"ghost".into()));
    assert!(events.iter().all(|event| keys(event).len() == 10));
}

#[test]
fn the_text_tells_what_engaged_and_drives_no_terminal() {
    let told = replay(WHOLE, &[]).fine();
    for part in [
        "a stream of Claude Code",
        "1 line is no JSON",
        "step 2, 1.5 s",
        "ENGAGES  booking-changes, by reading its file",
        "refused  ghost: Unknown skill: ghost",
        "engaged: bike-desk in step 1, booking-changes in step 2",
        "ended by answer",
        "3 model responses, 1200 tokens in, 40 out, $0.250",
    ] {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    assert!(!told.contains('\u{1b}'), "{told:?}");
    // Each is of a file of its own.
    let events = |told: &str| told.split_once("\n\n").map(|(_, events)| events.to_owned());
    for pace in [&["--step"][..], &["--pace", "1000"]] {
        let paced = replay(WHOLE, pace).fine();
        assert_eq!(events(&paced), events(&told), "an input that has ended waits for nobody");
    }
}

#[test]
fn limits_end_it_as_they_would_a_probe() {
    let ended = |more: &[&str]| {
        let (code, document) = json(WHOLE, more);
        assert_eq!(code, Some(0));
        (document["ended_by"].as_str().unwrap().to_owned(), list(&document, "engagements").len())
    };
    assert_eq!(ended(&["--max-turns", "1"]), ("turn-budget".to_owned(), 1));
    assert_eq!(ended(&["--max-steps", "1"]), ("step-budget".to_owned(), 1));
}

#[test]
fn a_stream_that_broke_off_or_failed_is_errored() {
    let broken = WHOLE.lines().take(4).collect::<Vec<_>>().join("\n");
    let (code, document) = json(&broken, &[]);
    assert_eq!((code, &document["outcome"]), (Some(4), &"errored".into()));
    assert!(list(&document, "engagements").is_empty() && document["ended_by"].is_null());
    assert_eq!(faults("replay", &document), Vec::<String>::new());
    let failed = r#"{"type":"result","subtype":"success","is_error":true,"api_error_status":429,"result":"slow down"}"#;
    let told = replay(failed, &[]);
    assert_eq!(told.code, Some(4));
    assert!(told.out.contains("errored, so it counts as nothing: 429: slow down"), "{}", told.out);
    assert!(told.out.contains("\n0 model responses\n"), "{}", told.out);
}

#[test]
fn what_cannot_be_read_is_said() {
    let person = Person::new();
    let file = person.write("run.jsonl", WHOLE);
    let file = file.to_string_lossy();
    let refused = |arguments: &[&str]| person.run(&[&["replay"], arguments].concat()).refused();
    assert!(
        refused(&[&file, SKILLS]).contains("say with --as whose stream it is: claude-code, codex")
    );
    assert!(
        refused(&[&file, SKILLS, "--as", "goose"]).contains("streams of `goose` cannot be read")
    );
    assert!(refused(&["gone.jsonl", SKILLS, "--as", "pi"]).contains("gone.jsonl cannot be read"));
}

#[test]
fn a_stream_may_be_piped_in() {
    let person = Person::new();
    let mut command = person.command(&["replay", "-", SKILLS, "--as", "claude-code"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary runs");
    child.stdin.take().expect("piped").write_all(WHOLE.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success() && told.contains("engaged: bike-desk in step 1"), "{told}");
}

/// Streams of two queries, one of which engages the wrong skill and one of which broke off.
fn recorded(person: &Person) -> (String, String) {
    let rows = ["right", "wrong", "broken", "absent"].map(|id| {
        format!(r#"{{"id": "{id}", "prompt": "Please do {id}.", "expected": ["bike-desk"]}}"#)
    });
    let queries = person.write("q.jsonl", &rows.join("\n"));
    let stream = |id: &str, text: &str| person.write(&format!("streams/{id}.jsonl"), text);
    stream("right", WHOLE);
    stream("wrong", &WHOLE.replace("bike-desk", "refunds"));
    let folder = stream("broken", WHOLE.lines().nth(1).unwrap());
    let folder = folder.parent().unwrap().to_string_lossy().into_owned();
    (queries.to_string_lossy().into_owned(), folder)
}

#[test]
fn kept_streams_of_many_queries_are_an_agent() {
    let person = Person::new();
    let (queries, streams) = recorded(&person);
    let all = ["eval", SKILLS, "--queries", &queries, "--agent", "replay", "--streams", &streams];
    let all = [&all[..], &["--as", "claude-code", "--format"]].concat();
    let told = person.run(&[&all[..], &["json"]].concat());
    assert_eq!(told.code, Some(4), "two of four are errored: {}", told.err);
    let document: Value = serde_json::from_str(&told.out).expect("JSON");
    let conditions = &document["conditions"];
    assert_eq!(conditions["agent"], "replay");
    assert_eq!(conditions["evidence"], "recorded");
    let lines = person.run(&[&all[..], &["jsonl"]].concat()).out;
    let probes: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = probes
        .iter()
        .map(|probe| {
            let engaged = list(probe, "engaged").first().and_then(Value::as_str);
            let cause = probe["cause"].as_str().unwrap_or_default();
            (probe["id"].as_str().unwrap(), engaged, cause)
        })
        .collect();
    assert_eq!(
        told,
        [
            ("right", Some("bike-desk"), ""),
            ("wrong", Some("refunds"), ""),
            ("broken", None, "the stream broke off before its end"),
            ("absent", None, "no stream is kept as absent.jsonl"),
        ]
    );
    let refused = |more: &[&str]| {
        let all = ["eval", SKILLS, "--queries", &queries, "--agent", "replay"];
        person.run(&[&all[..], more].concat()).refused()
    };
    assert!(refused(&[]).contains("name their folder with --streams DIR"));
    assert!(refused(&["--streams", &streams]).contains("with --as the harness that wrote them"));
    let empty = person.home().to_string_lossy().into_owned() + "/.config";
    person.configure("config.toml", "");
    let told = refused(&["--streams", &empty, "--as", "pi"]);
    assert!(told.contains("no stream is kept in"), "{told}");
}
