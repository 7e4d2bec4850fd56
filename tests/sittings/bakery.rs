//! A small catalog whose figures can be counted by hand, and the ways in which editors save.

use std::{fs, path::Path};

use crate::seat::{Seat, Sitting};

const QUERIES: &str = r#"{"id":"q1","prompt":"icing for a wedding cake please","expected_skills":["cakes"]}
{"id":"q2","prompt":"rolls for breakfast","expected_skills":["bread"]}
{"id":"q3","prompt":"what is the weather like","expected_skills":[]}
"#;

/// What `bread` says at the start.
pub const MODEST: &str = "Bake bread and rolls.";
/// With this it takes the first prompt from `cakes`.
pub const GREEDY: &str = "Bake bread, rolls, icing and a wedding cake.";

/// How an editor puts the new text in place of the old one.
#[derive(Clone, Copy, Debug)]
pub enum Save {
    /// A file beside it, renamed over it: helix, and many others.
    Rename,
    /// vim: a file to see whether it may write here, the old one moved to a backup, a new file
    /// written, the backup removed.
    Backup,
    /// VS Code: the file is cut and written, its inode kept.
    InPlace,
    /// A file beside it is written, the old one removed, the new one moved to its place.
    RemoveFirst,
}

impl Save {
    pub const ALL: [Self; 4] = [Self::Rename, Self::Backup, Self::InPlace, Self::RemoveFirst];

    pub fn over(self, file: &Path, text: &str) {
        let beside = |name: &str| file.with_file_name(name);
        match self {
            Self::Rename => {
                fs::write(beside(".SKILL.md.new"), text).unwrap();
                fs::rename(beside(".SKILL.md.new"), file).unwrap();
            }
            Self::Backup => {
                fs::write(beside("4913"), "").unwrap();
                fs::remove_file(beside("4913")).unwrap();
                fs::rename(file, beside("SKILL.md~")).unwrap();
                fs::write(file, text).unwrap();
                fs::remove_file(beside("SKILL.md~")).unwrap();
            }
            Self::InPlace => fs::write(file, text).unwrap(),
            Self::RemoveFirst => {
                fs::write(beside("SKILL.tmp"), text).unwrap();
                fs::remove_file(file).unwrap();
                fs::rename(beside("SKILL.tmp"), file).unwrap();
            }
        }
    }
}

/// The text of a skill.
pub fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n")
}

/// Saves a skill below a root by a rename.
pub fn save(root: &Path, name: &str, description: &str) {
    fs::create_dir_all(root.join(name)).unwrap();
    Save::Rename.over(&root.join(name).join("SKILL.md"), &skill(name, description));
}

/// Two skills in `skills` and three labelled prompts in `queries.jsonl`, in a seat's home.
pub fn fill(seat: &Seat) {
    let skills = seat.home().join("skills");
    save(&skills, "bread", MODEST);
    save(&skills, "cakes", "Bake cakes with icing.");
    fs::write(seat.home().join("queries.jsonl"), QUERIES).unwrap();
}

/// A sitting before the bakery, measured.
pub fn open(seat: Seat) -> Sitting {
    fill(&seat);
    let mut sitting = seat.start(&["skills", "--queries", "queries.jsonl"]);
    sitting.wait_for("2 resident").wait_for("3 queries").wait_for("generation 1");
    sitting.wait_for("how good? 1.000");
    sitting
}
