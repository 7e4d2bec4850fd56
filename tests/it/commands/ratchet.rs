//! `skillscope check --baseline`: a stored run that the skills must not fall behind.

use std::fs;

use serde_json::Value;

use super::{
    Person, Told,
    contract::{keys, list},
};

/// The stand-in gets all of these right, as long as nobody edits the skills.
fn bakery() -> Person {
    super::bakery::bakery(&[(12, "rye loaves", "bread"), (12, "icing please", "cake")])
}

fn check(person: &Person, arguments: &[&str]) -> Told {
    let all = [&["check", "skills", "--queries", "q.jsonl"], arguments].concat();
    person.run_at_home(&all)
}

fn against(person: &Person, arguments: &[&str]) -> Told {
    check(person, &[&["--baseline", "base.jsonl"], arguments].concat())
}

/// A bakery with a baseline of its own.
fn begun() -> Person {
    let person = bakery();
    let told = against(&person, &["--move-baseline"]);
    assert_eq!(
        (told.code, told.err.as_str()),
        (Some(0), "skillscope: base.jsonl is this run now\n")
    );
    person
}

/// Words that the prompts of bread do not have.
fn spoil(person: &Person) {
    person.skill("bread", "Kneads dough.");
}

#[test]
fn the_same_skills_pass_and_say_which_drop_would_be_seen() {
    let person = begun();
    let told = against(&person, &[]).fine();
    assert!(told.starts_with("pass: base.jsonl: cannot tell; of "), "{told}");
    let sentence = "pass       top-1 against base.jsonl: cannot tell: +0.0 points [-";
    assert!(told.contains(sentence) && told.contains("24 queries; a drop of 29.7"), "{told}");
    let moved = "is this run now";
    assert!(!told.contains(moved), "a baseline does not move by itself: {told}");
}

#[test]
fn worse_fails_in_every_form() {
    let person = begun();
    spoil(&person);
    let told = against(&person, &[]);
    assert_eq!(told.code, Some(1), "{}", told.err);
    assert!(told.out.contains("fail       top-1 against base.jsonl: worse: -50.0"), "{}", told.out);
    assert!(told.out.contains("lost   q0: bread -> (no skill)"), "{}", told.out);
    assert!(told.out.contains("2 more"), "only the first ten are listed: {}", told.out);

    let document: Value = {
        let told = against(&person, &["--format", "json"]).out;
        serde_json::from_str(&told).expect("JSON")
    };
    assert_eq!(document["verdict"], "fail");
    let ratchet = &document["ratchet"];
    let expected = [
        "against",
        "metric",
        "units",
        "differing",
        "looks",
        "delta",
        "low",
        "high",
        "p",
        "compared",
        "verdict",
        "margin",
        "would_see",
        "relabelled",
        "order",
        "differs",
        "flips",
        "obstacle",
        "moved",
    ];
    assert_eq!(keys(ratchet), expected);
    assert_eq!((&ratchet["compared"], &ratchet["verdict"]), (&"worse".into(), &"fail".into()));
    assert_eq!((&ratchet["units"], &ratchet["differing"]), (&24.into(), &12.into()));
    assert_eq!((list(ratchet, "flips").len(), &ratchet["order"]), (12, &"apart".into()));
    assert_eq!(ratchet["differs"], serde_json::json!(["the description of bread"]));

    let github = against(&person, &["--format", "github"]).out;
    assert!(github.starts_with("::error title=fail%3A against base.jsonl::top-1 "), "{github}");
    let junit = against(&person, &["--format", "junit"]).out;
    assert!(junit.contains("<testsuite name=\"ratchet\" tests=\"1\""), "{junit}");
    assert!(junit.contains("type=\"worse\""), "{junit}");
    let markdown = against(&person, &["--format", "markdown"]).out;
    assert!(markdown.contains("**fail** top-1 against base.jsonl: worse"), "{markdown}");
}

#[test]
fn looks_at_one_baseline_are_counted_from_run_to_run() {
    let person = begun();
    let ratchet = |arguments: &[&str]| {
        let told = against(&person, &[arguments, &["--format", "json"]].concat());
        let document: Value = serde_json::from_str(&told.out).expect("JSON");
        let ratchet = &document["ratchet"];
        (ratchet["looks"].as_u64().expect("a number"), ratchet["p"].as_f64().expect("a chance"))
    };
    let counted = person.home().join(".skillscope/looks.jsonl");
    assert_eq!(ratchet(&[]), (1, 1.0));
    assert!(!counted.exists(), "the baseline's own results are no look");
    spoil(&person);
    let (looks, p) = ratchet(&[]);
    assert_eq!((looks, ratchet(&[])), (1, (1, p)), "the same results cost nothing more");
    person.skill("cake", "Whips cream.");
    let (looks, both) = ratchet(&[]);
    assert_eq!(looks, 2);
    let told = against(&person, &[]).out;
    assert!(told.contains("look 2 at this baseline: p <.001 x 3"), "{told}");
    let (looks, said) = ratchet(&["--look", "4"]);
    assert_eq!((looks, (said / both * 3.0).round()), (4, 10.0));
    let lines = fs::read_to_string(&counted).expect("counted").lines().count();
    assert_eq!(lines, 2, "what is said is not counted");
    // Another baseline is looked at for the first time.
    assert_eq!(against(&person, &["--move-baseline"]).code, Some(0));
    person.skill("cake", "Decorates with icing.");
    assert_eq!(ratchet(&[]).0, 1);
}

