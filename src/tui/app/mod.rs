//! The state of the screen: which view, which pane, what is chosen, what lies on top.
//!
//! Pure: inputs and boards go in, effects and pictures come out. Must not know the terminal, the
//! clock, or the inside of any view.

mod actions;
mod agents;
mod baseline;
mod desk;
mod draw;
mod effect;
mod layers;
mod lines;
mod runs;
mod slots;
mod toast;
mod update;
mod view;

use std::{fmt, sync::Arc};

use ratatui::layout::Rect;

pub use self::{
    desk::{Desk, Scene, Selection},
    effect::Effect,
    view::{Answer, Handled, PaneSpec, Pointer, PointerKind, View, ViewId},
};
use self::{
    draw::Spots,
    layers::Layer,
    slots::{Slot, Slots},
    toast::Toast,
};
use crate::{
    core::{
        diagnostic::Diagnostic,
        workbench::{Board, agents::Known},
    },
    tui::{action::Context, input::Input, keys::Keymap, pane::names::Names, theme::Theme},
};

/// What reaches the app.
#[derive(Clone, Debug)]
pub enum Msg {
    Input(Input),
    Board(Arc<Board>),
}

/// A place to go back to.
#[derive(Clone, Debug)]
struct Place {
    view: ViewId,
    focus: usize,
    selection: Selection,
}

/// The whole screen.
pub struct App {
    board: Arc<Board>,
    /// Of the skills of the board.
    names: Arc<Names>,
    theme: Theme,
    keymap: Keymap,
    selection: Selection,
    slots: Slots,
    shown: ViewId,
    zoomed: bool,
    mouse: bool,
    /// Bottom first; the last one gets the keys.
    layers: Vec<Layer>,
    history: Vec<Place>,
    /// The agent that was chosen while it is asked for its model.
    wished: Option<Known>,
    /// Runs that were chosen to stand side by side, by their ids.
    chosen_runs: Vec<String>,
    /// What is wrong with the settings.
    problems: Vec<Diagnostic>,
    toast: Toast,
    /// The whole area that was drawn last.
    drawn: Rect,
    /// Where things were drawn last, for the mouse.
    spots: Spots,
}

/// How the screen is set up.
#[derive(Debug, Default)]
pub struct Setup {
    pub theme: Theme,
    pub keymap: Keymap,
    /// The mouse is ours at the start.
    pub mouse: bool,
    /// What is wrong with the keys and the settings; said at the start and kept in the log.
    pub problems: Vec<Diagnostic>,
    /// The view to begin with.
    pub view: ViewId,
}

impl App {
    /// An app before its first board, with all its views.
    pub fn new(setup: Setup) -> Self {
        let mut app = Self {
            board: Arc::default(),
            names: Arc::default(),
            theme: setup.theme,
            keymap: setup.keymap,
            selection: Selection::default(),
            slots: Slots::new(),
            shown: setup.view,
            zoomed: false,
            mouse: setup.mouse,
            layers: Vec::new(),
            history: Vec::new(),
            wished: None,
            chosen_runs: Vec::new(),
            problems: setup.problems,
            toast: Toast::default(),
            drawn: Rect::ZERO,
            spots: Spots::default(),
        };
        if let Some(first) = app.problems.first().map(ToString::to_string) {
            app.say(first, 0);
        }
        app
    }

    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    pub fn shown(&self) -> ViewId {
        self.shown
    }

    /// Clicks and the wheel are ours just now.
    pub fn wants_mouse(&self) -> bool {
        self.mouse
    }

    /// When the picture changes by itself, in milliseconds since the program began.
    pub fn changes_at(&self, at_ms: u64) -> Option<u64> {
        self.toast.ends_at(at_ms)
    }

    /// Shows a sentence for a few seconds.
    pub fn say(&mut self, text: impl Into<String>, at_ms: u64) {
        self.toast.say(text.into(), at_ms);
    }

    /// The stack of contexts that keys go through, outermost first.
    fn contexts(&self) -> Vec<Context> {
        if let Some(contexts) = self.layer_contexts() {
            return contexts.to_vec();
        }
        let slot = self.slot();
        let mut stack = vec![Context::Global, self.shown.context()];
        stack.extend(self.board.playback.map(|_| Context::Playback));
        stack.extend(slot.view.contexts(slot.focus));
        stack
    }

    fn slot(&self) -> &Slot {
        self.slots.get(self.shown)
    }

    fn slot_mut(&mut self) -> &mut Slot {
        self.slots.get_mut(self.shown)
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App")
            .field("shown", &self.shown)
            .field("selection", &self.selection)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod agreeing;
#[cfg(test)]
mod bytes;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
