//! Names that differ from the folder, where a harness goes by the folder.

use crate::core::{
    lint::{Finding, Level, Rule, Subject},
    listing::Identity,
};

pub(super) const RULE: Rule = Rule {
    id: "name-mismatch",
    also: &[],
    level: Level::Warn,
    why: "Harnesses differ in which of the two they call the skill by.",
    remedy: "Give folder and skill the same name.",
    source: "the Agent Skills specification; seen in the harnesses that were run",
    explain: "The specification demands that a skill is named as its folder. Claude Code calls a \
              skill by its folder, Codex, Gemini CLI, OpenCode and others by its name, so texts \
              and labels that speak of one of them miss the skill in the others. Without a harness \
              to judge by, or with one that goes by folders, it is told.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let by_folder = subject.listings.iter().map(|listing| &listing.lens.profile);
    let by_folder = by_folder.filter(|profile| profile.identity == Identity::Folder);
    let harness = by_folder.map(|profile| (profile.id.clone(), profile.title.clone())).next();
    if harness.is_none() && !subject.listings.is_empty() {
        return;
    }
    for skill in &subject.snapshot.catalog.skills {
        // How a name is written is told by a rule of its own.
        if skill.name.to_lowercase().replace([' ', '_'], "-") == skill.folder {
            continue;
        }
        let (name, folder) = (&skill.name, &skill.folder);
        let mut message = format!("The skill is named `{name}` and lies in the folder `{folder}`");
        message.push_str(&match &harness {
            Some((_, title)) => format!(", by which {title} calls it."),
            None => ".".to_owned(),
        });
        let harness = harness.as_ref().map(|(id, _)| id.clone());
        let finding = Finding::about(rule, skill, message);
        found.push(Finding { line: None, column: None, harness, ..finding });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::core::{
        catalog::Catalog,
        lint::testing::Case,
        listing::{Identity, Lens, Profile, testing::profile},
        skill::{Skill, testing::skill},
    };

    fn case() -> Case {
        let renamed = Skill { name: "other".to_owned(), ..skill("one", "Use when one.") };
        let skills = vec![Arc::new(renamed), Arc::new(skill("two", "Use when two."))];
        Case::in_catalog(Catalog { skills, ..Catalog::default() })
    }

    #[test]
    fn it_matters_to_harnesses_that_go_by_folders() {
        let lens = |identity| Lens::of(Arc::new(Profile { identity, ..profile("h", None) }));
        assert_eq!(case().says("name-mismatch").len(), 1);
        assert!(case().seen_by(&lens(Identity::Name)).says("name-mismatch").is_empty());
        let found = case().seen_by(&lens(Identity::Name)).seen_by(&lens(Identity::Folder));
        let found = found.found("name-mismatch");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].harness.as_deref(), Some("h"));
        assert!(found[0].message.ends_with("by which h calls it."), "{}", found[0].message);
    }
}
