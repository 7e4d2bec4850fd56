//! Keys go in, pictures come out; boards are measured by the real workbench.

use std::{collections::BTreeSet, sync::Arc};

use proptest::prelude::*;

use super::*;
use crate::{
    core::workbench::{Input, Settings},
    tui::{app::testing, pane::testing::shown},
};

#[test]
fn rows_that_no_prompt_speaks_of_have_no_place() {
    let board = testing::board();
    let mut view = Intervals::new();
    view.make(&board, &Names::of(&board.now.snapshot.catalog));
    let skills: BTreeSet<_> = view
        .list
        .rows()
        .iter()
        .filter(|row| matches!(row.key, Key::Skill(_)))
        .map(|row| row.label.as_str())
        .collect();
    assert_eq!(skills, BTreeSet::from(["bread", "cakes"]), "nobody asks for the till");
}

#[test]
fn the_answer_comes_first_with_what_it_was_and_whose_it_is() {
    let text = shown(testing::board_after_an_edit(), (120, 40), "4");
    let to = "skills at or above both bars, by estimate: 2 → 0 of 2 · lexical stand-in";
    assert!(text.contains(to), "{text}");
    assert!(text.contains("? 2 undecided"), "one prompt a skill decides nothing: {text}");
}

#[test]
fn a_skill_of_one_prompt_is_told_how_many_it_needs() {
    let text = shown(testing::board_after_an_edit(), (120, 40), "4 G");
    assert!(text.contains("0 of 1 = 0.000"), "{text}");
    assert!(text.contains("1 query so far, 9"), "{text}");
}

#[test]
fn an_any_turn_precision_is_said_to_be_a_bound() {
    let text = shown(testing::board_after_an_edit(), (120, 40), "4 M M G");
    assert!(text.contains('≤') && text.contains("Cut by early exit"), "{text}");
}

#[test]
fn breakdowns_take_the_place_of_the_forest_and_explain_themselves() {
    let mut bench = testing::bench();
    bench.reduce(Input::Request(Request::Breakdowns(true)), 0);
    let board = bench.board();
    let text = shown(Arc::clone(&board), (160, 40), "4 d");
    assert!(text.contains("exploratory") && text.contains("by expected skill"), "{text}");
    assert!(text.contains("The skill that the label expects"), "{text}");
    assert!(!text.contains("undecided") && text.contains("(no skill)"), "{text}");
    let text = shown(Arc::clone(&board), (160, 40), "4 d s");
    assert!(text.contains("in scope only") && !text.contains("(no skill)"), "{text}");
    let text = shown(board, (160, 40), "4 d j");
    assert!(text.contains("1 of 1 = 1.000") && text.contains("such probes scored"), "{text}");
}

#[test]
fn which_interval_is_shown_is_said_and_the_other_stands_beneath() {
    let settings = Settings { attempts: 3, ..Settings::default() };
    let board = testing::bench_with(settings).board();
    let text = shown(Arc::clone(&board), (160, 40), "4");
    assert!(text.contains("clustered: 3 probes are worth 1.0;"), "{text}");
    let text = shown(Arc::clone(&board), (160, 40), "4 I");
    assert!(text.contains("naive, as if 3 probes"), "{text}");
    assert!(text.contains("3 of 3 = 1.000 [0.439, 1.000]"), "{text}");
    let text = shown(board, (160, 40), "4 I G");
    assert!(!text.contains("are the same"), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_size_and_no_keys_break_the_view(
        width in 1u16..160, height in 1u16..50, keys in "[jkgGtMnNdsI]{0,8}"
    ) {
        let script: String = keys.chars().flat_map(|key| [' ', key]).collect();
        shown(testing::board_after_an_edit(), (width, height), &format!("4{script}"));
    }
}
