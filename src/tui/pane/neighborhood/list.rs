//! The list of skills: worst first, filtered in place, sorted on request.
//!
//! Keeps the shared selection and its own cursor together. Must not know the panes beside it.

use std::sync::Arc;

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::{
    cells::{Row, beside_names, columns},
    rows::{Entry, Sort, entries},
    seen::Seen,
    since,
};
use crate::{
    core::{
        id::SkillId,
        measure::Figures,
        scene::names::width,
        workbench::{
            Board,
            trouble::{RowKey, Trouble, TroubleKind},
        },
    },
    tui::{
        action::{Action, Context},
        app::{Desk, Handled, Pointer, PointerKind, Scene, Selection},
        pane::list::{Keyed, List},
        theme::Role,
        widget::{
            empty::Empty,
            fuzzy::Fuzzy,
            line::{Edited, LineEdit},
            table::{Sorted, Table},
            text::plain,
        },
    },
};

/// The pane on the left.
#[derive(Debug, Default)]
pub struct Skills {
    list: List<Entry>,
    sort: Sort,
    fuzzy: Fuzzy,
    filter: LineEdit,
    typing: bool,
    /// What the rows were made of.
    made_of: Option<(Arc<Vec<Trouble>>, Arc<Figures>)>,
    /// The shared selection as this list set or saw it last.
    seen: Option<SkillId>,
    /// Where the table was drawn last, from the pane's corner, for the mouse.
    drawn: Rect,
    /// There are, or will be, figures of probes to show.
    probed: bool,
    /// Some of them moved since the baseline.
    changed: bool,
    /// Cells of the longest name until now: the panes shall not move about with every edit.
    longest: u16,
    told: Seen,
}

impl Skills {
    /// The row under the cursor.
    pub fn row(&self) -> Option<&RowKey> {
        self.list.selected().map(|entry| &entry.key)
    }

    /// Cells of the pane at which no name is cut.
    pub fn wants(&self) -> u16 {
        beside_names(self.probed).saturating_add(self.longest)
    }

    pub fn is_typing(&self) -> bool {
        self.typing
    }

    /// How many rows there are, of how many, and what they are sorted by.
    pub fn note(&self, board: &Board) -> String {
        let (shown, all) = (self.list.rows().len(), board.trouble.len());
        let count = if self.filter.is_empty() { all.to_string() } else { format!("{shown}/{all}") };
        // Rows stay where they are while somebody works among them.
        let stale = if self.list.is_stale() { "were " } else { "" };
        format!("{count} {stale}by {}", self.sort.name())
    }

    pub fn contexts(&self) -> Vec<Context> {
        if self.typing { vec![Context::Input] } else { Vec::new() }
    }

    pub fn has_problems(board: &Board) -> bool {
        board.trouble.iter().any(is_problem)
    }

    /// Takes over the rows of a new board.
    pub fn board_changed(&mut self, desk: &mut Desk<'_>) {
        let board = desk.board;
        let same = self.made_of.as_ref().is_some_and(|(trouble, figures)| {
            let unsorted = self.sort != Sort::Recall || Arc::ptr_eq(figures, &board.now.figures);
            Arc::ptr_eq(trouble, &board.trouble) && unsorted
        });
        if !same {
            // Somebody moved here or chose elsewhere, or the skills are others than at the start.
            let chosen = self.seen.is_some() && self.seen != desk.selection.skill;
            if chosen || board.now.generation() > 1 {
                self.list.hold();
            }
            self.fill(desk);
            let names = self.list.rows().iter().map(|row| width(desk.names.shorten(&row.name)));
            self.longest = names.max().unwrap_or(0).max(self.longest);
            if !self.list.is_held() {
                self.begin(desk);
            }
        }
        self.probed = board.run.counts.planned > 0;
        self.changed = since(board).is_some_and(|since| !since.figures.skills.is_empty());
        self.follow(desk.selection);
        self.tell_seen(desk);
    }

