//! `eval --watch`: a record a generation, as a pipe reads it.

use std::{
    io::{BufRead as _, BufReader, Lines},
    process::{Child, ChildStdout, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::project::{EVAL, Project};
use crate::commands::faults;

/// Longer than any save takes to be noticed, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

struct Watched {
    child: Child,
    lines: Option<Receiver<String>>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Watched {
    fn begin(project: &Project, eval: &[&str]) -> Self {
        let mut command = project.command(&[eval, &["--watch"]].concat());
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let out: Lines<BufReader<ChildStdout>> =
            BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let (tell, lines) = channel();
        thread::spawn(move || out.map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Self { child, lines: Some(lines) }
    }

    fn next(&self) -> String {
        self.lines.as_ref().expect("a reader").recv_timeout(PATIENCE).expect("a line")
    }

    fn record(&self) -> Value {
        let value = serde_json::from_str(&self.next()).expect("JSON");
        assert_eq!(faults("watch", &value), Vec::<String>::new(), "{value}");
        value
    }
}

#[test]
fn each_save_is_a_record_and_ctrl_c_ends_it() {
    let project = Project::new(0);
    project.skill("one", "Bakes rye.");
    project.skill("two", "Boils broth.");
    project.label(&[("rye", "rye", "\"one\""), ("broth", "broth", "\"two\"")]);
    let eval = ["eval", "skills", "--queries", "rows.jsonl", "--format=jsonl"];
    let mut watched = Watched::begin(&project, &eval);
    let first = watched.record();
    assert_eq!((&first["generation"], &first["top1"]["rate"]), (&1.into(), &1.0.into()));
    assert!(first["top1_moved"].is_null() && first["flips"] == Value::Array(vec![]));

    for (description, from, moved) in [("Fries.", "hit", -0.5), ("Boils broth.", "miss", 0.5)] {
        project.skill("two", description);
        let record = watched.record();
        assert_eq!(record["changed"], Value::Array(vec!["two".into()]));
        assert_eq!(record["top1_moved"], moved);
        let flips = record["flips"].as_array().expect("flips");
        assert_eq!(
            (flips.len(), &flips[0]["query"], &flips[0]["from"]),
            (1, &"broth".into(), &from.into())
        );
    }
    let pid = Pid::from_child(&watched.child);
    kill_process(pid, Signal::INT).expect("it is running");
    assert_eq!(watched.child.wait().expect("it ends").code(), Some(130));
    assert!(project.runs().is_empty(), "nothing is kept");
}

#[test]
fn a_line_says_what_was_saved_and_a_reader_may_leave() {
    let project = Project::new(12);
    let eval = &EVAL[..EVAL.len() - 1];
    let mut watched = Watched::begin(&project, eval);
    let first = watched.next();
    assert!(
        first.starts_with("generation 1: top-1 0.8") && first.ends_with("(scripted)"),
        "{first}"
    );
    let script = std::fs::read_to_string(project.path().join("rows.jsonl")).expect("rows");
    project.write("rows.jsonl", &script.replacen("\"bread\"", "\"cake\"", 1));
    let second = watched.next();
    assert!(second.contains("other queries") && second.contains("1 won: q0"), "{second}");
    watched.lines = None;
    for n in 0..200 {
        project.skill("soup", &format!("Makes soup number {n}."));
        thread::sleep(Duration::from_millis(300));
        if let Some(ended) = watched.child.try_wait().expect("it can be asked") {
            assert_eq!(ended.code(), Some(0));
            return;
        }
    }
    panic!("it goes on although nobody reads");
}

#[test]
fn what_is_no_line_is_refused() {
    let project = Project::new(2);
    let told = project.run(&[&EVAL[..], &["--watch"]].concat());
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{}", told.err);
    assert!(told.err.contains("--format text or jsonl"), "{}", told.err);
}
