//! A run that was exported, opened where neither its skills nor its agent are.

use std::{fs, path::Path, process::Command};

use crate::seat::Seat;

/// Makes a run of the demo's prompts in a folder of its own and exports it to `to`.
fn export(to: &Path, flags: &[&str]) {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo");
    let project = tempfile::tempdir().unwrap();
    fs::create_dir(project.path().join("skills")).unwrap();
    for skill in ["refunds", "bike-desk", "booking-changes"] {
        let folder = project.path().join("skills").join(skill);
        fs::create_dir(&folder).unwrap();
        fs::copy(demo.join("skills").join(skill).join("SKILL.md"), folder.join("SKILL.md"))
            .unwrap();
    }
    fs::copy(demo.join("queries.jsonl"), project.path().join("q.jsonl")).unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_skillscope"))
            .args(arguments)
            .current_dir(project.path())
            .env("HOME", project.path())
            .env_remove("XDG_STATE_HOME")
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    run(&["eval", "skills", "--queries", "q.jsonl"]);
    let to = to.display().to_string();
    run(&[&["runs", "--beside", "skills", "export", "latest", "--output", &to], flags].concat());
}

#[test]
fn a_recorded_run_is_read_view_by_view_and_nothing_of_it_changes() {
    let seat = Seat::at(140, 40);
    let file = seat.home().join("run.jsonl");
    export(&file, &[]);
    let before = fs::read(&file).unwrap();
    let mut sitting = seat.start(&["open", "run.jsonl"]);
    sitting.wait_for("recorded run 2").wait_for("read-only").wait_for("─ Trajectory ─");
    sitting.press("3").wait_for("━ Steals ━");
    sitting.press("<enter>").wait_for("─ Pair ─").wait_for("attempt 1: ");
    sitting.press("<backspace>").wait_for("━ Steals ━").wait_gone("─ Pair ─");
    sitting.press("4").wait_for(" Forest: ");
    sitting.press("d").wait_for("exploratory").wait_for("by kind");
    sitting.press("6").wait_for("held against nothing yet");
    sitting.press("1").wait_for("─ Detail ─");
    sitting.press("R").wait_for("a recorded run is read-only");
    sitting.press("q");
    assert_eq!(sitting.exit().exit_code(), 0);
    sitting.assert_left_clean();
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_redacted_run_says_what_was_left_out() {
    let seat = Seat::at(100, 30);
    export(&seat.home().join("run.jsonl"), &["--redact"]);
    let mut sitting = seat.start(&["open", "run.jsonl"]);
    sitting.wait_for("redacted, read-only").wait_for("(prompt ");
    sitting.press("1 <tab>").wait_for("was left out of this file");
    sitting.press("4").wait_for(" Forest");
    sitting.press("q").exit();
    sitting.assert_left_clean();
}

/// The words of a run that is played, whatever else stands in the line.
const PLAYED: &str = "recorded run (lexical stand-in), played at ";

#[test]
fn a_run_is_played_paused_stepped_and_left_in_the_middle() {
    let seat = Seat::at(120, 40);
    let file = seat.home().join("run.jsonl");
    export(&file, &[]);
    let before = fs::read(&file).unwrap();
    let mut sitting = seat.start(&["open", "run.jsonl", "--play"]);
    sitting.wait_for("recorded run 2").wait_for(&format!("{PLAYED}1x")).wait_for("▸ running");
    sitting.press("p").wait_for("1x, waiting").wait_for("· paused");
    sitting.press(">").wait_for(&format!("{PLAYED}2x, waiting"));
    sitting.press("<space>").wait_for("✓").wait_for("· paused");
    sitting.resize(80, 24).wait_for(&format!("{PLAYED}2x, waiting")).wait_for("recorded run 2");
    sitting.press("3").wait_for("recorded run (lexical").press("2");
    sitting.press("p").wait_gone("waiting").press("R").wait_for("a recorded run is read-only");
    sitting.press("q");
    assert_eq!(sitting.exit().exit_code(), 0);
    sitting.assert_left_clean();
    assert_eq!(fs::read(&file).unwrap(), before, "it is read and nothing else");
}

#[test]
fn at_the_end_of_a_playback_the_run_lies_there_as_it_was_opened() {
    let seat = Seat::at(140, 40);
    export(&seat.home().join("run.jsonl"), &[]);
    let mut sitting = seat.start(&["open", "run.jsonl"]);
    sitting.wait_for("read-only").wait_for("100 %");
    let strip = |sitting: &mut crate::seat::Sitting| {
        let screen = sitting.screen();
        let row = screen.lines().find(|row| row.contains(" hit ")).map(str::to_owned);
        row.expect("the strip counts hits")
    };
    let opened = strip(&mut sitting);
    sitting.press("P").wait_for(&format!("{PLAYED}1x")).press("c").wait_for("100 %");
    assert_eq!(strip(&mut sitting), opened);
    sitting.press("P").wait_for(&format!("{PLAYED}1x"));
    sitting.press("> > > > > > > > > >").wait_for("100 %").wait_gone("played at");
    assert_eq!(strip(&mut sitting), opened);
    sitting.press("q").exit();
    sitting.assert_left_clean();
}

#[test]
fn the_recorded_demo_goes_on_when_it_is_told_to() {
    let mut sitting = Seat::at(120, 40).start(&["demo", "--recorded", "--step"]);
    sitting.wait_for("recorded run of the demo, read-only").wait_for("replay scripted model");
    sitting.wait_for("0/15 probes").press("<space>").wait_for("✓ hit");
    sitting.wait_for("(recorded, scripted model), played at 1x, waiting");
    sitting.press("<space> <space>").wait_gone(" 1/15 probes").press("q");
    assert_eq!(sitting.exit().exit_code(), 0);
    sitting.assert_left_clean();
}
