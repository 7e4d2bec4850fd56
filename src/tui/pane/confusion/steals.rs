//! Who takes whose prompts, then who takes most of all: the two lists that the view opens on.
//!
//! Must not know the matrix.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::headline;
use crate::{
    core::{
        id::SkillId,
        measure::{
            Class,
            confusion::Level,
            steals::{Attractor, Steal},
        },
        workbench::Board,
    },
    tui::{
        action::Action,
        app::Scene,
        pane::{
            list::{Keyed, List},
            standing,
        },
        theme::{Role, Theme},
        widget::{
            empty::Empty,
            rate::short_interval,
            table::{Column, Table},
            text::styled,
        },
    },
};

impl Keyed for Steal {
    type Key = (Class, SkillId);
    fn key(&self) -> Self::Key {
        (self.expected.clone(), self.engaged.clone())
    }
}

impl Keyed for Attractor {
    type Key = SkillId;
    fn key(&self) -> SkillId {
        self.id.clone()
    }
}

/// What the cursor is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    Pair(Class, SkillId),
    Attractor(SkillId),
}

#[derive(Debug, Default)]
pub struct Steals {
    pairs: List<Steal>,
    attractors: List<Attractor>,
    /// The cursor is in the second list.
    below: bool,
    revision: Option<u64>,
    /// Where both lists were drawn last, within the pane.
    places: [Rect; 2],
}

impl Steals {
    pub fn make(&mut self, board: &Board) {
        if self.revision != Some(board.revision) {
            self.revision = Some(board.revision);
            self.pairs.follow(board.now.figures.steals.clone());
            self.attractors.follow(board.now.figures.attractors.clone());
        }
    }

    pub fn is_stale(&self) -> bool {
        self.pairs.is_stale() || self.attractors.is_stale()
    }

    /// Sorts by what is true now.
    pub fn sort(&mut self, board: &Board) {
        self.pairs.release();
        self.attractors.release();
        self.revision = None;
        self.make(board);
    }

    pub fn chosen(&self) -> Option<Chosen> {
        if self.below {
            return self.attractors.selected().map(|row| Chosen::Attractor(row.id.clone()));
        }
        let steal = self.pairs.selected()?;
        Some(Chosen::Pair(steal.expected.clone(), steal.engaged.clone()))
    }

    pub fn select(&mut self, expected: &SkillId, engaged: &SkillId) {
        let key = (Class::Skill(expected.clone()), engaged.clone());
        if self.pairs.select(&key) {
            self.below = false;
        }
    }

    /// Moves within both lists as if they were one; `false` when it is no movement.
    pub fn act(&mut self, action: Action) -> bool {
        let only_one = self.attractors.rows().is_empty();
        match action {
            Action::Down if !self.below && !only_one && self.pairs.at_end(true) => {
                self.below = true;
                return self.attractors.act(Action::Top);
            }
            Action::Up if self.below && self.attractors.at_end(false) => {
                self.below = false;
                return self.pairs.act(Action::Bottom);
            }
            Action::Top => self.below = false,
            _ => {}
        }
        if self.below { self.attractors.act(action) } else { self.pairs.act(action) }
    }

    pub fn wheel(&mut self, row: u16, rows: i16) {
        if row >= self.places[1].y && self.places[1].height > 0 {
            self.attractors.wheel(rows);
        } else {
            self.pairs.wheel(rows);
        }
    }

    /// Moves to the row at a line of the pane; `false` when there is none.
    pub fn click(&mut self, row: u16) -> bool {
        for (below, place) in self.places.iter().enumerate() {
            let inside = (place.y..place.bottom()).contains(&row);
            if inside {
                let line = row - place.y;
                let known = match below {
                    0 => self.pairs.click_shown(line),
                    _ => self.attractors.click_shown(line),
                };
                if known {
                    self.below = below == 1;
                }
                return known;
            }
        }
        false
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let lead = headline::draw(scene, area, buffer);
        let rest = Rect { y: area.y + lead, height: area.height - lead, ..area };
        if self.pairs.rows().is_empty() {
            self.places = [Rect::default(); 2];
            let sentence = match standing::judged(scene.board) {
                true => "No skill took a prompt that was not its own.",
                false => "So far no skill took a prompt that was not its own.",
            };
            Empty { sentence, next: None, role: Role::Dim }.draw(buffer, rest, scene.theme);
            return;
        }
        // A table has a header only on three lines or more.
        let lines = |rows: usize| u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(1).max(3);
        // A blank line stands before the second list, which takes a third where both are long.
        let low = match rest.height {
            0..9 if self.below => rest.height,
            0..9 => 0,
            height => {
                let free = height.saturating_sub(lines(self.pairs.rows().len()));
                lines(self.attractors.rows().len()).saturating_add(1).min(free.max(height / 3))
            }
        };
        let gap = u16::from(low > 0 && low < rest.height);
        let high = (rest.height - low).min(lines(self.pairs.rows().len()));
        let high = Rect { height: high, ..rest };
        let low = Rect { y: high.bottom() + gap, height: low - gap, ..rest };
        self.draw_pairs(scene, high, buffer);
        self.draw_attractors(scene, low, buffer);
        let within = |place: Rect| Rect { y: place.y - area.y, ..place };
        self.places = [high, low].map(|place| within(body(place)));
    }

