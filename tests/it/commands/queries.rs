//! `skillscope queries`: findings, counts, other forms and draws of query files.

use std::{collections::BTreeSet, fs};

use serde_json::Value;

use super::{
    Person, QUERIES, SKILLS, Told,
    contract::{head, ids, keys, list},
    run,
};

fn queries(arguments: &[&str]) -> Told {
    run(&[&["queries"], arguments].concat())
}

fn json(told: &Told) -> Value {
    serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {}", told.err))
}

fn lines(text: &str) -> BTreeSet<&str> {
    text.lines().collect()
}

/// The demo's rows of classes that have several, as a person's file: one that can be split.
fn ample(person: &Person) -> String {
    let rows = fs::read_to_string(QUERIES).expect("the demo's rows");
    let single = |row: &&str| {
        let row: Value = serde_json::from_str(row).expect("JSON");
        let skills = list(&row, "expected_skills");
        skills.len() < 2 && skills.first().is_none_or(|skill| skill != "season-close")
    };
    let rows: String = rows.lines().filter(single).map(|row| format!("{row}\n")).collect();
    person.write("ample.jsonl", &rows).display().to_string()
}

#[test]
fn a_lint_says_what_is_wrong_and_fails_on_what_is_grave() {
    let told = queries(&["lint", SKILLS, "--queries", QUERIES, "--format", "json"]);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    let document = json(&told);
    let expected = [
        "schema",
        "catalog",
        "verdict",
        "files",
        "scored",
        "set_aside",
        "refused",
        "errors",
        "warnings",
        "notes",
        "diagnostics",
    ];
    assert_eq!(keys(&document), expected);
    head(&document, "skillscope.queries-lint/1");
    assert_eq!(
        (&document["verdict"], &document["files"][0]["rows"]),
        (&"pass".into(), &146.into())
    );
    // The row of the hidden skill.
    assert_eq!((&document["scored"], &document["set_aside"]), (&145.into(), &1.into()));
    let told_of = |severity: &str| {
        let all = list(&document, "diagnostics").iter();
        Value::from(all.filter(|one| one["severity"] == severity).count())
    };
    for (key, severity) in [("errors", "error"), ("warnings", "warning"), ("notes", "note")] {
        assert_eq!(document[key], told_of(severity), "{key}");
    }

    let person = Person::new();
    person.skill("bread", "Bakes loaves of rye and wheat by hand.");
    let rows = "{\"prompt\":\"Do you bakes loaves of rye and wheat?\",\"expected_skills\":[\"bread\"]}\n\
        {\"prompt\":\"some bread\",\"expected_skills\":[\"bread\"]}\n\
        {\"prompt\":\"some bread\",\"expected_skills\":[\"bread\"]}\n\
        {\"prompt\":\"Fix this repo\",\"expected_skills\":[]}\n\
        {\"prompt\":\"\\u001b[2Jcake\",\"expected_skills\":[\"cake\"]}\n";
    person.write("q.jsonl", rows);
    let lint = |more: &[&str]| {
        let all = [&["queries", "lint", "skills", "--queries", "q.jsonl"], more].concat();
        person.run_at_home(&all)
    };
    let text = lint(&[]).fine();
    for part in [
        "pass: 0 errors,",
        "5 rows in 1 file: 4 can be scored, 1 set aside, 0 refused",
        "warning  q.jsonl:1: ",
        "[leaks-description]",
        "[leaks-name]",
        "warning  q.jsonl:3: ",
        "[repeated-prompt]",
        "[needs-workspace]",
        "[set-aside]",
        "[too-few-to-differ]",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(!text.contains('\u{1b}'));
    assert_eq!(lint(&["--findings", "warning"]).code, Some(1));
    let capped = lint(&["--max-probes", "11", "--attempts", "3"]).fine();
    assert!(capped.contains("The rows take 12 probes, and 11 may be spent."), "{capped}");

    person.write("q.jsonl", &format!("{rows}{{\"prompt\": 4}}\n"));
    let failed = lint(&[]);
    assert_eq!((failed.code, failed.err.as_str()), (Some(1), ""));
    assert!(failed.out.starts_with("fail: 1 error,"), "{}", failed.out);
    assert!(failed.out.contains("\nerror    q.jsonl:6:"), "{}", failed.out);
    assert_eq!(lint(&["--findings", "never"]).code, Some(0));
    person.write("q.jsonl", "{\"prompt\": \"unlabelled\"}\n");
    let nothing = lint(&[]).refused();
    assert!(nothing.contains("no row to look at") && nothing.contains("no-labels"), "{nothing}");
}

#[test]
fn counts_add_up_and_every_skill_is_there() {
    let told = queries(&["stats", SKILLS, "--queries", QUERIES, "--format", "json"]).fine();
    let document: Value = serde_json::from_str(&told).expect("JSON");
    head(&document, "skillscope.queries-stats/1");
    assert_eq!(ids(&document).len(), 14, "the hidden one does not compete");
    let sum = |key: &str| {
        let counts = document[key].as_object().expect("counts").values();
        counts.map(|count| count.as_u64().expect("a count")).sum::<u64>()
    };
    assert_eq!(document["rows"], 145);
    for key in ["forms", "kinds", "origins"] {
        assert_eq!(sum(key), 145, "{key}");
    }
    let nobody = document["forms"]["nobody"].as_u64().expect("a count");
    assert_eq!((nobody, sum("difficulty")), (14, 131));
    let refunds = list(&document, "skills").iter().find(|skill| skill["id"] == "refunds");
    let refunds = refunds.expect("the skill");
    // Two of its rows are paraphrases of each other.
    assert_eq!((&refunds["wanted"], &refunds["units"]), (&12.into(), &11.into()));

    let text = queries(&["stats", SKILLS, "--queries", QUERIES]).fine();
    assert!(text.contains("145 rows in 1 file, 144 prompts that count"), "{text}");
    for part in ["label ", "kind ", "rank by words", "ruled out"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn without_labelled_prompts_there_is_nothing_to_look_at() {
    for what in ["lint", "stats"] {
        let told = queries(&[what, SKILLS]).refused();
        assert!(told.contains("no labelled prompts were found"), "{told}");
    }
    let person = Person::new();
    let empty = person.write("q.jsonl", "\n").display().to_string();
    let told = person.run(&["queries", "stats", SKILLS, "--queries", &empty]).refused();
    assert!(told.contains("no row to look at") && told.contains("no-rows"), "{told}");
    for what in [&["convert"][..], &["sample", "--size", "3"], &["split", "--held-out", "x"]] {
        let told = person.run(&[&["queries"], what, &[empty.as_str()]].concat()).refused();
        assert!(told.contains("gives no rows"), "{told}");
    }
    let told = queries(&["convert", "gone.jsonl"]).refused();
    assert!(told.contains("gone.jsonl") && told.contains("queries-missing"), "{told}");
}

#[test]
fn a_set_that_went_through_every_form_is_the_same() {
    let first = queries(&["convert", QUERIES]).fine();
    assert_eq!(first.lines().count(), 146);
    let person = Person::new();
    for form in ["json", "yaml", "csv"] {
        let file = person.home().join(format!("q.{form}")).display().to_string();
        let told = person.run(&["queries", "convert", QUERIES, "--to", form, "--out", &file]);
        assert_eq!(told.fine(), "", "{form}");
        assert_eq!(person.run(&["queries", "convert", &file]).fine(), first, "{form}");
    }
}

#[test]
fn what_a_form_cannot_carry_is_said() {
    let told = queries(&["convert", QUERIES, "--to", "coder-eval"]);
    assert_eq!(told.code, Some(0));
    let rows = told.out.lines().count();
    assert!((100..146).contains(&rows), "{rows}");
    for part in [&format!("{rows} of 146 rows written as coder-eval"), "row-not-carried", "`kind`"]
    {
        assert!(told.err.contains(part), "{part} is not in {}", told.err);
    }

    let set = queries(&["convert", QUERIES, "--to", "trigger-set", "--skill", "refunds"]);
    let document = json(&set);
    let should = |is: bool| {
        let all = document.as_array().expect("a list").iter();
        all.filter(|row| row["should_trigger"] == is).count()
    };
    assert_eq!(should(true), 12, "{}", set.err);
    assert!(should(false) > 100);
    let told = queries(&["convert", QUERIES, "--to", "trigger-set"]).refused();
    assert!(told.contains("--skill"), "{told}");
    let told = queries(&["convert", QUERIES, "--to", "xml"]).refused();
    assert!(told.contains("jsonl") && told.contains("reach-csv"), "{told}");

    let person = Person::new();
    let set = person.write("refunds.json", &set.out).display().to_string();
    let told = person.run(&["queries", "convert", &set, "--skill", "refunds"]).fine();
    assert_eq!(told.matches("\"should_trigger\":[\"refunds\"]").count(), 12, "{told}");
}

#[test]
fn a_file_is_written_over_by_force_alone() {
    let person = Person::new();
    let file = person.write("q.jsonl", "{\"prompt\":\"a\",\"expected_skill\":\"x\"}\n");
    let name = file.display().to_string();
    let convert = ["queries", "convert", &name, "--to", "json", "--out", &name];
    let told = person.run(&convert).refused();
    assert!(told.contains("is there already; --force"), "{told}");
    assert!(fs::read_to_string(&file).expect("kept").starts_with("{\"prompt\""));
    assert_eq!(person.run(&[&convert[..], &["--force"]].concat()).fine(), "");
    let document: Value =
        serde_json::from_str(&fs::read_to_string(&file).expect("written")).expect("JSON");
    assert_eq!(document["queries"][0]["expected_skills"][0], "x");
    let fresh = person.home().join("new.json").display().to_string();
    person.run(&["queries", "convert", &name, "--out", &fresh, "--force"]).fine();
    assert!(fs::metadata(&fresh).is_ok_and(|about| about.len() > 0));
    let told = person.run(&["queries", "convert", &name, "--out", "/nowhere/q.jsonl"]).refused();
    assert!(told.contains("/nowhere/q.jsonl cannot be written"), "{told}");
}

#[test]
fn a_sample_is_a_part_of_the_set_and_the_same_for_a_seed() {
    let all = queries(&["convert", QUERIES]).fine();
    let sample =
        |size: &str, seed: &str| queries(&["sample", QUERIES, "--size", size, "--seed", seed]);
    let drawn = sample("40", "7").fine();
    assert_eq!(drawn, sample("40", "7").fine());
    assert_ne!(drawn, sample("40", "8").fine());
    // A prompt may have two rows.
    assert!((40..42).contains(&drawn.lines().count()), "{drawn}");
    assert!(lines(&drawn).is_subset(&lines(&all)));
    assert_eq!(sample("1000", "7").fine(), all);
    let few = sample("5", "7");
    assert_eq!(few.code, Some(0));
    assert!(few.err.contains("5 prompts do not reach every class"), "{}", few.err);
    assert!(queries(&["sample", QUERIES]).refused().contains("--size"));
}

#[test]
fn a_split_parts_the_rows_and_keeps_every_class_in_both() {
    let person = Person::new();
    let file = ample(&person);
    let path = |name: &str| person.home().join(name).display().to_string();
    let (kept, held) = (path("kept.jsonl"), path("held.jsonl"));
    let split = ["queries", "split", &file, "--held-out", &held];
    let whole = person.run(&["queries", "convert", &file]).fine();
    let told = person.run(&[&split[..], &["--out", &kept]].concat());
    assert_eq!(told.fine(), "");
    let read = |file: &str| fs::read_to_string(file).expect("written");
    let (one, other) = (read(&kept), read(&held));
    assert!(lines(&one).is_disjoint(&lines(&other)));
    let both: BTreeSet<&str> = one.lines().chain(other.lines()).collect();
    assert_eq!(both, lines(&whole));
    let part = other.lines().count() as f64 / whole.lines().count() as f64;
    assert!((0.25..0.36).contains(&part), "{part}");
    let classes = |text: &str| -> BTreeSet<String> {
        let rows = text.lines().map(|row| serde_json::from_str::<Value>(row).expect("JSON"));
        rows.map(|row| row["expected_skills"].to_string()).collect()
    };
    assert_eq!(classes(&one), classes(&other));

    // Neither file is touched when one of them is there.
    fs::remove_file(&kept).expect("removed");
    let told = person.run(&[&split[..], &["--out", &kept]].concat()).refused();
    assert!(told.contains("held.jsonl is there already"), "{told}");
    assert!(fs::metadata(&kept).is_err());
    let again = person.run(&[&split[..], &["--force"]].concat()).fine();
    assert_eq!((again, read(&held)), (one, other));
    let told = person.run(&[&split[..], &["--out", &held, "--force"]].concat()).refused();
    assert!(told.contains("one file"), "{told}");
}

#[test]
fn a_split_that_leaves_a_class_empty_is_refused() {
    let person = Person::new();
    let held = person.home().join("held.jsonl").display().to_string();
    let told = person.run(&["queries", "split", QUERIES, "--held-out", &held]);
    assert_eq!((told.code, told.out.as_str()), (Some(1), ""));
    for part in ["nothing was written", "`booking-changes + refunds`", "more"] {
        assert!(told.err.contains(part), "{part} is not in {}", told.err);
    }
    assert!(fs::metadata(&held).is_err());
    let told = queries(&["split", QUERIES, "--held-out", &held, "--share", "1"]).refused();
    assert!(told.contains("between 0 and 1"), "{told}");
}

#[test]
fn each_help_has_two_examples() {
    for what in ["lint", "stats", "convert", "sample", "split"] {
        let help = queries(&[what, "--help"]).fine();
        let example = format!("  skillscope queries {what} ");
        assert_eq!(help.matches(&example).count(), 2, "{help}");
    }
}
