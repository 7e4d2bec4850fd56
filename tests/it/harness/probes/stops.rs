//! Probes that are stopped from outside: by what they have shown, by their limits, by hand.

use skillscope::{
    core::{
        plan::Limits,
        stream::Format,
        trajectory::{EndedBy, EventKind},
    },
    engine::scheduler::Ending,
};

use super::{
    bench::{Bench, row, to_the_end},
    each,
};
use crate::harness::{
    loopback::Loopback,
    scenario::{Scenario, Step},
};

/// Calls one skill after the other, and never comes to an end.
fn endless() -> Scenario {
    let mut turns = Vec::new();
    for _ in 0..100 {
        turns.extend([vec![Step::Skill("which-helper")], vec![Step::Skill("shelf-labels")]]);
    }
    Scenario { turns, ..Scenario::of(&[]) }
}

async fn at_the_last_step(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let limits = Limits { max_steps: 4, max_turns: 100, early_exit: false, ..Limits::default() };
    let (probed, _) = bench.probe(endless(), row("Label it.", None), &limits).await;
    let (engaged, by) = probed.told().unwrap_or_else(|cause| panic!("{format}: {cause}"));
    assert_eq!(by, EndedBy::StepBudget, "{format}: {:?}", probed.events);
    assert!((3..=4).contains(&engaged.len()), "{format}: {engaged:?}");
    assert!(bench.left_behind().is_empty() && bench.running().is_empty(), "{format}");
}

async fn at_the_last_turn(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let limits = Limits { max_turns: 2, ..to_the_end() };
    let (probed, _) = bench.probe(endless(), row("Label it.", None), &limits).await;
    let told =
        (vec!["which-helper@1".to_owned(), "shelf-labels@2".to_owned()], EndedBy::TurnBudget);
    assert_eq!(probed.told(), Ok(told), "{format}: {:?}", probed.events);
}

async fn early(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let query = row("Label it.", Some("which-helper"));
    let (probed, model) = bench.probe(endless(), query, &Limits::default()).await;
    let told = (vec!["which-helper@1".to_owned()], EndedBy::EarlyExit);
    assert_eq!(probed.told(), Ok(told), "{format}: {:?}", probed.events);
    let asked = model.requests().len();
    assert!(asked < 10, "{format}: {asked} requests");
    assert!(bench.left_behind().is_empty() && bench.running().is_empty(), "{format}");
}

/// Cancels as many probes at their first engagement.
async fn cancels(format: Format, times: usize) {
    let Some(bench) = Bench::of(format) else { return };
    let model = Loopback::start(endless());
    let ready = bench.ready(bench.harness(&model).await);
    let limits = Limits { max_steps: 150, max_turns: 150, early_exit: false, ..Limits::default() };
    for _ in 0..times {
        let engages = |event: &_| {
            let skillscope::core::trajectory::Event { kind, .. } = event;
            matches!(kind, EventKind::Engagement { .. })
        };
        let query = row("Label it.", None);
        let probed = bench.run(ready.clone(), query, &limits, engages).await;
        assert_eq!(probed.ending, Ending::Cancelled, "{format}: {:?}", probed.events);
        assert_eq!(bench.running(), [""; 0], "{format}");
        assert_eq!(bench.left_behind(), [""; 0].map(std::path::PathBuf::from), "{format}");
    }
}

async fn by_hand(format: Format) {
    cancels(format, if format == Format::OpenCode { 1 } else { 3 }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_cancels_leave_nothing() {
    cancels(Format::Pi, 20).await;
}

/// The command for it is in the README.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn two_hundred_cancels_leave_nothing() {
    for format in [Format::ClaudeCode, Format::Codex, Format::Pi] {
        cancels(format, 67).await;
    }
}

/// A whole command, ended by a signal while its harnesses run.
async fn by_signal(format: Format) {
    signalled(format, &["eval", "skills", "--queries", "evals/rows.jsonl"]).await;
}

/// Two arms at a time.
async fn both_arms_by_signal(format: Format) {
    signalled(format, &["compare", "main..", "skills", "--queries", "evals/rows.jsonl"]).await;
}

async fn signalled(format: Format, command: &[&str]) {
    use std::process::{Command, Stdio};

    use rustix::process::{Pid, Signal, kill_process};

    let Some(bench) = Bench::of(format) else { return };
    bench.commit();
    let row = r#"{"id":"q","prompt":"Label it.","expected_skill":""}"#;
    std::fs::write(bench.path("evals/rows.jsonl"), row).expect("written");
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let model = Loopback::start(endless());
        let name = bench.options(&model).model.expect("a model");
        let mut child = Command::new(env!("CARGO_BIN_EXE_skillscope"))
            .args(command)
            .args(["--yes", "--no-preflight"])
            .args(["--no-early-exit", "--max-steps", "900", "--max-turns", "900"])
            .args(["--agent", &format.to_string(), "--model", &name, "--base-url", &model.base()])
            .current_dir(bench.path(""))
            .env_clear()
            .envs(bench.variables())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        while model.requests().len() < 3 && child.try_wait().expect("asked").is_none() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        // One that ended by itself is told by its code below.
        let _ = kill_process(Pid::from_child(&child), signal);
        let ended = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(code), "{format}: {said}");
        assert_eq!(bench.running(), [""; 0], "{format}: {said}");
        assert!(bench.left_behind().is_empty(), "{format}: {:?}", bench.left_behind());
    }
}

each!(by_signal, both_arms_by_signal, at_the_last_step, at_the_last_turn, early, by_hand);
