//! A project with skills, labelled prompts and a script, and the commands run in it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::commands::{Person, Told};

/// A person at work in a folder of the project, with a home that is empty.
pub struct Project {
    person: Person,
}

pub const EVAL: [&str; 9] = [
    "eval",
    "skills",
    "--queries",
    "rows.jsonl",
    "--agent",
    "fake",
    "--script",
    "script.json",
    "--format=json",
];

impl Project {
    /// `rows` labelled prompts over three skills; every seventh is misrouted by the script.
    pub fn new(rows: usize) -> Self {
        let project = Self { person: Person::new() };
        let skills = ["bread", "cake", "soup"];
        for skill in skills {
            let text =
                format!("---\nname: {skill}\ndescription: Makes {skill}.\n---\nSecret {skill}.\n");
            project.write(&format!("skills/{skill}/SKILL.md"), &text);
        }
        let skill = |n: usize| skills[n % 3];
        let row = |n| {
            let prompt = format!("please make {} number {n}", skill(n));
            format!(
                "{{\"id\":\"q{n}\",\"prompt\":\"{prompt}\",\"expected_skill\":\"{}\"}}\n",
                skill(n)
            )
        };
        project.write("rows.jsonl", &(0..rows).map(row).collect::<String>());
        let part = |n: usize| {
            let engaged = skill(if n.is_multiple_of(7) { n + 1 } else { n });
            format!("\"q{n}\":[{{\"kind\":\"thinking\",\"text\":\"number {n}\"}},\"{engaged}\"]")
        };
        let parts: Vec<String> = (0..rows).map(part).collect();
        let script =
            format!("{{\"schema\":\"skillscope.script/1\",\"queries\":{{{}}}}}", parts.join(","));
        project.write("script.json", &script);
        project
    }

    pub fn path(&self) -> &Path {
        self.person.home()
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        self.person.write(name, text)
    }

    /// Writes a skill of the project.
    pub fn skill(&self, name: &str, description: &str) {
        self.person.skill(name, description);
    }

    /// Takes these for the labelled prompts: id, prompt, and the skills that are expected, each in
    /// quotes.
    pub fn label(&self, rows: &[(&str, &str, &str)]) {
        let row = |(id, prompt, expected): &(&str, &str, &str)| {
            format!(
                "{{\"id\":\"{id}\",\"prompt\":\"{prompt}\",\"expected_skills\":[{expected}]}}\n"
            )
        };
        self.write("rows.jsonl", &rows.iter().map(row).collect::<String>());
    }

    /// A command in the project's folder, of somebody with an empty home.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.person.keeping(arguments);
        command.current_dir(self.path()).env("HOME", self.path().join("home"));
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Told {
        Told::of(&mut self.command(arguments))
    }

    /// The folders of the runs, the oldest first.
    pub fn runs(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path().join(".skillscope/runs")).into_iter().flatten();
        let mut runs: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        runs.sort();
        runs
    }
}

/// The name of a run by its folder.
pub fn id(folder: &Path) -> &str {
    folder.file_name().and_then(|name| name.to_str()).expect("a name")
}
