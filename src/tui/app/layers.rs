//! The pages and questions that lie over the views, and where their answers go.

use std::sync::Arc;

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::{App, Effect, actions::Question, view::Answer};
use crate::{
    core::diagnostic::Severity,
    tui::{
        action::{Action, Context},
        overlay::{ConsentPage, Help, LogLine, LogPage, Overlay, Palette, Pick, Response},
    },
};

/// An overlay, and who opened it.
pub(super) struct Layer {
    pub(super) page: Page,
    asked_by: AskedBy,
}

/// The first ones grow while they are open; the others are made once.
pub(super) enum Page {
    Log(LogPage),
    Baselines(Box<Pick>),
    Agents(Box<Pick>),
    Consent(Box<ConsentPage>),
    Runs(Box<Pick>),
    Other(Box<dyn Overlay>),
}

/// Who gets the answer of an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskedBy {
    /// Nobody: it is only read, or answers with an action.
    Nobody,
    App(Question),
    /// The view on show, which named its question so.
    View(&'static str),
}

impl Page {
    fn overlay(&self) -> &dyn Overlay {
        match self {
            Self::Log(page) => page,
            Self::Baselines(pick) | Self::Agents(pick) | Self::Runs(pick) => pick.as_ref(),
            Self::Consent(page) => page.as_ref(),
            Self::Other(overlay) => overlay.as_ref(),
        }
    }

    fn overlay_mut(&mut self) -> &mut dyn Overlay {
        match self {
            Self::Log(page) => page,
            Self::Baselines(pick) | Self::Agents(pick) | Self::Runs(pick) => pick.as_mut(),
            Self::Consent(page) => page.as_mut(),
            Self::Other(overlay) => overlay.as_mut(),
        }
    }
}

impl App {
    pub(super) fn open(&mut self, overlay: Box<dyn Overlay>, asked_by: AskedBy) {
        self.open_page(Page::Other(overlay), asked_by);
    }

    pub(super) fn open_page(&mut self, page: Page, asked_by: AskedBy) {
        self.layers.push(Layer { page, asked_by });
    }

    pub(super) fn open_help(&mut self) {
        let help = Help::new(&self.keymap, &self.contexts());
        self.open(Box::new(help), AskedBy::Nobody);
    }

    pub(super) fn open_palette(&mut self) {
        let palette = Palette::new(&self.keymap, &self.contexts(), &self.facts());
        self.open(Box::new(palette), AskedBy::Nobody);
    }

    pub(super) fn open_log(&mut self) {
        let page = Page::Log(LogPage::new(self.log_lines()));
        self.open_page(page, AskedBy::Nobody);
    }

    /// Shows an open log the newest lines.
    pub(super) fn refresh_log(&mut self) {
        let lines = self.log_lines();
        for layer in &mut self.layers {
            if let Page::Log(page) = &mut layer.page {
                page.set(Arc::clone(&lines));
            }
        }
    }

    /// Every diagnosis of the settings, the present catalog and the queries, then the log of the
    /// board: what was found holds until it is mended; what happened last is looked for at the end.
    fn log_lines(&self) -> Arc<[LogLine]> {
        let found = self.problems.iter().chain(self.board.diagnostics()).map(|found| LogLine {
            time: String::new(),
            severity: found.severity,
            text: found.to_string(),
        });
        let told = self.board.log.iter().map(|line| LogLine {
            time: minutes(line.at_ms),
            severity: Severity::Note,
            text: line.text.clone(),
        });
        found.chain(told).collect()
    }

    /// The contexts of the overlay on top, if there is one.
    pub(super) fn layer_contexts(&self) -> Option<&'static [Context]> {
        self.layers.last().map(|layer| layer.page.overlay().contexts())
    }

    /// What the key that accepts does in the overlay on top.
    pub(super) fn layer_accepts(&self) -> Option<&'static str> {
        self.layers.last().and_then(|layer| layer.page.overlay().accepts())
    }

    /// Lets the overlay on top take something. `None` if there is no overlay.
    pub(super) fn with_layer(
        &mut self,
        at_ms: u64,
        take: impl FnOnce(&mut dyn Overlay) -> Response,
    ) -> Option<Vec<Effect>> {
        let response = take(self.layers.last_mut()?.page.overlay_mut());
        Some(self.respond(response, at_ms))
    }

    fn respond(&mut self, response: Response, at_ms: u64) -> Vec<Effect> {
        let answer = match response {
            Response::Stay => return Vec::new(),
            Response::Ask(request) => return vec![Effect::Request(request)],
            Response::Act(action) => {
                self.layers.pop();
                return self.act(action, at_ms);
            }
            Response::Close => Answer::None,
            Response::Confirmed => Answer::Yes,
            Response::Picked(index) if self.chose_run(index) => return Vec::new(),
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
            Some(AskedBy::App(Question::Runs)) if answer == Answer::Picked(0) => self.show_runs(),
            Some(AskedBy::App(question)) => self.answered(question, &answer).into_iter().collect(),
            Some(AskedBy::Nobody) | None => Vec::new(),
        }
    }

    /// Draws the overlays over what is there; gives back the cursor of the one on top.
    pub(super) fn draw_layers(&mut self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let mut cursor = None;
        for layer in &mut self.layers {
            cursor = layer.page.overlay_mut().draw(buffer, area, &self.theme);
        }
        cursor
    }
}

/// Whether an action is carried out wherever its key is not taken by something else, even while
/// text is typed.
pub(super) fn is_everywhere(action: &Action) -> bool {
    matches!(action, Action::Suspend | Action::Redraw | Action::Interrupt)
}

/// `01:05` for 65 seconds.
fn minutes(ms: u64) -> String {
    let seconds = ms / 1_000;
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}
