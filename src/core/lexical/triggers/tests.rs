use proptest::prelude::*;

use super::{Part, Triggers, singular};
use crate::core::lexical::{
    phrase::Kind,
    testing::{doc, lexicon},
    token::Tokenizer,
};

/// A front desk that names what its two specialists are for, and a bystander.
const DESK: [(&str, &str); 4] = [
    (
        "desk",
        "Start here. Use when \"glaze a pot\", \"kiln schedule\", \"cone chart\", \"throwing wheel\" \
         or \"opening hours\" come up.",
    ),
    (
        "firing",
        "Plans kiln runs. Triggers: \"kiln schedule\", \"cone charts\", \"bisque firing\". NOT for \
         opening hours.",
    ),
    ("glazing", "Mixes colour. Triggers: \"glaze a pot\", \"glaze recipe\", \"dip and drip\"."),
    ("shop", "Sells clay. Use for: bags of clay, and the till."),
];

#[test]
fn triggers_keep_their_places() {
    let all = lexicon(&DESK);
    let firing = &all.triggers().of_skill(1)[0];
    assert_eq!(
        (firing.part, firing.kind, &*firing.text),
        (Part::Description, Kind::Quoted, "kiln schedule")
    );
    assert_eq!(&DESK[1].1[firing.range.clone()], "kiln schedule");
    assert!(all.triggers().of_skill(99).is_empty());
}

#[test]
fn phrases_are_shared_word_for_word_whatever_the_case_and_the_blanks() {
    let all = lexicon(&[
        ("a", "Triggers: \"Reset  Branch\", \"tidy\""),
        ("b", "It can reset\nbranch state. Triggers: \"tidy\"."),
        ("c", "Not for: reset branch. Tidy and resets branches."),
        ("d", "reset. Branch"),
    ]);
    let shared: Vec<_> = all
        .shared()
        .iter()
        .map(|shared| (shared.phrase.as_str(), shared.owners.clone(), shared.skills.clone()))
        .collect();
    assert_eq!(
        shared,
        [("Reset Branch", vec![0], vec![0, 1, 3]), ("tidy", vec![0, 1], vec![0, 1]),]
    );
}

#[test]
fn the_front_desk_claims_the_triggers_of_its_specialists() {
    let all = lexicon(&DESK);
    let claims: Vec<_> = all
        .claims()
        .iter()
        .filter(|claim| claim.by == 0)
        .map(|claim| (claim.of, claim.terms.join(" "), claim.total, claim.phrases.clone()))
        .collect();
    let phrases = |list: &[&str]| list.iter().map(|&p| p.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        claims,
        [
            (
                1,
                "kiln schedule cone charts".to_owned(),
                6,
                phrases(&["cone charts", "kiln schedule"])
            ),
            (2, "glaze pot".to_owned(), 5, phrases(&["glaze a pot"])),
        ]
    );
    assert!(all.claims().iter().all(|claim| claim.by != 3 && claim.of != 3));
}

#[test]
fn what_is_denied_is_not_claimed() {
    let claimed = |text| {
        let all = lexicon(&[
            ("a", "Triggers: \"wood firing\", \"raku kiln\", \"pit smoke\""),
            ("b", text),
        ]);
        all.claims().iter().any(|claim| claim.by == 1)
    };
    assert!(claimed("For wood firing, a raku kiln and pit smoke."));
    assert!(!claimed("For cakes. NOT for wood firing, a raku kiln and pit smoke."));
}

#[test]
fn plurals_are_compared_by_their_singular() {
    assert_eq!(singular("buckets"), Some("bucket"));
    assert_eq!(
        [singular("serverless"), singular("status"), singular("gas"), singular("a")],
        [None; 4]
    );
}

proptest! {
    #[test]
    fn figures_of_claims_hold_together(
        texts in prop::collection::vec("((Use for |Triggers: |NOT for )?[a-d]{1,2}[s,. \"]{1,2}){0,12}", 0..9),
    ) {
        let docs: Vec<_> =
            texts.iter().enumerate().map(|(at, text)| doc(&format!("s{at}"), text)).collect();
        let all = Triggers::of(&docs, Tokenizer::default());
        for claim in all.claims() {
            prop_assert!(claim.by != claim.of && claim.terms.len() <= claim.total);
            prop_assert!(claim.share().is_some_and(|share| share > 0.0 && share <= 1.0));
        }
        for shared in all.shared() {
            prop_assert!(shared.skills.len() > 1 && shared.skills.is_sorted());
            prop_assert!(shared.owners.iter().all(|owner| shared.skills.contains(owner)));
        }
    }
}
