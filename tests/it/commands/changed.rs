//! `skillscope check --changed`: the rows that an edit may have moved, on both sides of it.

use std::process::Command;

use serde_json::Value;

use super::{Person, Told, contract::list, git::git};

/// A repository with three skills of which one prompt each is known, many times.
fn bakery() -> Person {
    let prompts = [(9, "rye loaves", "bread"), (9, "icing please", "cake"), (9, "a leaf", "tea")];
    let person = super::bakery::bakery(&prompts);
    person.skill("tea", "Steeps a leaf in hot water.");
    git(&person, &["init", "-q", "-b", "main"]);
    git(&person, &["add", "skills"]);
    git(&person, &["commit", "-qm", "first"]);
    person
}

const BARS: [&str; 6] =
    ["--bar", "*:recall>=0.5", "--bar", "*:precision>=0.5", "--bar", "top1>=0.5"];

fn changed(person: &Person, since: &str, more: &[&str]) -> Told {
    let all = ["check", "skills", "--queries", "q.jsonl", "--changed", "--since", since];
    person.run_at_home(&[&all[..], &BARS, more].concat())
}

fn json(told: &Told) -> Value {
    serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {}", told.err))
}

#[test]
fn only_what_ran_whole_is_judged() {
    let person = bakery();
    person.skill("bread", "Bakes loaves of rye, and puts icing on them.");
    let told = changed(&person, "main", &["--format", "json"]);
    assert_eq!(told.code, Some(0), "{}", told.out);
    let document = json(&told);
    let rulings: Vec<[&str; 3]> = list(&document, "assertions")
        .iter()
        .map(|one| ["metric", "skill", "verdict"].map(|key| one[key].as_str().unwrap_or("-")))
        .collect();
    let expected = [
        ["top1", "-", "not-evaluated"],
        ["recall", "bread", "pass"],
        ["precision", "bread", "not-evaluated"],
        // Its prompts have a word of the new description.
        ["recall", "cake", "pass"],
        ["precision", "cake", "not-evaluated"],
        ["recall", "tea", "not-evaluated"],
        ["precision", "tea", "not-evaluated"],
    ];
    assert_eq!(rulings, expected);
    let ratchet = &document["ratchet"];
    assert_eq!((&ratchet["units"], &ratchet["verdict"]), (&18.into(), &"pass".into()));
    assert!(ratchet["against"].as_str().is_some_and(|name| name.starts_with("main (")));
    let text = changed(&person, "main", &[]).fine();
    assert!(text.contains("1 skill changed since main (") && text.contains("18 queries of 27 ran"));
}

#[test]
fn a_change_for_the_worse_fails() {
    let person = bakery();
    person.skill("bread", "Kneads dough.");
    let told = changed(&person, "main", &[]);
    assert_eq!(told.code, Some(1), "{}", told.out);
    assert!(told.out.contains("against main (") && told.out.contains("worse: -100.0 points"));
    assert!(told.out.contains("1 failed, 0 undecided, 0 passed, 6 not evaluated"), "{}", told.out);
    assert!(told.out.contains("not evaluated: 6 bars, only a part of the rows ran"));
    let github = changed(&person, "main", &["--format", "github"]).out;
    assert!(github.contains("::error file=skills/bread/SKILL.md,title=fail%3A recall"), "{github}");
}

#[test]
fn scripted_arms_take_turns() {
    let person = bakery();
    person.skill("bread", "Kneads dough.");
    person.write("script.json", r#"{"schema": "skillscope.script/1", "agent": "cast"}"#);
    let script = ["--agent", "fake", "--script", "script.json", "--format", "json"];
    let document = json(&changed(&person, "main", &script));
    assert_eq!(document["ratchet"]["order"], "interleaved");
}

#[test]
fn no_change_is_no_run() {
    let person = bakery();
    let told = changed(&person, "main", &[]).fine();
    assert!(told.contains("no skill's listing entry changed since main ("), "{told}");
    // A body is read after the choice.
    person.write(
        "skills/bread/SKILL.md",
        "---\nname: bread\ndescription: Bakes loaves of rye and wheat.\n---\nKnead well.\n",
    );
    assert!(changed(&person, "main", &[]).fine().contains("nothing was probed"));
}

#[test]
fn a_shallow_clone_is_told_what_to_fetch() {
    let person = bakery();
    git(&person, &["tag", "v1"]);
    person.skill("bread", "Kneads dough.");
    git(&person, &["commit", "-qam", "second"]);
    let (clone, from) = (Person::new(), format!("file://{}", person.home().display()));
    git(&clone, &["clone", "-q", "--depth", "1", "--no-tags", &from, "here"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillscope"));
    let all = ["check", "skills", "--free", "--findings", "never"];
    command.args(all).current_dir(clone.home().join("here"));
    assert_eq!(Told::of(&mut command).code, Some(0));
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillscope"));
    command.args(["check", "skills", "--changed", "--since", "HEAD~1"]);
    let told = Told::of(command.current_dir(clone.home().join("here"))).refused();
    assert!(told.contains("git fetch --unshallow"), "{told}");
    assert!(told.contains("fetch-depth: 0"), "{told}");
    let gone = changed(&person, "gone", &[]).refused();
    assert!(gone.contains("no commit `gone`: check the spelling"), "{gone}");
}
