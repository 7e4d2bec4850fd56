//! Torn journals, full disks, two writers, changed skills.

use std::{
    fs::{self, File},
    process::Command,
};

use super::project::{EVAL, Project, id};
use crate::commands::Told;

/// Cuts the journal of a finished run, as a kill or a power cut would have.
fn cut(project: &Project, share: f64) -> String {
    let folder = project.runs().pop().expect("a run");
    let journal = folder.join("journal.jsonl");
    let bytes = fs::read(&journal).expect("a journal");
    fs::write(&journal, &bytes[..(bytes.len() as f64 * share) as usize]).expect("cut");
    let _ = fs::remove_file(folder.join("artifact.jsonl"));
    id(&folder).to_owned()
}

#[test]
fn a_torn_run_goes_on_and_ends_as_if_it_had_not_been() {
    let project = Project::new(40);
    let whole = project.run(&EVAL).out;
    for share in [0.0, 0.001, 0.3, 0.77, 0.999] {
        let id = cut(&project, share);
        let shown = project.run(&["runs", "show", &id]);
        // Of the last cut only the seal falls, and every probe is there.
        let code = if share > 0.99 { 0 } else { 4 };
        assert_eq!(shown.code, Some(code), "{share}: {}", shown.err);
        let resumed = project.run(&["eval", "--resume", &id, "--format", "json"]);
        assert_eq!((resumed.code, &resumed.out), (Some(0), &whole), "{share}: {}", resumed.err);
        let text = fs::read_to_string(project.runs()[0].join("journal.jsonl")).unwrap();
        let scored = text.matches("\"kind\":\"scored\"").count();
        assert_eq!(scored, 40, "each probe once, at {share}");
    }
}

#[test]
fn what_errored_is_tried_again_and_nothing_else() {
    let project = Project::new(6);
    let script = r#"{"schema": "skillscope.script/1", "default": ["bread"], "queries": {"q1":
        {"attempts": [[{"kind": "error", "cause": "rate limit"}]], "retried": ["cake"]}}}"#;
    project.write("script.json", script);
    let first = project.run(&EVAL);
    assert_eq!(first.code, Some(4), "{}", first.err);
    assert!(first.err.contains("1 errored") && first.err.contains("--resume"), "{}", first.err);
    let again = project.run(&["eval", "--resume", "--format", "json"]);
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert!(again.err.contains("1 of 6 probes are missing"), "{}", again.err);
    let document: serde_json::Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(document["headline"]["scored"], 6);
    let text = fs::read_to_string(project.runs()[0].join("journal.jsonl")).unwrap();
    assert_eq!(text.matches("\"kind\":\"probe-started\"").count(), 7);
}

#[test]
fn a_run_of_other_skills_does_not_go_on() {
    let project = Project::new(12);
    project.run(&EVAL);
    let id = cut(&project, 0.5);
    let before = fs::read(project.runs()[0].join("journal.jsonl")).unwrap();
    project.skill("cake", "Other.");
    let told = project.run(&["eval", "--resume", &id]);
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{}", told.err);
    assert!(told.err.contains("the skills"), "{}", told.err);
    let after = fs::read(project.runs()[0].join("journal.jsonl")).unwrap();
    assert!(before.starts_with(&after), "nothing was added");
}

