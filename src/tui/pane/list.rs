//! A list of rows under a cursor that never sorts itself anew once somebody has moved in it.
//!
//! Must not know what its rows are about or what is written in them.

use std::{collections::HashMap, fmt::Debug, hash::Hash};

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use crate::tui::{
    action::Action,
    app::Scene,
    widget::{
        scroll::Cursor,
        table::{Column, Table, Window},
    },
};

/// What tells a row from the others, through every reload.
pub trait Keyed {
    type Key: Clone + Debug + Eq + Hash;
    fn key(&self) -> Self::Key;
}

/// Rows in the order in which they are shown.
#[derive(Clone, Debug)]
pub struct List<T: Keyed> {
    rows: Vec<T>,
    keys: Vec<T::Key>,
    cursor: Cursor<T::Key>,
    /// Somebody moved here: rows stay where they are until they are sorted by hand.
    held: bool,
    stale: bool,
    /// First line of the rows as a table showed them last, within the pane.
    rows_at: u16,
}

impl<T: Keyed> Default for List<T> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            keys: Vec::new(),
            cursor: Cursor::default(),
            held: false,
            stale: false,
            rows_at: 0,
        }
    }
}

impl<T: Keyed> List<T> {
    pub fn rows(&self) -> &[T] {
        &self.rows
    }

    /// The rows lie otherwise than they would if they were sorted now.
    pub fn is_stale(&self) -> bool {
        self.stale
    }

    /// Takes rows over, given in the order that sorting asks for.
    ///
    /// While the list is held, rows that are known keep their order, and new ones come last.
    pub fn follow(&mut self, fresh: Vec<T>) {
        let keys: Vec<T::Key> = fresh.iter().map(Keyed::key).collect();
        self.stale = false;
        if !self.held || keys == self.keys {
            (self.rows, self.keys) = (fresh, keys);
            return;
        }
        let places: HashMap<&T::Key, usize> =
            self.keys.iter().enumerate().map(|(at, key)| (key, at)).collect();
        let place = |key: &T::Key| places.get(key).copied().unwrap_or(usize::MAX);
        self.stale = !keys.iter().is_sorted_by_key(&place);
        let mut rows: Vec<_> =
            fresh.into_iter().zip(keys).map(|(row, key)| (place(&key), row, key)).collect();
        rows.sort_by_key(|(place, ..)| *place);
        (self.rows, self.keys) = rows.into_iter().map(|(_, row, key)| (row, key)).unzip();
    }

    /// Rows stay where they are from now on, until they are sorted by hand.
    pub fn hold(&mut self) {
        self.held = true;
    }

    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Puts the cursor on the first row, although nobody has moved.
    pub fn begin(&mut self) {
        self.cursor.first(&self.keys);
    }

    /// The next rows to follow may lie anywhere.
    pub fn release(&mut self) {
        self.held = false;
    }

    /// The row under the cursor; before the first drawing the first one.
    pub fn selected(&self) -> Option<&T> {
        let at = self.cursor.selected().and_then(|key| self.position(key));
        self.rows.get(at.unwrap_or(0))
    }

    /// Moves the cursor to a row wherever it is; `false` when there is no such row.
    pub fn select(&mut self, key: &T::Key) -> bool {
        let known = self.position(key).is_some();
        if known {
            self.cursor.select(key.clone());
        }
        known
    }

    fn position(&self, key: &T::Key) -> Option<usize> {
        let at = self.cursor.index();
        if self.keys.get(at) == Some(key) {
            return Some(at);
        }
        self.keys.iter().position(|known| known == key)
    }

    /// Moves by an action; `false` when it is no movement.
    pub fn act(&mut self, action: Action) -> bool {
        let moved = self.cursor.act(&self.keys, action);
        self.held |= moved;
        moved
    }

    /// Moves to the next row, or the previous one going back, of which `is` is true.
    pub fn seek(&mut self, back: bool, is: impl Fn(&T) -> bool) -> bool {
        let found: Vec<T::Key> = self.rows.iter().filter(|row| is(row)).map(Keyed::key).collect();
        self.held = true;
        self.cursor.seek(&self.keys, back, |key| found.contains(key))
    }

