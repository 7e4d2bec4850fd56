//! What is known of a row before anybody is asked: what figures are broken down by.
//!
//! Must not know outcomes.

use serde::Serialize;

use crate::core::{
    id::SkillId,
    lexical::{Lexicon, Tokenizer},
    listing::{Disclosed, State},
    plan::Offered,
    query::{
        Query,
        difficulty::{self, Band},
        lint::{Leak, Leaks},
    },
};

/// The traits of one row; what cannot be told of it is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// As the set spells it.
    pub kind: Option<String>,
    /// By words alone; `None` where no skill is expected.
    pub difficulty: Option<Band>,
    /// `None` where no skill is expected.
    pub given: Option<Given>,
    /// What a model is shown of the skill; `None` where no skill is expected, or no harness lists.
    pub shown: Option<State>,
}

/// How far a prompt hands over the skill that it wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
pub enum Given {
    /// The words of its name stand in the prompt.
    #[strum(to_string = "names the skill")]
    Name,
    /// A trigger phrase of several words, or a longer run of its description, does.
    #[strum(to_string = "quotes the skill")]
    Words,
    #[strum(to_string = "neither")]
    Nothing,
}

impl Traits {
    /// The traits of a row in the catalog of `leaks`, of whose skills so much is `disclosed`, as far
    /// as the row is `offered` them: those of the easiest skill that would be right.
    pub fn of(
        row: &Query<SkillId>,
        leaks: &mut Leaks<'_>,
        disclosed: &Disclosed,
        offered: Offered,
    ) -> Self {
        let lexicon = leaks.lexicon;
        let retrieved = retrieved(&row.prompt, lexicon, offered);
        let shown = |id: &SkillId| match &retrieved {
            Some(retrieved) if !retrieved.contains(&id) => Some(State::Withheld),
            _ => disclosed.get(id).copied(),
        };
        let right = row.label.right().filter_map(|id| lexicon.position(id));
        Self {
            kind: row.kind.clone(),
            difficulty: difficulty::of(row, lexicon).map(difficulty::Difficulty::band),
            given: right.map(|skill| given(&row.prompt, leaks, skill)).min(),
            shown: row.label.right().filter_map(shown).min(),
        }
    }
}

/// The skills that are looked up for a prompt; `None` where none are.
fn retrieved<'a>(prompt: &str, lexicon: &'a Lexicon, offered: Offered) -> Option<Vec<&'a SkillId>> {
    let Offered::Retrieved(most) = offered else { return None };
    let ranking = lexicon.ranking(prompt).into_iter().take(most as usize);
    Some(ranking.map(|(at, _)| lexicon.id(at)).collect())
}

fn given(prompt: &str, leaks: &mut Leaks<'_>, skill: usize) -> Given {
    let lexicon = leaks.lexicon;
    let leaks = leaks.of(prompt, skill);
    let kept = Tokenizer { drop_function_words: false, ..lexicon.options().tokenizer };
    let quoted = || lexicon.triggers().quoted(skill, &kept.tokens(prompt));
    match leaks.contains(&Leak::Name) {
        true => Given::Name,
        false if !leaks.is_empty() || quoted() => Given::Words,
        false => Given::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{lexical::testing::lexicon, query::Label};

    const TRIO: [(&str, &str); 3] = [
        ("pdf-forms", "Fills forms. Use when the user says \"fill out this form\" or \"sign\"."),
        ("mail-merge", "Sends one letter to everybody on a list of addresses by post."),
        ("ledger", "Books payments."),
    ];

    fn traits(prompt: &str, expected: &[&str]) -> Traits {
        offered(Offered::All, prompt, expected)
    }

    fn offered(offered: Offered, prompt: &str, expected: &[&str]) -> Traits {
        let expected = expected.iter().map(|id| SkillId::from(*id)).collect();
        let label = Label::Complete { expected, alternatives: Vec::new() };
        let disclosed = [("ledger", State::NameOnly), ("pdf-forms", State::Cut)];
        let disclosed = disclosed.map(|(id, state)| (id.into(), state)).into();
        let lexicon = lexicon(&TRIO);
        let row = Query::new("q", prompt, label);
        Traits::of(&row, &mut Leaks::new(&lexicon), &disclosed, offered)
    }

    #[test]
    fn a_skill_that_is_not_retrieved_is_withheld() {
        let shown = |most, skills: &[&str]| {
            offered(Offered::Retrieved(most), "sign this form", skills).shown
        };
        assert_eq!(shown(1, &["pdf-forms"]), Some(State::Cut));
        assert_eq!(shown(1, &["ledger"]), Some(State::Withheld));
        assert_eq!(shown(1, &["ledger", "pdf-forms"]), Some(State::Cut), "either would be right");
        assert_eq!(shown(3, &["ledger"]), Some(State::NameOnly));
        assert_eq!(shown(1, &[]), None);
    }

    #[test]
    fn a_prompt_hands_its_skill_over_by_name_or_by_words() {
        let given = |prompt, skill| traits(prompt, &[skill]).given;
        assert_eq!(given("use PDF forms on this", "pdf-forms"), Some(Given::Name));
        assert_eq!(given("please Fill out this form!", "pdf-forms"), Some(Given::Words));
        assert_eq!(given("fill this form out", "pdf-forms"), Some(Given::Nothing));
        let word = given("sign it", "pdf-forms");
        assert_eq!(word, Some(Given::Nothing), "anybody may use one word in passing");
        let run = "send one letter to everybody on a list of addresses";
        assert_eq!(given(run, "mail-merge"), Some(Given::Words));
        assert_eq!(given("please Fill out this form!", "ledger"), Some(Given::Nothing));
    }

    #[test]
    fn the_easiest_of_several_skills_counts_and_nothing_is_told_of_none() {
        let both = traits("fill out this form", &["ledger", "pdf-forms"]);
        assert_eq!((both.given, both.difficulty), (Some(Given::Words), Some(Band::First)));
        assert_eq!(both.shown, Some(State::Cut), "either would be right");
        assert_eq!(traits("fill it", &["mail-merge"]).shown, None, "it is not in the listing");
        let silent = traits("fill out this form", &["ledger"]);
        assert_eq!(silent.difficulty, Some(Band::Unranked));
        assert_eq!(traits("fill out this form", &[]), Traits::default());
    }
}
