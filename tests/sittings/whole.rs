//! The sitting that the program is made for, from the first key to the last.

use std::{fs, path::Path};

use crate::seat::{Seat, Sitting};

/// A copy of the demo's files in the seat's home: `demo/skills`, `demo/queries.jsonl` and so on.
fn copy_of_the_demo(seat: &Seat) {
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo"), &seat.home().join("demo"));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The first figure that the screen gives for how good the routing is.
fn how_good(sitting: &Sitting) -> String {
    let screen = sitting.screen();
    let (_, figure) = screen.split_once("how good? ").expect("the question is answered");
    figure.split_whitespace().next().unwrap_or_default().to_owned()
}

#[test]
fn an_author_moves_filters_saves_sees_the_figure_change_and_drills_to_the_prompts() {
    let seat = Seat::at(140, 40);
    copy_of_the_demo(&seat);
    let mut sitting = seat.start(&["demo/skills", "--queries", "demo/queries.jsonl"]);
    sitting.wait_for("14 resident").wait_for("145 queries").wait_for("generation 1");
    sitting.wait_for("how good? 0.").wait_for("as the state at start");
    let before = how_good(&sitting);

    // From the worst row to the third, and to another by its name.
    sitting.wait_for("insurance-claims/SKILL.md").press("j j").wait_for("refunds/SKILL.md");
    sitting.press("/ r o u t e - p <enter>").wait_for("1/15").wait_for("route-planner/SKILL.md");
    sitting.press("<esc>").wait_for("15 by trouble").wait_for("route-planner/SKILL.md");

    sitting.press("2").wait_for("─ Trajectory ─");
    sitting.press("3").wait_for("─ Matrix").wait_for_row("booking-changes bike-desk 5/14");
    sitting.press("4").wait_for(" Forest: ");
    sitting.press("1").wait_for("─ Detail ─").wait_for("route-planner/SKILL.md");

    // Somebody else's editor makes the router hand off.
    let demo = sitting.home().join("demo");
    let router = demo.join("skills/bike-desk/SKILL.md");
    fs::copy(demo.join("edits/1-router-hands-off/SKILL.md"), router.with_extension("tmp")).unwrap();
    fs::rename(router.with_extension("tmp"), &router).unwrap();
    sitting.wait_for("generation 2").wait_for("against the state at start").wait_for("1 edited");
    sitting.wait_gone(&format!("how good? {before}")).wait_for("how good? 0.");
    assert!(how_good(&sitting) > before, "{} after {before}", how_good(&sitting));
    sitting.wait_for(" won");
    // The selection has survived the reload.
    sitting.wait_for("route-planner/SKILL.md");

    sitting.press("3").wait_for("━ Steals ━");
    sitting.press("<enter>").wait_for("─ Pair ─").wait_for("attempt 1: ");
    sitting.press("<backspace>").wait_for("━ Steals ━").wait_gone("─ Pair ─");

    sitting.press("q");
    assert_eq!(sitting.exit().exit_code(), 0);
    sitting.assert_left_clean();
}

#[test]
fn a_presenter_makes_the_two_prepared_edits_and_puts_the_demo_back() {
    let mut sitting = Seat::at(140, 40).start(&["demo"]);
    sitting.wait_for("generation 1");
    sitting.press("9").wait_for("prepared edit made").wait_for("generation 2");
    sitting.press("9").wait_for("generation 3");
    sitting.press("0").wait_for("the demo is as it was").wait_for("generation 4");
    // The run has not come to its end, and still there is a start to compare with.
    sitting.press("c").wait_for("as the state at start");
    sitting.press("q").exit();
    sitting.assert_left_clean();
}
