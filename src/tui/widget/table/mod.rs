//! A table whose rows are made only as they show: a header, a window of rows, a line of what is
//! left. Knows neither what the rows are about nor how they are sorted.

mod columns;

use columns::Placed;
pub use columns::{Column, Width};
use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    text::{Line, Span},
};

use super::text::{fit, put};
use crate::tui::theme::{Role, Theme};

/// One cell to the left of each row is the cursor's.
const GUTTER: u16 = 1;

/// Which column the rows are sorted by, to say so in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sorted {
    /// Index of the column.
    pub column: usize,
    pub descending: bool,
}

/// What of the list shows, usually from a [`super::scroll::Cursor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub len: usize,
    /// Index of the first row that shows.
    pub offset: usize,
    pub selected: Option<usize>,
}

/// The look of a table; its rows come at drawing.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    pub columns: &'a [Column<'a>],
    pub sorted: Option<Sorted>,
    /// Whether the pane of the table has the focus.
    pub focused: bool,
}

impl Table<'_> {
    /// Rows that show in an area: what [`super::scroll::Cursor::settle`] wants to know.
    pub fn height(&self, area: Rect, len: usize) -> usize {
        usize::from(self.body(area, len).height)
    }

    /// The index of the row at a place of the screen.
    pub fn row_at(&self, area: Rect, window: Window, x: u16, y: u16) -> Option<usize> {
        let body = self.body(area, window.len);
        let inside = body.contains((x, y).into());
        let row = window.offset + usize::from(y.saturating_sub(body.y));
        (inside && row < window.len).then_some(row)
    }

    /// The index of the column whose title is at a place of the screen.
    pub fn column_at(&self, area: Rect, x: u16, y: u16) -> Option<usize> {
        let header = Rect { height: self.header(area), ..area };
        let placed = columns::place(self.columns, area.width.saturating_sub(GUTTER));
        let x = x.checked_sub(area.x + GUTTER)?;
        let hit = |placed: &&Placed| (placed.x..placed.x + placed.width).contains(&x);
        if y < header.top() || y >= header.bottom() {
            return None;
        }
        placed.iter().find(hit).map(|placed| placed.index)
    }

    /// A header takes a line where there is one for it and two for rows, and if it has titles.
    pub fn header(&self, area: Rect) -> u16 {
        let titled = self.columns.iter().any(|column| !column.title.is_empty());
        u16::from(titled && area.height >= 3)
    }

    fn body(&self, area: Rect, len: usize) -> Rect {
        let header = self.header(area);
        let body = Rect { y: area.y.saturating_add(header), height: area.height - header, ..area };
        // A long list gives up a line to say how long it is; short areas need every line.
        let more = len > usize::from(body.height) && body.height >= 4;
        Rect { height: body.height - u16::from(more), ..body }
    }

    /// Draws the window. `row` gives the cells of the row at an index, one a column in the order of
    /// the columns; they are cut and aligned here, and missing ones are blank.
    pub fn draw(
        &self,
        buf: &mut Buffer,
        area: Rect,
        theme: &Theme,
        window: Window,
        mut row: impl FnMut(usize) -> Vec<Line<'static>>,
    ) {
        let placed = columns::place(self.columns, area.width.saturating_sub(GUTTER));
        if self.header(area) > 0 {
            self.draw_header(buf, area, theme, &placed);
        }
        let body = self.body(area, window.len);
        let symbols = theme.symbols();
        for (line, index) in (window.offset..window.len).take(body.height.into()).enumerate() {
            let mut cells = row(index);
            for placed in &placed {
                let Some(cell) = cells.get_mut(placed.index) else { continue };
                let column = &self.columns[placed.index]; // A place names one of the columns.
                let cell = std::mem::take(cell);
                let cell = fit(cell, placed.width.into(), column.cut, symbols.ellipsis);
                put(buf, placed.rect(body), line, &cell.alignment(column.align));
            }
            if window.selected == Some(index) {
                // The body's height is a u16, and the line lies inside it.
                let y = body.y.saturating_add(u16::try_from(line).unwrap_or(0));
                let strip = Rect { y, height: 1, ..body }.intersection(buf.area);
                buf.set_style(strip, theme.selection(self.focused));
                if self.focused {
                    put(buf, body, line, &Line::raw(symbols.cursor));
                }
            }
        }
        let shown = (window.offset + usize::from(body.height)).min(window.len);
        if body.bottom() < area.bottom() && body.height > 0 && window.len > usize::from(body.height)
        {
            let line = more(theme, window.offset, window.len - shown);
            put(buf, area, usize::from(body.bottom() - area.y), &line);
        }
    }

    fn draw_header(&self, buf: &mut Buffer, area: Rect, theme: &Theme, placed: &[Placed]) {
        let symbols = theme.symbols();
        for placed in placed {
            let column = &self.columns[placed.index]; // A place names one of the columns.
            let mut title = column.title.to_owned();
            match self.sorted {
                Some(Sorted { column, descending }) if column == placed.index => {
                    // The ASCII marks are letters that would read as part of the title.
                    title.push_str(if theme.is_ascii() { " " } else { "" });
                    title.push_str(if descending { symbols.descending } else { symbols.ascending });
                }
                _ => {}
            }
            let line = Line::styled(title, theme.style(Role::Heading));
            let line = fit(line, placed.width.into(), column.cut, symbols.ellipsis);
            put(buf, placed.rect(area), 0, &line.alignment(column.align));
        }
    }
}

/// How many rows lie outside the window, for example `↑ 5 · ↓ 23 more`.
fn more(theme: &Theme, above: usize, below: usize) -> Line<'static> {
    let symbols = theme.symbols();
    let part = |mark: &str, count: usize| (count > 0).then(|| format!("{mark} {count}"));
    let parts = [part(symbols.more_above, above), part(symbols.more_below, below)];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    let text = format!(" {} more", parts.join(&format!(" {} ", symbols.separator)));
    Line::from(Span::styled(text, theme.style(Role::Dim)))
}

impl Default for Column<'_> {
    fn default() -> Self {
        Self {
            title: "",
            width: Width::Fill(1),
            align: Alignment::Left,
            cut: super::text::Cut::End,
            keep: u8::MAX,
        }
    }
}

#[cfg(test)]
mod tests;
