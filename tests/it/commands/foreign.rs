//! A harness that sees, or loads, a skill that no catalog holds.

use std::{fs, os::unix::fs::PermissionsExt};

use serde_json::{Value, json};

use super::{Person, Told, schema::faults};

/// Calls itself Claude Code, lists one skill of its own beside those laid for it, and loads it.
const PROGRAM: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo "9.9.9 (Claude Code)"; exit 0; fi
cat > /dev/null
skills=$(ls .claude/skills | sed 's/.*/"&"/' | paste -sd, -)
say() { printf '%s\n' "$1"; }
say "{\"type\":\"system\",\"subtype\":\"init\",\"cwd\":\"$PWD\",\"skills\":[$skills,\"doctor\",\"my-own\"],\"tools\":[]}"
say '{"type":"assistant","message":{"id":"1","content":[{"type":"tool_use","id":"b","name":"Skill","input":{"skill":"my-own"}}]}}'
say '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"b","content":"Launching skill: my-own"}]}}'
say '{"type":"assistant","message":{"id":"2","content":[{"type":"text","text":"Done."}]}}'
say '{"type":"result","subtype":"success","is_error":false,"result":"Done."}'
"#;

fn eval(person: &Person, more: &[&str]) -> Told {
    let mut arguments = vec!["eval", "skills", "--queries", "q.jsonl", "--agent", "claude-code"];
    arguments.extend(["--model", "m-1", "--attempts", "1", "--yes", "--no-early-exit"]);
    arguments.extend(more);
    let mut command = person.keeping(&arguments);
    let usual = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{usual}", person.home().join("bin").display()));
    command.env("ANTHROPIC_API_KEY", "a-key-of-many-letters").current_dir(person.home());
    let output = command.output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Told { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn a_foreign_skill_stops_a_plan_and_is_told_where_it_may_not() {
    let person = Person::new();
    person.skill("tea-order", "Orders tea when somebody wants some.");
    let row = json!({"id": "a", "prompt": "Order some tea.", "expected_skills": ["tea-order"]});
    person.write("q.jsonl", &format!("{row}\n"));
    let program = person.write("bin/claude", PROGRAM);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");

    let stopped = eval(&person, &[]);
    assert_eq!(stopped.code, Some(2), "{} {}", stopped.out, stopped.err);
    assert!(stopped.err.contains("also sees my-own"), "{}", stopped.err);
    assert!(
        !stopped.err.contains("doctor"),
        "what it brings along is not foreign: {}",
        stopped.err
    );

    let told = eval(&person, &["--no-preflight", "--format", "json"]);
    let document: Value = serde_json::from_str(&told.out).expect(&told.err);
    assert_eq!(faults("eval", &document), [""; 0]);
    let foreign = json!({"seen": ["my-own"], "loaded": {"my-own": 1}});
    assert_eq!(document["foreign"], foreign, "{document}");
    // It is no engagement: the row is a miss, and no false fire of anybody.
    assert_eq!(document["headline"]["top1"]["rate"], 0.0, "{document}");
    assert_eq!(document["confusion"][0]["engaged"], "(no skill)", "{document}");
    let whole =
        person.run_at_home(&["runs", "export", "latest", "-o", "run.jsonl", "--printed", "to"]);
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let replay = ["replay", "to/a.jsonl", "skills", "--as", "claude-code", "--format", "json"];
    let replay: Value = serde_json::from_str(&person.run_at_home(&replay).out).expect("JSON");
    assert_eq!(faults("replay", &replay), [""; 0]);
    assert!(
        replay["events"]
            .as_array()
            .expect("events")
            .iter()
            .any(|event| { event["kind"] == "foreign-loaded" && event["name"] == "my-own" })
    );
    let shown = person.run_at_home(&["runs", "show", "latest"]);
    assert!(shown.out.contains("loaded though none of the catalog's: my-own x 1"), "{}", shown.out);
}