    /// Tells the session of a huge catalog which skills are on the screen, the chosen one included.
    fn tell_seen(&mut self, desk: &mut Desk<'_>) {
        let height = usize::from(self.drawn.height);
        if height == 0 || !desk.board.now.lexicon.is_huge() {
            return;
        }
        let first = self.list.window(height).offset;
        let shown = self.list.rows().iter().skip(first).take(height);
        let shown = shown.filter_map(|entry| entry.key.skill());
        self.told.tell(shown.chain(&desk.selection.skill).cloned().collect(), desk);
    }

    fn fill(&mut self, desk: &Desk<'_>) {
        let board = desk.board;
        self.list.follow(entries(board, desk.names, self.sort, &mut self.fuzzy));
        self.made_of = Some((Arc::clone(&board.trouble), Arc::clone(&board.now.figures)));
    }

    /// Selects the worst, until somebody has chosen or the skills have changed.
    fn begin(&mut self, desk: &mut Desk<'_>) {
        self.list.begin();
        self.choose(desk);
        // A file that is no skill leaves the other views the worst skill.
        self.seen.clone_from(&desk.selection.skill);
    }

    /// Goes where the selection went.
    pub fn follow(&mut self, selection: &Selection) {
        if selection.skill != self.seen {
            self.seen.clone_from(&selection.skill);
            if let Some(id) = &selection.skill {
                self.list.select(&RowKey::Skill(id.clone()));
            }
        }
    }

    /// Selects for all views what the cursor is on; a file that is no skill is looked at here only.
    fn choose(&mut self, desk: &mut Desk<'_>) {
        if let Some(id) = self.row().and_then(RowKey::skill).cloned() {
            if desk.selection.skill.as_ref() != Some(&id) {
                desk.selection.pair = None;
            }
            self.seen = Some(id.clone());
            desk.selection.skill = Some(id);
        }
    }

    pub fn act(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        if self.list.act(action) {
            self.choose(desk);
            self.tell_seen(desk);
            return Handled::Yes;
        }
        match action {
            Action::NextProblem | Action::PreviousProblem => {
                let back = action == Action::PreviousProblem;
                let board = desk.board;
                self.list.seek(back, |row| row.trouble(board).is_some_and(is_problem));
                self.choose(desk);
            }
            Action::Filter => self.typing = true,
            Action::Accept if self.typing => self.typing = false,
            Action::Escape if self.typing || !self.filter.is_empty() => {
                self.typing = false;
                self.filter.clear();
                self.refilter(desk);
            }
            Action::Sort => {
                if !self.list.is_stale() {
                    self.sort = self.sort.next();
                }
                self.list.release();
                self.fill(desk);
                self.list.hold();
            }
            _ => return Handled::No,
        }
        Handled::Yes
    }

    pub fn typed(&mut self, key: KeyEvent, desk: &mut Desk<'_>) -> Handled {
        match self.filter.key(key) {
            Edited::Nothing => Handled::No,
            Edited::Cursor => Handled::Yes,
            Edited::Text => {
                self.refilter(desk);
                Handled::Yes
            }
        }
    }

    pub fn pasted(&mut self, text: &str, desk: &mut Desk<'_>) {
        self.filter.paste(text);
        self.refilter(desk);
    }

    fn refilter(&mut self, desk: &mut Desk<'_>) {
        self.fuzzy.set(self.filter.text());
        self.list.release();
        self.fill(desk);
        self.list.hold();
        // Of equally good matches the first in the list.
        let best = self.list.rows().iter().rev().max_by_key(|row| row.score);
        if let Some(key) = best.filter(|_| !self.filter.is_empty()).map(Keyed::key) {
            self.list.select(&key);
        }
        self.list.window(self.drawn.height.into());
        self.choose(desk);
    }

