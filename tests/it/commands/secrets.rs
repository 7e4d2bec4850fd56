//! A key goes through a program and through a service that tell it again in every way they have, and
//! is nowhere afterwards.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::Stdio,
    thread,
    time::Duration,
};

use super::{Person, Told};

/// Told whole, and in two halves.
const KEY: [&str; 2] = ["sk-canary-0123456789", "abcdefghijklmnop"];

/// Calls itself Claude Code and tells its key: in a text, in a call, in a name that it calls a skill
/// by, on standard error, and as the cause of a failure.
const PROGRAM: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo "9.9.9 (Claude Code)"; exit 0; fi
prompt=$(cat)
skills=$(ls .claude/skills | sed 's/.*/"&"/' | paste -sd, -)
key=$ANTHROPIC_API_KEY
say() { printf '%s\n' "$1"; }
say "{\"type\":\"system\",\"subtype\":\"init\",\"cwd\":\"$PWD\",\"skills\":[$skills],\"tools\":[]}"
echo "the key is $key" >&2
say "{\"type\":\"assistant\",\"message\":{\"id\":\"1\",\"content\":[{\"type\":\"text\",\"text\":\"It is $key.\"}]}}"
say "{\"type\":\"assistant\",\"message\":{\"id\":\"1\",\"content\":[{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"Bash\",\"input\":{\"command\":\"echo $key\"}}]}}"
say "{\"type\":\"assistant\",\"message\":{\"id\":\"1\",\"content\":[{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"Skill\",\"input\":{\"skill\":\"$key\"}}]}}"
say "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"a\",\"content\":\"$key\"},{\"type\":\"tool_result\",\"tool_use_id\":\"b\",\"is_error\":true,\"content\":\"no $key\"}]}}"
sleep 0.3
case "$prompt" in
  *fail*) say "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"api_error_status\":400,\"result\":\"$key is refused\"}" ;;
  *) say "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"$key\"}" ;;
esac
"#;

fn whole() -> String {
    KEY.concat()
}

fn person() -> Person {
    let person = Person::new();
    person.skill("tea-order", "Orders tea when somebody wants some.");
    person.skill("tidy-up", "Tidies a room up.");
    let rows = [("a", "Order some tea."), ("b", "Tidy up, and fail.")];
    let rows = rows.map(|(id, prompt)| {
        format!("{{\"id\":\"{id}\",\"prompt\":\"{prompt}\",\"expected_skills\":[\"tea-order\"]}}\n")
    });
    person.write("q.jsonl", &rows.concat());
    person
}

