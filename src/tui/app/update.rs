//! What inputs and boards do to the screen.

use std::sync::Arc;

use crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::{
    App, Effect, Msg, Place,
    desk::{Desk, Selection, Wish},
    draw::Spot,
    layers::{AskedBy, is_everywhere},
    view::{Handled, Pointer, PointerKind, View, ViewId},
};
use crate::{
    core::workbench::Board,
    tui::{
        action::Context,
        input::Input,
        overlay::Response,
        pane::names::Names,
        theme::{Settings, Theme},
    },
};

/// Rows that one notch of the wheel moves.
const WHEEL_ROWS: i16 = 3;

/// Places that `back` remembers.
const HISTORY: usize = 64;

impl App {
    /// Takes one message and says what is to be done about it outside.
    pub fn update(&mut self, msg: Msg, at_ms: u64) -> Vec<Effect> {
        match msg {
            Msg::Board(board) => self.board_changed(board, at_ms),
            Msg::Input(Input::Key(key)) => {
                let effects = self.key(key, at_ms);
                // It may have waited for a line or a question to be done with.
                self.show_consent();
                effects
            }
            Msg::Input(Input::Mouse(mouse)) => self.mouse(mouse, at_ms),
            Msg::Input(Input::Paste(text)) => self.paste(&text, at_ms),
            Msg::Input(Input::Background { light }) => {
                let settings = Settings { light_background: Some(light), ..self.theme.settings() };
                self.theme = Theme::new(settings);
                Vec::new()
            }
            Msg::Input(Input::Resize(_) | Input::Focus(_) | Input::Closed) => Vec::new(),
        }
    }

    fn board_changed(&mut self, board: Arc<Board>, at_ms: u64) -> Vec<Effect> {
        let before = std::mem::replace(&mut self.board, board);
        let catalog = |board: &Board| Arc::clone(&board.now.snapshot.catalog);
        if !Arc::ptr_eq(&catalog(&before), &catalog(&self.board)) {
            self.names = Arc::new(Names::of(&self.board.now.snapshot.catalog));
        }
        // The log keeps everything; the newest line of it is shown as it comes.
        if self.board.log.len() > before.log.len() {
            if let Some(line) = self.board.log.last() {
                self.toast.mention(line.text.clone(), at_ms);
            }
            self.refresh_log();
        }
        let offers = |board: &Board| board.offers.as_ref().map(Arc::as_ptr);
        if offers(&before) != offers(&self.board) {
            self.refresh_baselines();
        }
        let agents = |board: &Board| board.agents.as_ref().map(Arc::as_ptr);
        if agents(&before) != agents(&self.board) {
            self.refresh_agents();
        }
        self.show_consent();
        let runs = |board: &Board| board.runs.as_ref().map(Arc::as_ptr);
        if runs(&before) != runs(&self.board) {
            self.refresh_runs();
        }
        // A skill that is gone for a moment stays chosen; only without a choice is one made.
        if self.selection.skill.is_none() {
            let worst = self.board.trouble.iter().find_map(|row| row.key.skill());
            self.selection.skill = worst.cloned();
        }
        let mut wishes = Vec::new();
        for view in ViewId::all() {
            self.slots.get_mut(view).view.board_changed(&mut Desk {
                board: &self.board,
                names: &self.names,
                selection: &mut self.selection,
                keymap: &self.keymap,
                wishes: &mut wishes,
            });
        }
        self.grant(wishes, at_ms)
    }

    fn key(&mut self, key: KeyEvent, at_ms: u64) -> Vec<Effect> {
        let stack = self.contexts();
        let action = self.keymap.action(&stack, key);
        // A line of text takes every key that it does not know for text; these are none.
        let anywhere = || self.keymap.action(&[Context::Global], key).filter(is_everywhere);
        if let Some(action) = action.or_else(anywhere).filter(is_everywhere) {
            return self.act_self(action, at_ms);
        }
        let taken = self.with_layer(at_ms, |overlay| match action {
            Some(action) => overlay.act(action),
            None => overlay.typed(key),
        });
        match (taken, action) {
            (Some(effects), _) => effects,
            (None, Some(action)) => self.act(action, at_ms),
            (None, None) if stack.last() == Some(&Context::Input) => {
                self.with_view(at_ms, |view, pane, desk| view.typed(pane, key, desk)).1
            }
            (None, None) => Vec::new(),
        }
    }

