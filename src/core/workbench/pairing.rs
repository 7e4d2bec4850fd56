//! The rows that say how two skills are told apart.
//!
//! Must not know outcomes.

use crate::core::{
    id::SkillId, lexical::Lexicon, measure::pair::Side, query::Query, workbench::touched::NEAR,
};

/// True for a row of one of the two or of both, and for one of neither that has both among the
/// nearest few skills to its prompt.
pub(super) fn concerns(query: &Query<SkillId>, pair: &[SkillId; 2], lexicon: &Lexicon) -> bool {
    Side::of(query, pair) != Side::Neither || {
        let near: Vec<&SkillId> = lexicon.nearest(&query.prompt, NEAR).collect();
        pair.iter().all(|id| near.contains(&id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        lexical::{Doc, Options},
        query::Label,
    };

    #[test]
    fn a_row_of_neither_has_to_be_near_to_both() {
        let doc = |(id, description): (&str, &str)| Doc {
            id: id.into(),
            name: id.to_owned(),
            plugin: None,
            description: description.to_owned(),
            when_to_use: None,
        };
        let docs = [("a", "Bakes rye bread"), ("b", "Slices rye bread"), ("c", "Boils soup")];
        let lexicon = Lexicon::new(docs.map(doc).into(), Options::default());
        let pair = ["a".into(), "b".into()];
        let row = |prompt: &str, expected: &[&str]| {
            let expected = expected.iter().map(|id| SkillId::from(*id)).collect();
            Query::new("q", prompt, Label::Complete { expected, alternatives: vec![] })
        };
        for (prompt, expected, is_one) in [
            ("boil", &["a"][..], true),
            ("boil", &["c", "b"], true),
            ("rye", &["c"], true),
            ("bread", &[], true),
            ("slices", &[], false),
            ("boil", &["c"], false),
        ] {
            assert_eq!(concerns(&row(prompt, expected), &pair, &lexicon), is_one, "{prompt}");
        }
    }
}
