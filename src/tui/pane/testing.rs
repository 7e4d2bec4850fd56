//! What the tests of several panes share: whole screens after some keys, and boards without figures.

use std::sync::Arc;

use crate::{
    core::workbench::Board,
    report::screen,
    tui::offscreen::{Offscreen, Setup},
};

pub const USUAL: (u16, u16) = (80, 24);
pub const WIDE: (u16, u16) = (120, 40);

/// The lines above the panes and below them, which other tests keep.
const AROUND: (usize, usize) = (3, 2);

/// The screen after some keys.
pub fn shown(board: Arc<Board>, size: (u16, u16), keys: &str) -> String {
    let mut offscreen = Offscreen::new(Setup::default(), size);
    offscreen.show(board);
    offscreen.press(keys).unwrap();
    screen::text(&offscreen.picture())
}

/// The panes of that screen, beneath the keys.
pub fn panes_shown(board: &Arc<Board>, size: (u16, u16), keys: &str) -> String {
    let text = shown(Arc::clone(board), size, keys);
    let rows = usize::from(size.1) - AROUND.0 - AROUND.1;
    let panes: Vec<&str> = text.lines().skip(AROUND.0).take(rows).collect();
    format!("keys: {keys}\n{}\n", panes.join("\n"))
}

pub fn halted() -> Arc<Board> {
    let reason = "/bakery is gone: bring the folder back or name another one".to_owned();
    Arc::new(Board { halted: Some(reason), ..Board::default() })
}
