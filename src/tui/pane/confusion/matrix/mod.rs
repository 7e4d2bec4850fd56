//! The matrix: expected down, engaged across, under headers that stay.
//!
//! Must not know what lies behind a cell.

mod cells;
mod foot;
mod labels;

use ratatui::{buffer::Buffer, layout::Rect};

use self::labels::draw_corner;
use super::grid::{Grid, Wanted};
use crate::{
    core::{
        measure::Class,
        scene::{
            matrix::{Hit, Matrix, Scroll, Wish},
            names::width,
        },
        workbench::Board,
    },
    tui::{
        action::{Action, Context},
        app::Scene,
        pane::standing,
        theme::Role,
        widget::empty::Empty,
    },
};

/// Rows and columns that half a page is.
const PAGE: isize = 10;

#[derive(Debug, Default)]
pub struct MatrixPane {
    pub wanted: Wanted,
    pub shares: bool,
    grid: Grid,
    /// Revision and wish that the grid is of.
    made_of: Option<(u64, Wanted)>,
    cursor: Option<(Class, Class)>,
    /// Somebody moved: the order stays.
    held: bool,
    scroll: Scroll,
    drawn: Option<Matrix>,
}

impl MatrixPane {
    pub fn make(&mut self, board: &Board) {
        let made_of = (board.revision, self.wanted);
        if self.made_of == Some(made_of) {
            return;
        }
        let grid = Grid::of(board, self.wanted);
        let same = self.made_of.is_some_and(|(_, wanted)| wanted == self.wanted);
        self.grid = if same && self.held { grid.held_by(&self.grid) } else { grid };
        self.held &= same;
        self.made_of = Some(made_of);
    }

    /// Expected and engaged class under the cursor.
    pub fn chosen(&self) -> Option<(Class, Class)> {
        let known = |(expected, engaged): &&(Class, Class)| {
            self.grid.place(expected).is_some() && self.grid.place(engaged).is_some()
        };
        self.cursor.as_ref().filter(known).cloned().or_else(|| {
            let first = self.grid.class(0)?;
            Some((first.clone(), first.clone()))
        })
    }

    /// Begins on a cell, unless the cursor is on one.
    pub fn begin(&mut self, expected: Class, engaged: Class) {
        self.cursor.get_or_insert((expected, engaged));
    }

    pub fn select(&mut self, expected: Class, engaged: Class) {
        self.cursor = Some((expected, engaged));
    }

    pub fn note(&self) -> String {
        let (shown, of) = (self.grid.classes.len(), self.grid.of);
        match of {
            0 => String::new(),
            of => format!("{shown} of {of}, by {}", self.wanted.order.word()),
        }
    }

    fn at(&self) -> Option<(usize, usize)> {
        let (expected, engaged) = self.chosen()?;
        Some((self.grid.place(&expected)?, self.grid.place(&engaged)?))
    }

    fn go(&mut self, (row, column): (usize, usize)) {
        if let (Some(expected), Some(engaged)) = (self.grid.class(row), self.grid.class(column)) {
            self.cursor = Some((expected.clone(), engaged.clone()));
            self.held = true;
        }
    }

    /// Moves by an action; `false` when it is no movement.
    pub fn act(&mut self, action: Action, board: &Board) -> bool {
        let Some((row, column)) = self.at() else { return false };
        let last = self.grid.classes.len().saturating_sub(1);
        let step = |at: usize, by: isize| at.saturating_add_signed(by).min(last);
        let confusion = board.now.figures.confusion(self.wanted.level);
        let to = match action {
            Action::Down => (step(row, 1), column),
            Action::Up => (step(row, -1), column),
            Action::Right => (row, step(column, 1)),
            Action::Left => (row, step(column, -1)),
            Action::PageDown => (step(row, PAGE), column),
            Action::PageUp => (step(row, -PAGE), column),
            Action::Top => (0, column),
            Action::Bottom => (last, column),
            Action::NextProblem | Action::PreviousProblem => {
                let back = action == Action::PreviousProblem;
                self.grid.seek(confusion, (row, column), back).unwrap_or((row, column))
            }
            _ => return false,
        };
        self.go(to);
        true
    }

    /// Moves to what was clicked; `true` when it is a cell.
    pub fn click(&mut self, x: u16, y: u16) -> bool {
        let hit = self.drawn.as_ref().and_then(|matrix| matrix.hit(x, y));
        let Some((row, column)) = self.at() else { return false };
        match hit {
            Some(Hit::Cell { row, column }) => self.go((row, column)),
            Some(Hit::Row(row)) => self.go((row, column)),
            Some(Hit::Column(column)) => self.go((row, column)),
            None => return false,
        }
        true
    }

    pub fn wheel(&mut self, rows: i16, board: &Board) {
        let action = if rows > 0 { Action::Down } else { Action::Up };
        for _ in 0..rows.unsigned_abs() {
            self.act(action, board);
        }
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        if self.grid.classes.is_empty() {
            let sentence = match standing::judged(scene.board) {
                true => "Every probe of the matrix went where it belongs.",
                false => "So far every probe of the matrix went where it belongs.",
            };
            let stack = [Context::Global, Context::Confusion];
            let key = scene.keymap.key_in(&stack, Action::ToggleAllRows);
            let next = key.as_deref().map(|key| (key, "show all rows"));
            Empty { sentence, next, role: Role::Dim }.draw(buffer, area, scene.theme);
            return;
        }
        let foot = if area.height >= 8 { 2 } else { 0 };
        let body = Rect { height: area.height - foot, ..area };
        let confusion = scene.board.now.figures.confusion(self.wanted.level);
        let most = confusion.cells.iter().map(|cell| cell.count).max().unwrap_or(1);
        let digits = if self.shares { 3 } else { most.max(1).ilog10() as u16 + 1 }; // At most 10.
        let cells = |class: &Class| width(scene.names.short_class(class));
        let widest = self.grid.classes.iter().map(cells).max().unwrap_or(0);
        let count = self.grid.classes.len();
        let row_label = (widest + 2).min(28);
        // The mark of a change, and a blank.
        let label = row_label.min(body.width / 3);
        let classes = u16::try_from(count).unwrap_or(u16::MAX);
        let narrow = ((body.width - label) / classes.max(1)).clamp(digits + 2, digits + 4);
        let wide = narrow.max(widest + 2);
        let across = classes.saturating_mul(wide);
        // Few classes have room for their names as they are.
        let flat = label.saturating_add(across) <= body.width;
        let wish = Wish {
            size: (body.width, body.height),
            rows: count,
            columns: count,
            row_label,
            column_label: widest,
            cell: if flat { wide } else { narrow },
        };
        let at = self.at();
        let matrix = Matrix::of(wish, &mut self.scroll, at);
        self.draw_labels(scene, body, buffer, &matrix);
        draw_corner(scene.theme, body, buffer, &matrix);
        for row in matrix.rows.clone() {
            for column in matrix.columns.clone() {
                self.draw_cell(
                    scene,
                    body,
                    buffer,
                    &matrix,
                    (row, column),
                    at == Some((row, column)),
                );
            }
        }
        if foot > 0 {
            // Beneath a small matrix with a blank line between, at the end of the pane otherwise.
            let used = matrix.body.y + matrix.body.height + 1;
            let y = body.y.saturating_add(used).min(body.bottom());
            self.draw_foot(scene, Rect { y, height: foot, ..area }, buffer);
        }
        self.drawn = Some(matrix);
    }
}
