//! `skillscope eval`: its contract, its other formats, its exit codes.

use serde_json::Value;

use super::{
    Person, QUERIES, SCRIPT, SKILLS, Told,
    contract::{head, ids, keys, list, rate},
    run,
};

fn eval(arguments: &[&str]) -> Told {
    run(&[&["eval", SKILLS, "--queries", QUERIES], arguments].concat())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_document_has_the_agreed_keys_and_adds_up() {
    let document = json(&eval(&["--format", "json"]).fine());
    let expected = [
        "schema",
        "catalog",
        "diagnostics",
        "conditions",
        "headline",
        "skills",
        "breakdowns",
        "attractors",
        "confusion",
        "queries",
        "refused",
        "set_aside",
        "reading",
        "pair",
    ];
    assert_eq!(keys(&document), expected);
    head(&document, "skillscope.eval/1");
    let ids = ids(&document);
    let known = |id: &Value| ids.contains(id.as_str().expect("an id"));
    for skill in list(&document, "skills") {
        let expected = [
            "id",
            "name",
            "path",
            "support",
            "predicted",
            "tp",
            "fp",
            "fn",
            "precision",
            "recall",
            "f1",
            "trajectory_recall",
            "any",
            "planned",
            "scored",
            "errored",
            "recall_bounds",
        ];
        assert_eq!(keys(skill), expected);
        assert_eq!(keys(&skill["any"]), ["tp", "fp", "fn", "tn"]);
        for key in ["precision", "recall", "trajectory_recall"] {
            rate(&skill[key]);
        }
        let count = |key: &str| skill[key].as_u64().expect("a count");
        assert_eq!(count("tp") + count("fp"), count("predicted"), "{skill}");
        assert_eq!(count("tp") + count("fn"), count("support"), "{skill}");
    }
    for attractor in list(&document, "attractors") {
        assert_eq!(keys(attractor), ["id", "fp"]);
        assert!(known(&attractor["id"]));
    }
    let none: Value = "(no skill)".into();
    for cell in list(&document, "confusion") {
        assert_eq!(keys(cell), ["expected", "engaged", "count"]);
        for side in ["expected", "engaged"] {
            assert!(cell[side] == none || known(&cell[side]), "{cell}");
        }
    }
    let queries = list(&document, "queries");
    for query in queries {
        let expected = [
            "id",
            "attempt",
            "expected",
            "alternatives",
            "must_not",
            "engaged",
            "outcome",
            "cause",
            "hit",
            "ended_by",
            "absorbed_by",
            "instead",
        ];
        assert_eq!(keys(query), expected);
        assert!(["expected", "engaged"].iter().all(|key| list(query, key).iter().all(known)));
        assert_eq!((&query["outcome"], &query["cause"]), (&"scored".into(), &Value::Null));
    }
    assert_eq!(document["headline"]["planned"], queries.len());
    assert_eq!(document["refused"], 0);
    assert_eq!(keys(&list(&document, "set_aside")[0]), ["id", "path", "line", "reason"]);
}

#[test]
fn no_path_is_absolute_whatever_was_named() {
    let here = std::env::current_dir().expect("a folder").join(QUERIES).display().to_string();
    let told = run(&["eval", SKILLS, "--queries", &here, "--format", "json"]).fine();
    assert_eq!(list(&json(&told), "set_aside")[0]["path"], QUERIES);

    let person = Person::new();
    let rows = "{\"prompt\": \"\"}\n{\"prompt\": \"a\", \"expected_skills\": [\"gone\"]}\n";
    let file = person.write("rows.jsonl", rows).display().to_string();
    let told = person.run(&["eval", SKILLS, "--queries", &file, "--format", "json"]).fine();
    let document = json(&told);
    head(&document, "skillscope.eval/1");
    let path = list(&document, "set_aside")[0]["path"].as_str().expect("a path");
    assert!(path.starts_with("../") && path.ends_with("/rows.jsonl"), "{path}");
    assert_eq!(document["refused"], 1);
}

#[test]
fn conditions_and_headline_say_what_the_figures_rest_on() {
    let document = json(&eval(&["--format", "json", "--confidence", "0.8"]).fine());
    let conditions = &document["conditions"];
    let expected = [
        "agent",
        "evidence",
        "model",
        "drafts",
        "versions",
        "max_turns",
        "max_steps",
        "early_exit",
        "attempts",
        "offered",
        "concurrency",
        "shard",
        "digests",
        "macro_over",
    ];
    assert_eq!(keys(conditions), expected);
    assert_eq!(
        (&conditions["agent"], &conditions["evidence"]),
        (&"keyword".into(), &"stand-in".into())
    );
    assert!(conditions["model"].is_null());
    let digests = &conditions["digests"];
    assert_eq!(keys(digests), ["catalog", "queries"]);
    assert_eq!(digests["queries"].as_str().map(str::len), Some(32));
    assert_eq!(digests["catalog"], document["catalog"]["digest"]);
    let headline = &document["headline"];
    let expected = [
        "planned",
        "scored",
        "errored",
        "completion",
        "top1",
        "trajectory",
        "top1_in_scope",
        "trajectory_in_scope",
        "top1_bounds",
        "abstention_rate",
        "false_abstention_rate",
        "out_of_scope_detection",
        "macro_precision",
        "macro_recall",
        "macro_f1",
        "reciprocal_rank",
        "redundancy",
        "partial",
    ];
    assert_eq!(keys(headline), expected);
    rate(&headline["top1"]);
    rate(&headline["trajectory"]);
    assert_eq!(headline["top1"]["confidence"], 0.8);
}

#[test]
fn breakdowns_add_up_with_and_without_the_rows_that_expect_nothing() {
    let told = eval(&["--format", "json"]).fine();
    let document = json(&told);
    let by: Vec<&Value> = list(&document, "breakdowns").iter().map(|one| &one["by"]).collect();
    assert_eq!(by, ["kind", "difficulty", "leak", "skill"]);
    for breakdown in &list(&document, "breakdowns")[..2] {
        assert_eq!(keys(breakdown), ["by", "parts"]);
        let parts = list(breakdown, "parts");
        for (slice, whole) in [("all", "top1"), ("in_scope", "top1_in_scope")] {
            parts.iter().for_each(|part| rate(&part[slice]["top1"]));
            let sum = |key: &str| -> f64 {
                parts.iter().filter_map(|part| part[slice]["top1"][key].as_f64()).sum()
            };
            for key in ["hits", "n"] {
                let whole = document["headline"][whole][key].as_f64();
                assert_eq!(Some(sum(key)), whole, "{breakdown}");
            }
        }
        assert!(parts.iter().all(|part| part["partial"].is_null()));
    }
    let text = eval(&[]).fine();
    for part in ["by kind (lexical stand-in)", "no verdicts", "names the skill", "unranked"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn a_run_of_which_too_much_is_missing_says_between_what_its_rates_lie() {
    let person = Person::new();
    let rows: String = (0..10)
        .map(|n| {
            format!(
                "{{\"id\": \"q{n}\", \"prompt\": \"loaf {n}\", \"expected_skills\": [\"bread\"]}}\n"
            )
        })
        .collect();
    person.skill("bread", "Bakes bread.");
    let queries = person.write("rows.jsonl", &rows).display().to_string();
    let script = r#"{"schema": "skillscope.script/1",
        "default": [{"at_ms": 5, "step": 1, "kind": "engagement", "skill": "bread", "via": "tool"},
                    {"at_ms": 9, "step": 1, "kind": "end"}],
        "queries": {
        "q1": [{"at_ms": 9, "step": 1, "kind": "error", "cause": "rate limit"}]
    }}"#;
    let script = person.write("script.json", script).display().to_string();
    let skills = person.home().join("skills").display().to_string();
    let flags = ["eval", &skills, "--queries", &queries, "--agent", "fake", "--script", &script];
    let told = person.run(&[&flags[..], &["--format", "json"]].concat());
    assert_eq!(told.code, Some(4), "{}", told.err);
    let document = json(&told.out);
    let headline = &document["headline"];
    let hits = headline["top1"]["hits"].as_f64().expect("a count");
    let bounds = |of: &Value| (of["low"].as_f64(), of["high"].as_f64());
    let expected = (Some(hits / 10.0), Some((hits + 1.0) / 10.0));
    assert_eq!(bounds(&headline["top1_bounds"]), expected, "{headline}");
    let skill = &list(&document, "skills")[0];
    assert_eq!((&skill["planned"], &skill["scored"]), (&10.into(), &9.into()));
    assert_eq!(bounds(&skill["recall_bounds"]), expected);
    for format in ["text", "markdown", "html"] {
        let report = person.run(&[&["report"], &flags[1..], &["--format", format]].concat());
        assert!(report.out.contains("9 of 10 scored"), "{format}: {} {}", report.out, report.err);
        assert!(report.out.contains("below 95 %"), "{format}: {}", report.out);
    }
}

#[test]
fn the_digest_of_queries_follows_the_rows_and_not_the_file() {
    let person = Person::new();
    let digest = |name: &str, text: &str| {
        let file = person.write(name, text).display().to_string();
        let told = person.run(&["eval", SKILLS, "--queries", &file, "--format", "json"]).fine();
        json(&told)["conditions"]["digests"]["queries"].clone()
    };
    let row = "{\"prompt\": \"refund me\", \"id\": \"a\", \"expected_skills\": [\"refunds\"]}\n";
    let first = digest("one.jsonl", row);
    assert_eq!(first, digest("two.jsonl", &format!("\n{row}\n")));
    assert_ne!(first, digest("one.jsonl", &row.replace("refund me", "refund us")));
}

#[test]
fn what_cannot_be_known_is_null_and_never_zero() {
    let person = Person::new();
    person.skill("bread", "Bakes bread.");
    let rows = "{\"prompt\": \"miles to kilometres\", \"expected_skills\": []}\n";
    let queries = person.write("rows.jsonl", rows).display().to_string();
    let skills = person.home().join("skills").display().to_string();
    let told = person.run(&["eval", &skills, "--queries", &queries, "--format", "json"]).fine();
    let document = json(&told);
    let skill = &list(&document, "skills")[0];
    for key in ["precision", "recall", "trajectory_recall"] {
        rate(&skill[key]);
        assert!(skill[key]["rate"].is_null(), "{skill}");
    }
    assert!(skill["f1"].is_null());
    let headline = &document["headline"];
    for key in ["false_abstention_rate", "macro_precision", "macro_recall", "reciprocal_rank"] {
        assert!(headline[key].is_null(), "{key}: {headline}");
    }
    assert_eq!(headline["out_of_scope_detection"], 1.0);
    let query = &list(&document, "queries")[0];
    assert_eq!((list(query, "expected"), list(query, "engaged")), (&[][..], &[][..]));
    let csv = person.run(&["eval", &skills, "--queries", &queries, "--format", "csv"]).fine();
    assert!(
        csv.lines().nth(1).expect("a row").starts_with("bread,bread,bread/SKILL.md,0,0,0,0,0,,,,")
    );
}

#[test]
fn drafts_have_no_digest_and_say_what_they_are() {
    let told = run(&["eval", SKILLS, "--format", "json"]).fine();
    let document = json(&told);
    assert_eq!(document["conditions"]["drafts"], true);
    assert!(document["conditions"]["digests"]["queries"].is_null());
    let text = run(&["eval", SKILLS]);
    assert!(text.err.contains("no evidence") && text.out.contains("drafts, not evidence"));
}

#[test]
fn lines_and_records_hold_the_same_figures() {
    let document = json(&eval(&["--format", "json"]).fine());
    let lines = eval(&["--format", "jsonl"]).fine();
    let lines: Vec<Value> = lines.lines().map(json).collect();
    assert_eq!(lines, list(&document, "queries"));
    let csv = eval(&["--format", "csv"]).fine();
    let skills = list(&document, "skills");
    assert_eq!(csv.lines().count(), skills.len() + 1);
    assert!(csv.starts_with("id,name,path,support,predicted,tp,fp,fn,precision,precision_low,"));
    let first = csv.lines().nth(1).expect("a row");
    assert!(first.contains(&skills[0]["precision"]["rate"].to_string()), "{first}");
}

#[test]
fn an_errored_probe_is_never_a_miss_and_makes_the_run_incomplete() {
    let scripted = ["--agent", "fake", "--script", SCRIPT, "--format", "json"];
    let told = eval(&scripted);
    assert_eq!((told.code, told.err.as_str()), (Some(4), ""));
    let document = json(&told.out);
    assert_eq!(document["conditions"]["evidence"], "scripted");
    assert_eq!(document["headline"]["errored"], 1);
    let errored: Vec<_> =
        list(&document, "queries").iter().filter(|query| query["outcome"] == "errored").collect();
    let [errored] = errored[..] else { panic!("{errored:?}") };
    assert!(errored["cause"].as_str().expect("a cause").contains("rate limit"));
    assert!(errored["hit"].is_null() && errored["ended_by"].is_null());
    assert!(list(&document, "queries").iter().any(|query| list(query, "engaged").len() > 1));
    assert_eq!(told.out, eval(&scripted).out, "twice the same, bit for bit");
}

#[test]
fn without_a_terminal_the_scorecard_is_the_program() {
    for arguments in [&["demo"][..], &[SKILLS, "--queries", QUERIES]] {
        let told = run(arguments);
        assert_eq!((told.code, told.err.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(told.out.ends_with("Measures selection, not usefulness.\n"), "{}", told.out);
        assert!(!told.out.contains('\u{1b}') && told.out.contains("top-1"), "{}", told.out);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_without_half_a_result() {
    use std::{os::unix::process::ExitStatusExt, process::Stdio, time::Duration};

    use rustix::process::{Pid, Signal, kill_process};

    let person = Person::new();
    let rows: String = (0..60_000)
        .map(|n| format!("{{\"prompt\": \"bike {n} back\", \"expected_skills\": [\"refunds\"]}}\n"))
        .collect();
    let file = person.write("many.jsonl", &rows).display().to_string();
    let mut command = person.command(&["eval", SKILLS, "--queries", &file, "--format", "json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is running");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    // Before it could listen to signals, one ends it as any other program.
    let (code, signal) = (output.status.code(), output.status.signal());
    assert!(code == Some(130) || signal == Some(2), "{code:?} {signal:?}");
}
