//! The pane of the table: the strip, the filter, the rows, and the cursor among them.
//!
//! Goes with the run until somebody moves. Must not know what is beside it.

use std::sync::Arc;

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::Line,
};

use super::{
    order::Order,
    roll::{Entry, Key, Roll},
    run::{self, Tally},
    table::Look,
    verdict::Verdict,
};
use crate::{
    core::{
        visible,
        workbench::{Board, probes::ProbeRow},
    },
    tui::{
        action::Action,
        app::{Scene, Selection},
        pane::names::Names,
        theme::Role,
        widget::{
            line::{Edited, LineEdit},
            scroll::Cursor,
            table::{Column, Table, Window},
            text::put_right,
        },
    },
};

/// Rows, cursor and filter.
#[derive(Debug)]
pub struct List {
    roll: Roll,
    tally: Tally,
    cursor: Cursor<Key>,
    /// Goes with the run: nobody has moved.
    follows: bool,
    /// The roll's clock when following ended.
    left_at: u64,
    /// The query that all views share, as last seen.
    shared: Option<String>,
    filter: LineEdit,
    typing: bool,
    /// Of the table, at the last drawing, from the pane's corner.
    rows_area: Rect,
}

impl Default for List {
    fn default() -> Self {
        Self {
            roll: Roll::default(),
            tally: Tally::default(),
            cursor: Cursor::default(),
            follows: true,
            left_at: 0,
            shared: None,
            filter: LineEdit::default(),
            typing: false,
            rows_area: Rect::ZERO,
        }
    }
}

impl List {
    /// Takes over a board, and goes with its run unless somebody has moved.
    pub fn follow(&mut self, board: &Board, names: &Arc<Names>) {
        if self.roll.follow(board, names, !self.follows) {
            self.tally = Tally::of(self.roll.entries(), board.now.generation());
        }
        if self.follows && (board.run.active() || board.run.cancelled) {
            self.go_along();
        }
    }

    /// Selects the probe under way, the newest when that one is done, and keeps the newest in sight.
    fn go_along(&mut self) {
        let Some(newest) = self.roll.newest() else { return };
        let stays = self.selected().is_some_and(|entry| entry.verdict == Verdict::Running);
        let keys = self.roll.keys();
        if let (false, Some(key)) = (stays, keys.get(newest)) {
            self.cursor.select(key.clone());
        }
        let height = self.height();
        self.cursor.settle(keys, height);
        let first = (newest + 1).saturating_sub(height).min(self.cursor.index());
        let now = self.cursor.offset();
        // Both are indices into a list that fits into memory.
        self.cursor.scroll(keys.len(), first as isize - now as isize);
    }

    /// Takes over a query that another view chose.
    pub fn adopt(&mut self, selection: &Selection) {
        if selection.query == self.shared {
            return;
        }
        self.shared.clone_from(&selection.query);
        let key = selection.query.as_ref().and_then(|id| self.roll.of_query(id)).cloned();
        if let Some(key) = key {
            self.leave();
            self.cursor.select(key);
            self.settle();
        }
    }

    /// Tells the other views which query is looked at.
    pub fn tell(&mut self, selection: &mut Selection) {
        let Some(entry) = self.selected() else { return };
        let id = Some(entry.row.query.id.clone());
        selection.query.clone_from(&id);
        self.shared = id;
    }

    fn leave(&mut self) {
        if self.follows {
            (self.follows, self.left_at) = (false, self.roll.clock());
        }
    }

    /// Follows again, from the newest probe on.
    fn join(&mut self) {
        self.follows = true;
        if self.roll.order() == Order::Run {
            self.roll.sort();
        }
    }

    pub fn act(&mut self, action: Action) -> bool {
        if self.typing && matches!(action, Action::Accept | Action::Escape) {
            self.typing = false;
            if action == Action::Escape {
                self.set_filter("");
            }
            return true;
        }
        let keys = self.roll.keys();
        match action {
            Action::Bottom => {
                self.join();
                let newest = self.roll.newest().filter(|_| self.roll.order() == Order::Run);
                let keys = self.roll.keys();
                self.cursor.go(keys, newest.unwrap_or(usize::MAX));
                return true;
            }
            Action::Escape if !self.filter.is_empty() => {
                self.set_filter("");
                return true;
            }
            _ if self.cursor.act(keys, action) => {}
            _ => return false,
        }
        self.leave();
        true
    }

    /// The next miss or error, or the one before.
    pub fn seek(&mut self, back: bool) {
        let len = self.roll.keys().len();
        let at = self.cursor.index();
        let step =
            |distance: usize| (at + if back { len - distance } else { distance }) % len.max(1);
        let is =
            |place: &usize| self.roll.get(*place).is_some_and(|entry| entry.verdict.is_problem());
        if let Some(place) = (1..=len).map(step).find(is) {
            self.cursor.go(self.roll.keys(), place);
            self.leave();
        }
    }

    pub fn sort_next(&mut self) {
        self.roll.set_order(self.roll.order().next());
        self.settle();
    }

    /// The order of the rows, and what their names leave out: `problems first, without acme-`.
    pub fn manner(&self, names: &Names) -> String {
        let order = self.roll.order().words();
        match names.prefix() {
            "" => order.to_owned(),
            prefix => format!("{order}, names without {}", visible::line(prefix)),
        }
    }

    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    pub fn is_typing(&self) -> bool {
        self.typing
    }

