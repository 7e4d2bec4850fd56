//! A question with yes and no, for what costs money or cannot be taken back.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
    text::{Line, Span},
};

use super::{
    Overlay, Response,
    sheet::{EDGES, Reader, sheet},
};
use crate::{
    core::visible,
    tui::{
        action::{Action, Context},
        keys::Keymap,
        theme::{Role, Theme},
        widget::text::{put, wrap},
    },
};

const ANSWERING: &[Context] = &[Context::Confirm];

/// A question. Nothing happens but by an explicit yes.
#[derive(Debug)]
pub struct Confirm {
    question: String,
    details: Vec<String>,
    /// The keys of yes and no, and what each does.
    answers: [(String, &'static str); 2],
    reader: Reader,
}

impl Confirm {
    /// `yes` and `no` say in a word or two what each answer does; texts are made visible here.
    pub fn new(
        keymap: &Keymap,
        question: &str,
        details: &[String],
        yes: &'static str,
        no: &'static str,
    ) -> Self {
        let key = |action| keymap.key_in(ANSWERING, action).unwrap_or_default();
        Self {
            question: visible::line(question).into_owned(),
            details: details.iter().map(|line| visible::line(line).into_owned()).collect(),
            answers: [(key(Action::Accept), yes), (key(Action::Escape), no)],
            reader: Reader::default(),
        }
    }

    fn answers(&self, theme: &Theme) -> Line<'static> {
        let mut line = Line::default();
        for (key, word) in &self.answers {
            line.push_span(Span::styled(key.clone(), theme.style(Role::Key)));
            line.push_span(Span::raw(format!(" {word}   ")));
        }
        line
    }
}

impl Overlay for Confirm {
    fn contexts(&self) -> &'static [Context] {
        ANSWERING
    }

    fn act(&mut self, action: Action) -> Response {
        match action {
            Action::Accept => Response::Confirmed,
            Action::Escape => Response::Close,
            _ => Response::Stay,
        }
    }

    fn wheel(&mut self, rows: isize) {
        self.reader.wheel(rows);
    }

    fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position> {
        let measure = area.width.saturating_sub(EDGES).min(72);
        let mut lines =
            wrap(&[Line::styled(self.question.clone(), theme.strong(Role::Text))], measure.into());
        if !self.details.is_empty() {
            lines.push(Line::default());
            let details: Vec<_> = self.details.iter().map(|line| Line::raw(line.clone())).collect();
            lines.extend(wrap(&details, measure.into()));
        }
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let wanted = Size { width: measure, height: rows.saturating_add(2) };
        let inside = sheet(buf, area, theme, "Confirm", "", wanted);
        // The answers never scroll out of sight.
        let foot = inside.height.min(1);
        let gap = u16::from(inside.height > rows.saturating_add(1));
        let body = Rect { height: inside.height - foot - gap, ..inside };
        self.reader.draw(buf, body, theme, &lines);
        put(buf, inside, usize::from(inside.height - foot), &self.answers(theme));
        None
    }
}
