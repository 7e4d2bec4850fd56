//! An author's sitting: skills are saved from outside while the screen is open.

use std::{fs, path::Path};

use crate::seat::{Seat, Sitting};

const QUERIES: &str = r#"{"id":"q1","prompt":"icing for a wedding cake please","expected_skills":["cakes"]}
{"id":"q2","prompt":"rolls for breakfast","expected_skills":["bread"]}
{"id":"q3","prompt":"what is the weather like","expected_skills":[]}
"#;

/// Saves as vim and helix do: another file beside it, then a rename over it.
fn save(root: &Path, skill: &str, description: &str) {
    let folder = root.join(skill);
    fs::create_dir_all(&folder).unwrap();
    let text = format!("---\nname: {skill}\ndescription: {description}\n---\n\n# {skill}\n");
    fs::write(folder.join(".SKILL.md.new"), text).unwrap();
    fs::rename(folder.join(".SKILL.md.new"), folder.join("SKILL.md")).unwrap();
}

fn bakery() -> Sitting {
    let seat = Seat::at(140, 40);
    let skills = seat.home().join("skills");
    save(&skills, "bread", "Bake bread and rolls.");
    save(&skills, "cakes", "Bake cakes with icing.");
    fs::write(seat.home().join("queries.jsonl"), QUERIES).unwrap();
    let mut sitting = seat.start(&["skills", "--queries", "queries.jsonl"]);
    sitting.wait_for("2 resident").wait_for("3 queries").wait_for("generation 1");
    sitting
}

#[test]
fn a_save_by_rename_is_measured_against_the_start_and_its_undoing_too() {
    let mut sitting = bakery();
    let skills = sitting.home().join("skills");
    sitting.wait_for("how good? 1.000").wait_for("3/3 lexical stand-in");

    save(&skills, "bread", "Bake bread, rolls, icing and a wedding cake.");
    sitting
        .wait_for("generation 2")
        .wait_for("bread takes 1 from cakes")
        .wait_for("how good? 0.667");
    // What was said fades, and the comparison with the start stays.
    sitting.wait_for("against the state at start").wait_for("1 edited").wait_for("▼ 1 lost");

    save(&skills, "bread", "Bake bread and rolls.");
    sitting.wait_for("how good? 1.000").wait_for("as the state at start");

    sitting.press("q");
    assert_eq!(sitting.exit().exit_code(), 0);
    sitting.assert_left_clean();
}

#[test]
fn skills_come_and_go_and_a_broken_one_is_a_row_not_an_end() {
    let mut sitting = bakery();
    let skills = sitting.home().join("skills");
    save(&skills, "pies", "Bake pies with fruit.");
    sitting.wait_for("3 resident");
    fs::write(skills.join("pies/SKILL.md"), "no front matter").unwrap();
    sitting.wait_for("2 resident").wait_for("1 unusable");
    fs::remove_dir_all(skills.join("pies")).unwrap();
    sitting.wait_gone("unusable").wait_for("2 resident");

    fs::rename(&skills, skills.with_extension("away")).unwrap();
    sitting.wait_gone("2 resident");
    fs::rename(skills.with_extension("away"), &skills).unwrap();
    sitting.wait_for("2 resident").press("q").exit();
    sitting.assert_left_clean();
}
