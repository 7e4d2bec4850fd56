//! An author's sitting: skills are saved from outside while the screen is open.

use std::fs;

use crate::{
    bakery::{self, GREEDY, MODEST, Save, save},
    seat::Seat,
};

#[test]
fn a_save_by_rename_is_measured_against_the_start_and_its_undoing_too() {
    let mut sitting = bakery::open(Seat::at(140, 40));
    let skills = sitting.home().join("skills");
    sitting.wait_for(" 3/3 ");

    save(&skills, "bread", GREEDY);
    sitting
        .wait_for("generation 2")
        .wait_for("bread takes 1 from cakes")
        .wait_for("how good? 0.667");
    // What was said fades, and the comparison with the start stays.
    sitting.wait_for("against the state at start").wait_for("1 edited").wait_for("▼ 1 lost");

    save(&skills, "bread", MODEST);
    sitting.wait_for("how good? 1.000").wait_for("as the state at start");

    sitting.press("q");
    assert_eq!(sitting.exit().exit_code(), 0);
    sitting.assert_left_clean();
}

#[test]
fn however_an_editor_saves_the_figure_follows_and_the_selection_stays() {
    let mut sitting = bakery::open(Seat::at(140, 40));
    let file = sitting.home().join("skills/bread/SKILL.md");
    sitting.press("/ c a k e s <enter>").wait_for("cakes/SKILL.md");
    for style in Save::ALL {
        style.over(&file, &bakery::skill("bread", GREEDY));
        sitting.wait_for("how good? 0.667").wait_for("1 edited");
        style.over(&file, &bakery::skill("bread", MODEST));
        sitting.wait_for("how good? 1.000").wait_for("2 resident").wait_for("cakes/SKILL.md");
    }
    sitting.press("<c-c>").exit();
    sitting.assert_left_clean();
}

#[test]
fn skills_come_and_go_and_a_broken_one_is_a_row_not_an_end() {
    let mut sitting = bakery::open(Seat::at(140, 40));
    let skills = sitting.home().join("skills");
    save(&skills, "pies", "Bake pies with fruit.");
    sitting.wait_for("3 resident");
    fs::rename(skills.join("pies"), skills.join("tarts")).unwrap();
    // It goes by its name still, and lies elsewhere.
    sitting.wait_for("generation 3").press("/ p i e s <enter>").wait_for("tarts/SKILL.md");
    sitting.press("<esc>").wait_for("3 resident");
    fs::write(skills.join("tarts/SKILL.md"), "no front matter").unwrap();
    sitting.wait_for("2 resident").wait_for("1 unusable");
    fs::remove_dir_all(skills.join("tarts")).unwrap();
    sitting.wait_gone("unusable").wait_for("2 resident");

    fs::rename(&skills, skills.with_extension("away")).unwrap();
    sitting.wait_gone("2 resident");
    fs::rename(skills.with_extension("away"), &skills).unwrap();
    sitting.wait_for("2 resident").press("q").exit();
    sitting.assert_left_clean();
}

#[test]
fn a_pinned_state_is_what_later_saves_are_held_against() {
    let mut sitting = bakery::open(Seat::at(140, 40));
    let skills = sitting.home().join("skills");
    save(&skills, "bread", GREEDY);
    sitting.wait_for("how good? 0.667").wait_for("▼ 1 lost");
    sitting.press("b").wait_for("as pinned at generation 2").wait_gone("1 lost");
    save(&skills, "bread", MODEST);
    sitting.wait_for("against pinned at generation 2").wait_for("▲ 1 won");
    sitting.press("q").exit();
    sitting.assert_left_clean();
}
