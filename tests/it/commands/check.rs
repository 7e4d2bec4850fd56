//! `skillscope check`: its contract, its bars, its forms, its exit codes.

use serde_json::Value;

use super::{
    Person, QUERIES, SKILLS, Told,
    contract::{head, keys, list},
};

/// Prompts that the stand-in gets right, ten a skill, and one that it does not.
fn bakery() -> Person {
    let right = [(10, "rye loaves", "bread"), (10, "icing please", "cake")];
    super::bakery::bakery(&[&right[..], &[(1, "something sweet", "cake")]].concat())
}

fn check(person: &Person, arguments: &[&str]) -> Told {
    let all = [&["check", "skills", "--queries", "q.jsonl"], arguments].concat();
    person.run_at_home(&all)
}

fn json(told: &Told) -> Value {
    serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {}", told.err))
}

#[test]
fn the_document_has_the_agreed_keys_and_no_other() {
    let bars = ["--bar", "*:recall>=0.7", "--bar", "top1>=0.999", "--format", "json"];
    let told = check(&bakery(), &bars);
    assert_eq!((told.code, told.err.as_str()), (Some(1), ""));
    let document = json(&told);
    let expected =
        ["schema", "catalog", "diagnostics", "conditions", "verdict", "assertions", "ratchet"];
    assert_eq!(keys(&document), expected);
    head(&document, "skillscope.check/1");
    assert_eq!(document["verdict"], "fail");
    let expected = [
        "metric",
        "skill",
        "bound",
        "threshold",
        "rate",
        "low",
        "high",
        "units",
        "n_eff",
        "verdict",
        "needed_probes",
        "reason",
    ];
    let assertions = list(&document, "assertions");
    for assertion in assertions {
        assert_eq!(keys(assertion), expected, "{assertion}");
    }
    let told: Vec<_> = assertions
        .iter()
        .map(|one| [&one["metric"], &one["skill"], &one["verdict"]].map(Value::as_str))
        .collect();
    assert_eq!(
        told,
        [
            [Some("top1"), None, Some("fail")],
            [Some("recall"), Some("bread"), Some("pass")],
            [Some("recall"), Some("cake"), Some("undecided")],
        ]
    );
    assert_eq!(assertions[2]["bound"], "min");
    assert!(assertions[2]["needed_probes"].as_u64().is_some_and(|more| more > 0));
}

#[test]
fn undecided_passes_loudly_unless_it_must_not() {
    let person = bakery();
    let bar = ["--bar", "cake:recall>=0.7"];
    let told = check(&person, &bar).fine();
    assert!(
        told.starts_with("undecided:") && told.contains("UNDECIDED COUNTS AS PASSED"),
        "{told}"
    );
    let strict = check(&person, &[&bar[..], &["--undecided", "fail"]].concat());
    assert_eq!(strict.code, Some(1), "{}", strict.out);
    // As other tools decide: 10 of 11 is more than 7 of 10.
    let point = check(&person, &[&bar[..], &["--decide", "point"]].concat()).fine();
    assert!(point.starts_with("pass:"), "{point}");
}

#[test]
fn bars_come_from_the_project_and_flags_come_over_them() {
    let person = bakery();
    person.write("skillscope.toml", "[bars]\ntop1 = 0.999\n[bars.skills.\"*\"]\nrecall = 0.1\n");
    assert_eq!(check(&person, &[]).code, Some(1));
    check(&person, &["--bar", "top1>=0.5"]).fine();
    person.write("skillscope.toml", "[bars]\ntop_1 = 0.9\n");
    let told = check(&person, &[]).refused();
    assert!(told.contains("skillscope.toml:2:1") && told.contains("`top1`?"), "{told}");
    person.write("skillscope.toml", "[bars.skills.bred]\nrecall = 0.9\n");
    let told = check(&person, &[]).refused();
    assert!(told.contains("did you mean `bread`?"), "{told}");
}

#[test]
fn bars_of_a_query_file_hold_too() {
    let person = bakery();
    person.write("skillscope.toml", "");
    let told = check(&person, &["--bar", "bread:recall>=2"]).refused();
    assert!(told.contains("--bar") && told.contains("lies in [0, 1]"), "{told}");
    let told = check(&person, &[]).fine();
    assert!(told.contains("nothing demanded"), "{told}");
}

