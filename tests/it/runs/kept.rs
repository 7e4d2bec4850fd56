//! The life of a run that nothing happens to: kept, listed, shown, exported, opened, deleted.

use std::fs;

use super::project::{EVAL, Project, id};
use crate::commands::faults_of;

#[test]
fn a_run_is_kept_and_shown_as_it_was_printed() {
    let project = Project::new(20);
    let first = project.run(&EVAL);
    assert_eq!(first.code, Some(0), "{}", first.err);
    let [folder] = &project.runs()[..] else { panic!("one run: {:?}", project.runs()) };
    let id = id(folder);
    assert!(first.err.contains(id), "{}", first.err);
    assert_eq!(fs::read_to_string(project.path().join(".skillscope/.gitignore")).unwrap(), "*\n");
    let listed = project.run(&["runs"]);
    assert!(listed.out.contains(id) && listed.out.contains("complete"), "{}", listed.out);

    let shown = project.run(&["runs", "show", id, "--format", "json"]);
    assert_eq!((shown.code, &shown.out), (Some(0), &first.out), "{}", shown.err);
    // Without what it was made of, too.
    fs::rename(project.path().join("skills"), project.path().join("elsewhere")).unwrap();
    fs::remove_file(project.path().join("rows.jsonl")).unwrap();
    assert_eq!(project.run(&["runs", "show", "--format", "json"]).out, first.out);

    let deleted = project.run(&["runs", "delete", "latest"]);
    assert_eq!((deleted.code, project.runs().len()), (Some(0), 0), "{}", deleted.err);
}

#[test]
fn a_stand_in_is_kept_as_a_script_is() {
    let project = Project::new(20);
    let eval = ["eval", "skills", "--queries", "rows.jsonl", "--attempts=3", "--format", "json"];
    let printed = project.run(&eval);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    assert_eq!(project.run(&["runs", "show", "--format", "json"]).out, printed.out);
    let text = fs::read_to_string(project.runs()[0].join("journal.jsonl")).unwrap();
    assert_eq!(text.matches("\"kind\":\"scored\"").count(), 60);
    assert!(text.lines().last().unwrap().contains("\"kind\":\"sealed\""));
}

#[test]
fn who_wants_nothing_kept_keeps_nothing() {
    let project = Project::new(3);
    let told = project.run(&[&EVAL[..], &["--no-save"]].concat());
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    assert!(!project.path().join(".skillscope").exists());
}

#[test]
fn an_exported_run_opens_anywhere_and_a_redacted_one_says_nothing_private() {
    let project = Project::new(20);
    let printed = project.run(&EVAL).out;
    let out = project.path().join("run.jsonl").display().to_string();
    assert_eq!(project.run(&["runs", "export", "latest", "-o", &out]).code, Some(0));
    let elsewhere = Project::new(0);
    let opened = elsewhere.run(&["open", &out, "--format", "json"]);
    assert_eq!((opened.code, &opened.out), (Some(0), &printed), "{}", opened.err);

    let veiled = project.run(&["runs", "export", "--redact", "--output", "-"]).out;
    for private in ["please make", "Makes bread", "number 3", "Secret"] {
        assert!(!veiled.contains(private), "{private}: {veiled}");
    }
    let home = project.path().display().to_string();
    assert!(!veiled.contains(&home), "{veiled}");
    let file = elsewhere.write("veiled.jsonl", &veiled).display().to_string();
    let opened = elsewhere.run(&["open", &file]);
    assert!(opened.err.contains("redacted"), "{}", opened.err);
    let plain = project.run(&["runs", "show"]).out;
    let figures = |text: &str| text.split("figure").nth(1).map(str::to_owned);
    assert!(figures(&plain).is_some());
    assert_eq!(figures(&opened.out), figures(&plain));
}

#[test]
fn a_run_does_not_choose_where_it_is_exported_to() {
    let project = Project::new(3);
    project.run(&EVAL);
    let folder = project.runs().pop().expect("a run");
    let own = format!("{}.jsonl", id(&folder));
    assert_eq!(project.run(&["runs", "export"]).code, Some(0));
    assert!(project.path().join(own).is_file());
    for file in ["plan.json", "journal.jsonl"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        fs::write(folder.join(file), text.replace(id(&folder), "home/../elsewhere")).unwrap();
    }
    fs::remove_file(folder.join("artifact.jsonl")).unwrap();
    fs::create_dir(project.path().join("home")).unwrap();
    let told = project.run(&["runs", "export"]);
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{}", told.err);
    assert!(told.err.contains("--output FILE"), "{}", told.err);
    assert!(!project.path().join("elsewhere.jsonl").exists());
    assert_eq!(project.run(&["runs", "export", "-o", "named.jsonl"]).code, Some(0));
}

#[test]
fn what_is_no_run_is_refused_with_a_remedy() {
    let project = Project::new(3);
    for arguments in [
        &["runs", "show"][..],
        &["runs", "show", "nonsense"],
        &["runs", "delete", "nonsense"],
        &["open", "rows.jsonl"],
        &["open", "nowhere.jsonl"],
        &["eval", "--resume"],
        &["eval", "--resume", "nonsense"],
    ] {
        let told = project.run(arguments);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{arguments:?} {}", told.err);
        assert!(told.err.len() > 20, "{arguments:?} {}", told.err);
    }
}

#[test]
fn an_exported_run_holds_its_schema_in_every_line() {
    let project = Project::new(9);
    project.write(".claude/skills/soup/SKILL.md", "---\nname: soup\ndescription: Soups.\n---\n");
    project.write(
        "script.json",
        r#"{"schema": "skillscope.script/1", "default": [
        {"kind": "thinking", "text": "so"}, {"kind": "refused", "name": "x"}, "bread",
        {"kind": "usage", "input": 9, "output": 1, "cost_usd": 0.25}], "queries":
        {"q1": [{"kind": "error", "cause": "rate limit"}]}}"#,
    );
    let part = ["eval", "skills", "--queries", "rows.jsonl", "--shard=1/2", "--catalog=solo"];
    let listed = ["eval", "--as=claude-code", "--context=9000", "--queries", "rows.jsonl"];
    for (eval, code) in [(&EVAL[..], 4), (&part, 0), (&listed, 0)] {
        let (before, told) = (project.runs().len(), project.run(eval));
        assert!(project.runs().len() > before, "{}", told.err);
        assert_eq!(told.code, Some(code), "{}", told.err);
        for redact in [None, Some("--redact")] {
            let export = ["runs", "export", "latest", "-o", "-"];
            let export: Vec<&str> = export.into_iter().chain(redact).collect();
            let text = project.run(&export).out;
            let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
            let definitions = ["", "/$defs/plan"].into_iter();
            let definitions = definitions.chain(std::iter::repeat("/$defs/record"));
            for (line, definition) in lines.zip(definitions) {
                let faults = faults_of("artifact", definition, &line);
                assert_eq!(faults, Vec::<String>::new(), "{line}");
            }
            assert!(text.lines().count() > 2, "{text}");
        }
    }
}
