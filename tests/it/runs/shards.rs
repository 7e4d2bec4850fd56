//! Runs in parts: four processes probe a quarter each, and what is merged of them is the run of
//! one process, byte for byte.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Stdio},
};

use super::project::{EVAL, Project, id};
use crate::{commands::Told, corpora::corpora};

const OF: usize = 4;

/// Runs every shard of an evaluation at the same time, and gives their runs in turn.
fn sharded(project: &Project, eval: &[&str]) -> Vec<PathBuf> {
    let start = |number: usize| -> Child {
        let shard = format!("--shard={number}/{OF}");
        let mut command = project.command(&[eval, &[&shard]].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let shards: Vec<Child> = (1..=OF).map(start).collect();
    let run = |(shard, number): (Child, usize)| {
        let output = shard.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let (id, _) = told
            .strip_prefix("skillscope: run ")
            .and_then(|told| told.split_once(&format!(", shard {number} of {OF}")))
            .unwrap_or_else(|| panic!("{told}"));
        let mut runs = project.runs().into_iter();
        runs.find(|run| run.ends_with(id)).expect("it is kept")
    };
    shards.into_iter().zip(1..).map(run).collect()
}

fn merge(project: &Project, runs: &[PathBuf], more: &[&str]) -> Told {
    let runs = runs.iter().map(|run| run.to_str().expect("a path"));
    let arguments: Vec<&str> = ["merge"].into_iter().chain(runs).chain(more.to_vec()).collect();
    project.run(&arguments)
}

/// The shards of `eval` merged, in the store and in a file, against the run of one process.
#[track_caller]
fn equal_the_whole(project: &Project, eval: &[&str]) {
    let whole = project.run(&[eval, &["--no-save"]].concat());
    let shards = sharded(project, eval);
    let merged = merge(project, &shards, &[]);
    assert_eq!(merged.code, whole.code, "{}", merged.err);
    let shown = project.run(&["runs", "show", merged.out.trim(), "--format", "json"]);
    assert!(shown.out == whole.out, "{}", shown.err);

    let mut turned = shards;
    turned.reverse();
    merge(project, &turned, &["-o", "merged.jsonl"]);
    let opened = project.run(&["open", "merged.jsonl", "--format", "json"]);
    assert!((opened.code, &opened.out) == (whole.code, &whole.out), "{}", opened.err);
    let same = project.run(&["compare", "merged.jsonl", merged.out.trim(), "--format", "json"]);
    assert!(same.out.contains("\"differing\": 0"), "{} {}", same.out, same.err);
}

/// A project in whose folder something is a copy of `from`, and at whose root runs are kept.
fn with_copy(from: &Path) -> Project {
    let project = Project::new(0);
    fs::create_dir(project.path().join(".git")).expect("a root");
    copy(from, &project.path().join("copy"));
    project
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder to copy") {
        let entry = entry.expect("an entry");
        match entry.file_type().expect("a kind") {
            kind if kind.is_dir() => copy(&entry.path(), &to.join(entry.file_name())),
            _ => _ = fs::copy(entry.path(), to.join(entry.file_name())).expect("copied"),
        }
    }
}

#[test]
fn four_shards_of_the_demo_are_the_whole() {
    let project = with_copy(Path::new("fixtures/demo"));
    let eval = ["eval", "copy/skills", "--queries", "copy/queries.jsonl", "--format=json"];
    equal_the_whole(&project, &[&eval[..], &["--attempts=3"]].concat());
    // One of its probes errors.
    let scripted = ["--agent=fake", "--script=copy/script.json"];
    equal_the_whole(&project, &[&eval[..], &scripted].concat());
}

#[test]
fn four_shards_of_a_real_set_are_the_whole() {
    let Some(corpora) = corpora() else { return };
    let project = with_copy(&corpora.join("uipath"));
    let eval = ["eval", "copy/catalog", "--queries", "copy/queries.jsonl", "--format=json"];
    equal_the_whole(&project, &[&eval[..], &["--attempts=3"]].concat());
}

#[test]
fn a_shard_speaks_of_its_share_and_goes_on_with_it() {
    let project = Project::new(10);
    let told = project.run(&[&EVAL[..], &["--shard=2/4"]].concat());
    let document: serde_json::Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!(document["headline"]["planned"], 3);
    let shard = &document["conditions"]["shard"];
    assert_eq!(
        (&shard["number"], &shard["of"], &shard["rows"]),
        (&2.into(), &4.into(), &10.into())
    );
    let run = project.runs().pop().expect("a run");
    let listed = project.run(&["runs"]).out;
    assert!(listed.contains("shard 2 of 4: complete"), "{listed}");
    let journal = run.join("journal.jsonl");
    let text = fs::read_to_string(&journal).expect("a journal");
    assert_eq!(text.matches("\"kind\":\"scored\"").count(), 3);
    fs::write(&journal, &text[..text.len() / 2]).expect("cut");
    let resumed = project.run(&["eval", "--resume", id(&run), "--format=json"]);
    assert_eq!((resumed.code, &resumed.out), (Some(0), &told.out), "{}", resumed.err);
    assert!(resumed.err.contains("of 3 probes are missing"), "{}", resumed.err);
}

#[test]
fn a_shard_without_rows_is_a_whole_run_of_none() {
    let project = Project::new(2);
    let eval = &EVAL[..EVAL.len() - 1];
    let told = project.run(&[eval, &["--shard=3/3"]].concat());
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.out.contains("No queries fall to shard 3 of 3, of 2 in all"), "{}", told.out);
}

