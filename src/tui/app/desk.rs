//! What views are handed: the scene they draw, and the desk on which they lay their wishes.

use std::sync::Arc;

use super::{Effect, view::ViewId};
use crate::{
    core::{
        id::SkillId,
        workbench::{Board, Request},
    },
    tui::{keys::Keymap, overlay::Overlay, pane::names::Names, theme::Theme},
};

/// What the person has chosen, shared by all views.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub skill: Option<SkillId>,
    /// Expected and engaged, or a skill and its rival.
    pub pair: Option<(SkillId, SkillId)>,
    /// Id of a query.
    pub query: Option<String>,
}

/// Everything a pane may look at while it draws.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub board: &'a Board,
    pub names: &'a Arc<Names>,
    pub selection: &'a Selection,
    pub theme: &'a Theme,
    pub keymap: &'a Keymap,
    /// No other pane is seen beside this one.
    pub alone: bool,
    /// The keys go to this pane.
    pub focused: bool,
    /// Milliseconds since the program began.
    pub at_ms: u64,
}

/// Everything a view may look at and change while it acts.
pub struct Desk<'a> {
    pub board: &'a Board,
    pub names: &'a Arc<Names>,
    pub selection: &'a mut Selection,
    pub keymap: &'a Keymap,
    pub(super) wishes: &'a mut Vec<Wish>,
}

/// What a view wants done that is not its own to do.
pub(super) enum Wish {
    Effect(Effect),
    Show(ViewId),
    Focus(usize),
    Say(String),
    /// An overlay and the name of the question that it asks for the view.
    Ask(&'static str, Box<dyn Overlay>),
}

impl Desk<'_> {
    /// Asks the session for something.
    pub fn request(&mut self, request: Request) {
        self.effect(Effect::Request(request));
    }

    /// Asks the loop for something.
    pub fn effect(&mut self, effect: Effect) {
        self.wishes.push(Wish::Effect(effect));
    }

    /// Goes to a view, so that `back` returns to the present place.
    pub fn show(&mut self, view: ViewId) {
        self.wishes.push(Wish::Show(view));
    }

    /// Moves the focus to another pane of the same view.
    pub fn focus(&mut self, pane: usize) {
        self.wishes.push(Wish::Focus(pane));
    }

    /// Lays an overlay over the views. Its answer comes to [`super::View::answered`] under the name
    /// of the question.
    pub fn ask(&mut self, question: &'static str, overlay: impl Overlay + 'static) {
        self.wishes.push(Wish::Ask(question, Box::new(overlay)));
    }

    /// Shows a sentence for a few seconds.
    pub fn say(&mut self, text: impl Into<String>) {
        self.wishes.push(Wish::Say(text.into()));
    }
}