    pub fn type_filter(&mut self) {
        self.typing = true;
    }

    pub fn typed(&mut self, key: KeyEvent) {
        if self.filter.key(key) == Edited::Text {
            self.filter_changed();
        }
    }

    pub fn pasted(&mut self, text: &str) {
        if self.filter.paste(text) == Edited::Text {
            self.filter_changed();
        }
    }

    fn set_filter(&mut self, text: &str) {
        self.filter = LineEdit::new(text);
        self.filter_changed();
    }

    fn filter_changed(&mut self) {
        self.roll.set_filter(self.filter.text());
        self.settle();
    }

    fn settle(&mut self) {
        let height = self.height();
        self.cursor.settle(self.roll.keys(), height);
    }

    pub fn click(&mut self, column: u16, row: u16) {
        let columns = self.columns();
        let table = Table { columns: &columns, sorted: None, focused: true };
        if let Some(place) = table.row_at(self.rows_area, self.window(), column, row) {
            self.cursor.go(self.roll.keys(), place);
            self.leave();
        }
    }

    pub fn wheel(&mut self, rows: i16) {
        self.cursor.scroll(self.roll.keys().len(), rows.into());
        self.leave();
    }

    /// The row under the cursor.
    pub fn selected(&self) -> Option<&Entry> {
        self.roll.get(self.place())
    }

    fn place(&self) -> usize {
        let hint = self.cursor.index();
        self.cursor.selected().and_then(|key| self.roll.place(key, hint)).unwrap_or(hint)
    }

    /// Where the row under the cursor lies in the board's table.
    pub fn index(&self) -> Option<usize> {
        self.roll.index(self.place())
    }

    /// The same probe on the baseline, and the baseline's name.
    pub fn before(&self, row: &ProbeRow) -> Option<(&str, &Arc<ProbeRow>)> {
        self.roll.before(row)
    }

    /// `12 of 156`, and how many probes began since somebody moved away.
    pub fn note(&self, scene: &Scene<'_>) -> String {
        let (shown, all) = (self.roll.keys().len(), self.roll.entries().len());
        let new = self.roll.clock().saturating_sub(self.left_at);
        if !self.follows && new > 0 && scene.board.run.active() {
            let key = scene.keymap.key_in(&super::STACK, Action::Bottom).unwrap_or_default();
            return format!("{new} new, {key} follows");
        }
        if self.follows && scene.board.run.active() {
            return "following".to_owned();
        }
        if shown == all { all.to_string() } else { format!("{shown} of {all}") }
    }

    /// `12/156`.
    pub fn position(&self) -> String {
        let shown = self.roll.keys().len();
        if shown == 0 { String::new() } else { format!("{}/{shown}", self.place() + 1) }
    }

    fn columns(&self) -> Vec<Column<'static>> {
        let look = Look { tally: &self.tally, generation: 0 };
        look.columns(self.rows_area.width)
    }

    fn height(&self) -> usize {
        let columns = self.columns();
        let table = Table { columns: &columns, sorted: None, focused: true };
        table.height(self.rows_area, self.roll.keys().len())
    }

    fn window(&self) -> Window {
        let len = self.roll.keys().len();
        let selected = (len > 0).then(|| self.cursor.index());
        Window { len, offset: self.cursor.offset(), selected }
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let (theme, mut rest) = (scene.theme, area);
        let strip = take(&mut rest, run::height(area.height, scene.board, &self.tally));
        run::draw(buffer, strip, scene, &self.tally);
        let filtered = self.typing || !self.filter.is_empty();
        let rows = u16::from(filtered && rest.height > 1);
        let line = take(&mut rest, rows);
        let mut at = None;
        if !line.is_empty() {
            let (shown, all) = (self.roll.keys().len(), self.roll.entries().len());
            let count = Line::styled(format!("{shown} of {all}"), theme.style(Role::Dim));
            let room = u16::try_from(count.width() + 1).unwrap_or(0);
            put_right(buffer, line, 0, &count);
            let typed = Rect { width: line.width.saturating_sub(room), ..line };
            at = Some(self.filter.draw(buffer, typed, theme, " / "));
        }
        // From the pane's corner, as the pointer is.
        self.rows_area = Rect { x: 0, y: rest.y - area.y, ..rest };
        self.settle();
        let columns = self.columns();
        let table = Table { columns: &columns, sorted: None, focused: scene.focused };
        let window = self.window();
        let look = Look { tally: &self.tally, generation: scene.board.now.generation() };
        let roll = &mut self.roll;
        table.draw(buffer, rest, theme, window, |place| {
            let Some(entry) = roll.get(place).cloned() else { return Vec::new() };
            let marks = roll.filter().marks(&entry.row.query.prompt);
            look.cells(theme, scene.names, &entry, marks)
        });
        at.filter(|_| self.typing)
    }
}

/// Takes rows off the top of an area.
fn take(rest: &mut Rect, height: u16) -> Rect {
    let taken = Rect { height: height.min(rest.height), ..*rest };
    rest.y += taken.height;
    rest.height -= taken.height;
    taken
}
