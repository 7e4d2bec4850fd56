//! Owns the way in: what the person types, clicks and pastes, as plain values.
//!
//! Must not know what any key means.

mod background;
mod broker;

use crossterm::event::{Event, KeyEvent, KeyEventKind, MouseEvent, MouseEventKind};
use ratatui::layout::Size;

pub use self::{
    background::QUESTION as BACKGROUND_QUESTION,
    broker::{Events, InputBroker},
};

/// One thing that came in from the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// Bracketed paste; untrusted, and may hold line ends.
    Paste(String),
    Resize(Size),
    /// The terminal's window got (`true`) or lost the focus.
    Focus(bool),
    /// The terminal said whether its background is light.
    Background {
        light: bool,
    },
    /// The terminal is gone; nothing more will come.
    Closed,
}

/// A terminal event as an input. Releases of keys and movements without a button mean nothing here
/// and are dropped.
pub fn translate(event: Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release => None,
        Event::Key(key) => Some(Input::Key(key)),
        Event::Mouse(MouseEvent { kind: MouseEventKind::Moved, .. }) => None,
        Event::Mouse(mouse) => Some(Input::Mouse(mouse)),
        Event::Paste(text) => Some(Input::Paste(text)),
        Event::Resize(width, height) => Some(Input::Resize(Size { width, height })),
        Event::FocusGained => Some(Input::Focus(true)),
        Event::FocusLost => Some(Input::Focus(false)),
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{
        Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind,
    };

    use super::{Input, translate};

    fn key(kind: KeyEventKind) -> KeyEvent {
        KeyEvent::new_with_kind(KeyCode::Char('j'), KeyModifiers::NONE, kind)
    }

    #[test]
    fn a_key_counts_when_it_goes_down_and_while_it_is_held() {
        assert_eq!(translate(Event::Key(key(KeyEventKind::Release))), None);
        for kind in [KeyEventKind::Press, KeyEventKind::Repeat] {
            assert_eq!(translate(Event::Key(key(kind))), Some(Input::Key(key(kind))));
        }
    }

    #[test]
    fn the_wandering_pointer_is_not_heard() {
        let mouse = |kind| MouseEvent { kind, column: 1, row: 2, modifiers: KeyModifiers::NONE };
        assert_eq!(translate(Event::Mouse(mouse(MouseEventKind::Moved))), None);
        let wheel = mouse(MouseEventKind::ScrollDown);
        assert_eq!(translate(Event::Mouse(wheel)), Some(Input::Mouse(wheel)));
    }
}
