//! Everything about one row: what it is, what is wrong with it, its numbers, its words.
//!
//! A page is written once a board and width and then only scrolled.

mod figures;
mod file;
mod head;
mod page;
mod rivals;
mod text;
mod words;

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

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
    written: Option<(Terms, Vec<Line<'static>>)>,
    /// Index of the first line that shows.
    offset: usize,
    /// Lines that showed last.
    height: usize,
}

/// What a page depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Terms {
    row: RowKey,
    revision: u64,
    cells: u16,
    theme: (ThemeName, Settings),
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
        let lines = self.written.as_ref().map_or(0, |(_, lines)| lines.len());
        let most = lines.saturating_sub(self.height);
        self.offset = self.offset.saturating_add_signed(rows).min(most);
    }

    pub fn draw(
        &mut self,
        names: &Names,
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
            cells: area.width,
            theme: (scene.theme.name(), scene.theme.settings()),
        };
        let (lines, another) = match self.written.take() {
            Some((old, lines)) if old == terms => (lines, false),
            Some((old, _)) => (write(names, row, scene, area.width), old.row != *row),
            None => (write(names, row, scene, area.width), true),
        };
        // Another row is read from its beginning; the same row stays where it was being read.
        self.offset = if another { 0 } else { self.offset };
        self.height = usize::from(area.height);
        self.offset = self.offset.min(lines.len().saturating_sub(self.height));
        let below = lines.len().saturating_sub(self.offset + self.height);
        // The last row says how much is below it, where it can be spared.
        let says = below > 0 && self.height > 3;
        let shown = self.height - usize::from(says);
        for (at, line) in lines.iter().skip(self.offset).take(shown).enumerate() {
            put(buffer, area, at, line);
        }
        if says {
            let text = format!("{} {} more", scene.theme.symbols().more_below, below + 1);
            put(buffer, area, shown, &Line::styled(text, scene.theme.style(Role::Dim)));
        }
        self.written = Some((terms, lines));
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

fn write(names: &Names, row: &RowKey, scene: &Scene<'_>, cells: u16) -> Vec<Line<'static>> {
    let board = scene.board;
    let mut page = Page::new(scene.theme, cells.into());
    match row {
        RowKey::File(path) => file::write(&mut page, board, path),
        RowKey::Skill(id) => match board.now.snapshot.catalog.get(id) {
            None => head::write_gone(&mut page, board, id),
            Some(skill) => {
                let at = board.now.lexicon.position(id);
                let subject = Subject { board, names, id, at };
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