    pub fn pointed(&mut self, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        match pointer.kind {
            PointerKind::Wheel(rows) => {
                self.list.wheel(rows);
                self.tell_seen(desk);
            }
            PointerKind::Click => {
                let columns = columns("", self.drawn.width, self.probed, self.changed);
                let table = Table { columns: &columns, sorted: None, focused: true };
                let height = table.height(self.drawn, self.list.rows().len());
                let window = self.list.window(height);
                let (x, y) = (pointer.column, pointer.row);
                if let Some(at) = table.row_at(self.drawn, window, x, y) {
                    self.list.click(at);
                    self.choose(desk);
                } else if table.column_at(self.drawn, x, y).is_some() {
                    return self.act(Action::Sort, desk);
                }
            }
        }
        Handled::Yes
    }
}

impl Skills {
    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        self.follow(scene.selection);
        let line = u16::from(self.typing || !self.filter.is_empty()).min(area.height);
        let body = Rect { y: area.y + line, height: area.height - line, ..area };
        self.drawn = Rect { x: 0, y: line, ..body };
        let cursor = (line > 0)
            .then(|| self.filter.draw(buffer, Rect { height: line, ..area }, scene.theme, "/ "));
        if self.list.rows().is_empty() {
            self.draw_empty(scene, body, buffer);
        } else {
            self.draw_rows(scene, body, buffer);
        }
        cursor.filter(|_| self.typing)
    }

    fn draw_rows(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let title = title(scene);
        let columns = columns(&title, area.width, self.probed, self.changed);
        let sorted = match self.sort {
            _ if self.list.is_stale() => None,
            Sort::Trouble => None,
            Sort::Name => Some(Sorted { column: 1, descending: false }),
            Sort::Overlap => Some(Sorted { column: 2, descending: true }),
            Sort::Recall => Some(Sorted { column: 4, descending: false }),
        };
        let table = Table { columns: &columns, sorted, focused: scene.focused };
        let window = self.list.window(table.height(area, self.list.rows().len()));
        let rows = self.list.rows();
        table.draw(buffer, area, scene.theme, window, |at| {
            let Some(entry) = rows.get(at) else { return Vec::new() };
            let (board, theme) = (scene.board, scene.theme);
            Row { board, theme, names: scene.names, entry, cells: area.width }.cells()
        });
    }

    /// Why there is no row, and which key helps.
    fn draw_empty(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let board = scene.board;
        let key = |action| scene.keymap.key_in(&[Context::Global], action).unwrap_or_default();
        let (sentence, next, role) = if let Some(reason) = &board.halted {
            (plain(reason).to_string(), None, Role::Error)
        } else if board.now.generation() == 0 {
            ("Reading the skills.".to_owned(), None, Role::Dim)
        } else if self.filter.is_empty() {
            let roots = board.now.snapshot.catalog.scope.roots.join(", ");
            let sentence = format!("No SKILL.md was found in {}.", plain(&roots));
            (sentence, Some((key(Action::Log), "shows where was looked")), Role::Warn)
        } else {
            let next = (key(Action::Escape), "shows all skills again");
            ("No skill matches.".to_owned(), Some(next), Role::Dim)
        };
        let next = next.as_ref().map(|(key, what)| (key.as_str(), *what));
        Empty { sentence: &sentence, next, role }.draw(buffer, area, scene.theme);
    }
}

/// What stands over the names: what they leave out, if anything.
fn title(scene: &Scene<'_>) -> String {
    match scene.names.prefix() {
        "" => "skill".to_owned(),
        prefix => format!("{}{}", plain(prefix), scene.theme.symbols().ellipsis),
    }
}

/// A row that somebody should look at: out of the model's sight, outranked, or with findings.
fn is_problem(row: &Trouble) -> bool {
    let unseen =
        matches!(row.kind, TroubleKind::Unusable | TroubleKind::Rejected | TroubleKind::Dropped);
    unseen || row.findings != (0, 0) || row.ratio.is_some_and(|ratio| ratio >= 1.0)
}
