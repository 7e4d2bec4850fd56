//! What a label means in a catalog: id or path, then `plugin:name`, then folder, then name.
//!
//! Must not know query formats; a label is any string that somebody wrote for a skill.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{catalog::Catalog, id::SkillId, skill::Skill};

/// What a label names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// One skill that the model can pick.
    One(SkillId),
    /// One skill, never offered to the model.
    Hidden(SkillId),
    /// No skill of this catalog: unknown, not loaded by the harness, or unusable.
    NotResident,
    /// Several skills equally well; in catalog order.
    Many(Vec<SkillId>),
}

/// Looks many labels up in one catalog: built in O(n log n), each look-up O(log n).
#[derive(Clone, Debug)]
pub struct Resolver<'a> {
    catalog: &'a Catalog,
    /// One map a way of naming, in the order in which they are tried.
    ways: [BTreeMap<String, Vec<usize>>; 4],
}

impl<'a> Resolver<'a> {
    pub fn of(catalog: &'a Catalog) -> Self {
        let mut ways: [BTreeMap<String, Vec<usize>>; 4] = Default::default();
        for (at, skill) in catalog.skills.iter().enumerate() {
            for (way, names) in ways.iter_mut().zip(names(skill)) {
                for name in names {
                    let skills = way.entry(name).or_default();
                    if skills.last() != Some(&at) {
                        skills.push(at);
                    }
                }
            }
        }
        Self { catalog, ways }
    }

    /// What `label` names. Blanks around it, a leading `./` and a trailing `/` do not count; case
    /// does. The first way of naming that matches anything decides.
    pub fn resolve(&self, label: &str) -> Resolution {
        let label = label.trim();
        let label = label.strip_prefix("./").unwrap_or(label).trim_end_matches('/');
        let Some(found) = self.ways.iter().find_map(|way| way.get(label)) else {
            return Resolution::NotResident;
        };
        let skills = || found.iter().filter_map(|at| self.catalog.skills.get(*at));
        match (found.as_slice(), skills().next()) {
            ([_], Some(skill)) if skill.hidden() => Resolution::Hidden(skill.id.clone()),
            ([_], Some(skill)) => Resolution::One(skill.id.clone()),
            _ => Resolution::Many(skills().map(|skill| skill.id.clone()).collect()),
        }
    }
}

impl Catalog {
    /// As [`Resolver::resolve`], for a single label; costs a pass over the catalog.
    pub fn resolve(&self, label: &str) -> Resolution {
        Resolver::of(self).resolve(label)
    }

    /// True if every label names the same in both: the skills are called and hidden alike,
    /// whatever else they say.
    pub fn names_as(&self, other: &Self) -> bool {
        let named = |a: &Skill, b: &Skill| a.is_called_as(b) && a.hidden() == b.hidden();
        self.skills.len() == other.skills.len()
            && self.skills.iter().zip(&other.skills).all(|(a, b)| Arc::ptr_eq(a, b) || named(a, b))
    }
}

/// Everything a skill answers to, a list for each way of naming.
fn names(skill: &Skill) -> [Vec<String>; 4] {
    let mut paths = vec![skill.id.to_string()];
    for path in std::iter::once(&skill.path).chain(&skill.copies) {
        paths.push(path.clone());
        if let Some((folder, _)) = path.rsplit_once('/') {
            paths.push(folder.to_owned());
        }
    }
    let qualified = skill.plugin.as_deref().map_or_else(Vec::new, |plugin| {
        let mut both =
            vec![format!("{plugin}:{}", skill.name), format!("{plugin}:{}", skill.folder)];
        both.dedup();
        both
    });
    [paths, qualified, vec![skill.folder.clone()], vec![skill.name.clone()]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::skill::SkillDoc;

    fn skill(id: &str, name: &str, path: &str) -> Skill {
        let folder = path.rsplit('/').nth(1).unwrap_or("root").to_owned();
        Skill {
            id: id.into(),
            name: name.to_owned(),
            folder,
            plugin: None,
            path: path.to_owned(),
            copies: Vec::new(),
            doc: Arc::default(),
        }
    }

    fn catalog(mut skills: Vec<Skill>) -> Catalog {
        skills.sort_by(|a, b| a.id.cmp(&b.id));
        Catalog { skills: skills.into_iter().map(Arc::new).collect(), ..Catalog::default() }
    }

    #[test]
    fn the_first_way_of_naming_decides() {
        let catalog = catalog(vec![
            skill("deploy", "ship", "deploy/SKILL.md"),
            // Answers to `deploy` by name only: the folder above is nearer.
            skill("release", "deploy", "release/SKILL.md"),
        ]);
        assert_eq!(catalog.resolve("deploy"), Resolution::One("deploy".into()));
        assert_eq!(catalog.resolve("ship"), Resolution::One("deploy".into()));
        assert_eq!(catalog.resolve("release/SKILL.md"), Resolution::One("release".into()));
        assert_eq!(catalog.resolve(" ./release/ "), Resolution::One("release".into()));
        assert_eq!(catalog.resolve("Deploy"), Resolution::NotResident);
        assert_eq!(catalog.resolve(""), Resolution::NotResident);
    }

    #[test]
    fn only_what_skills_are_called_decides_what_labels_name() {
        let deploy = skill("deploy", "ship", "deploy/SKILL.md");
        let doc = |description: &str, hidden| {
            Arc::new(SkillDoc { description: description.into(), hidden, ..SkillDoc::default() })
        };
        let before = catalog(vec![deploy.clone()]);
        let alike = |skill: Skill| catalog(vec![skill]).names_as(&before);
        assert!(alike(Skill { doc: doc("Ships it.", false), ..deploy.clone() }));
        assert!(!alike(Skill { doc: doc("", true), ..deploy.clone() }));
        assert!(!alike(Skill { name: "boat".into(), ..deploy.clone() }));
        assert!(!alike(Skill { copies: vec!["kit/deploy/SKILL.md".into()], ..deploy }));
        assert!(!catalog(vec![]).names_as(&before));
    }

    #[test]
    fn several_matches_are_all_named() {
        let catalog = catalog(vec![
            skill("a/ios", "Mobile kit", "a/ios/SKILL.md"),
            skill("b/ios", "Mobile kit", "b/ios/SKILL.md"),
        ]);
        let both = Resolution::Many(vec!["a/ios".into(), "b/ios".into()]);
        assert_eq!(catalog.resolve("ios"), both);
        assert_eq!(catalog.resolve("Mobile kit"), both);
        assert_eq!(catalog.resolve("b/ios"), Resolution::One("b/ios".into()));
    }

    #[test]
    fn hidden_skills_plugins_and_copies_answer_too() {
        let mut hidden = skill("pay", "pay", "pay/SKILL.md");
        hidden.doc = Arc::new(SkillDoc { hidden: true, ..SkillDoc::default() });
        let mut plugged = skill("pdf", "PDF tools", "kit/skills/pdf/SKILL.md");
        plugged.plugin = Some("kit".to_owned());
        plugged.copies = vec![".agents/skills/pdf/SKILL.md".to_owned()];
        let catalog = catalog(vec![hidden, plugged]);
        assert_eq!(catalog.resolve("pay"), Resolution::Hidden("pay".into()));
        for label in ["kit:pdf", "kit:PDF tools", ".agents/skills/pdf", "kit/skills/pdf/SKILL.md"] {
            assert_eq!(catalog.resolve(label), Resolution::One("pdf".into()), "{label}");
        }
    }
}
