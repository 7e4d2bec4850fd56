//! Runs by several agents: side by side, and told again.

use serde_json::Value;

use super::project::{EVAL, Project, id};
use crate::commands::faults_of;

/// A project with a run of its script and one of the stand-in, and their ids.
fn both() -> (Project, Vec<String>) {
    let project = Project::new(12);
    let by_words = ["eval", "skills", "--queries", "rows.jsonl", "--format", "json"];
    for arguments in [&EVAL[..], &by_words] {
        let told = project.run(arguments);
        assert_eq!(told.code, Some(0), "{}", told.err);
    }
    let mut ids: Vec<String> = project.runs().iter().map(|run| id(run).to_owned()).collect();
    ids.sort_unstable();
    (project, ids)
}

#[test]
fn the_same_rows_stand_side_by_side_without_a_verdict() {
    let (project, ids) = both();
    let told = project.run(&["agents", &ids[0], &ids[1], "--format", "json"]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let document: Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!(faults_of("agents", "", &document), Vec::<String>::new());
    assert_eq!(document["differs"][0], "agent");
    let agents = document["agents"].as_array().expect("agents");
    assert_eq!(agents.len(), 2);
    let parted = document["rows"].as_array().expect("rows").len();
    assert_eq!(document["agreed"].as_u64().expect("a count") as usize + parted, 12);
    let text = project.run(&["agents", &ids[0], &ids[1]]).out;
    assert!(text.contains("what differs: agent") && text.contains("none is tested here"), "{text}");
    assert!(!text.contains("better") && !text.contains("worse"), "{text}");
    let page = project.run(&["agents", &ids[0], &ids[1], "--format", "markdown"]).out;
    assert!(page.starts_with("## Agents") && page.contains("| skill | 1 | 2 |"), "{page}");
}

#[test]
fn runs_of_other_rows_are_refused_with_what_differs() {
    let (project, ids) = both();
    let rows = std::fs::read_to_string(project.path().join("rows.jsonl")).expect("rows");
    let fewer: String = rows.lines().take(6).map(|row| format!("{row}\n")).collect();
    std::fs::write(project.path().join("rows.jsonl"), fewer).expect("written");
    assert_eq!(project.run(&EVAL).code, Some(0));
    let told = project.run(&["agents", &ids[0], "latest"]);
    assert_eq!(told.code, Some(2));
    assert!(told.err.contains("other queries"), "{}", told.err);
}

#[test]
fn a_run_is_told_again_probe_by_probe() {
    let (project, ids) = both();
    let told = project.run(&["replay", &ids[0]]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.out.starts_with(&format!("recorded run {}", ids[0])), "{}", told.out);
    assert_eq!(told.out.matches("\nended by ").count(), 12, "{}", told.out);
    assert!(told.out.contains("12 of 12 probes, as recorded"), "{}", told.out);
    let json = project.run(&["replay", &ids[0], "--format", "json"]);
    assert_eq!(json.code, Some(2));
    assert!(json.err.contains("runs export"), "{}", json.err);
}

#[test]
fn a_kept_run_is_opened_by_its_id_and_played_on_a_terminal_only() {
    let (project, ids) = both();
    let opened = project.run(&["open", &ids[0]]);
    assert_eq!(opened.code, Some(0), "{}", opened.err);
    assert!(opened.out.contains("completion 12 of 12 scored"), "{}", opened.out);
    for flags in [&["--play"][..], &["--step"], &["--pace", "4"]] {
        let told = project.run(&[&["open", &ids[0]], flags].concat());
        assert_eq!(told.code, Some(2), "{}", told.out);
        assert!(told.err.contains("played on a terminal only"), "{}", told.err);
    }
    let misspelt = project.run(&["open", "no-such-run"]);
    assert_eq!(misspelt.code, Some(2));
    assert!(misspelt.err.contains("no-such-run"), "{}", misspelt.err);
}
