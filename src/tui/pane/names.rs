//! What skills are called on the screen: the shortest that no other skill of the catalog is called.
//!
//! Gives text as it is in the files; whoever draws it makes it visible.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{
    catalog::Catalog, id::SkillId, measure::Class, scene::names::Family, skill::Skill,
};

/// The names of one catalog, looked at once a generation.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Of the skills that are not called by their ids.
    called: BTreeMap<SkillId, String>,
    family: Family,
}

impl Names {
    /// A skill is called by its name; where another could be meant too, by its plugin and name;
    /// else by its id, which nobody shares.
    pub fn of(catalog: &Catalog) -> Self {
        let mut meant: BTreeMap<String, usize> = BTreeMap::new();
        for skill in &catalog.skills {
            let id = [Some(skill.id.to_string())];
            let all: BTreeSet<String> = candidates(skill).into_iter().chain(id).flatten().collect();
            all.into_iter().for_each(|name| *meant.entry(name).or_default() += 1);
        }
        let called = catalog.skills.iter().filter_map(|skill| {
            let mut names = candidates(skill).into_iter().flatten();
            let name = names.find(|name| meant.get(name) == Some(&1))?;
            (name != skill.id.as_str()).then(|| (skill.id.clone(), name))
        });
        let names = Self { called: called.collect(), family: Family::default() };
        let family = Family::of(catalog.skills.iter().map(|skill| names.called(&skill.id)));
        Self { family, ..names }
    }

    /// What a skill is called; the id of one that is not in the catalog.
    pub fn called<'a>(&'a self, id: &'a SkillId) -> &'a str {
        self.called.get(id).map_or(id.as_str(), String::as_str)
    }

    /// What a class of the confusion matrix is called.
    pub fn class<'a>(&'a self, class: &'a Class) -> &'a str {
        class.skill().map_or(Class::NONE, |id| self.called(id))
    }

    /// What a skill is called in a column, where the prefix of the family goes without saying.
    pub fn short<'a>(&'a self, id: &'a SkillId) -> &'a str {
        self.family.short(self.called(id))
    }

    /// What a class is called in a column.
    pub fn short_class<'a>(&'a self, class: &'a Class) -> &'a str {
        class.skill().map_or(Class::NONE, |id| self.short(id))
    }

    /// A name without what columns leave out.
    pub fn shorten<'a>(&self, name: &'a str) -> &'a str {
        self.family.short(name)
    }

    /// What columns leave out; empty where the names begin otherwise.
    pub fn prefix(&self) -> &str {
        self.family.prefix()
    }
}

/// What a skill could be called, the shortest first.
fn candidates(skill: &Skill) -> [Option<String>; 2] {
    let plugin = skill.plugin.as_ref();
    [Some(skill.name.clone()), plugin.map(|plugin| format!("{plugin}:{}", skill.name))]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::skill::SkillDoc;

    fn names(skills: &[(&str, &str, Option<&str>)]) -> Names {
        let skill = |(id, name, plugin): &(&str, &str, Option<&str>)| {
            Arc::new(Skill {
                id: (*id).into(),
                name: (*name).into(),
                folder: (*id).into(),
                plugin: plugin.map(str::to_owned),
                path: format!("{id}/SKILL.md"),
                copies: Vec::new(),
                doc: Arc::new(SkillDoc::default()),
            })
        };
        let skills = skills.iter().map(skill).collect();
        Names::of(&Catalog { skills, ..Catalog::default() })
    }

    #[test]
    fn a_name_that_is_not_alone_says_where_it_is_from() {
        let names = names(&[
            ("a/pdf", "pdf", None),
            ("b/pdf", "pdf", Some("office")),
            ("till", "Till", None),
        ]);
        let called = |id: &str| names.called(&id.into()).to_owned();
        assert_eq!(["a/pdf", "b/pdf", "till"].map(called), ["a/pdf", "office:pdf", "Till"]);
        assert_eq!(called("gone"), "gone");
        assert_eq!(names.class(&Class::Skill("till".into())), "Till");
        assert_eq!(names.class(&Class::None), "(no skill)");
    }

    #[test]
    fn neither_a_plugin_nor_a_folder_makes_two_of_one() {
        let twice = names(&[("a/pdf", "pdf", Some("office")), ("b/pdf", "pdf", Some("office"))]);
        assert_eq!(twice.called(&"a/pdf".into()), "a/pdf");
        // The folder of one is the name of the other.
        let crossed = names(&[("pdf", "forms", None), ("x", "pdf", None)]);
        assert_eq!((crossed.called(&"pdf".into()), crossed.called(&"x".into())), ("forms", "x"));
    }

    #[test]
    fn columns_leave_out_what_all_names_begin_with() {
        let names = names(&[("x", "acme-a", None), ("y", "acme-b", None), ("z", "acme-c", None)]);
        assert_eq!((names.prefix(), names.short(&"y".into())), ("acme-", "b"));
        assert_eq!(names.short_class(&Class::None), "(no skill)");
    }
}
