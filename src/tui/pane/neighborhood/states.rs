//! Every pane of the view in every state it can be in, at the two usual sizes.

use std::sync::Arc;

use crate::{
    core::{
        catalog::{Catalog, Scope},
        workbench::{Board, Input, Settings, Workbench},
    },
    tui::{
        app::testing::{board, board_after_an_edit},
        pane::testing::{USUAL, WIDE, halted, panes_shown},
    },
};

/// The panes after each text of keys, one below the other.
fn shown(board: &Arc<Board>, size: (u16, u16), keys: &[&str]) -> String {
    let screens = keys.iter().map(|keys| panes_shown(board, size, keys));
    screens.collect::<Vec<_>>().join("\n")
}

/// The panes one by one where they share a place, and all at once where they do not.
fn panes(board: &Arc<Board>) -> String {
    let usual = shown(board, USUAL, &["", "<tab>", "<tab> m", "<tab> m m", "<tab> <tab>"]);
    format!("{usual}\n{}", shown(board, WIDE, &[""]))
}

fn empty() -> Arc<Board> {
    let scope = Scope { roots: vec!["/bakery".into()], ..Scope::default() };
    let catalog = Catalog { generation: 1, scope, ..Catalog::default() };
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Catalog(Arc::new(catalog)), 0);
    bench.board()
}

#[test]
fn loading() {
    insta::assert_snapshot!(panes(&Arc::default()));
}

#[test]
fn nothing_found() {
    insta::assert_snapshot!(panes(&empty()));
}

#[test]
fn in_error() {
    insta::assert_snapshot!(panes(&halted()));
}

#[test]
fn as_usual() {
    insta::assert_snapshot!(panes(&board()));
}

#[test]
fn after_an_edit() {
    insta::assert_snapshot!(panes(&board_after_an_edit()));
}

/// What lies over the picture or beneath it, and rows that no model is offered.
#[test]
fn asked_searched_explained() {
    let board = board_after_an_edit();
    let keys = [
        "a i c i n g <space> f o r <space> b r e a d",
        "a",
        "F",
        "/ c a k e s <enter> <tab> <enter> <enter>",
        "g",
        "g <tab>",
        "g <tab> <tab>",
        "/ t i l l <enter> <tab>",
    ];
    insta::assert_snapshot!(shown(&board, USUAL, &keys));
    insta::assert_snapshot!(shown(&board, WIDE, &keys));
}
