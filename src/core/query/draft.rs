//! Prompts made from trigger phrases, for catalogs that nobody has written queries for.
//!
//! No evidence: a description is asked with its own words. Must not know how phrases are found.

use std::collections::HashSet;

use crate::core::{
    id::SkillId,
    query::{Label, Origin, Query, QuerySet, unit},
};

/// One row a phrase: the phrase as the prompt, the skill that claims it as the expected one.
///
/// Two skills that claim the same phrase get a row each, so that one of them loses it in plain
/// sight. Blank phrases and repeats within a skill are left out. Ids count from 1 within a skill.
pub fn draft<'a, P>(skills: impl IntoIterator<Item = (&'a SkillId, P)>) -> QuerySet
where
    P: IntoIterator<Item = &'a str>,
{
    let mut set = QuerySet::default();
    for (skill, phrases) in skills {
        let mut seen = HashSet::new();
        for phrase in phrases {
            let prompt = unit::one_blank(phrase);
            if prompt.is_empty() || !seen.insert(prompt.to_lowercase()) {
                continue;
            }
            let label =
                Label::Complete { expected: vec![skill.to_string()], alternatives: Vec::new() };
            let id = format!("draft-{skill}-{}", seen.len());
            set.queries.push(Query {
                origin: Origin::Drafted,
                kind: Some("draft".to_owned()),
                ..Query::new(id, prompt.into_owned(), label)
            });
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_claim_is_a_row_marked_as_drafted() {
        let (a, b) = (SkillId::from("a"), SkillId::from("b"));
        let set =
            draft([(&a, vec!["book a table", "Book  a table", " ", "menu"]), (&b, vec!["menu"])]);
        let rows: Vec<(&str, &str)> =
            set.queries.iter().map(|row| (row.id.as_str(), row.prompt.as_str())).collect();
        assert_eq!(
            rows,
            [("draft-a-1", "book a table"), ("draft-a-2", "menu"), ("draft-b-1", "menu")]
        );
        assert!(set.queries.iter().all(|row| row.origin == Origin::Drafted));
        let expected = vec!["b".to_owned()];
        assert_eq!(set.queries[2].label, Label::Complete { expected, alternatives: vec![] });
    }
}
