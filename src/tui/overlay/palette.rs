//! All actions by name, with their keys; those that cannot be taken say why.

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::{
    Overlay, Response,
    pick::{Choice, Pick},
};
use crate::tui::{
    action::{Action, Context, Facts},
    keys::Keymap,
    theme::Theme,
};

/// The palette. Made when it opens, for what lay below it at that moment.
#[derive(Debug)]
pub struct Palette {
    actions: Vec<Action>,
    pick: Pick,
}

impl Palette {
    /// The actions that mean something somewhere, except moving about, which needs no list.
    pub fn new(keymap: &Keymap, stack: &[Context], facts: &Facts) -> Self {
        let listed = |action: &Action| {
            use Action as A;
            let moves =
                matches!(action, A::Down | A::Up | A::Left | A::Right | A::PageDown | A::PageUp);
            !moves && !matches!(action, A::Accept | A::Escape | A::Palette)
        };
        let actions: Vec<Action> = Action::all().filter(listed).collect();
        let choice = |action: &Action| {
            let elsewhere = || {
                let places: Vec<_> = action.contexts().iter().map(|place| place.title()).collect();
                format!("only in {}", places.join(" and "))
            };
            let disabled = match action.is_in(stack) {
                false => Some(elsewhere()),
                true => action.disabled(facts).map(str::to_owned),
            };
            Choice {
                label: keymap.doc(*action).to_owned(),
                detail: action.id().to_owned(),
                note: keymap.keys_for(*action).join(" "),
                disabled,
            }
        };
        let choices = actions.iter().map(choice).collect();
        Self { actions, pick: Pick::new("Commands", choices) }
    }

    fn resolve(&self, response: Response) -> Response {
        match response {
            Response::Picked(index) => {
                self.actions.get(index).map_or(Response::Stay, |action| Response::Act(*action))
            }
            other => other,
        }
    }
}

impl Overlay for Palette {
    fn contexts(&self) -> &'static [Context] {
        self.pick.contexts()
    }

    fn accepts(&self) -> Option<&'static str> {
        Some("do it")
    }

    fn act(&mut self, action: Action) -> Response {
        let response = self.pick.act(action);
        self.resolve(response)
    }

    fn typed(&mut self, key: KeyEvent) -> Response {
        self.pick.typed(key)
    }

    fn pasted(&mut self, text: &str) -> Response {
        self.pick.pasted(text)
    }

    fn wheel(&mut self, rows: isize) {
        self.pick.wheel(rows);
    }

    fn clicked(&mut self, at: Position) -> Response {
        let response = self.pick.clicked(at);
        self.resolve(response)
    }

    fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position> {
        self.pick.draw(buf, area, theme)
    }
}
