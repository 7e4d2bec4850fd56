//! Names that a harness or its tools have already.

use crate::core::lint::{Finding, Level, Rule, Subject};

pub(super) const RULE: Rule = Rule {
    id: "reserved-name-collision",
    also: &[],
    level: Level::Warn,
    why: "The model takes the name for something else that the harness offers.",
    remedy: "Give the skill another name.",
    source: "tools and skills that the harnesses that were run offered of their own",
    explain: "A skill is called as a tool or as a skill that a harness brings along, hyphens, \
              underscores and case apart. Tool names that are everyday words (read, write, edit, \
              task, search) are not counted: they are good names for skills.",
    run,
};

/// Names of tools that are no everyday words, as [`plain`] writes them.
const TOOLS: [&str; 32] = [
    "askquestion",
    "askuserquestion",
    "bash",
    "bashoutput",
    "enterplanmode",
    "exitplanmode",
    "findbyname",
    "glob",
    "grep",
    "grepsearch",
    "killshell",
    "listdir",
    "loadskill",
    "ls",
    "multiedit",
    "multireplacefilecontent",
    "notebookedit",
    "notebookread",
    "readurlcontent",
    "replacefilecontent",
    "runcommand",
    "searchweb",
    "skill",
    "slashcommand",
    "taskoutput",
    "taskstop",
    "todowrite",
    "toolsearch",
    "viewfile",
    "webfetch",
    "websearch",
    "writetofile",
];

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for skill in &subject.snapshot.catalog.skills {
        let name = plain(&skill.name);
        let mut profiles = subject.listings.iter().map(|listing| &listing.lens.profile);
        let brings = profiles.find(|profile| profile.builtin.iter().any(|one| plain(one) == name));
        let message = match brings {
            Some(profile) => format!("{} has a skill `{}` of its own.", profile.title, skill.name),
            None if TOOLS.binary_search(&name.as_str()).is_ok() => {
                format!("`{}` is the name of a tool that agents have.", skill.name)
            }
            None => continue,
        };
        let harness = brings.map(|profile| profile.id.clone());
        let finding = Finding::about(rule, skill, message);
        found.push(Finding { line: None, column: None, harness, ..finding });
    }
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['-', '_'], "")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::TOOLS;
    use crate::core::{
        lint::testing::Case,
        listing::{Lens, Profile, testing::profile},
    };

    #[test]
    fn tools_and_builtin_skills_are_taken_and_everyday_words_are_free() {
        assert!(TOOLS.is_sorted());
        let skills = [
            ("doctor", "Use when ill."),
            ("edit", "Use when wrong."),
            ("todo-write", "Use when busy."),
        ];
        assert_eq!(
            Case::of(&skills).says("reserved-name-collision"),
            ["todo-write: `todo-write` is the name of a tool that agents have."]
        );
        let builtin = vec!["doctor".to_owned()];
        let lens = Lens::of(Arc::new(Profile { builtin, ..profile("h", None) }));
        let said = Case::of(&skills).seen_by(&lens).says("reserved-name-collision");
        assert_eq!(said[0], "doctor: h has a skill `doctor` of its own.");
    }
}
