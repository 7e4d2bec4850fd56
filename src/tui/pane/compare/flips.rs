//! The queries that are answered otherwise than on the baseline, lost ones first.
//!
//! Must not know what a flip is told with in full.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use crate::{
    core::{
        measure::{
            comparison::Comparison,
            flips::{Direction, Flip, Side},
        },
        scene::names::shorten,
    },
    tui::{
        action::Action,
        app::Scene,
        pane::list::{Keyed, List},
        theme::{Role, Theme},
        widget::{empty::Empty, scene::ink, table::Column, text::plain},
    },
};

#[derive(Clone, Debug)]
struct Row(Flip);

impl Keyed for Row {
    type Key = (String, String);
    fn key(&self) -> Self::Key {
        (self.0.query.source.path.clone(), self.0.query.id.clone())
    }
}

#[derive(Debug, Default)]
pub struct Flips {
    list: List<Row>,
    /// Queries that could have flipped.
    compared: usize,
}

impl Flips {
    pub fn follow(&mut self, comparison: Option<&Comparison>) {
        let flips = comparison.map(|comparison| &comparison.flips);
        let all = flips.map_or(&[][..], |flips| &flips.flips);
        self.compared = flips.map_or(0, |flips| flips.compared);
        self.list.follow(all.iter().cloned().map(Row).collect());
        if !self.list.is_held() {
            self.list.begin();
        }
    }

    /// The selection and its place stay as they are, whatever comes.
    pub fn hold(&mut self) {
        self.list.hold();
    }

    pub fn selected(&self) -> Option<&Flip> {
        self.list.selected().map(|row| &row.0)
    }

    pub fn lost(&self) -> usize {
        let lost = |row: &&Row| row.0.direction == Direction::Lost;
        self.list.rows().iter().filter(lost).count()
    }

    pub fn seek(&mut self, back: bool) {
        self.list.seek(back, |row| row.0.direction == Direction::Lost);
    }

    pub fn act(&mut self, action: Action) -> bool {
        self.list.act(action)
    }

    pub fn wheel(&mut self, rows: i16) {
        self.list.hold();
        self.list.wheel(rows);
    }

    pub fn click(&mut self, row: u16) -> bool {
        self.list.click_line(row)
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        if self.list.rows().is_empty() {
            let sentence = format!("None of {} queries is answered otherwise.", self.compared);
            Empty { sentence: &sentence, next: None, role: Role::Dim }.draw(buffer, area, theme);
            return;
        }
        let columns = [
            Column::mark("", 6, u8::MAX),
            Column::text("prompt", 12, u8::MAX - 1),
            Column::text("was", 10, 8),
            Column::text("is", 10, 9),
        ];
        self.list.draw(&columns, scene, area, 0, buffer, |Row(flip)| {
            let (word, role) = direction(theme, flip.direction);
            vec![
                Line::styled(word, theme.style(role)),
                plain(&flip.query.prompt),
                first(scene, &flip.before),
                first(scene, &flip.after),
            ]
        });
    }
}

/// `▼ lost`: a mark and a word.
pub fn direction(theme: &Theme, direction: Direction) -> (String, Role) {
    let symbols = theme.symbols();
    let (symbol, word, role) = match direction {
        Direction::Lost => (symbols.down, "lost", Role::Worse),
        Direction::Won => (symbols.up, "won", Role::Better),
        Direction::Moved => (symbols.edited, "else", Role::Changed),
    };
    (format!("{symbol} {word}"), role)
}

/// What engaged first, most often; with attempts how often.
fn first(scene: &Scene<'_>, side: &Side) -> Line<'static> {
    let theme = scene.theme;
    let Some((class, count)) = side.first.first() else {
        return Line::styled(theme.symbols().undefined, theme.style(Role::Dim));
    };
    let name = shorten(scene.names.short_class(class), u16::MAX, ink(theme));
    let often = match side.hits.n {
        0 | 1 => String::new(),
        n => format!(" {count}/{n}"),
    };
    let right = side.hits.hits == side.hits.n;
    let role = if right { Role::Expected } else { Role::Wrong };
    let symbol = if right { theme.symbols().expected } else { theme.symbols().wrong };
    Line::styled(format!("{symbol} {name}{often}"), theme.style(role))
}
