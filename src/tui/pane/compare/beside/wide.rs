//! A list in which every agent has a column, as many as fit: the others are scrolled to from the side.
//!
//! Must not know what stands in it.

use std::ops::Range;

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    heads,
    span::{Shift, columns},
};
use crate::{
    core::workbench::side_by_side::SideBySide,
    tui::{
        action::Action,
        app::Scene,
        pane::list::{Keyed, List},
        widget::table::Column,
    },
};

/// How the columns are laid out.
pub struct Layout<'a, const N: usize> {
    /// Those of the row itself.
    pub own: [Column<'a>; N],
    /// Cells that they take at least.
    pub room: u16,
    /// Cells of an agent's with the gap.
    pub each: u16,
    pub agent: fn(&str, u16) -> Column<'_>,
}

#[derive(Debug)]
pub struct Wide<R: Keyed> {
    list: List<R>,
    shown: Range<usize>,
    agents: usize,
}

impl<R: Keyed> Default for Wide<R> {
    fn default() -> Self {
        Self { list: List::default(), shown: 0..0, agents: 0 }
    }
}

impl<R: Keyed> Wide<R> {
    /// Begins with other rows.
    pub fn follow(&mut self, all: &SideBySide, rows: Vec<R>) {
        self.agents = all.agents.len();
        self.list.release();
        self.list.follow(rows);
        self.list.begin();
    }

    pub fn rows(&self) -> &[R] {
        self.list.rows()
    }

    pub fn selected(&self) -> Option<&R> {
        self.list.selected()
    }

    pub fn seek(&mut self, back: bool, is: impl Fn(&R) -> bool) {
        self.list.seek(back, is);
    }

    pub fn act(&mut self, action: Action) -> bool {
        self.list.act(action)
    }

    pub fn wheel(&mut self, rows: i16) {
        self.list.wheel(rows);
    }

    pub fn click(&mut self, row: u16) -> bool {
        self.list.click_line(row)
    }

    /// Which agents' columns show, where not all do.
    pub fn columns(&self) -> String {
        columns(&self.shown, self.agents)
    }

    /// `cells` gives a row's own cells and then those of the agents that show.
    pub fn draw<const N: usize>(
        &mut self,
        scene: &Scene<'_>,
        all: &SideBySide,
        shift: &mut Shift,
        layout: Layout<'_, N>,
        (area, buffer): (Rect, &mut Buffer),
        cells: impl Fn(&R, Range<usize>) -> Vec<Line<'static>>,
    ) {
        let Layout { own, room, each, agent } = layout;
        let heads = heads(all);
        self.shown = shift.shown(heads.len(), area.width.saturating_sub(room), each);
        let shown = heads.get(self.shown.clone()).unwrap_or_default();
        let agents = shown.iter().map(|head| agent(head, each));
        let columns: Vec<Column<'_>> = own.into_iter().chain(agents).collect();
        let shown = self.shown.clone();
        self.list.draw(&columns, scene, area, 0, buffer, |row| cells(row, shown.clone()));
    }
}
