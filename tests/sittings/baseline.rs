//! What now is held against, chosen on the screen: kept runs and git revisions.

use std::{fs, path::Path, process::Command};

use crate::{
    bakery::{self, GREEDY, save},
    repository::{commit, git, head},
    seat::Seat,
};

/// Keeps a run over the skills as they are.
fn eval(home: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_skillscope"))
        .args(["eval", "skills", "--queries", "queries.jsonl"])
        .current_dir(home)
        .env("HOME", home)
        .env_remove("XDG_STATE_HOME")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn runs_and_revisions_are_found_chosen_and_compared_with() {
    let seat = Seat::at(120, 40);
    let home = seat.home().to_path_buf();
    bakery::fill(&seat);
    git(&home, &["init", "-q", "-b", "main"]);
    commit(&home);
    git(&home, &["tag", "v1"]);
    let first = head(&home);
    eval(&home);
    save(&home.join("skills"), "bread", GREEDY);
    commit(&home);

    let mut sitting = seat.start(&["skills", "--queries", "queries.jsonl"]);
    sitting.wait_for("3 queries").press("6").wait_for("Now against git HEAD");
    sitting.press("B").wait_for("branch main").wait_for("tag v1").wait_for("3 queries, complete");
    sitting
        .press("r u n <enter>")
        .wait_for("Now against run 2")
        .wait_for("the description of bread");
    sitting.wait_for("1.000 → 0.667 over 3 common queries").wait_for("▼ lost");
    sitting.press("B").wait_for("chosen");
    sitting.press("t a g <enter>").wait_for(&format!("Now against git v1 {first}"));
    sitting.wait_for("▼ lost");
    sitting.press("B H E A D ~ 1").wait_for("taken for a git revision");
    sitting.press("<enter>").wait_for(&format!("Now against git HEAD~1 {first}"));
    // What is not there leaves everything as it is, and says so.
    sitting.press("B n o n e - s u c h <enter>").wait_for("has no commit `none-such`");
    sitting.wait_for(&format!("Now against git HEAD~1 {first}"));
    sitting.press("q").exit();
    sitting.assert_left_clean();
}

#[test]
fn a_recorded_run_is_held_against_another_run_of_the_project() {
    let seat = Seat::at(120, 40);
    let home = seat.home().to_path_buf();
    bakery::fill(&seat);
    eval(&home);
    save(&home.join("skills"), "bread", GREEDY);
    eval(&home);
    let runs = fs::read_dir(home.join("skills/.skillscope/runs"))
        .or_else(|_| fs::read_dir(home.join(".skillscope/runs")))
        .unwrap();
    let mut runs: Vec<_> = runs.map(|run| run.unwrap().path()).collect();
    runs.sort();
    let newest = runs.pop().unwrap().display().to_string();

    let mut sitting = seat.start(&["open", &newest]);
    sitting.wait_for("read-only").press("6").wait_for("held against nothing yet");
    sitting.press("B").wait_for("3 queries, complete").press("<enter>");
    sitting.wait_for("This run against run 2").wait_for("the description of bread");
    sitting.wait_for("▼ lost").press("<tab> <enter>").wait_for("this run");
    sitting.press("C").wait_for("a recorded run is read-only");
    sitting.press("q").exit();
    sitting.assert_left_clean();
}

#[test]
fn kept_runs_are_chosen_and_stand_side_by_side() {
    let seat = Seat::at(120, 40);
    let home = seat.home().to_path_buf();
    bakery::fill(&seat);
    eval(&home);
    eval(&home);
    save(&home.join("skills"), "bread", GREEDY);
    eval(&home);
    let mut sitting = seat.start(&["skills", "--queries", "queries.jsonl"]);
    sitting.wait_for("3 queries").press("S").wait_for("choose 2 or more of the runs");
    // The newest is of other texts: what fits beside the one before it is that before that.
    sitting.press("<down> <enter>").wait_for("chosen 1").wait_for("other skills, or other texts");
    sitting.press("<down> <enter>").wait_for("chosen 2").press("s h o w <enter>");
    sitting.wait_for("Agents side by side").wait_for("they answered all 3 alike");
    sitting.wait_for("none is tested here").press("m").wait_gone("Agents side by side");
    sitting.press("q").exit();
    sitting.assert_left_clean();
}