    fn paste(&mut self, text: &str, at_ms: u64) -> Vec<Effect> {
        match self.with_layer(at_ms, |overlay| overlay.pasted(text)) {
            Some(effects) => effects,
            None => self.with_view(at_ms, |view, pane, desk| view.pasted(pane, text, desk)).1,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, at_ms: u64) -> Vec<Effect> {
        let kind = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => PointerKind::Click,
            MouseEventKind::ScrollDown => PointerKind::Wheel(WHEEL_ROWS),
            MouseEventKind::ScrollUp => PointerKind::Wheel(-WHEEL_ROWS),
            _ => return Vec::new(),
        };
        let at = Position { x: mouse.column, y: mouse.row };
        let taken = self.with_layer(at_ms, |overlay| match kind {
            PointerKind::Click => overlay.clicked(at),
            PointerKind::Wheel(rows) => {
                overlay.wheel(rows.into());
                Response::Stay
            }
        });
        if let Some(effects) = taken {
            return effects;
        }
        match (self.spot(at), kind) {
            (Some(Spot::View(view)), PointerKind::Click) => self.show(view),
            (Some(Spot::Tab(pane)), PointerKind::Click) => self.slot_mut().set_focus(pane),
            (Some(Spot::Pane(pane, inside)), _) => {
                // The wheel turns what is under the pointer and leaves the focus where it is.
                if kind == PointerKind::Click {
                    self.slot_mut().set_focus(pane);
                }
                if inside.contains(at) {
                    let (column, row) = (at.x - inside.x, at.y - inside.y);
                    let pointer = Pointer { column, row, kind };
                    return self
                        .with_view(at_ms, |view, _, desk| view.pointed(pane, pointer, desk))
                        .1;
                }
            }
            _ => {}
        }
        Vec::new()
    }

    /// Lets the view on show do something at the desk, and grants what it wished for.
    pub(super) fn with_view(
        &mut self,
        at_ms: u64,
        work: impl FnOnce(&mut dyn View, usize, &mut Desk<'_>) -> Handled,
    ) -> (Handled, Vec<Effect>) {
        let mut wishes = Vec::new();
        let mut selection = std::mem::take(&mut self.selection);
        let slot = self.slots.get_mut(self.shown);
        let mut desk = Desk {
            board: &self.board,
            names: &self.names,
            selection: &mut selection,
            keymap: &self.keymap,
            wishes: &mut wishes,
        };
        let handled = work(slot.view.as_mut(), slot.focus, &mut desk);
        // A drill may change the selection and show another view: going back restores both.
        let before = std::mem::replace(&mut self.selection, selection);
        let shows = wishes.iter().any(|wish| matches!(wish, Wish::Show(_)));
        if shows {
            self.remember(before);
        }
        (handled, self.grant(wishes, at_ms))
    }

    fn grant(&mut self, wishes: Vec<Wish>, at_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        for wish in wishes {
            match wish {
                Wish::Effect(effect) => effects.push(effect),
                Wish::Show(view) => self.show(view),
                Wish::Focus(pane) => self.slot_mut().set_focus(pane),
                Wish::Ask(question, overlay) => self.open(overlay, AskedBy::View(question)),
                Wish::Say(text) => self.say(text, at_ms),
            }
        }
        effects
    }

    pub(super) fn show(&mut self, view: ViewId) {
        self.shown = view;
    }

    fn remember(&mut self, selection: Selection) {
        let place = Place { view: self.shown, focus: self.slot().focus, selection };
        if self.history.len() == HISTORY {
            self.history.remove(0);
        }
        self.history.push(place);
    }

    pub(super) fn go_back(&mut self) {
        if let Some(place) = self.history.pop() {
            self.shown = place.view;
            self.selection = place.selection;
            self.slot_mut().set_focus(place.focus);
        }
    }
}
