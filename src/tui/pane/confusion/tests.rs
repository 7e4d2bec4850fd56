//! Keys go in, pictures come out; boards are measured by the real workbench.

use std::sync::Arc;

use proptest::prelude::*;

use crate::{
    core::{catalog::Catalog, skill::Skill, workbench::Board},
    tui::{app::testing, pane::testing::shown},
};

#[test]
fn the_steal_stands_first_and_the_matrix_beside_it() {
    let text = shown(testing::board_after_an_edit(), (120, 30), "3");
    assert!(text.contains("misrouted 0.333") && text.contains("lexical stand-in"), "{text}");
    let row = text.lines().find(|line| line.contains("1/1")).unwrap();
    let (cakes, bread) = (row.find("cakes").unwrap(), row.find("bread").unwrap());
    assert!(cakes < bread && row.contains("+1"), "expected, engaged, and it is new: {row}");
    assert!(text.contains("Matrix: first engagement"), "{text}");
}

#[test]
fn a_drill_shows_the_prompt_and_both_descriptions_and_comes_back() {
    let board = testing::board_after_an_edit();
    let text = shown(Arc::clone(&board), (120, 30), "3 <enter>");
    assert!(text.contains("icing for a wedding cake please"), "{text}");
    assert!(text.contains("Bake bread, icing") && text.contains("contested words"), "{text}");
    let back = shown(Arc::clone(&board), (120, 30), "3 <enter> <backspace>");
    assert_eq!(back, shown(board, (120, 30), "3"));
}

#[test]
fn beneath_the_matrix_names_take_the_room_that_the_count_leaves() {
    let mut board = Board::clone(&testing::board_after_an_edit());
    let mut catalog = Catalog::clone(&board.now.snapshot.catalog);
    for skill in &mut catalog.skills {
        let name = format!("{}-of-the-house", skill.name);
        *skill = Arc::new(Skill { name, ..Skill::clone(skill) });
    }
    Arc::make_mut(&mut board.now).snapshot.catalog = Arc::new(catalog);
    let text = shown(Arc::new(board), (120, 40), "3");
    assert!(text.contains("cakes-of-the-house → bread-of-the-house: 1 of 1 = 1.0 ▲ +1"), "{text}");
}

#[test]
fn a_prompt_of_the_drill_is_shown_among_the_probes() {
    let text = shown(testing::board_after_an_edit(), (120, 30), "3 <enter> <enter>");
    assert!(text.contains("Trajectory"), "{text}");
}

#[test]
fn tables_speak_of_any_turn_and_say_what_early_exit_cut() {
    let text = shown(testing::board_after_an_edit(), (120, 40), "3 T <tab>");
    assert!(text.contains("Tables: any turn") && text.contains("cut by early exit"), "{text}");
}

#[test]
fn levels_and_orders_are_said_in_the_title() {
    let board = testing::board_after_an_edit();
    let text = shown(Arc::clone(&board), (120, 30), "3 M M");
    assert!(text.contains("Matrix: engaged at all"), "{text}");
    let text = shown(board, (120, 30), "3 <tab> t");
    assert!(text.contains("by name"), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_size_and_no_keys_break_the_view(
        width in 1u16..160, height in 1u16..50, keys in "[jkhlgGtT%*MnN]{0,8}", drilled: bool
    ) {
        let mut script: Vec<String> = vec!["3".into()];
        script.extend(keys.chars().map(String::from));
        script.extend(drilled.then(|| "<enter> j k <tab>".to_owned()));
        shown(testing::board_after_an_edit(), (width, height), &script.join(" "));
    }
}
