//! Skills of an earlier revision, asked about through a harness: it is given the folders of then.

use std::{fs, process::Command};

use skillscope::core::stream::Format;

use super::bench::Bench;
use crate::harness::{
    loopback::Loopback,
    scenario::{Scenario, Step},
};

async fn both_arms_have_their_own_bodies(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]);
        let done = git.args(arguments).current_dir(bench.path("")).status().expect("git runs");
        assert!(done.success(), "{arguments:?}");
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "skills"]);
    git(&["commit", "-qm", "first"]);
    let tea = bench.path("skills/tea-order/SKILL.md");
    let text = fs::read_to_string(&tea).expect("read");
    fs::write(&tea, text.replace("Body of tea-order.", "Another way to order.")).expect("written");
    // Of a skill that is gone there is all that there was.
    fs::remove_dir_all(bench.path("skills/printer")).expect("gone");
    let row = r#"{"id":"q","prompt":"Order tea.","expected_skills":["tea-order"]}"#;
    fs::write(bench.path("evals/rows.jsonl"), row).expect("written");

    let turns: [&[Step]; 2] = [&[Step::Skill("tea-order")], &[Step::Say("Done.")]];
    let model = Loopback::start(Scenario::of(&turns));
    let name = bench.options(&model).model.expect("a model");
    let compared = Command::new(env!("CARGO_BIN_EXE_skillscope"))
        .args(["compare", "main..", "skills", "--queries", "evals/rows.jsonl", "--yes"])
        .args(["--no-preflight", "--no-early-exit", "--attempts", "1", "--format", "json"])
        .args(["--agent", &format.to_string(), "--model", &name, "--base-url", &model.base()])
        .current_dir(bench.path(""))
        .env_clear()
        .envs(bench.variables())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&compared.stderr).into_owned();
    let document: serde_json::Value = serde_json::from_slice(&compared.stdout).expect(&said);
    for arm in ["before", "after"] {
        assert_eq!(document[arm]["scored"], 1, "{format}: {document} {said}");
        assert_eq!(document[arm]["notes"], serde_json::Value::Null, "{document}");
    }
    let asked: Vec<String> =
        model.requests().iter().map(|request| request.body.to_string()).collect();
    let having = |text: &str| asked.iter().filter(|body| body.contains(text)).count();
    assert_eq!(having("Body of tea-order."), 1, "{format}");
    assert_eq!(having("Another way to order."), 1, "{format}");
    assert_eq!(having("Help with the printer."), asked.len() / 2, "{format}: gone from one arm");
    assert!(bench.left_behind().is_empty() && bench.running().is_empty(), "{format}");
}

#[tokio::test(flavor = "multi_thread")]
async fn claude_code() {
    both_arms_have_their_own_bodies(Format::ClaudeCode).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pi() {
    both_arms_have_their_own_bodies(Format::Pi).await;
}
