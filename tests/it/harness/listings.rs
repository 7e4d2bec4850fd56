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
    place.fill(program, skills);
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
    let is_known = |part: &str| known.iter().any(|(piece, _)| part.contains(piece));
    let rest = |text: &str| -> String {
        let mut parts = sheet::parts(text);
        parts.retain(|part| !is_known(part));
        if !program.steady {
            parts.sort_unstable();
        }
        parts.concat()
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

/// The odd catalog has `known` differences; the others are listed alike.
fn check(program: &Program, known: &[Known]) {
    if let Some(from) = installed(program.id) {
        compare(program, &from, &catalog::small(), &[]);
        compare(program, &from, &catalog::crowded(), &[]);
        compare(program, &from, &catalog::odd(), known);
    }
}

const BODY: &str = "without a description that it can read it takes the first line of the body";
const NO_STRING: &str = "a description that is no string is written as one";
const EMPTY: &str = "an empty description is none to us";
const NAME: &str = "a name of other characters than letters, digits, marks is dropped or changed";
const NUMBER: &str = "a number is no name to it";

#[test]
fn claude_code() {
    let known = [
        ("- bare:", "no front matter: the first line of the body, without the mark of a heading"),
        ("- silent:", BODY),
        ("- empty:", BODY),
        ("- list:", BODY),
        ("- quote:", BODY),
        ("- colon-two:", BODY),
    ];
    check(&program::CLAUDE_CODE, &known);
}

#[test]
fn codex() {
    let known = [
        ("- mark:", "a byte order mark hides the front matter from it"),
        ("- star:", "it gets over most marks at the start, not over this one"),
        ("- colon-two:", "it gets over a colon on the last line of a value only"),
    ];
    check(&program::CODEX, &known);
    if let Some(from) = installed("codex") {
        compare(&program::CODEX, &from, &catalog::endless(), &[]);
    }
}

#[test]
fn pi() {
    let known = [("A number for a name.", NUMBER)];
    check(&program::PI, &known);
}

#[test]
fn gemini_cli() {
    let known = [
        (">mark<", "a byte order mark hides the front matter from it"),
        (">quote<", "a quote that is not closed at the end is part of the text to it"),
        (">list<", NO_STRING),
        (">empty<", EMPTY),
    ];
    check(&program::GEMINI_CLI, &known);
}

#[test]
fn opencode() {
    let known = [
        ("A number for a name.", NUMBER),
        (">colon-two<", "lines that it gets over keep their ends"),
        (">empty<", EMPTY),
    ];
    check(&program::OPENCODE, &known);
}

#[test]
fn copilot() {
    let known = [
        ("A number for a name.", NUMBER),
        ("A mark comes first.", NAME),
        ("A blank in the name.", NAME),
        (">last<", "a block that ends the front matter lacks its last line end"),
        (">silent<", BODY),
        (">empty<", EMPTY),
    ];
    check(&program::COPILOT, &known);
}

#[test]
fn qwen() {
    let known = [
        ("A blank in the name.", NAME),
        ("\ncolon-two\n", "it gets over the first line of a value only"),
        ("\nquote\n", "a quote that is not closed at the end is part of the text to it"),
        ("\nlist\n", NO_STRING),
    ];
    check(&program::QWEN, &known);
}
