use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use proptest::prelude::*;

use super::{Lexicon, Options};
use crate::core::{
    catalog::Catalog,
    lexical::testing::{SIX, lexicon, near},
    skill::{Skill, SkillDoc, testing::with_doc},
    snapshot::Snapshot,
};

#[test]
fn prompts_rank_the_six() {
    let six = lexicon(&SIX);
    let expected: [(&str, Vec<(&str, f64)>); 4] = [
        (
            "import a json file",
            vec![
                ("json-import", 1.527536),
                ("csv-import", 0.667902),
                ("git-blame", 0.101224),
                ("csv-export", 0.093331),
                ("git-bisect", 0.093331),
                ("image-resize", 0.0),
            ],
        ),
        (
            "resize csv images",
            vec![
                ("image-resize", 1.613930),
                ("csv-export", 0.574572),
                ("csv-import", 0.574572),
                ("git-bisect", 0.0),
                ("git-blame", 0.0),
                ("json-import", 0.0),
            ],
        ),
        (
            "find the commit",
            vec![("git-blame", 1.155269), ("git-bisect", 1.065183), ("image-resize", 0.303783)],
        ),
        ("quantum entanglement", SIX.iter().map(|&(name, _)| (name, 0.0)).collect()),
    ];
    for (prompt, ranking) in expected {
        for ((at, score), (name, expected)) in six.ranking(prompt).into_iter().zip(ranking) {
            assert_eq!(six.name(at), name, "{prompt}");
            near(score, expected);
        }
    }
}

fn skill(id: &str, description: &str, hidden: bool) -> Arc<Skill> {
    let doc = SkillDoc {
        description: description.into(),
        when_to_use: Some("seldom".into()),
        hidden,
        ..SkillDoc::default()
    };
    Arc::new(with_doc(id, doc))
}

#[test]
fn hidden_and_muted_skills_do_not_count_and_drafts_do() {
    let catalog = Catalog {
        skills: vec![skill("a", "red", false), skill("b", "blue", true), skill("c", "blue", false)],
        ..Catalog::default()
    };
    let mut snapshot = Snapshot::of(Arc::new(catalog));
    let lexicon = Lexicon::of(&snapshot, Options::default());
    assert_eq!((lexicon.len(), lexicon.position(&"b".into())), (2, None));
    assert_eq!((lexicon.index().df("blue"), lexicon.index().df("seldom")), (1, 2));
    let all = Lexicon::of(&snapshot, Options { include_hidden: true, ..Options::default() });
    assert_eq!((all.len(), all.index().df("blue")), (3, 2));

    snapshot.drafts.insert("a".into(), "blue".into());
    snapshot.muted.insert("c".into());
    let drafted = Lexicon::of(&snapshot, Options::default());
    assert_eq!((drafted.len(), drafted.index().df("blue"), drafted.index().df("red")), (1, 1, 0));
}

#[test]
fn a_huge_catalog_is_compared_roughly_first_and_exactly_when_refined() {
    let catalog = |first: &str| {
        let text = |at: usize| match at {
            0 => first.to_owned(),
            _ => format!("word{} word{}", at % 900, at % 1_300),
        };
        let skills = (0..super::rough::HUGE)
            .map(|at| skill(&format!("s{at:04}"), &text(at), false))
            .collect();
        Snapshot::of(Arc::new(Catalog { skills, ..Catalog::default() }))
    };
    let first = Lexicon::of(&catalog("word1"), Options::default());
    first.neighbourhood();
    assert!(!first.after(&catalog("word1")).is_rough(), "nothing has changed");
    let edited = first.after(&catalog("word5 word6"));
    let fresh = Lexicon::of(&catalog("word5 word6"), Options::default());
    let row = |lexicon: &Lexicon, at: usize| lexicon.neighbourhood().rows[at].clone();
    assert!(edited.is_rough());
    assert_eq!(row(&edited, 0), row(&fresh, 0), "the edited skill is compared at once");
    assert_eq!(row(&edited, 9), row(&first, 9), "the others wait");
    assert_ne!(row(&fresh, 9), row(&first, 9));
    let seen = first.after_for(&catalog("word5 word6"), &["s0009".into(), "gone".into()]);
    assert_eq!(row(&seen, 9), row(&fresh, 9), "but for what is on the screen");
    assert_eq!(row(&seen, 10), row(&first, 10));
    let asked = AtomicUsize::new(0);
    let stopped = edited.refined(|| asked.fetch_add(1, Relaxed) < 99);
    assert!(stopped.is_none() && asked.into_inner() < 110);
    let exact = edited.refined(|| true).unwrap();
    exact.warm();
    assert!(!exact.is_rough() && exact.is_warm() && exact.is_of_texts_of(&edited));
    assert_eq!(exact.neighbourhood(), fresh.neighbourhood());
    let unseen = Lexicon::default().after(&catalog("word5"));
    assert_eq!((unseen.is_rough(), row(&unseen, 9).ratio()), (true, None), "unknown is not 0");
}

proptest! {
    #[test]
    fn whatever_was_edited_before_the_figures_are_the_same(
        before in prop::collection::vec("(Use for )?[a-e\" ]{0,12}", 1..9),
        after in prop::collection::vec("(Use for )?[a-e\" ]{0,12}", 1..9),
        keep in any::<u8>(),
    ) {
        let catalog = |texts: &[String]| {
            let skills = texts.iter().enumerate();
            let skills = skills.map(|(at, text)| skill(&format!("s{at}"), text, false)).collect();
            Snapshot::of(Arc::new(Catalog { skills, ..Catalog::default() }))
        };
        let mut after = after;
        for (at, text) in after.iter_mut().enumerate().filter(|(at, _)| keep >> at & 1 == 1) {
            text.clone_from(before.get(at).unwrap_or(&String::new()));
        }
        let first = Lexicon::of(&catalog(&before), Options::default());
        first.warm();
        let edited = first.after(&catalog(&after));
        let fresh = Lexicon::of(&catalog(&after), Options::default());
        prop_assert_eq!(edited.neighbourhood(), fresh.neighbourhood());
        prop_assert_eq!(edited.claims(), fresh.claims());
        prop_assert_eq!(edited.shared(), fresh.shared());
        prop_assert_eq!(edited.order(), fresh.order());
        prop_assert_eq!(edited.ask("a b c d e", 9), fresh.ask("a b c d e", 9));
        for at in 0..fresh.len() {
            prop_assert_eq!(edited.contested(0, at), fresh.contested(0, at));
        }
    }
}
