//! Pages and questions over the views: one file each, all driven the same way.
//!
//! An overlay knows what it shows and what keys do inside it. It never carries an action out: it
//! says what was chosen, and the app does it.

mod confirm;
mod consent;
mod help;
mod log;
mod message;
mod palette;
mod pick;
mod prompt;
mod sheet;

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

pub use self::{
    confirm::Confirm,
    consent::ConsentPage,
    help::Help,
    log::{LogLine, LogPage},
    message::Message,
    palette::Palette,
    pick::{Choice, Pick},
    prompt::Prompt,
};
use crate::{
    core::workbench::Request,
    tui::{
        action::{Action, Context},
        keys::Keymap,
        theme::Theme,
    },
};

/// What the app is to do after an overlay took a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// Nothing; the overlay stays.
    Stay,
    /// Take the overlay away.
    Close,
    /// Take it away and carry an action out.
    Act(Action),
    /// The question was answered with yes; no is [`Response::Close`].
    Confirmed,
    /// The choice at an index was taken.
    Picked(usize),
    /// A line was typed.
    Typed(String),
    /// Ask the session for something; the overlay stays until the board says otherwise.
    Ask(Request),
}

/// Something over the views. It gets all keys while it is on top.
pub trait Overlay {
    /// The contexts of its keys, outermost first.
    fn contexts(&self) -> &'static [Context];

    /// What the key that accepts does here, in a few words; `None` where it is told beside it.
    fn accepts(&self) -> Option<&'static str> {
        None
    }

    /// Takes an action that a key of its contexts stands for.
    fn act(&mut self, action: Action) -> Response;

    /// Takes a key that stands for nothing, which is text while something is typed.
    fn typed(&mut self, key: KeyEvent) -> Response {
        let _ = key;
        Response::Stay
    }

    /// Takes pasted text.
    fn pasted(&mut self, text: &str) -> Response {
        let _ = text;
        Response::Stay
    }

    /// Scrolls by rows, downwards positive.
    fn wheel(&mut self, rows: isize) {
        let _ = rows;
    }

    /// Takes a click at a place of the screen.
    fn clicked(&mut self, at: Position) -> Response {
        let _ = at;
        Response::Stay
    }

    /// Draws over what is there, within the area; returns where the cursor stands while something
    /// is typed.
    fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position>;

    /// Takes a key.
    fn handle(&mut self, keymap: &Keymap, key: KeyEvent) -> Response {
        match keymap.action(self.contexts(), key) {
            Some(action) => self.act(action),
            None => self.typed(key),
        }
    }
}

/// Contexts of a page that is read.
const READING: &[Context] = &[Context::Global, Context::Overlay];
/// Contexts of a line that is typed.
const TYPING: &[Context] = &[Context::Input];

#[cfg(test)]
mod tests;
