//! The agent `command`: a program of one's own, declared by a file, as the README has it.

use std::{fs, path::Path};

use super::{Person, Told};

/// Picks the skill whose name is in the prompt, and tells so in lines of its own making.
const PROGRAM: &str = r#"#!/bin/sh
prompt=$2
echo "log: not for you"
case "$prompt" in
  *tea*) echo '{"kind":"call","tool":"load","with":{"skill":"tea-order"},"id":1}'
         echo '{"kind":"result","id":1,"ok":true,"out":"loaded"}' ;;
  *broken*) echo "it broke" >&2; exit 3 ;;
esac
echo "{\"kind\":\"say\",\"text\":\"asked $1, in $(basename "$PWD"), with $(ls kit | tr '\\n' ' ')\"}"
echo '{"kind":"done","tokens":{"in":40,"out":3}}'
"#;

/// The example of the README.
fn file() -> String {
    let readme = fs::read_to_string("README.md").expect("a README");
    let from = readme.find("name = \"mine\"").expect("the example");
    let example = &readme[from..];
    example[..example.find("```").expect("its end")].to_owned()
}

fn person() -> Person {
    let person = Person::new();
    person.skill("tea-order", "Orders tea when somebody wants some.");
    person.skill("tidy-up", "Tidies a room up.");
    let row = |id: &str, prompt: &str, skill: &str| {
        format!("{{\"id\":\"{id}\",\"prompt\":\"{prompt}\",\"expected_skills\":[{skill}]}}\n")
    };
    let rows = row("a", "--tea, $(touch hit) please", "\"tea-order\"") + &row("b", "Nothing.", "");
    person.write("q.jsonl", &(rows + &row("c", "It is broken.", "\"tidy-up\"")));
    person.write("mine.toml", &file());
    person
}

fn eval(person: &Person, bin: &Path, more: &[&str]) -> Told {
    let arguments = [
        &["eval", "skills", "--queries", "q.jsonl", "--agent", "command", "--attempts", "1"][..],
        more,
    ];
    let usual = std::env::var("PATH").unwrap_or_default();
    let mut command = person.keeping(&arguments.concat());
    command.current_dir(person.home()).env("PATH", format!("{}:{usual}", bin.display()));
    Told::of(&mut command)
}

#[cfg(unix)]
#[test]
fn a_program_of_ones_own_is_asked_once_somebody_agreed() {
    use std::os::unix::fs::PermissionsExt;
    let person = person();
    let program = person.write("bin/my-agent", PROGRAM);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");
    let bin = program.parent().expect("a folder");
    let eval = |more: &[&str]| eval(&person, bin, more);

    let told = eval(&[]);
    assert_eq!(told.code, Some(2), "{}", told.err);
    assert!(told.err.contains("--mapping FILE") && told.err.contains("goose"), "{}", told.err);

    let mapped = ["--mapping", "mine.toml", "--model", "m-1", "--context", "8000"];
    let told = eval(&mapped);
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "nobody agreed: {}", told.err);
    for part in
        ["my-agent", "--model=m-1 PROMPT", "3 probes", "not known", "--yes", "trusted = true"]
    {
        assert!(told.err.contains(part), "{part} is not in {}", told.err);
    }
    assert!(!told.err.contains("$0"), "{}", told.err);

    let told = eval(&[&mapped[..], &["--yes", "--format", "json"]].concat());
    assert_eq!(told.code, Some(4), "one broke off: {}", told.err);
    let run: serde_json::Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!(run["conditions"]["agent"], "command");
    let text = told.out.as_str();
    assert!(text.contains("it wrote: it broke"), "{text}");
    let skills = run["skills"].as_array().expect("a list");
    let tea = skills.iter().find(|skill| skill["id"] == "tea-order").expect("it is there");
    assert_eq!(tea["recall"]["rate"], 1.0, "{tea}");
    assert!(!person.home().join("hit").exists(), "no shell read the prompt");

    person.configure("config.toml", "trusted = true\n");
    assert_eq!(eval(&mapped).code, Some(4), "trusted, nobody needs to be asked");
}
