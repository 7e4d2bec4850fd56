//! View 1, Neighborhood: which skills crowd which, in a list, in pictures and in words.
//!
//! Puts its panes together. Draws what core computed; must not compute overlap itself.

mod edge;
mod ego;
mod fan;
mod matrix;
mod middle;
mod pairs;
mod taken;

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use self::middle::Middle;
use crate::{
    core::workbench::Board,
    tui::{
        action::{Action, Context, Facts},
        app::{Desk, Handled, PaneSpec, Pointer, Scene, View},
    },
};

/// List, picture and detail over one selection.
#[derive(Debug, Default)]
pub struct Neighborhood {
    middle: Middle,
}

/// Index of the pane in the middle.
const MIDDLE: usize = 1;

const PANES: [PaneSpec; 3] = [
    PaneSpec { name: "Skills", weight: 4 },
    PaneSpec { name: "Picture", weight: 5 },
    PaneSpec { name: "Detail", weight: 4 },
];

impl View for Neighborhood {
    fn panes(&self) -> &'static [PaneSpec] {
        &PANES
    }

    fn title(&self, pane: usize, scene: &Scene<'_>) -> String {
        match pane {
            MIDDLE => self.middle.title(scene),
            _ => PANES.get(pane).map_or_else(String::new, |pane| pane.name.to_owned()),
        }
    }

    fn note(&self, pane: usize, scene: &Scene<'_>) -> String {
        match pane {
            MIDDLE => self.middle.note(scene),
            _ => String::new(),
        }
    }

    fn contexts(&self, pane: usize) -> Vec<Context> {
        match pane {
            MIDDLE => self.middle.contexts(),
            _ => Vec::new(),
        }
    }

    fn facts(&self, pane: usize, _board: &Board, facts: &mut Facts) {
        if pane == MIDDLE {
            self.middle.facts(facts);
        }
    }

    fn board_changed(&mut self, desk: &mut Desk<'_>) {
        self.middle.board_changed(desk);
    }

    fn act(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        match (pane, action) {
            (MIDDLE, _) | (_, Action::CycleMode | Action::Tidy) => self.middle.act(action, desk),
            _ => Handled::No,
        }
    }

    fn pointed(&mut self, pane: usize, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        match pane {
            MIDDLE => self.middle.pointed(pointer, desk),
            _ => Handled::No,
        }
    }

    fn draw(
        &mut self,
        pane: usize,
        scene: &Scene<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<Position> {
        match pane {
            MIDDLE => self.middle.draw(scene, area, buffer),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
