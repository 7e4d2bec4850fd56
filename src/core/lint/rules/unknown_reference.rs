//! Descriptions that send the model to skills that are not there.

use std::collections::{BTreeSet, HashSet};

use crate::core::{
    diagnostic::first_of,
    lint::{
        Finding, Level, Rule, Subject,
        routes::{Reference, references},
    },
};

pub(super) const RULE: Rule = Rule {
    id: "unknown-skill-reference",
    also: &[],
    level: Level::Warn,
    why: "The model is sent to a skill that it is not offered.",
    remedy: "Correct the name, load the skill, or leave the sentence out.",
    source: "computed from the descriptions",
    explain: "The description says to use another skill (`use x-y instead`, `see x-*`), and no \
              skill of this catalog is called so, or it is hidden from the model. Names count \
              that stand where a text hands work over, that the word skill follows, or that \
              begin like another skill; other hyphenated words may be programs.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let known: HashSet<String> = subject.names().map(str::to_lowercase).collect();
    let families: HashSet<&str> = known.iter().filter_map(|name| family(name)).collect();
    let hidden: HashSet<&str> = {
        let skills = subject.snapshot.catalog.skills.iter();
        skills.filter(|skill| skill.hidden()).map(|skill| skill.id.as_str()).collect()
    };
    for resident in subject.snapshot.residents() {
        let text = resident.description;
        let mut unknown = BTreeSet::new();
        let mut unseen = BTreeSet::new();
        for reference in references(text) {
            let named = known.iter().any(|name| reference.means(name));
            let skill =
                reference.as_skill || family(&reference.name).is_some_and(|f| families.contains(f));
            if named && !reference.open && hidden.contains(&*reference.name) {
                unseen.insert(written(&reference));
            } else if !named && skill {
                unknown.insert(written(&reference));
            }
        }
        let id = resident.id();
        let mut parts = Vec::new();
        if !unknown.is_empty() {
            let named = first_of(unknown.iter(), 4);
            parts.push(format!("sends to {named}, not to be found here"));
        }
        if !unseen.is_empty() {
            parts.push(format!("sends to {}, hidden from the model", first_of(unseen.iter(), 4)));
        }
        if !parts.is_empty() {
            let message = format!("`{id}` {}.", parts.join("; it "));
            let weight = (unknown.len() + unseen.len()) as f64;
            found.push(Finding::about(rule, resident.skill, message).weighing(weight));
        }
    }
}

fn written(reference: &Reference) -> String {
    format!("`{}`", reference.written())
}

/// What the names of a family begin with.
fn family(name: &str) -> Option<&str> {
    name.split_once('-').map(|(first, _)| first)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::core::{
        catalog::Catalog,
        lint::testing::Case,
        skill::{
            SkillDoc,
            testing::{skill, with_doc},
        },
    };

    #[test]
    fn names_that_nobody_has_and_names_that_are_hidden() {
        let doc = SkillDoc { description: "x".to_owned(), hidden: true, ..SkillDoc::default() };
        let skills = vec![
            Arc::new(skill(
                "db-read",
                "Reads. Not for writing: use db-write instead. Use `pg-dump` for copies.",
            )),
            Arc::new(skill(
                "db-tune",
                "Tunes. Not for reading: use db-read instead, or `db-*` for the rest.",
            )),
            Arc::new(with_doc("hid-den", doc)),
            Arc::new(skill("plan", "Plans. Do not use for the hidden part, use hid-den instead.")),
        ];
        let case = Case::in_catalog(Catalog { skills, ..Catalog::default() });
        assert_eq!(
            case.says("unknown-skill-reference"),
            [
                "db-read: `db-read` sends to `db-write`, not to be found here.",
                "plan: `plan` sends to `hid-den`, hidden from the model."
            ]
        );
    }
}
