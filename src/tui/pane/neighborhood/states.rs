//! Every pane of the view in every state it can be in, at the two usual sizes.

use std::sync::Arc;

use crate::{
    core::{
        catalog::{Catalog, Scope},
        workbench::{Board, Input, Settings, Workbench},
    },
    report::screen,
    tui::{
        app::testing::{board, board_after_an_edit},
        offscreen::{Offscreen, Setup},
    },
};

const USUAL: (u16, u16) = (80, 24);
const WIDE: (u16, u16) = (120, 40);

/// The lines above the panes and below them, which other tests keep.
const AROUND: (usize, usize) = (3, 2);

/// The panes after each text of keys, one below the other.
fn shown(board: &Arc<Board>, size: (u16, u16), keys: &[&str]) -> String {
    let screen = |keys: &&str| {
        let mut screen = Offscreen::new(Setup::default(), size);
        screen.show(Arc::clone(board));
        screen.press(keys).unwrap();
        let text = screen::text(&screen.picture());
        let rows = usize::from(size.1) - AROUND.0 - AROUND.1;
        let panes: Vec<&str> = text.lines().skip(AROUND.0).take(rows).collect();
        format!("keys: {keys}\n{}\n", panes.join("\n"))
    };
    keys.iter().map(screen).collect::<Vec<_>>().join("\n")
}

/// The panes one by one where they share a place, and all at once where they do not.
fn panes(board: &Arc<Board>) -> String {
    let usual = shown(board, USUAL, &["", "<tab>", "<tab> m", "<tab> m m", "<tab> <tab>"]);
    format!("{usual}\n{}", shown(board, WIDE, &[""]))
}

fn halted() -> Arc<Board> {
    let reason = "/bakery is gone: bring the folder back or name another one".to_owned();
    Arc::new(Board { halted: Some(reason), ..Board::default() })
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
