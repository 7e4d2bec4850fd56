//! Full text: words looked for in names, descriptions and bodies, at every keystroke.
//!
//! Asks the session and shows its latest answer. Must not know how it searches.

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
    text::{Line, Span},
};

use crate::{
    core::{
        id::SkillId,
        scene::names::width,
        workbench::{
            Board, Request,
            board::{Found, FoundHit},
        },
    },
    tui::{
        action::{Action, Context},
        app::{Desk, Handled, Pointer, PointerKind, Scene},
        pane::neighborhood::detail::in_role,
        theme::Role,
        widget::{
            empty::Empty,
            line::{Edited, LineEdit},
            scroll::Cursor,
            table::{Column, Table, Width, Window},
            text::{Mark, marked, plain, put},
        },
    },
};

/// What a person looks for.
#[derive(Debug, Default)]
pub struct Search {
    line: LineEdit,
    cursor: Cursor<usize>,
    /// Where the hits were drawn last, from the pane's corner.
    drawn: Rect,
}

impl Search {
    pub fn contexts(&self) -> Vec<Context> {
        vec![Context::Input]
    }

    /// The answer to what is typed, if it is there.
    fn found<'a>(&self, board: &'a Board) -> Option<&'a Found> {
        board.found.as_deref().filter(|found| found.query == self.line.text())
    }

    fn keys(&self, board: &Board) -> Vec<usize> {
        (0..self.found(board).map_or(0, |found| found.hits.len())).collect()
    }

    /// The skill under the cursor.
    pub fn chosen<'a>(&self, board: &'a Board) -> Option<&'a SkillId> {
        let hits = &self.found(board)?.hits;
        hits.get(self.cursor.index()).map(|hit| &hit.skill)
    }

    pub fn act(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        let keys = self.keys(desk.board);
        match action {
            Action::Down => self.cursor.step(&keys, 1),
            Action::Up => self.cursor.step(&keys, -1),
            Action::PageDown => self.cursor.page(&keys, 1),
            Action::PageUp => self.cursor.page(&keys, -1),
            _ => return Handled::No,
        }
        Handled::Yes
    }

    pub fn typed(&mut self, key: KeyEvent, desk: &mut Desk<'_>) -> Handled {
        match self.line.key(key) {
            Edited::Nothing => return Handled::No,
            Edited::Cursor => {}
            Edited::Text => self.ask(desk),
        }
        Handled::Yes
    }

    pub fn pasted(&mut self, text: &str, desk: &mut Desk<'_>) {
        self.line.paste(text);
        self.ask(desk);
    }

    fn ask(&mut self, desk: &mut Desk<'_>) {
        self.cursor = Cursor::default();
        desk.request(Request::Search(self.line.text().to_owned()));
    }

    /// A click on a hit puts the cursor there; `true` if it was one.
    pub fn pointed(&mut self, pointer: Pointer, board: &Board) -> bool {
        let keys = self.keys(board);
        match pointer.kind {
            PointerKind::Wheel(rows) => self.cursor.scroll(keys.len(), rows.into()),
            PointerKind::Click => {
                let inside = (self.drawn.y..self.drawn.bottom()).contains(&pointer.row);
                let row =
                    self.cursor.offset() + usize::from(pointer.row.saturating_sub(self.drawn.y));
                if inside && row < keys.len() {
                    self.cursor.go(&keys, row);
                    return true;
                }
            }
        }
        false
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let theme = scene.theme;
        let line = Rect { height: area.height.min(1), ..area };
        let cursor = self.line.draw(buffer, line, theme, "F ");
        let body = Rect { y: area.y + line.height, height: area.height - line.height, ..area };
        let Some(found) = self.found(scene.board).filter(|found| !found.hits.is_empty()) else {
            self.draw_empty(scene, body, buffer);
            return Some(cursor);
        };
        let note = format!("{} of {} hits", found.hits.len(), found.total);
        let note = Line::styled(note, theme.style(Role::Dim));
        put(buffer, Rect { height: body.height.min(1), ..body }, 0, &note);
        let noted = u16::from(body.height > 3);
        let rows = Rect { y: body.y + noted, height: body.height - noted, ..body };
        let called = found.hits.iter().map(|hit| width(scene.names.called(&hit.skill)));
        let widest = called.max().unwrap_or(0).min(area.width / 3);
        let columns = [
            Column { width: Width::Fixed(widest), ..Column::name("", 0) },
            Column { keep: 2, ..Column::mark("", 11, 2) },
            Column { keep: 5, ..Column::text("", 20, 5) },
        ];
        let table = Table { columns: &columns, sorted: None, focused: scene.focused };
        let keys = self.keys(scene.board);
        let height = table.height(rows, keys.len());
        self.cursor.settle(&keys, height);
        let shown = u16::try_from(height).unwrap_or(u16::MAX);
        self.drawn = Rect { x: 0, y: rows.y - area.y, height: shown, ..rows };
        let selected = Some(self.cursor.index());
        let window = Window { len: keys.len(), offset: self.cursor.offset(), selected };
        table.draw(buffer, rows, theme, window, |at| {
            found.hits.get(at).map_or_else(Vec::new, |hit| row(scene, hit, area.width))
        });
        Some(cursor)
    }

    fn draw_empty(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let found = self.found(scene.board);
        let problem = found.and_then(|found| found.problem.as_deref());
        let (sentence, role) = match (found, problem) {
            _ if self.line.is_empty() => (
                "Looks through names, descriptions and bodies: words, \"a phrase\", mistyped~."
                    .to_owned(),
                Role::Dim,
            ),
            (_, Some(problem)) => (plain(problem).to_string(), Role::Warn),
            (Some(_), None) => ("Nothing holds that.".to_owned(), Role::Dim),
            (None, None) => ("Searching.".to_owned(), Role::Dim),
        };
        let key = scene.keymap.key_in(&[Context::Input], Action::Escape).unwrap_or_default();
        let next = Some((key.as_str(), "goes back"));
        Empty { sentence: &sentence, next, role }.draw(buffer, area, scene.theme);
    }
}

fn row(scene: &Scene<'_>, hit: &FoundHit, cells: u16) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let style = theme.style(Role::Match);
    // A narrow column begins shortly before what was found.
    let lead = usize::from(cells / 6);
    let first = hit.marks.first().map_or(0, |mark| mark.start);
    let from = first.saturating_sub(lead);
    let from = (from..=first).find(|&at| hit.snippet.is_char_boundary(at)).unwrap_or(0);
    let marks: Vec<Mark> = hit
        .marks
        .iter()
        .map(|mark| Mark {
            range: mark.start.saturating_sub(from)..mark.end.saturating_sub(from),
            style,
        })
        .collect();
    let shown = hit.snippet.get(from..).unwrap_or_default();
    let mut snippet = marked(shown, Style::new(), &marks);
    if from > 0 {
        snippet.spans.insert(0, Span::raw(theme.symbols().ellipsis));
    }
    vec![plain(scene.names.called(&hit.skill)), in_role(theme, Role::Dim, &hit.field), snippet]
}
