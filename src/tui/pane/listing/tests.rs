//! The panes of view 5 in every state they can be in, at the two usual sizes.

use std::sync::Arc;

use crate::{
    core::workbench::Board,
    tui::pane::testing::{USUAL, WIDE, halted, listed, panes_shown},
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
fn everything_fits() {
    insta::assert_snapshot!(panes(&listed(Some(200_000)), ""));
}
