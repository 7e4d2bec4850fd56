//! The matrix: expected down, engaged across, under headers that stay.
//!
//! Must not know what lies behind a cell.

use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    style::Modifier,
    text::{Line, Span},
};

use super::{
    grid::{Count, Grid, Wanted},
    steals::moved,
};
use crate::{
    core::{
        measure::{Class, confusion::Level},
        scene::{
            matrix::{Hit, Labels, Matrix, Scroll, Wish},
            names::{Family, shorten, stacked, width},
        },
        workbench::Board,
    },
    tui::{
        action::{Action, Context},
        app::Scene,
        theme::{Role, Theme},
        widget::{
            empty::Empty,
            rate::short,
            scene::{ink, place},
            text::{Cut, fit, pad, put},
        },
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
        format!("{shown} of {of}, by {}", self.wanted.order.word())
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

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, family: &Family) {
        let theme = scene.theme;
        if self.grid.classes.is_empty() {
            let sentence = "Every probe of the matrix went where it belongs.";
            let stack = [Context::Global, Context::Confusion];
            let key = scene.keymap.key_in(&stack, Action::ToggleAllRows);
            let next = key.as_deref().map(|key| (key, "show all rows"));
            Empty { sentence, next, role: Role::Dim }.draw(buffer, area, theme);
            return;
        }
        let foot = if area.height >= 8 { 2 } else { 0 };
        let body = Rect { height: area.height - foot, ..area };
        let confusion = scene.board.now.figures.confusion(self.wanted.level);
        let most = confusion.cells.iter().map(|cell| cell.count).max().unwrap_or(1);
        let digits = if self.shares { 3 } else { most.max(1).ilog10() as u16 + 1 }; // At most 10.
        let cells = |class: &Class| width(family.short(class.as_str()));
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
            column_label: if flat { widest } else { widest.min(12) },
            cell: if flat { wide } else { narrow },
        };
        let at = self.at();
        let matrix = Matrix::of(wish, &mut self.scroll, at);
        self.draw_labels(scene, body, buffer, family, &matrix);
        for row in matrix.rows.clone() {
            for column in matrix.columns.clone() {
                self.draw_cell(scene, body, buffer, &matrix, (row, column));
            }
        }
        if foot > 0 {
            let foot = Rect { y: body.bottom(), height: foot, ..area };
            self.draw_foot(scene, foot, buffer, family);
        }
        self.drawn = Some(matrix);
    }

    fn draw_labels(
        &self,
        scene: &Scene<'_>,
        body: Rect,
        buffer: &mut Buffer,
        family: &Family,
        matrix: &Matrix,
    ) {
        let theme = scene.theme;
        let at = self.at();
        let numbered = matrix.labels == Labels::Numbered;
        let style = |chosen: bool, class: &Class| match (chosen, class) {
            (true, _) => theme.strong(Role::Accent),
            (false, Class::None) => theme.style(Role::Dim),
            (false, Class::Skill(_)) => theme.style(Role::Text),
        };
        for row in matrix.rows.clone() {
            let (Some(class), Some(area)) = (self.grid.class(row), matrix.row(row)) else {
                continue;
            };
            let number = if numbered { format!("{} ", row + 1) } else { String::new() };
            let room = area.width.saturating_sub(1 + width(&number));
            let name = shorten(family.short(class.as_str()), room, ink(theme));
            let chosen = at.is_some_and(|(at, _)| at == row);
            let line = Line::styled(format!("{number}{name} "), style(chosen, class));
            put(buffer, place(body, area), 0, &line.alignment(Alignment::Right));
        }
        for column in matrix.columns.clone() {
            let (Some(class), Some(area)) = (self.grid.class(column), matrix.column(column)) else {
                continue;
            };
            let name = family.short(class.as_str());
            let letters = match matrix.labels {
                Labels::Flat => vec![shorten(name, area.width.saturating_sub(1), ink(theme))],
                Labels::Stacked => stacked(name, area.height, ink(theme)),
                Labels::Numbered => vec![(column + 1).to_string()],
            };
            let chosen = at.is_some_and(|(_, at)| at == column);
            // Labels stand on the matrix, above the last digit of its counts.
            let blank = usize::from(area.height).saturating_sub(letters.len());
            let area = place(body, area);
            let area = Rect { width: area.width.saturating_sub(2), ..area };
            for (line, letter) in letters.into_iter().enumerate() {
                let line = (blank + line, Line::styled(letter, style(chosen, class)));
                put(buffer, area, line.0, &line.1.alignment(Alignment::Right));
            }
        }
    }

    fn draw_cell(
        &self,
        scene: &Scene<'_>,
        body: Rect,
        buffer: &mut Buffer,
        matrix: &Matrix,
        (row, column): (usize, usize),
    ) {
        let theme = scene.theme;
        let (Some(expected), Some(engaged), Some(area)) =
            (self.grid.class(row), self.grid.class(column), matrix.cell(row, column))
        else {
            return;
        };
        let count = self.grid.count(scene.board, self.wanted.level, expected, engaged);
        let area = place(body, area);
        let text = self.text(theme, count);
        let chosen = self.at() == Some((row, column));
        let role = match (count.now, row == column) {
            _ if chosen => Role::Text,
            (0, _) => Role::Track,
            (_, true) => Role::Expected,
            (_, false) => Role::heat(count.share.unwrap_or(0.0)),
        };
        let cells = usize::from(area.width).saturating_sub(2);
        let text = pad(&text, cells, Alignment::Right, theme.symbols().ellipsis);
        let mut line = Line::styled(text, theme.style(role));
        let delta = count.before.map_or(0.0, |before| f64::from(count.now) - f64::from(before));
        let bad = (delta > 0.0) != (row == column);
        let role = if bad { Role::Worse } else { Role::Better };
        match theme.symbols().change(delta) {
            Some(mark) => line.push_span(Span::styled(mark, theme.style(role))),
            None => line.push_span(Span::raw(" ")),
        }
        put(buffer, area, 0, &line);
        if chosen {
            let cell = Rect { width: area.width.saturating_sub(1), ..area };
            let style = theme.selection(scene.focused).add_modifier(Modifier::BOLD);
            buffer.set_style(cell.intersection(buffer.area), style);
        }
    }

    fn text(&self, theme: &Theme, count: Count) -> String {
        match count.now {
            0 => if theme.is_ascii() { "." } else { "·" }.to_owned(),
            _ if self.shares => short(theme, count.share),
            now => now.to_string(),
        }
    }

    /// The cell under the cursor in words, and how the matrix is read.
    fn draw_foot(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, family: &Family) {
        let theme = scene.theme;
        let Some((expected, engaged)) = self.chosen() else { return };
        let count = self.grid.count(scene.board, self.wanted.level, &expected, &engaged);
        let name = |class: &Class| shorten(family.short(class.as_str()), 24, ink(theme));
        let text = format!("{} {} {}", name(&expected), theme.symbols().to, name(&engaged));
        let mut line = Line::styled(text, theme.strong(Role::Text));
        let share = short(theme, count.share);
        let text = format!(": {} of {} = {share} ", count.now, count.support);
        line.push_span(Span::raw(text));
        let moved = moved(theme, count.before, count.now, expected != engaged);
        let style = moved.style;
        line.spans.extend(moved.spans.into_iter().map(|span| span.patch_style(style)));
        let how = match self.wanted.level {
            Level::Turn1 => "row expected, column engaged first",
            Level::Trajectory => "row expected, column reached, else engaged first",
            Level::Any => "row expected, column engaged at all; rows can add up to more",
        };
        let ellipsis = theme.symbols().ellipsis;
        put(buffer, area, 0, &fit(line, area.width.into(), Cut::End, ellipsis));
        let how = Line::styled(how, theme.style(Role::Dim));
        put(buffer, area, 1, &fit(how, area.width.into(), Cut::End, ellipsis));
    }
}
