//! How far a run has come, as a bar on standard error where that is a terminal.

use std::io::{self, IsTerminal as _};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::core::workbench::Board;

/// Drawn in ASCII and without colours, so that every terminal can show it.
const SHAPE: &str = "{bar:40} {pos} of {len} probes{msg}";

/// Goes away with the value.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Nothing is drawn before the first probe is under way, and nothing ever where nobody looks.
    pub fn new() -> Self {
        let target = match io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        if let Ok(style) = ProgressStyle::with_template(SHAPE) {
            bar.set_style(style.progress_chars("=> "));
        }
        Self { bar }
    }

    pub fn show(&self, board: &Board) {
        let counts = board.run.counts;
        if !board.run.active() {
            return;
        }
        self.bar.set_length(counts.planned as u64);
        if counts.errored > 0 {
            self.bar.set_message(format!(", {} errored", counts.errored));
        }
        self.bar.set_position(counts.done() as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
