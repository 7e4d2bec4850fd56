//! `skillscope keys`: the key table as it is bound now.

use super::{Failure, exit::Exit, output};
use crate::tui::offscreen::Keymap;

pub(super) fn run(keymap: &Keymap) -> Result<Exit, Failure> {
    output::print(&keymap.markdown())
}
