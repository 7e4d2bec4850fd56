//! A list to choose from, narrowed by typing.

use std::ops::Range;

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
    style::Style,
    text::{Line, Span},
};

use super::{Overlay, Response, TYPING, sheet::sheet};
use crate::{
    core::visible,
    tui::{
        action::{Action, Context},
        theme::{Role, Theme},
        widget::{
            empty::Empty,
            fuzzy::Fuzzy,
            line::{Edited, LineEdit},
            scroll::Cursor,
            table::{Column, Table, Window},
            text::{Mark, marked},
        },
    },
};

/// Something that can be chosen. Its texts are made visible here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// What is matched and shown first.
    pub label: String,
    /// Matched too and shown dim behind it.
    pub detail: String,
    /// At the right edge: a key, a count.
    pub note: String,
    /// Why it cannot be chosen now; it is shown all the same, with the reason for its detail.
    pub disabled: Option<String>,
}

/// A row that the typed pattern leaves.
#[derive(Clone, Debug)]
struct Match {
    /// Index of the choice.
    index: usize,
    ranges: Vec<Range<usize>>,
}

/// The list. Choices that can be taken come before those that cannot, better matches before worse,
/// and equal ones in the order given.
#[derive(Debug)]
pub struct Pick {
    title: &'static str,
    choices: Vec<Choice>,
    line: LineEdit,
    fuzzy: Fuzzy,
    matches: Vec<Match>,
    cursor: Cursor<usize>,
    /// What the typed text is taken for where nothing matches it.
    typed: Option<&'static str>,
    /// Where the list was drawn last, for the mouse.
    drawn: Rect,
}

impl Pick {
    pub fn new(title: &'static str, choices: Vec<Choice>) -> Self {
        let mut pick = Self {
            title,
            choices,
            line: LineEdit::default(),
            fuzzy: Fuzzy::default(),
            matches: Vec::new(),
            cursor: Cursor::default(),
            typed: None,
            drawn: Rect::ZERO,
        };
        pick.rank();
        pick
    }

    /// Takes what is typed for an answer where no choice matches it, and says that it is taken `for`.
    pub fn or_typed(self, taken_for: &'static str) -> Self {
        Self { typed: Some(taken_for), ..self }
    }

    /// Other choices; what is typed stays, and the cursor on the choice that is called the same.
    pub fn set(&mut self, choices: Vec<Choice>) {
        let on = self.chosen().and_then(|at| self.choices.get(at)).map(|on| on.label.clone());
        self.choices = choices;
        self.rank();
        let keys = self.keys();
        let is_on = |at: &usize| self.choices.get(*at).map(|choice| &choice.label) == on.as_ref();
        if let Some(row) = keys.iter().position(is_on) {
            self.cursor.go(&keys, row);
        }
    }

    /// The index of the choice under the cursor.
    pub fn chosen(&self) -> Option<usize> {
        self.cursor.selected().copied().filter(|_| !self.matches.is_empty())
    }

    fn rank(&mut self) {
        self.fuzzy.set(self.line.text());
        let mut ranked = Vec::new();
        for (index, choice) in self.choices.iter().enumerate() {
            // A match in the label weighs more than one that needs the detail.
            let found = match self.fuzzy.find(&choice.label) {
                Some(found) => Some((found.score.saturating_mul(2), found.ranges)),
                None => {
                    let both = format!("{} {}", choice.label, choice.detail);
                    let found = self.fuzzy.find(&both);
                    found.map(|found| (found.score, inside(found.ranges, choice.label.len())))
                }
            };
            if let Some((score, ranges)) = found {
                ranked.push((choice.disabled.is_some(), score, Match { index, ranges }));
            }
        }
        ranked.sort_by_key(|(disabled, score, _)| (*disabled, std::cmp::Reverse(*score)));
        self.matches = ranked.into_iter().map(|(.., found)| found).collect();
        let keys = self.keys();
        self.cursor.first(&keys);
    }

    fn keys(&self) -> Vec<usize> {
        self.matches.iter().map(|found| found.index).collect()
    }

    fn accept(&self) -> Response {
        if self.matches.is_empty() && self.typed.is_some() && !self.line.is_empty() {
            return Response::Typed(self.line.text().to_owned());
        }
        let choice = self.chosen().filter(|index| {
            self.choices.get(*index).is_some_and(|choice| choice.disabled.is_none())
        });
        choice.map_or(Response::Stay, Response::Picked)
    }

