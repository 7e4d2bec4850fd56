//! What the tests of several panes share: whole screens after some keys, and boards without figures.

use std::sync::Arc;

use crate::{
    core::{
        listing::{Lenses, Profile, Wanted, testing::profile},
        workbench::{Board, Input, Settings, Workbench},
    },
    report::screen,
    tui::app::testing::board,
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

/// The bakery as its harness lists it for a model of so many tokens; `None`: no harness does.
pub fn listed(context: Option<u32>) -> Arc<Board> {
    let wanted = Wanted { context, ..Wanted::default() };
    let profile = Profile {
        title: "Claude Code".to_owned(),
        verified: Some("1.2.3".to_owned()),
        ..profile("claude-code", Some(0.01))
    };
    let profiles = context.map(|_| profile).into_iter().collect();
    let lenses = Lenses::of(profiles, &wanted).expect("a window");
    let mut bench = Workbench::new(Settings { lenses, ..Settings::default() });
    bench.reduce(Input::Catalog(Arc::clone(&board().now.snapshot.catalog)), 0);
    bench.board()
}

pub fn halted() -> Arc<Board> {
    let reason = "/bakery is gone: bring the folder back or name another one".to_owned();
    Arc::new(Board { halted: Some(reason), ..Board::default() })
}
