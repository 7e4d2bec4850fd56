use proptest::prelude::*;

use super::{Candidate, KeywordRouter, Pick, Reason};
use crate::core::lexical::testing::{SIX, near};

fn router(skills: &[(&str, &str)]) -> KeywordRouter {
    KeywordRouter::new(skills.iter().map(|&(name, description)| Candidate { name, description }))
}

#[test]
fn names_come_first_and_the_longest_wins() {
    let six = router(&SIX);
    for (prompt, name) in [
        ("use csv import please", "csv-import"),
        ("run git-bisect then git-blame", "git-bisect"),
        ("CSV-EXPORT!", "csv-export"),
    ] {
        let pick = six.pick(prompt).unwrap();
        assert_eq!((SIX[pick.index].0, pick.reason), (name, Reason::Phrase), "{prompt}");
    }
}

#[test]
fn without_a_name_the_best_description_wins() {
    let six = router(&SIX);
    for (prompt, name, expected) in [
        ("import the json data", "json-import", 0.956303),
        ("who is the author of this line", "git-blame", 1.449831),
        ("resize", "image-resize", 0.666138),
        ("csv", "csv-export", 0.383114),
        ("my-csv-import-tool", "csv-import", 0.766228),
        ("find commit", "git-blame", 0.969054),
    ] {
        let Some(Pick { index, reason: Reason::Score(score) }) = six.pick(prompt) else {
            panic!("{prompt} should be picked by score");
        };
        assert_eq!(SIX[index].0, name, "{prompt}");
        near(score, expected);
    }
}

#[test]
fn nothing_shared_is_an_abstention() {
    let six = router(&SIX);
    for prompt in ["image resizing", "the and of with", "", "  \n"] {
        assert_eq!(six.pick(prompt), None, "{prompt}");
    }
    assert_eq!(router(&[]).pick("csv"), None);
}

#[test]
fn equal_scores_go_to_the_earlier_candidate() {
    let six = router(&SIX);
    let ranking = six.ranking("csv");
    assert_eq!(
        ranking.iter().map(|&(at, _)| SIX[at].0).collect::<Vec<_>>(),
        ["csv-export", "csv-import"]
    );
    near(ranking[0].1, ranking[1].1);
}

#[test]
fn a_name_is_bounded_by_words_but_not_by_scripts_without_blanks() {
    let names =
        router(&[("pdf", "x"), ("整理笔记", "x"), ("목표", "x"), ("c++", "x"), ("my skill", "x")]);
    for (prompt, expected) in [
        ("report.pdf please", Some(0)),
        ("pdfs", None),
        ("my_pdf", None),
        ("帮我整理笔记吧", Some(1)),
        ("把pdf转换", Some(0)),
        ("목표를 잡아줘", Some(2)),
        ("build c++ code", Some(3)),
        ("My Skill", Some(4)),
    ] {
        assert_eq!(names.pick(prompt).map(|pick| pick.index), expected, "{prompt}");
    }
}

#[test]
fn matches_are_taken_from_left_to_right_without_overlap() {
    let names = router(&[("a-b", "x"), ("b-c-d", "y"), ("b", "z")]);
    assert_eq!(names.pick("a b c d").unwrap().index, 0);
    assert_eq!(names.pick("b c d a b").unwrap().index, 1);
}

#[test]
fn repeated_names_go_to_the_first() {
    let names = router(&[("same", "x"), ("same", "y")]);
    assert_eq!(names.pick("the same").unwrap().index, 0);
}

/// The rule said plainly: at each place the longest bounded phrase.
fn scan(names: &[String], prompt: &str) -> Option<usize> {
    let part = |c: &char| c.is_ascii_alphanumeric() || *c == '_' || *c == '-';
    let text: Vec<char> = prompt.chars().collect();
    let (mut best, mut at) = (None::<(usize, usize)>, 0);
    while at < text.len() {
        let mut here = None::<(usize, usize)>;
        for (index, name) in names.iter().enumerate() {
            for phrase in [name.clone(), name.replace('-', " ")] {
                let phrase: Vec<char> = phrase.chars().collect();
                let end = at + phrase.len();
                let bounded =
                    (at == 0 || !part(&text[at - 1])) && text.get(end).is_none_or(|c| !part(c));
                if text.get(at..end) == Some(&phrase[..])
                    && bounded
                    && here.is_none_or(|(length, _)| phrase.len() > length)
                {
                    here = Some((phrase.len(), index));
                }
            }
        }
        match here {
            Some(found) => {
                if best.is_none_or(|(length, _)| found.0 > length) {
                    best = Some(found);
                }
                at += found.0;
            }
            None => at += 1,
        }
    }
    best.map(|(_, index)| index)
}

proptest! {
    #[test]
    fn a_later_router_ranks_as_a_fresh_one(
        before in prop::collection::vec("[a-e ]{0,9}", 0..6),
        after in prop::collection::vec("[a-e ]{0,9}", 0..6),
        prompt in "[a-e ]{0,9}",
    ) {
        fn candidates(texts: &[String]) -> impl Iterator<Item = Candidate<'_>> {
            texts.iter().map(|text| Candidate { name: "x", description: text })
        }
        let kept = |at: usize| before.iter().position(|text| *text == after[at]);
        let later = KeywordRouter::new(candidates(&before)).after(candidates(&after), kept);
        let fresh = KeywordRouter::new(candidates(&after));
        prop_assert_eq!(later.ranking(&prompt), fresh.ranking(&prompt));
    }

    #[test]
    fn phrases_are_found_as_by_a_plain_scan(
        names in prop::collection::vec("[ab]{1,2}(-[ab]{1,2}){0,2}", 1..5),
        prompt in "[ab_ -]{0,16}",
    ) {
        let router =
            KeywordRouter::new(names.iter().map(|name| Candidate { name, description: "" }));
        let found = router.pick(&prompt).map(|pick| pick.index);
        prop_assert_eq!(found, scan(&names, &prompt));
    }

    #[test]
    fn any_prompt_is_answered(prompt in any::<String>(), name in any::<String>()) {
        let router = router(&[(&name, "x"), ("b", "y")]);
        prop_assert!(router.pick(&prompt).is_none_or(|pick| pick.index < 2));
    }
}
