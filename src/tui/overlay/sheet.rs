//! The sheet that an overlay is drawn on: a framed box over the views, and a window on long text.

use ratatui::{
    buffer::{Buffer, CellWidth},
    layout::{Rect, Size},
    text::Line,
    widgets::{Clear, Widget},
};

use crate::tui::{
    action::Action,
    theme::{Role, Theme},
    widget::{panel::Panel, text::put},
};

/// Clears a box in the middle of the area and frames it; returns its inside.
pub(super) fn sheet(
    buf: &mut Buffer,
    area: Rect,
    theme: &Theme,
    title: &str,
    note: &str,
    inside: Size,
) -> Rect {
    let area = area.intersection(buf.area);
    let sheet = place(area, inside);
    // A wide character that reaches into the sheet from its left would hide the frame.
    for y in sheet.top()..sheet.bottom() {
        let before = sheet.x.checked_sub(1).and_then(|x| buf.cell_mut((x, y)));
        if let Some(cell) = before.filter(|cell| cell.symbol().cell_width() > 1) {
            cell.set_symbol(" ");
        }
    }
    Clear.render(sheet, buf);
    buf.set_style(sheet, theme.style(Role::Text));
    let inner = Panel { title, note, focused: true }.draw_framed(buf, sheet, theme);
    match inner.width {
        // Text that touches the frame is hard to read; a narrow sheet needs every cell.
        24.. => Rect { x: inner.x + MARGIN, width: inner.width - 2 * MARGIN, ..inner },
        _ => inner,
    }
}

/// Blank cells between the frame and what it holds.
const MARGIN: u16 = 1;
/// What frame and margin take of the width of a window.
pub(super) const EDGES: u16 = 2 + 2 * MARGIN;

/// Columns beside a sheet, and rows over and under it, of which fewer show nothing to be recognised.
const STRIP: [u16; 2] = [8, 2];

/// The box for an inside of a size, with its frame; a small window is all sheet.
fn place(area: Rect, inside: Size) -> Rect {
    let height = inside.height.saturating_add(2).min(area.height);
    let width = inside.width.saturating_add(EDGES).min(area.width);
    // What shows of the views beside a sheet from top to bottom tells nothing and looks like a fault.
    let [columns, rows] = STRIP;
    let high = height.saturating_add(2 * rows) > area.height;
    let whole = high && width.saturating_add(2 * columns) > area.width;
    let width = if whole { area.width } else { width };
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// A window on lines that are only read.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader {
    top: usize,
    height: usize,
    len: usize,
    /// The end is in sight and stays so as lines come.
    follow: bool,
}

impl Reader {
    /// A window that begins at the end and stays there.
    pub fn following() -> Self {
        Self { follow: true, ..Self::default() }
    }

    pub fn follows(&self) -> bool {
        self.follow
    }

    /// Scrolls for a moving action; `false` if it is no such action.
    pub fn act(&mut self, action: Action) -> bool {
        let half = (self.height / 2).max(1);
        let end = self.end();
        let top = match action {
            Action::Down => self.top.saturating_add(1),
            Action::Up => self.top.saturating_sub(1),
            Action::PageDown => self.top.saturating_add(half),
            Action::PageUp => self.top.saturating_sub(half),
            Action::Top => 0,
            Action::Bottom => end,
            _ => return false,
        };
        self.go(top);
        true
    }

    pub fn wheel(&mut self, rows: isize) {
        self.go(self.top.saturating_add_signed(rows));
    }

    /// At the end, new lines are followed; anywhere else the text stands still.
    fn go(&mut self, top: usize) {
        self.top = top.min(self.end());
        self.follow = self.top == self.end();
    }

    fn end(&self) -> usize {
        self.len.saturating_sub(self.height)
    }

    /// Draws the part in sight of lines that fit the area's width; the last row says what is below.
    pub fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme, lines: &[Line<'static>]) {
        let rows = usize::from(area.height);
        let long = lines.len() > rows && rows >= 3;
        self.len = lines.len();
        self.height = rows - usize::from(long);
        self.top = if self.follow { self.end() } else { self.top.min(self.end()) };
        for (row, line) in lines.iter().skip(self.top).take(self.height).enumerate() {
            put(buf, area, row, line);
        }
        if long {
            let (above, below) = (self.top, self.end() - self.top);
            let symbols = theme.symbols();
            let text = match (above, below) {
                (0, below) => format!("{} {below} more", symbols.more_below),
                (above, 0) => format!("{} {above} above", symbols.more_above),
                (above, below) => format!(
                    "{} {above} above {} {} {below} more",
                    symbols.more_above, symbols.separator, symbols.more_below
                ),
            };
            put(buf, area, rows - 1, &Line::styled(text, theme.style(Role::Dim)));
        }
    }
}
