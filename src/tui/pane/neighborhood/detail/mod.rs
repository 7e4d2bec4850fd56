//! Everything about one row: what it is, what is wrong with it, its numbers, its words.
//!
//! A page is written once a board and width and then only scrolled.

mod figures;
mod file;
mod findings;
mod head;
mod page;
mod rivals;
mod text;
mod words;

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    text::Line,
};

pub use self::page::in_role;
use self::{page::Page, rivals::Rivals};
use crate::{
    core::{
        id::SkillId,
        workbench::{Board, trouble::RowKey},
    },
    tui::{
        action::Action,
        app::{Handled, Scene},
        pane::names::Names,
        theme::{Role, Settings, ThemeName},
        widget::{empty::Empty, text::put},
    },
};

/// The pane on the right.
#[derive(Debug, Default)]
pub struct Detail {
    written: Option<(Terms, Written)>,
    /// Index of the first line that shows.
    offset: usize,
    /// Lines that showed last.
    height: usize,
}

/// The least cells of a column of text, those between two of them, and the most columns.
const SHEET: u16 = 36;
const GUTTER: u16 = 3;
const MOST_SHEETS: u16 = 3;

/// What a page depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Terms {
    row: RowKey,
    revision: u64,
    size: Size,
    theme: (ThemeName, Settings),
}

/// A page, broken for so many columns.
#[derive(Debug)]
struct Written {
    lines: Vec<Line<'static>>,
    columns: u16,
}

impl Written {
    /// In one column where that shows all of it, else in as many as there is room for.
    fn fitting(row: &RowKey, scene: &Scene<'_>, area: Rect) -> Self {
        let most = ((area.width + GUTTER) / (SHEET + GUTTER)).clamp(1, MOST_SHEETS);
        let lines = write(row, scene, area.width);
        if most == 1 || lines.len() <= usize::from(area.height) {
            return Self { lines, columns: 1 };
        }
        let cells = sheets(area, most).first().map_or(0, |sheet| sheet.width);
        Self { lines: write(row, scene, cells), columns: most }
    }
}

impl Detail {
    /// Moves the page; nothing here is selected.
    pub fn act(&mut self, action: Action) -> Handled {
        let half = isize::try_from(self.height / 2).unwrap_or(1).max(1);
        match action {
            Action::Down => self.scroll(1),
            Action::Up => self.scroll(-1),
            Action::PageDown => self.scroll(half),
            Action::PageUp => self.scroll(-half),
            Action::Top => self.offset = 0,
            Action::Bottom => self.scroll(isize::MAX),
            _ => return Handled::No,
        }
        Handled::Yes
    }

    pub fn scroll(&mut self, rows: isize) {
        let lines = self.written.as_ref().map_or(0, |(_, written)| written.lines.len());
        let most = lines.saturating_sub(self.height);
        self.offset = self.offset.saturating_add_signed(rows).min(most);
    }

    pub fn draw(
        &mut self,
        row: Option<&RowKey>,
        scene: &Scene<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let Some(row) = row.filter(|_| scene.board.now.generation() > 0) else {
            let sentence = "Nothing is selected.";
            Empty { sentence, next: None, role: Role::Dim }.draw(buffer, area, scene.theme);
            return;
        };
        // A cell of air on both sides, where there is room for it.
        let margin = u16::from(area.width >= 30);
        let area = Rect { x: area.x + margin, width: area.width - 2 * margin, ..area };
        let terms = Terms {
            row: row.clone(),
            revision: scene.board.revision,
            size: area.as_size(),
            theme: (scene.theme.name(), scene.theme.settings()),
        };
        let (written, another) = match self.written.take() {
            Some((old, written)) if old == terms => (written, false),
            Some((old, _)) => (Written::fitting(row, scene, area), old.row != *row),
            None => (Written::fitting(row, scene, area), true),
        };
        let Written { lines, columns } = &written;
        let sheets = sheets(area, *columns);
        // Another row is read from its beginning; the same row stays where it was being read.
        self.offset = if another { 0 } else { self.offset };
        self.height = usize::from(area.height) * sheets.len();
        self.offset = self.offset.min(lines.len().saturating_sub(self.height));
        let below = lines.len().saturating_sub(self.offset + self.height);
        // The last row says how much is below it, where it can be spared.
        let says = below > 0 && self.height > 3;
        let shown = self.height - usize::from(says);
        let more = says.then(|| {
            let text = format!("{} {} more", scene.theme.symbols().more_below, below + 1);
            Line::styled(text, scene.theme.style(Role::Dim))
        });
        let mut seen = lines.iter().skip(self.offset).take(shown).chain(&more);
        for (at, sheet) in sheets.iter().enumerate() {
            if at > 0 {
                rule(scene, *sheet, buffer);
            }
            let rows = usize::from(sheet.height);
            for (at, line) in seen.by_ref().take(rows).enumerate() {
                put(buffer, *sheet, at, line);
            }
        }
        self.written = Some((terms, written));
    }
}

/// The columns of an area, each so narrow that the eye finds back from the end of a line.
fn sheets(area: Rect, count: u16) -> Vec<Rect> {
    // Several columns are each wider than a gutter.
    let width = if count == 1 { area.width } else { (area.width + GUTTER) / count - GUTTER };
    let sheet = |at| Rect { x: area.x + at * (width + GUTTER), width, ..area };
    (0..count).map(sheet).collect()
}

/// The line between a column and the one before.
fn rule(scene: &Scene<'_>, sheet: Rect, buffer: &mut Buffer) {
    let mark = scene.theme.border(false).vertical_left;
    let line = Line::styled(mark, scene.theme.style(Role::Border));
    let between = Rect { x: sheet.x.saturating_sub(GUTTER / 2 + 1), width: 1, ..sheet };
    for row in 0..usize::from(sheet.height) {
        put(buffer, between, row, &line);
    }
}

/// What the parts of a page are written from.
#[derive(Clone, Copy, Debug)]
struct Subject<'a> {
    board: &'a Board,
    names: &'a Names,
    id: &'a SkillId,
    /// Its position among those that compete, if it does.
    at: Option<usize>,
}

fn write(row: &RowKey, scene: &Scene<'_>, cells: u16) -> Vec<Line<'static>> {
    let board = scene.board;
    let mut page = Page::new(scene.theme, cells.into());
    match row {
        RowKey::File(path) => file::write(&mut page, board, path),
        RowKey::Skill(id) => match board.now.snapshot.catalog.get(id) {
            None => head::write_gone(&mut page, board, id),
            Some(skill) => {
                let at = board.now.lexicon.position(id);
                let subject = Subject { board, names: scene.names, id, at };
                let rivals = Rivals::of(&subject);
                head::write(&mut page, &subject, skill);
                figures::write(&mut page, &subject, &rivals, scene.keymap);
                text::write(&mut page, &subject, &rivals, skill);
                words::write(&mut page, &subject);
                text::write_rest(&mut page, skill);
                figures::write_scores(&mut page, &rivals);
            }
        },
    }
    page.into_lines()
}
