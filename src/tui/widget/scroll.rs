//! A cursor in a list that changes beneath it: it holds on to a thing, not to a place.

use crate::tui::action::Action;

/// The selection of a list and the part of it that shows.
///
/// Keys name rows. After every change of the list, and before it is drawn, [`Cursor::settle`] finds
/// the selected key again and moves the window so that its row stays where the eye left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor<K> {
    selected: Option<K>,
    /// Where the selected key was last, to go on from when it is gone.
    index: usize,
    offset: usize,
    height: usize,
    /// The wheel may leave the selection outside the window, until it moves.
    loose: bool,
    /// Selected by name since the last settling: its row is elsewhere, not moved.
    named: bool,
    /// The last row is selected and new ones will be.
    follow: bool,
}

impl<K> Default for Cursor<K> {
    fn default() -> Self {
        Self {
            selected: None,
            index: 0,
            offset: 0,
            height: 1,
            loose: false,
            named: false,
            follow: false,
        }
    }
}

impl<K: Clone + PartialEq> Cursor<K> {
    /// A cursor that stays on the last row as rows arrive, until it is moved away.
    pub fn following() -> Self {
        Self { follow: true, ..Self::default() }
    }

    pub fn selected(&self) -> Option<&K> {
        self.selected.as_ref()
    }

    /// Index of the selected row at the last settling; meaningless in an empty list.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Index of the first row that shows.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Rows that showed last, at least one.
    pub fn height(&self) -> usize {
        self.height
    }

    pub fn follows(&self) -> bool {
        self.follow
    }

    /// Selects a key, wherever it is; the next settling shows it.
    pub fn select(&mut self, key: K) {
        if self.selected.as_ref() != Some(&key) {
            self.selected = Some(key);
            (self.named, self.loose, self.follow) = (true, false, false);
        }
    }

    /// Fits the cursor to the list as it is now and to `height` rows.
    ///
    /// A key that is gone gives way to the row now in its place. Of equal keys the first counts.
    pub fn settle(&mut self, keys: &[K], height: usize) {
        self.height = height.max(1);
        if keys.is_empty() {
            (self.index, self.offset) = (0, 0);
            return;
        }
        let last = keys.len() - 1;
        if self.follow {
            (self.index, self.selected) = (last, keys.last().cloned());
        } else {
            let found = self.selected.as_ref().and_then(|key| {
                let unmoved = keys.get(self.index) == Some(key);
                if unmoved { Some(self.index) } else { keys.iter().position(|k| k == key) }
            });
            match found {
                // The window goes with the row, which so stays on its line of the screen.
                Some(now) if !self.loose && !self.named => {
                    self.offset = (self.offset + now).saturating_sub(self.index);
                    self.index = now;
                }
                Some(now) => self.index = now,
                None => {
                    self.index = self.index.min(last);
                    self.selected = keys.get(self.index).cloned();
                }
            }
        }
        self.named = false;
        self.offset = self.offset.min(keys.len().saturating_sub(self.height));
        if !self.loose {
            self.show();
        }
    }

    /// Moves the window as little as needed for the selection to show.
    fn show(&mut self) {
        let first = (self.index + 1).saturating_sub(self.height);
        self.offset = self.offset.clamp(first, self.index.max(first));
    }

    /// Moves the selection by rows, up when negative; it stops at both ends.
    pub fn step(&mut self, keys: &[K], rows: isize) {
        self.go(keys, self.index.saturating_add_signed(rows));
    }

    /// Moves by an action; `false` when it is no movement in a list.
    pub fn act(&mut self, keys: &[K], action: Action) -> bool {
        match action {
            Action::Down => self.step(keys, 1),
            Action::Up => self.step(keys, -1),
            Action::PageDown => self.page(keys, 1),
            Action::PageUp => self.page(keys, -1),
            Action::Top => self.first(keys),
            Action::Bottom => self.last(keys, false),
            _ => return false,
        }
        true
    }

    /// Moves by half a page, as `Ctrl-d` does everywhere.
    pub fn page(&mut self, keys: &[K], pages: isize) {
        let half = isize::try_from(self.height / 2).unwrap_or(isize::MAX).max(1);
        self.step(keys, half.saturating_mul(pages));
    }

    pub fn first(&mut self, keys: &[K]) {
        self.go(keys, 0);
    }

    /// The last row; with `follow`, also those that will come.
    pub fn last(&mut self, keys: &[K], follow: bool) {
        self.go(keys, usize::MAX);
        self.follow = follow;
    }

    /// The next row (or the previous, going back) whose key `is` true of, round the end; `false`
    /// when there is none.
    pub fn seek(&mut self, keys: &[K], back: bool, is: impl Fn(&K) -> bool) -> bool {
        let len = keys.len();
        let at = |distance: usize| if back { len - distance } else { distance };
        let found = (1..=len).map(|distance| (self.index + at(distance)) % len.max(1));
        let found = found.into_iter().find(|index| keys.get(*index).is_some_and(&is));
        found.map(|index| self.go(keys, index)).is_some()
    }

