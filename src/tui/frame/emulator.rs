//! A terminal emulator for tests that read bytes back.

use std::num::NonZeroU16;

use ratatui::layout::Size;

/// An empty emulated terminal; a side of 0 becomes 1.
pub(crate) fn emulator(size: Size) -> vt100::Parser {
    let side = |length| NonZeroU16::new(length).unwrap_or(NonZeroU16::MIN);
    vt100::Parser::new(side(size.height), side(size.width), 0)
}
