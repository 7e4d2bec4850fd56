//! The pages and questions that lie over the views, and where their answers go.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::{App, Effect, view::Answer};
use crate::tui::{
    action::{Action, Context},
    overlay::{Help, Overlay, Palette, Response},
};

/// An overlay, and who opened it.
pub(super) struct Layer {
    overlay: Box<dyn Overlay>,
    asked_by: AskedBy,
}

/// Who gets the answer of an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskedBy {
    /// Nobody: it is only read, or answers with an action.
    Nobody,
    /// The view on show, which named its question so.
    View(&'static str),
}

impl App {
    pub(super) fn open(&mut self, overlay: impl Overlay + 'static) {
        self.open_for(Box::new(overlay), AskedBy::Nobody);
    }

    pub(super) fn open_for(&mut self, overlay: Box<dyn Overlay>, asked_by: AskedBy) {
        self.layers.push(Layer { overlay, asked_by });
    }

    pub(super) fn open_help(&mut self) {
        self.open(Help::new(&self.keymap, &self.contexts()));
    }

    pub(super) fn open_palette(&mut self) {
        self.open(Palette::new(&self.keymap, &self.contexts(), &self.facts()));
    }

    /// The contexts of the overlay on top, if there is one.
    pub(super) fn layer_contexts(&self) -> Option<&'static [Context]> {
        self.layers.last().map(|layer| layer.overlay.contexts())
    }

    /// Lets the overlay on top take something. `None` if there is no overlay.
    pub(super) fn with_layer(
        &mut self,
        at_ms: u64,
        take: impl FnOnce(&mut dyn Overlay) -> Response,
    ) -> Option<Vec<Effect>> {
        let response = take(self.layers.last_mut()?.overlay.as_mut());
        Some(self.respond(response, at_ms))
    }

    fn respond(&mut self, response: Response, at_ms: u64) -> Vec<Effect> {
        let answer = match response {
            Response::Stay => return Vec::new(),
            Response::Act(action) => {
                self.layers.pop();
                return self.act(action, at_ms);
            }
            Response::Close => Answer::None,
            Response::Confirmed => Answer::Yes,
            Response::Picked(index) => Answer::Picked(index),
            Response::Typed(text) => Answer::Typed(text),
        };
        match self.layers.pop().map(|layer| layer.asked_by) {
            Some(AskedBy::View(question)) => {
                self.with_view(at_ms, |view, pane, desk| {
                    view.answered(pane, question, answer, desk)
                })
                .1
            }
            Some(AskedBy::Nobody) | None => Vec::new(),
        }
    }

    /// Draws the overlays over what is there; gives back the cursor of the one on top.
    pub(super) fn draw_layers(&mut self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let mut cursor = None;
        for layer in &mut self.layers {
            cursor = layer.overlay.draw(buffer, area, &self.theme);
        }
        cursor
    }
}

/// Whether an action is carried out wherever its key is not taken by something else, even while
/// text is typed.
pub(super) fn is_everywhere(action: &Action) -> bool {
    matches!(action, Action::Suspend | Action::Redraw | Action::Interrupt)
}