    /// Selects the row at an index, the last one beyond the end.
    pub fn go(&mut self, keys: &[K], index: usize) {
        let Some(last) = keys.len().checked_sub(1) else { return };
        (self.loose, self.follow) = (false, false);
        self.index = index.min(last);
        self.selected = keys.get(self.index).cloned();
        self.show();
    }

    /// Scrolls without selecting, as a wheel does.
    pub fn scroll(&mut self, len: usize, rows: isize) {
        self.loose = true;
        self.follow = false;
        let most = len.saturating_sub(self.height);
        self.offset = self.offset.saturating_add_signed(rows).min(most);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(keys: &[u32], selected: u32, height: usize) -> Cursor<u32> {
        let mut cursor = Cursor::default();
        cursor.select(selected);
        cursor.settle(keys, height);
        cursor
    }

    #[test]
    fn the_selection_survives_a_reload_on_its_line() {
        let keys: Vec<u32> = (0..100).collect();
        let mut cursor = at(&keys, 50, 10);
        cursor.step(&keys, -4);
        assert_eq!((cursor.index(), cursor.offset()), (46, 41));
        let without_ten: Vec<u32> = (10..100).collect();
        cursor.settle(&without_ten, 10);
        assert_eq!(cursor.selected(), Some(&46));
        assert_eq!((cursor.index(), cursor.offset()), (36, 31));
    }

    #[test]
    fn a_row_that_is_gone_gives_way_to_its_neighbour() {
        let mut cursor = at(&[1, 2, 3], 2, 5);
        cursor.settle(&[1, 3], 5);
        assert_eq!(cursor.selected(), Some(&3));
        cursor.settle(&[1], 5);
        assert_eq!(cursor.selected(), Some(&1));
        cursor.settle(&[], 5);
        assert_eq!(cursor.selected(), Some(&1), "a list that empties for a moment costs nothing");
        cursor.settle(&[7, 1], 5);
        assert_eq!((cursor.selected(), cursor.index()), (Some(&1), 1));
    }

    #[test]
    fn following_ends_when_the_reader_goes_up() {
        let mut cursor = Cursor::following();
        cursor.settle(&[1, 2, 3], 2);
        assert_eq!((cursor.selected(), cursor.offset()), (Some(&3), 1));
        cursor.settle(&[1, 2, 3, 4], 2);
        assert_eq!(cursor.selected(), Some(&4));
        cursor.step(&[1, 2, 3, 4], -1);
        cursor.settle(&[1, 2, 3, 4, 5], 2);
        assert_eq!((cursor.selected(), cursor.follows()), (Some(&3), false));
        cursor.last(&[1, 2, 3, 4, 5], true);
        cursor.settle(&[1, 2, 3, 4, 5, 6], 2);
        assert_eq!(cursor.selected(), Some(&6));
    }

    #[test]
    fn the_wheel_leaves_the_selection_and_a_key_returns_to_it() {
        let keys: Vec<u32> = (0..50).collect();
        let mut cursor = at(&keys, 0, 10);
        cursor.scroll(keys.len(), 20);
        cursor.settle(&keys, 10);
        assert_eq!((cursor.selected(), cursor.offset()), (Some(&0), 20));
        cursor.step(&keys, 1);
        assert_eq!((cursor.selected(), cursor.offset()), (Some(&1), 1));
    }

    #[test]
    fn seeking_goes_round_the_end() {
        let keys = [1, 2, 3, 4];
        let mut cursor = at(&keys, 3, 4);
        assert!(cursor.seek(&keys, false, |key| *key < 3));
        assert_eq!(cursor.selected(), Some(&1));
        assert!(cursor.seek(&keys, true, |key| key % 2 == 0));
        assert_eq!(cursor.selected(), Some(&4));
        assert!(!cursor.seek(&keys, true, |key| *key > 9));
        assert!(!Cursor::default().seek(&[], false, |_: &u32| true));
    }

    proptest! {
        #[test]
        fn the_window_is_full_and_holds_the_selection(
            lists in prop::collection::vec((0..40u32, 1..40u32), 1..6),
            moves in prop::collection::vec(-30..30isize, 6),
            height in 0..12usize,
        ) {
            let mut cursor = Cursor::default();
            for ((from, len), rows) in lists.into_iter().zip(moves) {
                let keys: Vec<u32> = (from..from + len).collect();
                cursor.settle(&keys, height);
                cursor.step(&keys, rows);
                cursor.settle(&keys, height);
                let height = height.max(1);
                prop_assert_eq!(keys.get(cursor.index()), cursor.selected());
                prop_assert!(cursor.offset() <= cursor.index());
                prop_assert!(cursor.index() < cursor.offset() + height);
                prop_assert!(cursor.offset() <= keys.len().saturating_sub(height));
            }
        }
    }
}
