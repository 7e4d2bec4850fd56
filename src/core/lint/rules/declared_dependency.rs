//! Skills that a front matter asks for and that are not there.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

use crate::core::{
    diagnostic::first_of,
    lint::{Finding, Level, Rule, Subject},
    skill::SkillDoc,
};

pub(super) const RULE: Rule = Rule {
    id: "unresolved-declared-dependency",
    also: &[],
    level: Level::Warn,
    why: "The skill relies on another that nobody loads.",
    remedy: "Correct the name, or load the skill too.",
    source: "keys that published catalogs use",
    explain: "`allowed-tools` allows Skill(x), or `metadata` names skills under requires_skill, \
              requires_skills, depends_on, helpers or requires.skills, and no skill of this \
              catalog is called so, loaded or not.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let known: HashSet<&str> = subject.names().collect();
    for skill in &subject.snapshot.catalog.skills {
        let missing: Vec<String> =
            declared(&skill.doc).into_iter().filter(|name| !known.contains(&**name)).collect();
        if !missing.is_empty() {
            let named = first_of(missing.iter().map(|name| format!("`{name}`")), 4);
            let message =
                format!("`{}` declares that it needs {named}, not to be found here.", skill.id);
            let finding = Finding::about(rule, skill, message).weighing(missing.len() as f64);
            found.push(Finding { line: None, column: None, ..finding });
        }
    }
}

const KEYS: [&str; 5] =
    ["requires_skill", "requires_skills", "depends_on", "depends-on", "helpers"];

/// The names of skills that a document declares to need, each once.
fn declared(doc: &SkillDoc) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for tool in &doc.allowed_tools {
        let inner = tool.strip_suffix(')').and_then(|tool| tool.split_once('('));
        if let Some((_, names_in)) = inner.filter(|(tool, _)| tool.eq_ignore_ascii_case("skill")) {
            take(names_in, &mut names);
        }
    }
    let nested = doc.metadata.get("requires").and_then(|requires| requires.get("skills"));
    for value in KEYS.iter().filter_map(|key| doc.metadata.get(*key)).chain(nested) {
        match value {
            Value::String(list) => take(list, &mut names),
            Value::Array(items) => {
                items.iter().filter_map(Value::as_str).for_each(|item| take(item, &mut names));
            }
            _ => {}
        }
    }
    names
}

fn take(list: &str, names: &mut BTreeSet<String>) {
    let good = |name: &&str| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    };
    names.extend(list.split(',').map(str::trim).filter(good).map(str::to_owned));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::core::{
        catalog::Catalog,
        lint::testing::Case,
        skill::{
            read,
            testing::{skill, with_doc},
        },
    };

    #[test]
    fn every_way_to_declare_is_read_and_what_is_there_is_fine() {
        let text = "---\nname: b\ndescription: Use when b.\n\
                    allowed-tools: Skill(a), Skill(gone), Bash(git *)\n\
                    metadata:\n  depends_on: a, lost\n  requires:\n    skills: [away]\n---\n";
        let b = with_doc("b", read(text.as_bytes()).unwrap());
        let skills = vec![Arc::new(skill("a", "Use when a.")), Arc::new(b)];
        let case = Case::in_catalog(Catalog { skills, ..Catalog::default() });
        assert_eq!(
            case.says("unresolved-declared-dependency"),
            ["b: `b` declares that it needs `away`, `gone`, `lost`, not to be found here."]
        );
    }
}