    /// The cursor is on the first row, or on the last one.
    pub fn at_end(&self, last: bool) -> bool {
        let end = if last { self.rows.len().saturating_sub(1) } else { 0 };
        self.rows.is_empty() || self.cursor.index() == end
    }

    pub fn click(&mut self, at: usize) {
        self.held = true;
        self.cursor.go(&self.keys, at);
    }

    /// Moves to the row that a table showed at a line of the pane; `false` when there is none.
    pub fn click_line(&mut self, line: u16) -> bool {
        line.checked_sub(self.rows_at).is_some_and(|line| self.click_shown(line))
    }

    /// Moves to the row that showed so many lines beneath the first; `false` when there is none.
    pub fn click_shown(&mut self, line: u16) -> bool {
        let line = usize::from(line);
        let at = self.cursor.offset() + line;
        let known = line < self.cursor.height() && at < self.rows.len();
        if known {
            self.click(at);
        }
        known
    }

    pub fn wheel(&mut self, rows: i16) {
        self.cursor.scroll(self.keys.len(), rows.into());
    }

    /// The part of the list that shows in `height` rows.
    pub fn window(&mut self, height: usize) -> Window {
        self.cursor.settle(&self.keys, height);
        Window {
            len: self.keys.len(),
            offset: self.cursor.offset(),
            selected: (!self.keys.is_empty()).then(|| self.cursor.index()),
        }
    }

    /// Draws the rows as a table in an area that begins `lead` lines beneath the top of the pane;
    /// `cells` gives the cells of a row, one a column.
    pub fn draw(
        &mut self,
        columns: &[Column<'_>],
        scene: &Scene<'_>,
        area: Rect,
        lead: u16,
        buffer: &mut Buffer,
        cells: impl Fn(&T) -> Vec<Line<'static>>,
    ) {
        let table = Table { columns, sorted: None, focused: scene.focused };
        self.rows_at = lead + table.header(area);
        let window = self.window(table.height(area, self.rows.len()));
        let row = |at: usize| self.rows.get(at).map(&cells).unwrap_or_default();
        table.draw(buffer, area, scene.theme, window, row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Keyed for &'static str {
        type Key = Self;
        fn key(&self) -> Self {
            self
        }
    }

    #[test]
    fn rows_sort_themselves_only_until_somebody_moves() {
        let mut list = List::default();
        list.follow(vec!["a", "b", "c"]);
        list.window(3);
        list.follow(vec!["c", "a", "b"]);
        assert_eq!(list.rows(), ["c", "a", "b"], "nobody is looking for a row yet");
        list.window(3);
        assert_eq!(list.selected(), Some(&"a"), "the cursor holds on to its row");

        list.act(Action::Down);
        assert_eq!(list.selected(), Some(&"b"));
        list.follow(vec!["b", "x", "a", "c"]);
        list.window(3);
        assert_eq!((list.rows(), list.is_stale()), (&["c", "a", "b", "x"][..], true));
        assert_eq!(list.selected(), Some(&"b"));

        list.release();
        list.follow(vec!["b", "x", "a", "c"]);
        assert_eq!((list.rows(), list.is_stale()), (&["b", "x", "a", "c"][..], false));
    }

    #[test]
    fn only_a_row_that_shows_can_be_clicked() {
        let mut list = List::default();
        list.follow(vec!["a", "b", "c"]);
        list.window(2);
        assert!(!list.click_shown(2), "there it is said that more lie below");
        assert_eq!(list.selected(), Some(&"a"));
        assert!(list.click_shown(1));
        list.window(2);
        assert_eq!(list.selected(), Some(&"b"));
        list.window(9);
        assert!(!list.click_shown(3), "there is nothing");
        assert_eq!(list.selected(), Some(&"b"));
    }

    #[test]
    fn a_row_is_found_by_its_key_or_not_at_all() {
        let mut list = List::default();
        list.follow(vec!["a", "b"]);
        assert!(list.select(&"b") && !list.select(&"z"));
        list.window(1);
        assert_eq!(list.selected(), Some(&"b"));
    }
}