#[test]
fn a_margin_passes_only_where_the_loss_is_ruled_out() {
    let person = begun();
    let with =
        |margin: &str, more: &[&str]| against(&person, &[&["--margin", margin], more].concat());
    assert!(with("0.2", &[]).fine().contains("a loss of 20.0 points is ruled out"));
    let told = with("0.01", &[]).fine();
    assert!(told.starts_with("undecided:") && told.contains("is not ruled out"), "{told}");
    assert_eq!(with("0.01", &["--undecided", "fail"]).code, Some(1));
    person.write("skillscope.toml", "[check]\nbaseline = \"base.jsonl\"\nmargin = 0.01\n");
    assert!(check(&person, &[]).fine().starts_with("undecided:"));
}

#[test]
fn another_agent_or_stop_rule_is_refused_by_name() {
    let person = begun();
    let told = against(&person, &["--no-early-exit"]).refused();
    assert!(told.contains("the limits of a probe; measure as"), "{told}");
    let script = r#"{"schema": "skillscope.script/1", "agent": "cast"}"#;
    person.write("script.json", script);
    let told = against(&person, &["--agent", "fake", "--script", "script.json"]).refused();
    assert!(told.contains("the agent: keyword, then cast"), "{told}");
    let moved = against(&person, &["--no-early-exit", "--move-baseline"]);
    assert_eq!(moved.code, Some(0), "{}", moved.err);
    assert!(moved.err.contains("not held against the baseline before"), "{}", moved.err);
    against(&person, &["--no-early-exit"]).fine();
}

#[test]
fn it_moves_by_hand_or_on_a_confirmed_better_alone() {
    let person = bakery();
    spoil(&person);
    let file = person.home().join("base.jsonl");
    assert_eq!(against(&person, &["--move-baseline"]).code, Some(0));
    let spoilt = fs::read(&file).expect("written");
    person.skill("bread", "Bakes loaves of rye and wheat.");
    let better = against(&person, &[]).fine();
    assert!(better.contains("better: +50.0 points"), "{better}");
    assert_eq!(fs::read(&file).expect("there"), spoilt);
    let told = against(&person, &["--move-on-better"]);
    assert_eq!(
        (told.code, told.err.as_str()),
        (Some(0), "skillscope: base.jsonl is this run now\n")
    );
    let mended = fs::read(&file).expect("written");
    assert_ne!(mended, spoilt);
    // No better than itself, so it stays.
    let told = against(&person, &["--move-on-better"]);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    assert_eq!(fs::read(&file).expect("there"), mended);
    // By hand it takes what is worse, and says so.
    spoil(&person);
    let told = against(&person, &["--move-baseline"]);
    assert_eq!(told.code, Some(0), "{}", told.out);
    assert!(told.out.contains("this run takes its place"), "{}", told.out);
    against(&person, &[]).fine();
}

#[test]
fn what_is_no_baseline_is_refused() {
    let person = begun();
    let none = check(&person, &["--baseline", "nowhere.jsonl"]).refused();
    assert!(none.contains("there is no baseline nowhere.jsonl: --move-baseline"), "{none}");
    let rows = check(&person, &["--baseline", "q.jsonl"]).refused();
    assert!(rows.contains("q.jsonl") && rows.contains("no exported run"), "{rows}");
    let unnamed = check(&person, &["--move-baseline"]).refused();
    assert!(unnamed.contains("--baseline FILE"), "{unnamed}");
    let elsewhere = ["check", "skills", "--queries", "other.jsonl", "--baseline", "base.jsonl"];
    person.write("other.jsonl", &fs::read_to_string(person.home().join("q.jsonl")).expect("read"));
    let told = person.run_at_home(&elsewhere).refused();
    assert!(told.contains("no query is in both, it was of q.jsonl"), "{told}");
    // The same file, written otherwise.
    let dotted = ["check", "skills", "--queries", "./q.jsonl", "--baseline", "base.jsonl"];
    person.run_at_home(&dotted).fine();
}

#[test]
fn a_project_names_a_file_of_its_own_and_no_other() {
    let person = bakery();
    for path in ["../base.jsonl", "/tmp/base.jsonl", ""] {
        person.write("skillscope.toml", &format!("[check]\nbaseline = \"{path}\"\n"));
        let told = check(&person, &[]).refused();
        assert!(told.contains("skillscope.toml:2:12") && told.contains("within the project"));
    }
    person.write("skillscope.toml", "[check]\nbaseline = \"evals/base.jsonl\"\n");
    person.write("evals/note", "");
    assert_eq!(check(&person, &["--move-baseline"]).code, Some(0));
    assert!(check(&person, &[]).fine().contains("against evals/base.jsonl: cannot tell"));
    #[cfg(unix)]
    {
        fs::remove_dir_all(person.home().join("evals")).expect("removed");
        let elsewhere = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink(elsewhere.path(), person.home().join("evals")).expect("linked");
        let told = check(&person, &["--move-baseline"]).refused();
        assert!(told.contains("evals/base.jsonl leads out of the project"), "{told}");
    }
}

#[test]
fn an_exported_run_is_a_baseline_redacted_or_not_and_a_shard_is_none() {
    let person = bakery();
    let keep = |more: &[&str], file: &str| {
        let all = [&["eval", "skills", "--queries", "q.jsonl"], more].concat();
        let told = Told::of(person.keeping(&all).current_dir(person.home()));
        assert_eq!(told.code, Some(0), "{}", told.err);
        let export = ["runs", "export", "latest", "--redact", "-o", file];
        assert_eq!(person.run_at_home(&export).code, Some(0));
    };
    keep(&[], "base.jsonl");
    let told = against(&person, &[]).fine();
    assert!(told.starts_with("pass:") && told.contains("24 queries"), "{told}");
    spoil(&person);
    assert_eq!(against(&person, &[]).code, Some(1));
    keep(&["--shard", "1/2"], "base.jsonl");
    let told = against(&person, &[]).refused();
    assert!(told.contains("base.jsonl is shard 1 of 2 of a run"), "{told}");
}
