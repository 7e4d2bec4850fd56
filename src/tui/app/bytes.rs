//! What a sitting with the real panes costs a terminal, in bytes.

use std::sync::Arc;

use ratatui::layout::Size;

use super::{App, Msg, Setup};
use crate::{
    core::workbench::Board,
    engine::session::{self, once},
    tui::{
        frame::{Canvas, emulator::emulator},
        input::Input,
        keys::script,
    },
};

const SIZE: Size = Size { width: 120, height: 40 };

/// Bytes of a key at this size, the median of a sitting.
const BUDGET: usize = 4_096;

/// Moving, filtering, zooming and drilling in each view, and a page over each.
const SITTING: [&str; 4] = [
    "1 j j j G g / r e f <esc> <esc> m m m <tab> j k <tab> z j z <enter> ? <esc>",
    "2 j j j j n n N G g / m i s s <enter> <esc> t t <tab> j j k <enter> <tab> z j z : p <esc> <esc>",
    "3 j j j <enter> j j <backspace> <tab> j l k h M M M % % * * T T ! <esc>",
    "4 j j j t t t n N <tab> j k M M z z ? j j <esc>",
];

struct Terminal {
    app: App,
    canvas: Canvas,
    screen: vt100::Parser,
}

impl Terminal {
    fn new(board: &Arc<Board>) -> Self {
        let mut app = App::new(Setup::default());
        app.update(Msg::Board(Arc::clone(board)), 0);
        Self { app, canvas: Canvas::new(SIZE), screen: emulator(SIZE) }
    }

    /// The bytes of the next frame.
    fn frame(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.canvas.draw(&mut bytes, |buffer| self.app.draw(buffer, 10_000)).unwrap();
        self.screen.process(&bytes);
        bytes
    }

    fn rows(&self) -> Vec<String> {
        let rows = self.screen.screen().rows(0, SIZE.width);
        rows.map(|row| row.trim_end().to_owned()).collect()
    }

    fn press(&mut self, keys: &str) -> Vec<Vec<u8>> {
        let keys = script(keys).unwrap().into_iter();
        let press = |key| {
            self.app.update(Msg::Input(Input::Key(key)), 10_000);
            self.frame()
        };
        keys.map(press).collect()
    }
}

fn demo() -> Arc<Board> {
    once(&session::Setup::demo().unwrap()).unwrap()
}

#[test]
fn a_key_costs_little_and_clears_nothing() {
    let mut terminal = Terminal::new(&demo());
    terminal.frame();
    for keys in SITTING {
        let frames = terminal.press(keys);
        for bytes in &frames {
            let text = String::from_utf8_lossy(bytes);
            assert!(!text.contains("\x1b[2J") && !text.contains("\x1b[J"), "{keys}: a clear");
        }
        let mut lengths: Vec<usize> = frames.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        let median = lengths[lengths.len() / 2];
        assert!(median <= BUDGET, "{keys}: {median} bytes a key, {lengths:?}");
    }
}

#[test]
fn a_steady_picture_costs_nothing_and_a_new_board_only_what_differs() {
    let board = demo();
    for view in ["1", "2", "3", "4"] {
        let mut terminal = Terminal::new(&board);
        terminal.press(view);
        assert_eq!(terminal.frame(), b"", "view {view} draws the same twice");
        let mut left = |probes: usize| {
            let mut board = Board::clone(&board);
            board.run.counts.scored -= probes;
            terminal.app.update(Msg::Board(Arc::new(board)), 10_000);
            terminal.frame().len()
        };
        assert_eq!(left(0), 0, "view {view} draws an equal board as it was");
        left(2);
        let bytes = left(1);
        assert!((1..2_000).contains(&bytes), "view {view}: {bytes} bytes for one probe");
    }
}

#[test]
fn the_terminal_shows_what_was_drawn() {
    let mut terminal = Terminal::new(&demo());
    SITTING.iter().for_each(|keys| drop(terminal.press(keys)));
    let incremental = terminal.rows();
    terminal.canvas.forget();
    terminal.screen = emulator(SIZE);
    terminal.frame();
    assert_eq!(incremental, terminal.rows());
}
