//! A line of text being typed.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::{Line, Span},
};
use tui_input::{Input, InputRequest};

use super::text::{put, width};
use crate::{
    core::visible,
    tui::theme::{Role, Theme},
};

/// A text with a cursor in it. Keys that an action does not take go here; they are those of shells:
/// arrows, Home, End, Ctrl-a e b f k u w y, Alt-b f d, Alt-Backspace.
#[derive(Clone, Debug, Default)]
pub struct LineEdit {
    input: Input,
}

/// What a key did to the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edited {
    /// The text is another one now.
    Text,
    /// At most the cursor moved.
    Cursor,
    /// The key means nothing to a line of text.
    Nothing,
}

impl LineEdit {
    /// A line that begins with a text, the cursor behind it.
    pub fn new(text: &str) -> Self {
        let mut line = Self::default();
        line.paste(text);
        line
    }

    pub fn text(&self) -> &str {
        self.input.value()
    }

    pub fn is_empty(&self) -> bool {
        self.text().is_empty()
    }

    pub fn clear(&mut self) {
        self.input.reset();
    }

    /// Applies a key; releases do nothing.
    pub fn key(&mut self, key: KeyEvent) -> Edited {
        let Some(request) = request(key) else { return Edited::Nothing };
        match self.input.handle(request) {
            Some(change) if change.value => Edited::Text,
            _ => Edited::Cursor,
        }
    }

    /// Puts text in at the cursor; line ends and tabs become blanks, other controls vanish.
    pub fn paste(&mut self, text: &str) -> Edited {
        let text = text.replace("\r\n", "\n");
        let mut edited = Edited::Cursor;
        for c in text.trim_end_matches('\n').chars() {
            let c = if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c };
            if !c.is_control() {
                self.input.handle(InputRequest::InsertChar(c));
                edited = Edited::Text;
            }
        }
        edited
    }

    /// Draws `prompt` and the text on the first line of the area, scrolled so that the cursor shows,
    /// and returns where the cursor stands.
    pub fn draw(&self, buf: &mut Buffer, area: Rect, theme: &Theme, prompt: &str) -> Position {
        let lead = Line::from(Span::styled(prompt.to_owned(), theme.style(Role::Accent)));
        let x = put(buf, area, 0, &lead).clamp(area.x, area.right());
        let room = Rect { x, width: area.right() - x, height: area.height.min(1), ..area };
        let before: String = self.text().chars().take(self.input.cursor()).collect();
        let (before, all) = (visible::line(&before), visible::line(self.text()));
        // One cell stays free for the cursor behind the text.
        let cells = usize::from(room.width).saturating_sub(1);
        let skip = width(&before).saturating_sub(cells);
        let (shown, skipped) = behind(&all, skip);
        put(buf, room, 0, &Line::from(Span::styled(shown.to_owned(), theme.style(Role::Text))));
        let offset = width(&before).saturating_sub(skipped).min(cells);
        // The offset is less than the room, whose width is a u16.
        let x = room.x.saturating_add(u16::try_from(offset).unwrap_or(0));
        Position { x, y: area.y }
    }
}

/// The text without its first cells, at least `skip` of them, and how many those are.
fn behind(text: &str, skip: usize) -> (&str, usize) {
    let mut skipped = 0;
    for (at, c) in text.char_indices() {
        if skipped >= skip {
            return (&text[at..], skipped);
        }
        skipped += width(c.encode_utf8(&mut [0; 4]));
    }
    ("", skipped)
}

/// What a key asks of a line of text.
fn request(key: KeyEvent) -> Option<InputRequest> {
    use InputRequest as R;
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    Some(match (key.code, control, alt) {
        (KeyCode::Backspace, false, false) | (KeyCode::Char('h'), true, false) => R::DeletePrevChar,
        (KeyCode::Backspace, ..) | (KeyCode::Char('w'), true, false) => R::DeletePrevWord,
        (KeyCode::Delete, false, false) => R::DeleteNextChar,
        (KeyCode::Delete, ..) | (KeyCode::Char('d'), false, true) => R::DeleteNextWord,
        (KeyCode::Left, false, false) | (KeyCode::Char('b'), true, false) => R::GoToPrevChar,
        (KeyCode::Right, false, false) | (KeyCode::Char('f'), true, false) => R::GoToNextChar,
        (KeyCode::Left, ..) | (KeyCode::Char('b'), false, true) => R::GoToPrevWord,
        (KeyCode::Right, ..) | (KeyCode::Char('f'), false, true) => R::GoToNextWord,
        (KeyCode::Home, ..) | (KeyCode::Char('a'), true, false) => R::GoToStart,
        (KeyCode::End, ..) | (KeyCode::Char('e'), true, false) => R::GoToEnd,
        (KeyCode::Char('k'), true, false) => R::DeleteTillEnd,
        (KeyCode::Char('u'), true, false) => R::DeleteFromStart,
        (KeyCode::Char('y'), true, false) => R::Yank,
        // Ctrl and Alt together are AltGr on some layouts.
        (KeyCode::Char(c), false, false) | (KeyCode::Char(c), true, true) => R::InsertChar(c),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tui::{keys::script, testing::drawn};

    fn typed(keys: &str) -> LineEdit {
        let mut line = LineEdit::default();
        for key in script(keys).unwrap() {
            line.key(key);
        }
        line
    }

    #[test]
    fn keys_are_text_or_edit_it() {
        assert_eq!(typed("merge<space>pdf").text(), "merge pdf");
        assert_eq!(typed("merge<space>pdf<c-w>x").text(), "merge x");
        assert_eq!(typed("ab<left>c<home>d<end>e").text(), "dacbe");
        assert_eq!(typed("日本<backspace>").text(), "日");
        assert_eq!(typed("ab<c-u>").text(), "");
        assert_eq!(LineEdit::default().key(script("<f5>").unwrap()[0]), Edited::Nothing);
        assert_eq!(LineEdit::default().key(script("x").unwrap()[0]), Edited::Text);
        assert_eq!(typed("x").key(script("<left>").unwrap()[0]), Edited::Cursor);
    }

    #[test]
    fn a_paste_is_one_line_without_controls() {
        let mut line = typed("a");
        assert_eq!(line.paste("b\r\nc\td\u{1b}[2J\n"), Edited::Text);
        assert_eq!(line.text(), "ab c d[2J");
    }

    #[test]
    fn the_cursor_is_always_in_sight() {
        let at = |line: &LineEdit, width| {
            let mut position = Position::default();
            let shown = drawn(width, 1, |buf| {
                position = line.draw(buf, buf.area, &Theme::default(), "/");
            });
            (shown.lines().next().unwrap_or_default().to_owned(), position.x)
        };
        let line = typed("merge-forms");
        assert_eq!(at(&line, 20), ("/merge-forms".into(), 12));
        assert_eq!(at(&line, 8), ("/-forms".into(), 7));
        assert_eq!(at(&typed("日本語日本語"), 8), ("/日本語".into(), 7));
        assert_eq!(at(&typed("merge-forms<home>"), 8), ("/merge-f".into(), 1));
    }

    proptest! {
        #[test]
        fn any_keys_and_area_draw_inside(
            text in "\\PC{0,20}", x in 0..30u16, w in 0..30u16, h in 0..3u16,
        ) {
            let mut line = LineEdit::default();
            line.paste(&text);
            let mut buf = Buffer::empty(Rect::new(0, 0, 30, 3));
            let area = Rect::new(x, 0, w, h);
            let at = line.draw(&mut buf, area, &Theme::default(), "ask: ");
            prop_assert!(at.x >= area.x && at.x <= area.right());
        }
    }
}
