//! What harnesses show their models, against what we say that they show.

use std::process::Command;

use serde_json::Value;

use super::{
    catalog::{self, Skills},
    install::{Installed, installed},
    launch::Place,
    loopback::Loopback,
    program::{self, Program},
    scenario::Scenario,
    sheet,
};

/// An entry that differs: a piece of it that no other has, and why it does.
type Known = (&'static str, &'static str);

/// Both listings of a catalog: the harness's, its paths made relative as ours are, and ours.
fn listings(program: &Program, from: &Installed, skills: &Skills) -> (String, String) {
    let place = Place::new(from);
    for (folder, text) in skills {
        place.write(&format!("project/{}/{folder}/SKILL.md", program.skills), text);
    }
    let model = Loopback::start(Scenario::none());
    let ended = place.run(program, from, "Good morning.", &model.base());
    let sent = model.requests();
    let theirs = sent.iter().find_map(|request| sheet::of(&request.body, program.marks));
    let theirs = theirs.filter(|_| ended.status.success()).unwrap_or_else(|| {
        panic!("{} broke off, {}: {} {}", program.id, ended.status, ended.out, ended.err)
    });
    let project = format!("{}/", place.project().display());
    (theirs.replace(&project, ""), ours(program, from, &place))
}

/// The rules of the harness must be those of the version that ran.
fn ours(program: &Program, from: &Installed, place: &Place) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_skillscope"))
        .args(["listing", "--as", program.id, "--format", "json"])
        .current_dir(place.project())
        .env_clear()
        .env("HOME", place.home())
        .output()
        .expect("the binary runs");
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["verified"], from.version, "{}", program.id);
    document["text"].as_str().expect("a text").to_owned()
}

/// Holds the two against each other, entries that are known to differ apart.
#[track_caller]
fn compare(program: &Program, from: &Installed, skills: &Skills, known: &[Known]) {
    let (theirs, ours) = listings(program, from, skills);
    let is_known = |part: &&str| known.iter().any(|(piece, _)| part.contains(piece));
    let rest = |text: &str| -> String {
        sheet::parts(text).into_iter().filter(|part| !is_known(part)).collect()
    };
    let only = |text: &str, piece: &str| -> String {
        sheet::parts(text).into_iter().filter(|part| part.contains(piece)).collect()
    };
    for (piece, why) in known {
        assert_ne!(only(&theirs, piece), only(&ours, piece), "no longer differs: {piece}, {why}");
    }
    let (theirs, ours) = (rest(&theirs), rest(&ours));
    let diff = similar::TextDiff::from_lines(&ours, &theirs);
    let diff = diff.unified_diff().header("ours", program.id).to_string();
    assert_eq!(theirs, ours, "{diff}");
}

fn check(program: &Program) {
    if let Some(from) = installed(program.id) {
        compare(program, &from, &catalog::small(), &[]);
    }
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
