use proptest::prelude::*;

use super::{Neighbourhood, Part};
use crate::core::lexical::{
    lexicon::{Doc, Lexicon, Options},
    testing::{SIX, doc, lexicon, near},
};

#[test]
fn the_matrix_of_six() {
    let expected = [
        [6.083649, 2.177441, 0.491797, 0.101224, 0.0, 0.629832],
        [2.177441, 5.088357, 0.093331, 0.286676, 0.193641, 2.348432],
        [0.491797, 0.093331, 5.532394, 1.688659, 0.303783, 0.093331],
        [0.093331, 0.264321, 1.556980, 4.460418, 0.497424, 0.264321],
        [0.0, 0.170991, 0.268250, 0.476389, 5.750660, 0.170991],
        [0.629832, 2.348432, 0.093331, 0.286676, 0.193641, 5.856174],
    ];
    let six = lexicon(&SIX);
    near(six.index().average_length(), 11.166667);
    for (query, row) in expected.into_iter().enumerate() {
        for (document, score) in row.into_iter().enumerate() {
            near(six.index().score(six.index().document(query), document), score);
        }
    }
}

#[test]
fn the_overlap_table_of_six() {
    let six = lexicon(&SIX);
    let table = six.by_overlap();
    let expected = [
        ("csv-import", 5.088357, "json-import", 2.348432, 0.461530),
        ("json-import", 5.856174, "csv-import", 2.348432, 0.401018),
        ("csv-export", 6.083649, "csv-import", 2.177441, 0.357917),
        ("git-blame", 4.460418, "git-bisect", 1.556980, 0.349066),
        ("git-bisect", 5.532394, "git-blame", 1.688659, 0.305231),
        ("image-resize", 5.750660, "git-blame", 0.476389, 0.082841),
    ];
    assert_eq!(table.len(), expected.len());
    for (at, (name, own, nearest, score, ratio)) in table.into_iter().zip(expected) {
        let row = &six.neighbourhood().rows[at];
        assert_eq!((six.name(at), row.outranked_by), (name, 0));
        let rival = row.nearest().unwrap();
        assert_eq!(six.name(rival.index), nearest);
        near(row.self_score, own);
        near(rival.score, score);
        near(row.ratio().unwrap(), ratio);
    }
}

#[test]
fn texts_of_one_name_are_no_rivals() {
    let text = |id: &str, plugin: Option<&str>, description: &str| Doc {
        id: id.into(),
        plugin: plugin.map(str::to_owned),
        ..doc("pdf", &format!("{description} \"fill a pdf form\""))
    };
    let docs = vec![
        text("a/pdf", None, "Fill forms."),
        text("b/pdf", None, "Fill forms and merge."),
        text("c/pdf", Some("office"), "Fill forms."),
    ];
    let all = Lexicon::new(docs, Options::default());
    let near = all.neighbourhood();
    let rivals = |at: usize| near.rows[at].rivals.iter().map(|r| r.index).collect::<Vec<_>>();
    assert_eq!((rivals(0), rivals(1), rivals(2)), (vec![2], vec![2], vec![0, 1]));
    assert_eq!((near.rows[1].scoring, near.inbound[0].len()), (1, 1));
    assert!(near.closest(all.field(), 9).iter().all(|pair| pair.a.max(pair.b) == 2));
    assert!(all.graph().edges.iter().all(|edge| edge.b == 2));
    assert!(all.claims().iter().all(|claim| claim.by == 2 || claim.of == 2));
    assert_eq!(
        all.shared().iter().find(|s| s.phrase == "fill a pdf form").unwrap().skills.len(),
        3
    );
    let two = Lexicon::new(all.docs()[..2].to_vec(), Options::default());
    assert!(two.shared().is_empty() && two.claims().is_empty());
    assert_eq!(two.neighbourhood().rows[0].ratio(), Some(0.0));
    assert_eq!(two.ranking("pdf form").len(), 2, "a prompt ranks every text");
}

#[test]
fn both_directions_of_a_pair() {
    let six = lexicon(&SIX);
    let at = |name| six.position(&name).unwrap();
    for (a, b, similarity) in [
        ("csv-import".into(), "json-import".into(), 0.430212),
        ("csv-export".into(), "csv-import".into(), 0.391359),
        ("git-bisect".into(), "git-blame".into(), 0.326683),
        ("csv-export".into(), "json-import".into(), 0.105520),
        ("git-blame".into(), "image-resize".into(), 0.096139),
        ("csv-export".into(), "image-resize".into(), 0.0),
    ] {
        near(six.field().pair(at(a), at(b)).similarity, similarity);
    }
    let closest = six.neighbourhood().closest(six.field(), 3);
    let names: Vec<_> = closest.iter().map(|pair| (six.name(pair.a), six.name(pair.b))).collect();
    assert_eq!(
        names,
        [("csv-import", "json-import"), ("csv-import", "csv-export"), ("git-blame", "git-bisect")]
    );
    near(closest[0].ratio().unwrap(), 0.461530);
}