#[test]
fn the_environment_of_a_parallel_job_says_which_shard_it_is() {
    let project = Project::new(10);
    let mut command = project.command(&[&EVAL[..], &["--shard=auto"]].concat());
    command.env("CI_NODE_INDEX", "4").env("CI_NODE_TOTAL", "4");
    let told = Told::of(&mut command);
    assert!(told.err.contains("shard 4 of 4"), "{}", told.err);
    let lost = project.run(&[&EVAL[..], &["--shard=auto"]].concat());
    assert_eq!((lost.code, lost.out.as_str()), (Some(2), ""), "{}", lost.err);
    assert!(lost.err.contains("CLOUD_RUN_TASK_INDEX"), "{}", lost.err);
}

#[test]
fn missing_shards_are_named_and_nothing_is_written() {
    let project = Project::new(10);
    let mut shards = sharded(&project, &EVAL);
    shards.remove(1);
    let told = merge(&project, &shards, &[]);
    assert_eq!((told.code, told.out.as_str()), (Some(4), ""), "{}", told.err);
    assert!(
        told.err.contains("3 of 10 probes are missing; there is no shard 2 of 4"),
        "{}",
        told.err
    );
    assert_eq!(project.runs().len(), OF);

    let told = merge(&project, &shards, &["--partial"]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let shown = project.run(&["runs", "show"]);
    assert_eq!(shown.code, Some(4), "{}", shown.err);
    // What is missing can be probed where the rest was merged.
    let whole = project.run(&[&EVAL[..], &["--no-save"]].concat()).out;
    let resumed = project.run(&["eval", "--resume", "--format=json"]);
    assert_eq!((resumed.code, &resumed.out), (Some(0), &whole), "{}", resumed.err);
}

#[test]
fn what_is_there_twice_counts_once_and_a_clash_is_told() {
    let project = Project::new(10);
    let shards = sharded(&project, &EVAL);
    let twice: Vec<PathBuf> = shards.iter().chain(&shards[..2]).cloned().collect();
    let told = merge(&project, &twice, &[]);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));

    // The same shard probed again, with another answer to its first row.
    let script = fs::read_to_string(project.path().join("script.json")).expect("a script");
    let again = project.run(&[&EVAL[..], &["--shard=1/4"]].concat());
    assert_eq!(again.code, Some(0), "{}", again.err);
    let clashing: Vec<PathBuf> = shards.into_iter().chain(project.runs().pop()).collect();
    let told = merge(&project, &clashing, &[]);
    assert_eq!(told.code, Some(1), "{}", told.err);
    assert!(told.err.contains("3 probes were scored more than once"), "{}", told.err);
    assert!(told.err.contains("`q0` attempt 1"), "{}", told.err);

    project.write("script.json", &script.replacen("number 0", "number nought", 1));
    project.run(&[&EVAL[..], &["--shard=1/4"]].concat());
    let other: Vec<PathBuf> = clashing[1..4].iter().cloned().chain(project.runs().pop()).collect();
    let told = merge(&project, &other, &[]);
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{}", told.err);
    assert!(told.err.contains("the settings differ"), "{}", told.err);
}
