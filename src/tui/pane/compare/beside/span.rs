//! Which agents' columns have room, and how far they are scrolled to the side.
//!
//! Must not know what stands in them.

use std::ops::Range;

/// Agents that are scrolled away to the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift(usize);

impl Shift {
    pub fn left(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }

    /// One further; drawing knows where the end is.
    pub fn right(&mut self) {
        self.0 = self.0.saturating_add(1);
    }

    /// The agents of so many that show where `room` cells are left for columns of `each`: at least one.
    pub fn shown(&mut self, agents: usize, room: u16, each: u16) -> Range<usize> {
        let fit = usize::from(room / each.max(1)).clamp(1, agents.max(1));
        self.0 = self.0.min(agents.saturating_sub(fit));
        self.0..(self.0 + fit).min(agents)
    }
}

/// `agents 2-4 of 6`; empty where all of them show.
pub fn columns(shown: &Range<usize>, all: usize) -> String {
    match shown.len() < all {
        true => format!("agents {}-{} of {all}", shown.start + 1, shown.end),
        false => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_scroll_no_farther_than_to_the_last() {
        let mut shift = Shift::default();
        (0..9).for_each(|_| shift.right());
        assert_eq!(shift.shown(5, 45, 14), 2..5);
        assert_eq!(columns(&(2..5), 5), "agents 3-5 of 5");
        shift.left();
        assert_eq!(shift.shown(5, 45, 14), 1..4);
        assert_eq!(shift.shown(5, 200, 14), 0..5);
        assert_eq!(columns(&(0..5), 5), "");
        // Where nothing has room, one has.
        assert_eq!((shift.shown(5, 0, 14), shift.shown(0, 90, 0)), (0..1, 0..0));
    }
}