#[test]
fn equal_scores_go_by_name_then_id() {
    let lexicon =
        lexicon(&[("zulu", "same words"), ("alpha", "same words"), ("mike", "same words")]);
    let row = &lexicon.neighbourhood().rows[lexicon.position(&"mike".into()).unwrap()];
    let rivals: Vec<_> = row.rivals.iter().map(|rival| lexicon.name(rival.index)).collect();
    assert_eq!(rivals, ["alpha", "zulu"]);
}

#[test]
fn a_rival_that_repeats_the_rare_word_outranks_its_owner() {
    let filler: Vec<String> = (0..8).map(|at| format!("f{at}")).collect();
    let mut skills = vec![("rare", "common"), ("rare-rare", "rare rare")];
    skills.extend(filler.iter().map(|name| (name.as_str(), "common")));
    let lexicon = lexicon(&skills);
    let row = &lexicon.neighbourhood().rows[0];
    assert_eq!((row.outranked_by, lexicon.name(row.rivals[0].index)), (1, "rare-rare"));
    assert!(row.ratio().unwrap() > 1.0);
    assert_eq!(lexicon.neighbourhood().rows[1].outranked_by, 0);
}

#[test]
fn a_skill_without_words_has_no_ratio() {
    let lexicon = lexicon(&[("...", "---"), ("b", "words")]);
    let rows = &lexicon.neighbourhood().rows;
    assert_eq!((rows[0].ratio(), rows[0].nearest()), (None, None));
    assert_eq!(rows[1].ratio(), Some(0.0));
    assert_eq!(lexicon.field().pair(0, 1).ratio(), Some(0.0));
}

fn skills(texts: &[String]) -> Vec<(String, String)> {
    texts.iter().enumerate().map(|(at, text)| (format!("s{at:02}"), text.clone())).collect()
}

fn lexicon_of(skills: &[(String, String)]) -> Lexicon {
    let pairs: Vec<(&str, &str)> = skills.iter().map(|(n, d)| (n.as_str(), d.as_str())).collect();
    lexicon(&pairs)
}

proptest! {
    #[test]
    fn parts_make_the_same_whole(texts in prop::collection::vec("[a-e ]{0,12}", 0..50), cut in 0_usize..50) {
        let lexicon = lexicon_of(&skills(&texts));
        let (field, all) = (lexicon.field(), texts.len());
        let cut = cut.min(all);
        let part = |range| Part::of_while(field, range, || true).unwrap();
        let parts = part(0..cut).and(part(cut..all));
        prop_assert_eq!(Neighbourhood::from(parts), Neighbourhood::of(field));
    }

    #[test]
    fn figures_are_finite_and_both_directions_agree(texts in prop::collection::vec("[a-e ]{0,12}", 0..20)) {
        let lexicon = lexicon_of(&skills(&texts));
        let all = lexicon.neighbourhood();
        for (at, row) in all.rows.iter().enumerate() {
            prop_assert!(row.ratio().is_none_or(f64::is_finite));
            prop_assert_eq!(row, &lexicon.field().row(at));
            prop_assert!(row.rivals.is_sorted_by(|a, b| a.score >= b.score));
            for rival in &row.rivals {
                let back = all.inbound[rival.index].iter().find(|inbound| inbound.index == at);
                prop_assert_eq!(back.map(|inbound| inbound.ratio), Some(rival.ratio));
            }
        }
    }

    #[test]
    fn the_order_of_the_documents_changes_nothing(texts in prop::collection::vec("[a-e ]{0,12}", 0..12)) {
        let forward = skills(&texts);
        let backward: Vec<_> = forward.iter().rev().cloned().collect();
        let (one, two) = (lexicon_of(&forward), lexicon_of(&backward));
        for at in 0..texts.len() {
            let named = |lexicon: &Lexicon, at: usize| {
                let row = &lexicon.neighbourhood().rows[at];
                let rivals: Vec<_> = row
                    .rivals
                    .iter()
                    .map(|rival| (lexicon.name(rival.index).to_owned(), rival.score))
                    .collect();
                (row.self_score, row.outranked_by, rivals)
            };
            prop_assert_eq!(named(&one, at), named(&two, texts.len() - 1 - at));
        }
    }
}
