//! Scripted calls in the way of each harness: the body of the skill must reach the model.

use std::process::Command;

use super::{
    catalog,
    install::installed,
    launch::Place,
    loopback::Loopback,
    program::{self, Program},
    scenario::{Fault, Scenario, Step},
};

/// The router first, then a skill of another answer: both bodies come back, in that order.
fn check(program: &Program) {
    let Some(from) = installed(program.id) else { return };
    let place = Place::new(&from);
    place.fill(program, &catalog::small());
    let turns: [&[Step]; 3] =
        [&[Step::Skill("which-helper")], &[Step::Skill("tea-order")], &[Step::Say("Done.")]];
    // One request too many at first must not cost the run; Gemini CLI is told not to try again.
    let fault = Fault { status: 429, times: 1, retry_after: Some(1) };
    let fault = (program.id != "gemini-cli").then_some(fault);
    let model = Loopback::start(Scenario { fault, ..Scenario::of(&turns) });
    let ended = place.run(program, &from, "Order some tea.", &model.base());
    assert!(ended.status.success(), "{}: {} {}", program.id, ended.out, ended.err);
    let requests = model.requests();
    let first =
        |body: &str| requests.iter().position(|request| request.body.to_string().contains(body));
    let (router, target) = (first("Body of which-helper."), first("Body of tea-order."));
    assert!(
        router.is_some() && router < target,
        "{}: {router:?} {target:?} of {} requests: {}",
        program.id,
        requests.len(),
        ended.out
    );
}

#[test]
fn claude_code() {
    check(&program::CLAUDE_CODE);
}

#[test]
fn codex() {
    check(&program::CODEX);
}

#[test]
fn pi() {
    check(&program::PI);
}

#[test]
fn gemini_cli() {
    check(&program::GEMINI_CLI);
}

#[test]
fn opencode() {
    // It lists the files of a skill by ripgrep, and would fetch it.
    if Command::new("rg").arg("--version").output().is_err() {
        println!("skipped: OpenCode needs rg on the PATH to load a skill");
        return;
    }
    check(&program::OPENCODE);
}

#[test]
fn copilot() {
    check(&program::COPILOT);
}

#[test]
fn qwen() {
    check(&program::QWEN);
}