/// What is refused, and what goes on: a run is of one listing, one agent and one set of queries.
#[test]
fn a_run_goes_on_as_it_was_listed_and_asked_and_not_otherwise() {
    let project = Project::new(30);
    for name in ["bread", "cake", "soup"] {
        let text = format!("---\nname: {name}\ndescription: Makes {name}, fresh.\n---\n");
        project.write(&format!(".claude/skills/{name}/SKILL.md"), &text);
    }
    let listed = ["eval", "--as=claude-code", "--context=9000", "--budget=60", "--format=json"];
    let eval = [&listed[..], &["--queries", "rows.jsonl"]].concat();
    let whole = project.run(&[&eval[..], &["--no-save"]].concat()).out;
    let begin = || {
        let told = project.run(&[&eval[..], &["--max-probes=7"]].concat());
        assert_eq!(told.code, Some(4), "{}", told.err);
        project.runs().pop().map(|folder| id(&folder).to_owned()).expect("a run")
    };
    let run = begin();
    for flags in [
        &["--as=codex"][..],
        &["--model=claude-opus-5"],
        &["--context=9000"],
        &["--budget=61"],
        &["--fields=name"],
        &["--agent=fake", "--script=script.json"],
        &["--attempts=2"],
        &["--max-turns=2"],
        &["--no-early-exit"],
        &["--catalog=solo"],
        &["--shard=1/2"],
    ] {
        let told = project.run(&[&["eval", "--resume", &run], flags].concat());
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{flags:?} {}", told.err);
        assert!(told.err.contains("--resume"), "{flags:?} {}", told.err);
    }
    let queries = fs::read_to_string(project.path().join("rows.jsonl")).unwrap();
    project.write("rows.jsonl", &queries.replace("number 3", "number three"));
    let told = project.run(&["eval", "--resume", &run]);
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{}", told.err);
    assert!(told.err.contains("the queries, the rows that are probed changed"), "{}", told.err);
    project.write("rows.jsonl", &queries);
    // What the configuration says since then is of runs to come.
    let since = "[listing]\nbudget = 4000\n[lexical]\nfields = [\"name\"]\n[probe]\nattempts = 5\n";
    project.write("skillscope.toml", since);
    let told = project.run(&["eval", "--resume", &run, "--format=json"]);
    assert_eq!((told.code, told.out == whole), (Some(0), true), "{}", told.err);
}

#[test]
fn a_second_writer_is_told_who_is_first() {
    let project = Project::new(12);
    project.run(&EVAL);
    let id = cut(&project, 0.5);
    let lock = project.runs()[0].join("lock");
    fs::write(&lock, "process 4711").unwrap();
    let held = File::open(&lock).unwrap();
    held.try_lock().expect("nobody else has it");
    for arguments in [&["eval", "--resume", &id][..], &["runs", "delete", &id]] {
        let told = project.run(arguments);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{}", told.err);
        assert!(told.err.contains("process 4711"), "{}", told.err);
    }
    let listed = project.run(&["runs"]).out;
    assert!(listed.contains("under way (process 4711)"), "{listed}");
    drop(held);
    assert_eq!(project.run(&["eval", "--resume", &id]).code, Some(0));
}

/// A limit on the size of files is a disk that is full from then on.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_and_says_what_to_do() {
    let project = Project::new(400);
    let whole = project.run(&[&EVAL[..], &["--no-save"]].concat()).out;
    let binary = env!("CARGO_BIN_EXE_skillscope");
    let limited = |blocks: u32, arguments: &[&str]| {
        let mut command = Command::new("sh");
        let program = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        command.args(["-c", &program, "sh", binary]).args(arguments).current_dir(project.path());
        Told::of(command.env("HOME", project.path().join("home")))
    };
    // The plan alone is too large.
    let none = limited(8, &EVAL);
    assert_eq!((none.code, none.out.as_str()), (Some(4), ""), "{}", none.err);
    assert!(none.err.contains("plan.json") && none.err.contains("ulimit"), "{}", none.err);
    for run in project.runs() {
        fs::remove_dir_all(run).unwrap();
    }
    // The plan fits, and part of the journal.
    let part = limited(300, &EVAL);
    assert_eq!((part.code, part.out.as_str()), (Some(4), ""), "{}", part.err);
    assert!(part.err.contains("journal.jsonl") && part.err.contains("--resume"), "{}", part.err);
    let journal = project.runs()[0].join("journal.jsonl");
    let before = fs::read(&journal).unwrap();
    assert!(before.ends_with(b"\n"), "no half record is left");
    let kept = before
        .split(|&byte| byte == b'\n')
        .filter(|line| String::from_utf8_lossy(line).contains("\"kind\":\"scored\""));
    let kept = kept.count();
    assert!(kept > 10 && kept < 400, "{kept}");
    let resumed = project.run(&["eval", "--resume", "--format", "json"]);
    assert_eq!((resumed.code, &resumed.out), (Some(0), &whole), "{}", resumed.err);
    let missing = format!("{} of 400 probes are missing", 400 - kept);
    assert!(resumed.err.contains(&missing), "{} {kept}", resumed.err);
    assert!(fs::read(&journal).unwrap().starts_with(&before), "what was kept is kept");
}
