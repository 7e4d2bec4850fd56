//! The same through the command line: figures, costs, and what is kept of them.

use std::process::Command;

use serde_json::Value;

use crate::harness::{
    loopback::Loopback,
    scenario::{
        Scenario,
        Step::{Say, Skill},
    },
};

const KEY: &str = "canary-5f2b-of-many-letters";

/// A project with three skills and two rows, and a home with a price.
struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Self {
        let project = Self(tempfile::tempdir().expect("a folder"));
        for (folder, text) in crate::harness::catalog::small() {
            project.write(&format!("work/.claude/skills/{folder}/SKILL.md"), &text);
        }
        let rows = "{\"id\":\"tea\",\"prompt\":\"We are out of tea.\",\"expected_skills\":[\"tea-order\"]}\n\
            {\"id\":\"shelf\",\"prompt\":\"Label the shelf.\",\"expected_skills\":[\"shelf-labels\"]}\n";
        project.write("work/rows.jsonl", rows);
        let prices = "[prices]\nscripted = { input = 1.0, output = 50.0 }\n";
        project.write("home/.config/skillscope/config.toml", prices);
        project
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder above")).expect("made");
        std::fs::write(path, text).expect("written");
    }

    fn eval(&self, base: &str, more: &[&str]) -> (Option<i32>, String, String) {
        let home = self.0.path().join("home");
        let output = Command::new(env!("CARGO_BIN_EXE_skillscope"))
            .args(["eval", "--queries", "rows.jsonl", "--agent", "openai", "--model", "scripted"])
            .args(["--base-url", base, "--api-key-env", "THE_KEY", "--attempts", "1", "--yes"])
            .args(more)
            .current_dir(self.0.path().join("work"))
            .env_clear()
            .env("HOME", &home)
            .env("THE_KEY", KEY)
            .output()
            .expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it speaks UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

#[test]
fn a_run_is_measured_and_priced_and_the_key_is_nowhere() {
    let project = Project::new();
    let model = Loopback::start(Scenario::of(&[&[Skill("shelf-labels")], &[Say("Done.")]]));
    let (code, out, err) = project.eval(&model.base(), &["--format", "json"]);
    assert_eq!(code, Some(0), "{err}");
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["conditions"]["model"], "scripted", "{out}");
    let kept = String::from_utf8(
        Command::new("grep")
            .args(["-rc", KEY])
            .arg(project.0.path())
            .output()
            .expect("grep")
            .stdout,
    );
    let kept = kept.expect("text");
    assert!(kept.lines().all(|line| line.ends_with(":0")), "{kept}");
    assert!(!out.contains(KEY) && !err.contains(KEY));
    let found = |text: &str| {
        let pattern = Command::new("grep")
            .args(["-rl", text])
            .arg(project.0.path().join("work/.skillscope"))
            .output();
        !pattern.expect("grep").stdout.is_empty()
    };
    // A response: 1,000 tokens in and 20 out.
    assert!(found("\"cost_usd\":0.002"), "the price is the person's own");
}

#[test]
fn a_key_that_is_refused_is_told_and_is_no_miss() {
    use crate::harness::scenario::Fault;
    let project = Project::new();
    let fault = Fault { status: 401, times: 99, retry_after: None };
    let model = Loopback::start(Scenario::none().behind(fault));
    let (code, out, err) = project.eval(&model.base(), &["--no-preflight"]);
    assert_ne!(code, Some(0), "{out}{err}");
    assert!(out.contains("refuses the key of THE_KEY"), "{out}{err}");
}