    /// The cells of a choice: label, then detail or the reason against it, then the note.
    fn row(&self, found: &Match, theme: &Theme) -> Vec<Line<'static>> {
        let Some(choice) = self.choices.get(found.index) else { return Vec::new() };
        let dim = theme.style(Role::Dim);
        let base = if choice.disabled.is_some() { dim } else { Style::new() };
        let style = theme.style(Role::Match);
        let marks: Vec<_> =
            found.ranges.iter().map(|range| Mark { range: range.clone(), style }).collect();
        let mut line = marked(&choice.label, base, &marks);
        let detail = choice.disabled.as_ref().unwrap_or(&choice.detail);
        if !detail.is_empty() {
            let text = format!("  {}", visible::line(detail));
            let role = if choice.disabled.is_some() { Role::Caveat } else { Role::Dim };
            line.push_span(Span::styled(text, theme.style(role)));
        }
        let note = visible::line(&choice.note).into_owned();
        vec![line, Line::styled(note, theme.style(Role::Key))]
    }
}

/// The parts of ranges before an end.
fn inside(ranges: Vec<Range<usize>>, end: usize) -> Vec<Range<usize>> {
    let cut = ranges.into_iter().map(|range| range.start..range.end.min(end));
    cut.filter(|range| range.start < range.end).collect()
}

impl Overlay for Pick {
    fn contexts(&self) -> &'static [Context] {
        TYPING
    }

    fn accepts(&self) -> Option<&'static str> {
        Some("choose")
    }

    fn act(&mut self, action: Action) -> Response {
        let keys = self.keys();
        match action {
            Action::Down => self.cursor.step(&keys, 1),
            Action::Up => self.cursor.step(&keys, -1),
            Action::PageDown => self.cursor.page(&keys, 1),
            Action::PageUp => self.cursor.page(&keys, -1),
            Action::Accept => return self.accept(),
            Action::Escape if self.line.is_empty() => return Response::Close,
            Action::Escape => {
                self.line.clear();
                self.rank();
            }
            _ => {}
        }
        Response::Stay
    }

    fn typed(&mut self, key: KeyEvent) -> Response {
        if self.line.key(key) == Edited::Text {
            self.rank();
        }
        Response::Stay
    }

    fn pasted(&mut self, text: &str) -> Response {
        self.line.paste(text);
        self.rank();
        Response::Stay
    }

    fn wheel(&mut self, rows: isize) {
        self.cursor.scroll(self.matches.len(), rows);
    }

    fn clicked(&mut self, at: Position) -> Response {
        let inside = self.drawn.contains(at);
        let row = self.cursor.offset() + usize::from(at.y.saturating_sub(self.drawn.y));
        if !inside || row >= self.matches.len() {
            return Response::Stay;
        }
        let keys = self.keys();
        self.cursor.go(&keys, row);
        self.accept()
    }

    fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position> {
        let rows = u16::try_from(self.choices.len()).unwrap_or(u16::MAX);
        let wanted = Size { width: 84, height: rows.saturating_add(1).min(24) };
        let count = format!("{}/{}", self.matches.len(), self.choices.len());
        let inside = sheet(buf, area, theme, self.title, &count, wanted);
        let line = Rect { height: inside.height.min(1), ..inside };
        let body =
            Rect { y: inside.y + line.height, height: inside.height - line.height, ..inside };
        let notes = self.choices.iter().map(|choice| choice.note.chars().count()).max();
        let notes = u16::try_from(notes.unwrap_or(0)).unwrap_or(u16::MAX).min(24);
        let columns = [Column::text("", 20, u8::MAX), Column::figure("", notes, 1)];
        let table = Table { columns: &columns, sorted: None, focused: true };
        let keys = self.keys();
        let height = table.height(body, keys.len());
        self.cursor.settle(&keys, height);
        self.drawn = Rect { height: u16::try_from(height).unwrap_or(body.height), ..body };
        let selected = (!keys.is_empty()).then(|| self.cursor.index());
        let window = Window { len: keys.len(), offset: self.cursor.offset(), selected };
        table.draw(buf, body, theme, window, |index| {
            self.matches.get(index).map_or_else(Vec::new, |found| self.row(found, theme))
        });
        if keys.is_empty() {
            let sentence = match self.typed {
                Some(taken_for) => format!("Nothing matches: it is taken for {taken_for}."),
                None => "Nothing matches.".to_owned(),
            };
            Empty { sentence: &sentence, next: None, role: Role::Dim }.draw(buf, body, theme);
        }
        Some(self.line.draw(buf, line, theme, "> "))
    }
}
