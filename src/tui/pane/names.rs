//! What skills are called on the screen: the shortest that no other skill of the catalog is called.
//!
//! Gives text as it is in the files; whoever draws it makes it visible.

use std::collections::BTreeSet;

use crate::core::{catalog::Catalog, id::SkillId, skill::Skill, workbench::Board};

/// The names of one catalog, looked at once a generation.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Names that several skills have.
    repeated: BTreeSet<String>,
}

impl Names {
    pub fn of(catalog: &Catalog) -> Self {
        let (mut seen, mut repeated) = (BTreeSet::new(), BTreeSet::new());
        for skill in &catalog.skills {
            if !seen.insert(skill.name.as_str()) {
                repeated.insert(skill.name.clone());
            }
        }
        Self { repeated }
    }

    /// The name; where it is not alone, with its plugin, else the id, which is unique.
    pub fn name(&self, skill: &Skill) -> String {
        match &skill.plugin {
            _ if !self.repeated.contains(&skill.name) => skill.name.clone(),
            Some(plugin) => format!("{plugin}:{}", skill.name),
            None => skill.id.to_string(),
        }
    }

    /// What a skill of the board is called; the id of one that is not there.
    pub fn called(&self, board: &Board, id: &SkillId) -> String {
        let skill = board.now.snapshot.catalog.get(id);
        skill.map_or_else(|| id.to_string(), |skill| self.name(skill))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::skill::SkillDoc;

    fn skill(id: &str, name: &str, plugin: Option<&str>) -> Arc<Skill> {
        Arc::new(Skill {
            id: id.into(),
            name: name.into(),
            folder: id.into(),
            plugin: plugin.map(str::to_owned),
            path: format!("{id}/SKILL.md"),
            copies: Vec::new(),
            doc: Arc::new(SkillDoc::default()),
        })
    }

    #[test]
    fn a_name_that_is_not_alone_says_where_it_is_from() {
        let skills = vec![
            skill("a/pdf", "pdf", None),
            skill("b/pdf", "pdf", Some("office")),
            skill("till", "Till", None),
        ];
        let names = Names::of(&Catalog { skills: skills.clone(), ..Catalog::default() });
        let called: Vec<String> = skills.iter().map(|skill| names.name(skill)).collect();
        assert_eq!(called, ["a/pdf", "office:pdf", "Till"]);
        assert_eq!(names.called(&Board::default(), &"gone".into()), "gone");
    }
}