    fn draw_pairs(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        let focused = scene.focused && !self.below;
        let changed = self
            .pairs
            .rows()
            .iter()
            .any(|steal| was(scene.board, steal).is_some_and(|before| before != steal.count));
        let columns = [
            Column::name("expected", 12),
            Column::name("engaged", 12),
            Column::figure("probes", 7, 9),
            Column::figure("share", 13, 5),
            Column::figure("change", 6, 4),
        ];
        // Nothing moved: the names can do with the room.
        let columns = &columns[..if changed { 5 } else { 4 }];
        let table = Table { columns, sorted: None, focused };
        let mut window = self.pairs.window(table.height(area, self.pairs.rows().len()));
        window.selected = window.selected.filter(|_| !self.below);
        let rows = self.pairs.rows();
        table.draw(buffer, area, theme, window, |at| {
            let Some(steal) = rows.get(at) else { return Vec::new() };
            vec![
                name(scene, &steal.expected, Role::Text),
                name(scene, &Class::Skill(steal.engaged.clone()), Role::Wrong),
                Line::raw(format!("{}/{:.0}", steal.count, steal.share.n)),
                short_interval(theme, &standing::sure(scene.board, &steal.share)),
                moved(theme, was(scene.board, steal), steal.count, true)
                    .map_or_else(Line::default, |span| Line::styled(span.content, span.style)),
            ]
        });
    }

    fn draw_attractors(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        if area.height == 0 {
            return;
        }
        let theme = scene.theme;
        let focused = scene.focused && self.below;
        let columns = [
            Column::name("attractor", 8),
            Column::figure("taken", 6, 9),
            Column::figure("from", 10, 6),
            Column::figure("precision", 14, 5),
        ];
        let table = Table { columns: &columns, sorted: None, focused };
        let mut window = self.attractors.window(table.height(area, self.attractors.rows().len()));
        window.selected = window.selected.filter(|_| self.below);
        let rows = self.attractors.rows();
        let figures = &scene.board.now.figures;
        table.draw(buffer, area, theme, window, |at| {
            let Some(row) = rows.get(at) else { return Vec::new() };
            let precision = figures.skill(&row.id).map(|skill| skill.turn1.precision);
            vec![
                name(scene, &Class::Skill(row.id.clone()), Role::Text),
                Line::raw(row.fp.to_string()),
                Line::raw(format!(
                    "{} {}",
                    row.from,
                    if row.from == 1 { "class" } else { "classes" }
                )),
                precision.map_or_else(Line::default, |rate| {
                    short_interval(theme, &standing::sure(scene.board, &rate))
                }),
            ]
        });
    }
}

/// The rows of a table, without its header.
fn body(place: Rect) -> Rect {
    let header = u16::from(place.height >= 3);
    Rect { y: place.y + header, height: place.height - header, ..place }
}

fn name(scene: &Scene<'_>, class: &Class, role: Role) -> Line<'static> {
    let role = if *class == Class::None { Role::Dim } else { role };
    styled(scene.names.short_class(class), scene.theme.style(role))
}

/// Probes of a cell on the baseline; `None` without one, and while a run is on, since counts of
/// half a plan are less by themselves.
pub fn before(board: &Board, level: Level, expected: &Class, engaged: &Class) -> Option<u32> {
    let against = board.baseline.as_ref().filter(|_| !board.run.active())?;
    Some(against.state.figures.confusion(level).count(expected, engaged))
}

/// Probes of a steal on the baseline.
fn was(board: &Board, steal: &Steal) -> Option<u32> {
    let engaged = Class::Skill(steal.engaged.clone());
    before(board, Level::Turn1, &steal.expected, &engaged)
}

/// `▲ +3`; `None` for no change.
pub fn moved(theme: &Theme, before: Option<u32>, now: u32, bad: bool) -> Option<Span<'static>> {
    let before = before.filter(|before| *before != now)?;
    let delta = i64::from(now) - i64::from(before);
    let mark = if delta > 0 { theme.symbols().up } else { theme.symbols().down };
    let role = if (delta > 0) == bad { Role::Worse } else { Role::Better };
    Some(Span::styled(format!("{mark} {delta:+}"), theme.style(role)))
}
