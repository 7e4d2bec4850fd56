//! Skills under git: a branch switch beside the screen, and commits that move the baseline.

use std::{fs, path::Path, process::Command, time::Duration};

use crate::{
    bakery::{self, GREEDY, save},
    seat::{Seat, Sitting},
};

pub fn git(dir: &Path, args: &[&str]) {
    let who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "gc.auto=0"];
    let output = Command::new("git").args(who).args(args).current_dir(dir).output().unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

pub fn commit(dir: &Path) {
    git(dir, &["add", "--all"]);
    git(dir, &["commit", "-qm", "work"]);
}

/// The short id of HEAD.
pub fn head(dir: &Path) -> String {
    let output = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(dir).output().unwrap();
    String::from_utf8(output.stdout).unwrap()[..7].to_owned()
}

fn start(seat: Seat) -> Sitting {
    seat.start(&["skills", "--queries", "queries.jsonl"])
}

#[test]
fn a_commit_beside_the_screen_moves_the_baseline() {
    let seat = Seat::at(140, 40);
    let home = seat.home().to_path_buf();
    bakery::fill(&seat);
    git(&home, &["init", "-q", "-b", "main"]);
    commit(&home);
    let mut sitting = start(seat);
    let first = head(&home);
    sitting.wait_for(&format!("as git HEAD {first}"));
    save(&home.join("skills"), "bread", GREEDY);
    sitting.wait_for(&format!("against git HEAD {first}")).wait_for("▼ 1 lost");
    commit(&home);
    sitting.wait_for(&format!("as git HEAD {}", head(&home))).wait_gone("1 lost");
    git(&home, &["reset", "-q", "--soft", "HEAD~1"]);
    sitting.wait_for(&format!("against git HEAD {first}")).wait_for("▼ 1 lost");
    sitting.press("q").exit();
    sitting.assert_left_clean();
}

#[test]
fn a_branch_switch_of_many_files_is_one_generation() {
    let seat = Seat::at(140, 40);
    let home = seat.home().to_path_buf();
    bakery::fill(&seat);
    let skills = home.join("skills");
    let fill = |word: &str, numbers: std::ops::Range<usize>| {
        for number in numbers {
            save(&skills, &format!("tart-{number:03}"), &format!("Bake {word} tart {number}."));
        }
    };
    fill("apple", 0..300);
    git(&home, &["init", "-q", "-b", "apple"]);
    commit(&home);
    git(&home, &["checkout", "-q", "-b", "pear"]);
    fill("pear", 0..200);
    (200..300).for_each(|number| {
        fs::remove_dir_all(skills.join(format!("tart-{number:03}"))).unwrap();
    });
    commit(&home);

    let mut sitting = start(seat);
    sitting.wait_for("202 resident").wait_for("generation 1").wait_for("as git HEAD");
    git(&home, &["checkout", "-q", "apple"]);
    sitting.wait_for("302 resident").wait_for(&format!("as git HEAD {}", head(&home)));
    sitting.settle(Duration::from_millis(600));
    assert!(sitting.screen().contains("generation 2"), "{}", sitting.screen());
    sitting.press("q").exit();
    sitting.assert_left_clean();
}