/// Runs with the key in a variable, while every command line of the machine is looked at.
fn watched(person: &Person, variable: &str, arguments: &[&str], path: Option<&Path>) -> Told {
    let mut command = person.keeping(arguments);
    command.env(variable, whole()).current_dir(person.home());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(path) = path {
        let usual = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{usual}", path.display()));
    }
    let mut child = command.spawn().expect("the binary runs");
    while child.try_wait().expect("it is ours").is_none() {
        if let Some(line) = command_lines().find(|line| line.contains(KEY[0])) {
            panic!("a command line tells it: {line}");
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("it has ended");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Told { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn command_lines() -> impl Iterator<Item = String> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(|process| {
        let line = fs::read(process.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).into_owned())
    })
}

fn clean(text: &str, what: &str) {
    for part in KEY {
        assert!(!text.contains(part), "{what} tells it: {text}");
    }
}

/// Every file below a folder, as far as it is ours.
fn files(folder: &Path, told: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, told);
        } else if let Ok(bytes) = fs::read(&path) {
            told.push((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
}

/// Nothing that is kept or told of the run has it.
fn nowhere(person: &Person, told: &Told) {
    clean(&told.out, "standard output");
    clean(&told.err, "standard error");
    let mut kept = Vec::new();
    files(person.home(), &mut kept);
    assert!(kept.iter().any(|(path, _)| path.ends_with("journal.jsonl")), "a run is kept");
    assert!(kept.iter().any(|(_, text)| text.contains("[secret]")), "it was told, and replaced");
    for (path, text) in &kept {
        clean(text, path);
    }
    for format in ["text", "json", "jsonl", "html", "markdown", "junit"] {
        let report = person.run_at_home(&["report", "latest", "--format", format]);
        assert!(!report.out.is_empty(), "{format}: {}", report.err);
        clean(&report.out, format);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_tells_its_key_in_every_way_tells_nobody() {
    use std::os::unix::fs::PermissionsExt;
    let person = person();
    let program = person.write("bin/claude", PROGRAM);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");
    let arguments = [
        "eval",
        "skills",
        "--queries",
        "q.jsonl",
        "--agent",
        "claude-code",
        "--model",
        "m-1",
        "--attempts",
        "1",
        "--yes",
        "--no-preflight",
        "--format",
        "json",
    ];
    let told = watched(&person, "ANTHROPIC_API_KEY", &arguments, program.parent());
    assert_eq!(told.code, Some(4), "one errored, the other engaged nothing: {}", told.err);
    assert!(told.out.contains("\"nothing_engaged\": true"), "{}", told.out);
    nowhere(&person, &told);
    let shown = person.run_at_home(&["runs", "show", "latest"]);
    clean(&shown.out, "runs show");

    // What it printed is kept beside the run, and leaves it only when somebody says so.
    let exported = person.run_at_home(&["runs", "export", "latest", "-o", "run.jsonl"]);
    assert_eq!(exported.code, Some(0), "{}", exported.err);
    let run = fs::read_to_string(person.home().join("run.jsonl")).expect("written");
    assert!(!run.contains("subtype") && !run.contains("session_id"), "{run}");
    let both = ["runs", "export", "latest", "-o", "again.jsonl", "--printed", "streams"];
    let exported = person.run_at_home(&both);
    assert!(exported.err.contains("what 2 probes printed is in streams"), "{}", exported.err);
    for id in ["a", "b"] {
        let file = person.home().join(format!("streams/{id}.jsonl"));
        let lines = fs::read_to_string(file).expect("copied");
        clean(&lines, "what it printed");
        assert!(lines.starts_with("{\"type\":\"system\""), "{lines}");
        assert!(lines.contains("It is [secret].") && lines.contains("\"result\""), "{lines}");
    }
    // So that it can be played.
    let played = ["replay", "streams/a.jsonl", "skills", "--as", "claude-code"];
    let played = person.run_at_home(&played);
    assert!(played.out.contains("It is [secret]."), "{} {}", played.out, played.err);
    let redacted = ["runs", "export", "latest", "--redact", "--printed", "redacted"];
    assert_eq!(person.run_at_home(&redacted).code, Some(2), "texts are not left out of those");
}

#[cfg(target_os = "linux")]
#[test]
fn a_service_that_tells_its_key_in_every_way_tells_nobody() {
    let (person, port) = (person(), echo());
    let base = format!("http://127.0.0.1:{port}/v1");
    let arguments = [
        "eval",
        "skills",
        "--queries",
        "q.jsonl",
        "--agent",
        "openai",
        "--model",
        "m-1",
        "--context",
        "8000",
        "--base-url",
        &base,
        "--api-key-env",
        "A_KEY",
        "--attempts",
        "1",
        "--yes",
        "--no-preflight",
        "--format",
        "json",
    ];
    let told = watched(&person, "A_KEY", &arguments, None);
    assert_eq!(told.code, Some(4), "{}", told.err);
    nowhere(&person, &told);
}

/// A service that answers with the key that it was shown, cut in two; or refuses it by its name.
fn echo() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            thread::spawn(move || answer(&connection).ok());
        }
    });
    port
}

fn answer(mut connection: &TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(connection);
    let (mut key, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(": ").unwrap_or_default();
        match name.to_lowercase().as_str() {
            "authorization" => key = value.trim_start_matches("Bearer ").to_owned(),
            "content-length" => length = value.parse().unwrap_or(0),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let asked = String::from_utf8_lossy(&body);
    assert_eq!(key, whole(), "it is shown the key");
    let (status, kind, text) = if asked.contains("fail") {
        let error = format!("{{\"error\":{{\"message\":\"Incorrect API key: {key}\"}}}}");
        ("401 Unauthorized", "application/json", error)
    } else {
        let delta = |delta: &str, finish: &str| {
            format!(
                "data: {{\"id\":\"1\",\"choices\":[{{\"index\":0,\"delta\":{delta},\"finish_reason\":{finish}}}]}}\n\n"
            )
        };
        let said = KEY.map(|half| delta(&format!("{{\"content\":\"{half}\"}}"), "null"));
        // After the first answer, with its call, the conversation is longer.
        let rest = match asked.contains("tool_calls") {
            true => delta("{}", "\"stop\""),
            false => {
                let call = format!(
                    "{{\"tool_calls\":[{{\"index\":0,\"id\":\"c\",\"type\":\"function\",\"function\":{{\"name\":\"skill\",\"arguments\":\"{{\\\"name\\\":\\\"{key}\\\"}}\"}}}}]}}"
                );
                delta(&call, "null") + &delta("{}", "\"tool_calls\"")
            }
        };
        ("200 OK", "text/event-stream", said.concat() + &rest + "data: [DONE]\n\n")
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        text.len()
    );
    connection.write_all(head.as_bytes())?;
    connection.write_all(text.as_bytes())
}
