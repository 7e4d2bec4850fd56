//! The panes of view 5 in every state they can be in, at the two usual sizes.

use std::sync::Arc;

use crate::{
    core::workbench::Board,
    tui::pane::testing::{USUAL, WIDE, halted, listed, panes_shown, shown},
};

/// One by one where they share a place, and side by side where they do not.
fn panes(board: &Arc<Board>, keys: &str) -> String {
    let alone = ["", " <tab>", " <tab> <tab>"]
        .map(|more| panes_shown(board, USUAL, &format!("5{keys}{more}")));
    alone.join("\n") + "\n" + &panes_shown(board, WIDE, &format!("5{keys}"))
}

#[test]
fn loading() {
    insta::assert_snapshot!(panes(&Arc::default(), ""));
}

#[test]
fn in_error() {
    insta::assert_snapshot!(panes(&halted(), ""));
}

#[test]
fn nobody_lists() {
    insta::assert_snapshot!(panes(&listed(None), ""));
}

#[test]
fn over_budget() {
    let board = listed(Some(1_500));
    insta::assert_snapshot!(panes(&board, ""));
    insta::assert_snapshot!("a_skill_without_room", panes(&board, " j"));
    insta::assert_snapshot!("lost_first", panes(&board, " t"));
}

#[test]
fn what_is_cut_above_the_list_says_so() {
    let text = shown(listed(Some(1_500)), (60, 16), "5");
    assert!(text.contains("· 1 hidden · 1 no…\n"), "{text}");
    let text = shown(listed(Some(1_500)), (80, 16), "5");
    assert!(text.contains("1 not loaded · 1 rejected\n"), "{text}");
}

#[test]
fn the_bar_gives_way_before_the_words_break() {
    let text = shown(listed(Some(200_000)), (112, 40), "5");
    assert!(text.contains("62 of 8000 columns, all that is asked"), "{text}");
}

#[test]
fn everything_fits() {
    insta::assert_snapshot!(panes(&listed(Some(200_000)), ""));
}
