//! The person's hands: keys, the mouse, and what is pasted.

use std::{thread, time::Duration};

use crate::{keys::bytes_of, seat::Sitting};

impl Sitting {
    /// Presses keys one after the other: `j j <enter>`.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        for bytes in bytes_of(keys) {
            self.send(&bytes);
            if bytes == b"\x1b" {
                // What follows an escape at once is a sequence; a finger is slower than that.
                thread::sleep(Duration::from_millis(60));
            }
        }
        self
    }

    /// Pastes a text as a terminal does that was asked to mark pastes.
    pub fn paste(&mut self, text: &str) -> &mut Self {
        self.wait_until("pastes to be marked", |screen| screen.bracketed_paste());
        self.send(format!("\x1b[200~{text}\x1b[201~").as_bytes())
    }

    /// Clicks where the text stands on the screen for the first time, at its end.
    #[track_caller]
    pub fn click(&mut self, text: &str) -> &mut Self {
        let (column, row) = self.place_of(text);
        self.mouse(0, column, row, 'M').mouse(0, column, row, 'm')
    }

    /// Turns the wheel down by some notches where the text stands for the first time.
    #[track_caller]
    pub fn wheel_down(&mut self, text: &str, notches: usize) -> &mut Self {
        let (column, row) = self.place_of(text);
        for _ in 0..notches {
            self.mouse(65, column, row, 'M');
        }
        self
    }

    /// An event of the mouse as xterm encodes it; columns and rows from 0.
    fn mouse(&mut self, button: u8, column: usize, row: usize, end: char) -> &mut Self {
        self.send(format!("\x1b[<{button};{};{}{end}", column + 1, row + 1).as_bytes())
    }

    #[track_caller]
    fn place_of(&mut self, text: &str) -> (usize, usize) {
        self.wait_for(text);
        let screen = self.screen();
        let mut rows = screen.lines().enumerate();
        let end = |line: &str| Some(line[..line.find(text)? + text.len()].chars().count() - 1);
        rows.find_map(|(row, line)| Some((end(line)?, row)))
            .unwrap_or_else(|| panic!("{text:?} went away from\n{screen}"))
    }
}