#[test]
fn proposed_bars_are_read_back_and_passed() {
    let person = bakery();
    let proposed = check(&person, &["--propose"]).fine();
    assert!(proposed.contains("[bars.skills.\"bread\"]\nrecall = 0.72\n"), "{proposed}");
    person.write("skillscope.toml", &proposed);
    let told = check(&person, &[]).fine();
    assert!(told.starts_with("pass: of 5 bars, 0 failed, 0 undecided, 5 passed"), "{told}");
}

#[test]
fn findings_fail_as_far_as_they_are_told_to() {
    let all = ["check", SKILLS, "--queries", QUERIES];
    let with = |more: &[&str]| Person::new().run(&[&all[..], more].concat());
    let told = with(&[]);
    assert_eq!(told.code, Some(1), "a skill of the demo has broken YAML: {}", told.out);
    assert!(told.out.contains("\nfail  ") && told.out.contains("trigger terms of"), "{}", told.out);
    assert_eq!(with(&["--findings", "never"]).code, Some(0));
    let free = with(&["--free", "--findings", "never"]).fine();
    assert!(free.contains("routing not measured"), "{free}");
    let person = bakery();
    check(&person, &["--findings", "warning"]).fine();
    std::fs::remove_file(person.home().join("q.jsonl")).expect("removed");
    let none = ["check", "skills", "--bar", "top1>=0.5"];
    let told = person.run_at_home(&none).refused();
    assert!(told.contains("--queries FILE") && told.contains("--free"), "{told}");
}

#[test]
fn machines_are_told_in_their_own_forms() {
    let person = bakery();
    let bars = ["--bar", "*:recall>=0.7", "--bar", "top1>=0.999"];
    let with = |format: &str| check(&person, &[&bars[..], &["--format", format]].concat());
    let github = with("github");
    assert_eq!(github.code, Some(1));
    let lines: Vec<&str> = github.out.lines().collect();
    assert!(lines.iter().all(|line| line.starts_with("::")), "{}", github.out);
    assert!(lines[0].starts_with("::error title=fail%3A top1 >= 0.999::top1 >= 0.999: 0.952"));
    assert!(lines[1].starts_with("::warning file=skills/cake/SKILL.md,title="), "{}", github.out);
    let junit = with("junit").out;
    assert!(junit.contains("<testsuite name=\"bars\" tests=\"3\""), "{junit}");
    assert!(junit.contains("failures=\"1\"") && junit.contains("<skipped message="), "{junit}");
    let markdown = with("markdown").out;
    assert!(
        markdown.starts_with("## fail: of 3 bars, 1 failed, 1 undecided, 1 passed"),
        "{markdown}"
    );
}

#[test]
fn a_kept_run_is_checked_without_probing_it_again() {
    let person = bakery();
    let eval = ["eval", "skills", "--queries", "q.jsonl"];
    assert_eq!(Told::of(person.keeping(&eval).current_dir(person.home())).code, Some(0));
    // What it was measured on is in the run.
    person.skill("bread", "Kneads dough.");
    let latest = |more: &[&str]| {
        let all = [&["check", "latest", "--bar", "top1>=0.999"], more].concat();
        person.run_at_home(&all)
    };
    let told = latest(&[]);
    assert_eq!(told.code, Some(1), "{}", told.err);
    assert!(told.out.contains("fail       top1 >= 0.999: 0.952"), "{}", told.out);
    let github = latest(&["--bar", "*:recall>=0.7", "--format", "github"]).out;
    assert!(github.contains("::warning file=skills/cake/SKILL.md,title="), "{github}");
    assert_eq!(latest(&["--baseline", "base.jsonl", "--move-baseline"]).code, Some(1));
    let held = latest(&["--baseline", "base.jsonl"]).out;
    assert!(held.contains("pass       top-1 against base.jsonl: cannot tell"), "{held}");
    let fresh = latest(&["--baseline", "base.jsonl", "--move-on-better"]).refused();
    assert!(fresh.contains("name the skills, not a run of them"), "{fresh}");
}
