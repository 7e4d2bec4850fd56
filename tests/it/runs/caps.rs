//! Runs that a cap ends: they stop cleanly, keep everything, and go on.

use std::fs;

use serde_json::Value;

use super::project::{EVAL, Project};

/// The probes that a journal has a score of.
fn scored(project: &Project) -> usize {
    let journal = project.runs()[0].join("journal.jsonl");
    let text = fs::read_to_string(journal).expect("a journal");
    text.matches("\"kind\":\"scored\"").count()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_run_ends_at_its_cap_and_goes_on_from_there() {
    let keyword = ["eval", "skills", "--queries", "rows.jsonl", "--attempts=2", "--format=json"];
    for (eval, probes) in [(&EVAL[..], 40), (&keyword, 80)] {
        let project = Project::new(40);
        let whole = project.run(&[eval, &["--no-save"]].concat()).out;
        let first = project.run(&[eval, &["--max-probes=7"]].concat());
        assert_eq!((first.code, scored(&project)), (Some(4), 7), "{}", first.err);
        let told = format!("ended at the cap of 7 probes, {} of {probes} probes", probes - 7);
        assert!(first.err.contains(&told) && first.err.contains("--resume"), "{}", first.err);
        let headline = &json(&first.out)["headline"];
        assert_eq!((&headline["planned"], &headline["scored"]), (&probes.into(), &7.into()));
        let shown = project.run(&["runs", "show", "--format=json"]);
        assert_eq!((shown.code, shown.out), (Some(4), first.out));

        let second = project.run(&["eval", "--resume", "--max-probes=10"]);
        assert_eq!((second.code, scored(&project)), (Some(4), 17), "{}", second.err);
        let last = project.run(&["eval", "--resume", "--format=json"]);
        assert_eq!((last.code, scored(&project)), (Some(0), probes), "{}", last.err);
        assert!(last.out == whole, "the figures of a run that no cap ended");
        assert_eq!(project.runs().len(), 1);
    }
}

#[test]
fn a_run_ends_before_it_costs_more_than_it_may() {
    let project = Project::new(40);
    let script = r#"{"schema": "skillscope.script/1", "default":
        [{"kind": "usage", "input": 9, "output": 1, "cost_usd": 0.25}, "bread"]}"#;
    project.write("script.json", script);
    let told = project.run(&[&EVAL[..], &["--max-cost=5"]].concat());
    assert_eq!(told.code, Some(4), "{}", told.err);
    assert!(told.err.contains("ended at the cap of $5"), "{}", told.err);
    let spent = scored(&project) as f64 * 0.25;
    assert_eq!(spent, 5.0);
    let free = project.run(&[&EVAL[..], &["--max-cost=10.5", "--no-save"]].concat());
    assert_eq!((free.code, free.err.as_str()), (Some(0), ""));
}

#[test]
fn a_run_ends_when_its_time_is_up() {
    let keyword = ["eval", "skills", "--queries", "rows.jsonl", "--attempts=2", "--format=json"];
    for eval in [&EVAL[..], &keyword] {
        let project = Project::new(400);
        let whole = project.run(&[eval, &["--no-save"]].concat()).out;
        let told = project.run(&[eval, &["--max-minutes=0.00001"]].concat());
        assert_eq!(told.code, Some(4), "{}", told.err);
        assert!(told.err.contains("minutes") && told.err.contains("--resume"), "{}", told.err);
        assert!(scored(&project) < 400, "it was ended before its end");
        let resumed = project.run(&["eval", "--resume", "--format=json"]);
        assert_eq!((resumed.code, resumed.out == whole), (Some(0), true), "{}", resumed.err);
    }
}

#[test]
fn the_caps_of_the_configuration_hold_and_a_flag_comes_over_them() {
    let project = Project::new(20);
    project.write("skillscope.toml", "[run]\nmax_probes = 5\nconcurrency = 2\n");
    let told = project.run(&EVAL);
    assert_eq!((told.code, scored(&project)), (Some(4), 5), "{}", told.err);
    assert!(told.err.contains("ended at the cap of 5 probes"), "{}", told.err);
    assert_eq!(json(&told.out)["conditions"]["concurrency"], 2);
    let flagged = project.run(&[&EVAL[..], &["--no-save", "--max-probes=30"]].concat());
    assert_eq!(flagged.code, Some(0), "{}", flagged.err);
    let check = project.run(&["check", "skills", "--queries", "rows.jsonl", "--bar", "top1>=0.1"]);
    assert_eq!(check.code, Some(4), "a cap holds for whatever probes: {}", check.out);
}

#[test]
fn conditions_say_how_many_probes_ran_at_a_time() {
    let project = Project::new(9);
    let concurrency = |more: &[&str]| {
        let told = project.run(&[&EVAL[..], &["--no-save"], more].concat());
        json(&told.out)["conditions"]["concurrency"].clone()
    };
    assert_eq!(concurrency(&[]), 4);
    assert_eq!(concurrency(&["--concurrency=2"]), 2);
    let told = project.run(&["eval", "skills", "--no-save", "--format=json", "--concurrency=2"]);
    assert!(json(&told.out)["conditions"]["concurrency"].is_null(), "{}", told.out);
}
