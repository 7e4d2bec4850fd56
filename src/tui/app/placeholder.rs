//! A view that says what will be in its place.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
};

use super::{
    desk::{Desk, Scene},
    view::{Handled, PaneSpec, View},
};
use crate::tui::action::Action;

/// Names its panes and does nothing.
#[derive(Clone, Copy, Debug)]
pub struct Placeholder {
    panes: &'static [PaneSpec],
}

impl Placeholder {
    pub fn new(panes: &'static [PaneSpec]) -> Self {
        Self { panes }
    }
}

impl View for Placeholder {
    fn panes(&self) -> &'static [PaneSpec] {
        self.panes
    }

    fn act(&mut self, _pane: usize, _action: Action, _desk: &mut Desk<'_>) -> Handled {
        Handled::No
    }

    fn draw(
        &mut self,
        pane: usize,
        scene: &Scene<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<Position> {
        let name = self.panes.get(pane).map_or("", |pane| pane.name);
        let text = format!("{name}, board {}", scene.board.revision);
        if !area.is_empty() {
            buffer.set_stringn(area.x, area.y, text, area.width.into(), Style::default());
        }
        None
    }
}
