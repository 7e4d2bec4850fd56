//! The pane beside the table: one probe's story, and where a reader is in it.
//!
//! Must not know which row is chosen or why.

use std::sync::Arc;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::story::{Manner, Telling, story};
use super::{roll::Entry, verdict::Verdict};
use crate::{
    core::{
        plan::Why,
        workbench::{printed::Printed, probes::ProbeRow},
    },
    tui::{
        action::Action,
        theme::{Role, Theme},
        widget::text::put,
    },
};

/// Scroll state and the lines made last.
#[derive(Debug, Default)]
pub struct Reader {
    told: Option<Told>,
    lines: Vec<Line<'static>>,
    offset: usize,
    height: usize,
    /// Goes with the end of a stream.
    follow: bool,
    unfolded: bool,
    manner: Manner,
}

/// What the lines were made of.
#[derive(Debug)]
struct Told {
    row: Arc<ProbeRow>,
    flip: Option<bool>,
    before: Option<Arc<ProbeRow>>,
    theme: Theme,
    cells: usize,
    unfolded: bool,
    manner: Manner,
    printed: Option<Arc<Printed>>,
    generation: u64,
    moved: Option<Why>,
}

impl Reader {
    /// Draws the story of a row; `before` is the baseline's name and row where it flipped.
    pub fn draw(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        telling: &Telling<'_>,
        entry: &Entry,
        before: Option<(&str, &Arc<ProbeRow>)>,
    ) {
        let telling = Telling { unfolded: self.unfolded, manner: self.manner, ..*telling };
        self.tell(&telling, entry, before);
        self.height = usize::from(area.height);
        let most = self.most();
        self.offset = if self.follow { most } else { self.offset.min(most) };
        let below = most - self.offset;
        for (at, line) in self.lines.iter().skip(self.offset).take(self.height).enumerate() {
            put(buffer, area, at, line);
        }
        if below > 0 && area.height >= 4 {
            self.more(buffer, area, &telling, below + 1);
        }
    }

    /// The last line says what lies below it.
    fn more(&self, buffer: &mut Buffer, area: Rect, telling: &Telling<'_>, below: usize) {
        let theme = telling.theme;
        let text = format!("{} {below} more", theme.symbols().more_below);
        let used = text.chars().count();
        let blanks = " ".repeat(usize::from(area.width).saturating_sub(used));
        let line = Line::from(Span::styled(text + &blanks, theme.style(Role::Dim)));
        put(buffer, area, self.height - 1, &line);
    }

    fn most(&self) -> usize {
        self.lines.len().saturating_sub(self.height)
    }

    /// Makes the lines anew if anything that they depend on is another.
    fn tell(
        &mut self,
        telling: &Telling<'_>,
        entry: &Entry,
        before: Option<(&str, &Arc<ProbeRow>)>,
    ) {
        let row_before = before.map(|(_, row)| row);
        let same_row = self.told.as_ref().is_some_and(|told| {
            told.row.query.id == entry.row.query.id && told.row.attempt == entry.row.attempt
        });
        let same = self.told.as_ref().is_some_and(|told| {
            Arc::ptr_eq(&told.row, &entry.row)
                && told.flip == entry.flip
                && told.before.as_ref().map(Arc::as_ptr) == row_before.map(Arc::as_ptr)
                && told.cells == telling.cells
                && (told.unfolded, told.manner) == (telling.unfolded, telling.manner)
                && told.printed.as_ref().map(Arc::as_ptr) == telling.printed.map(Arc::as_ptr)
                && (told.generation, told.moved) == (telling.generation, telling.moved)
                && told.theme == *telling.theme
        });
        if same {
            return;
        }
        let begins = entry.verdict <= Verdict::Planned && entry.row.events.is_empty();
        if !same_row || begins {
            (self.offset, self.follow) = (0, entry.verdict == Verdict::Running || begins);
        }
        self.lines = story(telling, entry, before.map(|(name, row)| (name, &**row)));
        self.told = Some(Told {
            row: Arc::clone(&entry.row),
            flip: entry.flip,
            before: row_before.cloned(),
            theme: telling.theme.clone(),
            cells: telling.cells,
            unfolded: telling.unfolded,
            manner: telling.manner,
            printed: telling.printed.cloned(),
            generation: telling.generation,
            moved: telling.moved,
        });
    }

    /// Moves by an action; `false` when it is no movement.
    pub fn act(&mut self, action: Action) -> bool {
        let half = isize::try_from(self.height / 2).unwrap_or(1).max(1);
        match action {
            Action::Down => self.scroll(1),
            Action::Up => self.scroll(-1),
            Action::PageDown => self.scroll(half),
            Action::PageUp => self.scroll(-half),
            Action::Top => self.scroll(isize::MIN),
            Action::Bottom => {
                self.follow = true;
                self.offset = self.most();
            }
            _ => return false,
        }
        true
    }

    /// Scrolls by lines. Going up ends following; going down to the end does not begin it, so that
    /// what is being read stays.
    pub fn scroll(&mut self, lines: isize) {
        self.follow = self.follow && lines > 0;
        self.offset = self.offset.saturating_add_signed(lines).min(self.most());
    }

    pub fn is_unfolded(&self) -> bool {
        self.unfolded
    }

    /// Thinking and results in full, or folded to a line each.
    pub fn toggle_fold(&mut self) {
        self.unfolded = !self.unfolded;
    }

    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// Told, as the events were recorded, or as the program wrote them; one after the other.
    pub fn next_manner(&mut self, printed: bool) {
        self.manner = self.manner.next(printed);
        (self.offset, self.follow) = (0, false);
    }
}
