//! One line asked for: a file name, a label.

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
    text::Line,
};

use super::{Overlay, Response, TYPING, sheet::sheet};
use crate::{
    core::visible,
    tui::{
        action::{Action, Context},
        theme::{Role, Theme},
        widget::{
            line::LineEdit,
            text::{Cut, fit, put},
        },
    },
};

/// The question and the line for its answer.
#[derive(Debug)]
pub struct Prompt {
    title: &'static str,
    hint: String,
    line: LineEdit,
}

impl Prompt {
    /// `text` is the answer that is offered; the hint is made visible here.
    pub fn new(title: &'static str, hint: &str, text: &str) -> Self {
        Self { title, hint: visible::line(hint).into_owned(), line: LineEdit::new(text) }
    }
}

impl Overlay for Prompt {
    fn contexts(&self) -> &'static [Context] {
        TYPING
    }

    fn act(&mut self, action: Action) -> Response {
        match action {
            Action::Accept if !self.line.is_empty() => Response::Typed(self.line.text().to_owned()),
            Action::Escape => Response::Close,
            _ => Response::Stay,
        }
    }

    fn typed(&mut self, key: KeyEvent) -> Response {
        self.line.key(key);
        Response::Stay
    }

    fn pasted(&mut self, text: &str) -> Response {
        self.line.paste(text);
        Response::Stay
    }

    fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position> {
        let height = if self.hint.is_empty() { 1 } else { 2 };
        let inside = sheet(buf, area, theme, self.title, "", Size { width: 72, height });
        let hint = Line::styled(self.hint.clone(), theme.style(Role::Dim));
        put(buf, inside, 1, &fit(hint, inside.width.into(), Cut::End, theme.symbols().ellipsis));
        Some(self.line.draw(buf, Rect { height: inside.height.min(1), ..inside }, theme, "> "))
    }
}
