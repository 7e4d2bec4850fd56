//! The picture in the middle: fan, closest pairs or similarity matrix.
//!
//! Must not know the panes beside it; what is chosen goes through the shared selection.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use crate::tui::{
    action::{Action, Context, Facts},
    app::{Desk, Handled, Pointer, Scene},
};

/// The pane between list and detail.
#[derive(Debug, Default)]
pub struct Middle {}

impl Middle {
    pub fn title(&self, scene: &Scene<'_>) -> String {
        let _ = scene;
        "Fan".to_owned()
    }

    pub fn note(&self, scene: &Scene<'_>) -> String {
        let _ = scene;
        String::new()
    }

    /// Contexts above the view's own, innermost last.
    pub fn contexts(&self) -> Vec<Context> {
        Vec::new()
    }

    pub fn facts(&self, facts: &mut Facts) {
        let _ = facts;
    }

    pub fn board_changed(&mut self, desk: &mut Desk<'_>) {
        let _ = desk;
    }

    /// Actions while the pane has the focus, and `m` and `=` wherever the focus is.
    pub fn act(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        let _ = (action, desk);
        Handled::No
    }

    pub fn pointed(&mut self, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        let _ = (pointer, desk);
        Handled::No
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let _ = (scene, area, buffer);
        None
    }
}
