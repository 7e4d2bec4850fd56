//! The frame of a pane: its lines, its title, a note at the right.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Block, Widget},
};

use super::text::{Cut, fit, line_width, put};
use crate::tui::theme::{Role, Theme};

/// Cells of a title below which it gives no more way to a note.
const LEAST_TITLE: usize = 14;

/// A pane's frame.
#[derive(Clone, Copy, Debug)]
pub struct Panel<'a> {
    /// Made visible by the caller where it holds foreign text.
    pub title: &'a str,
    /// A count or a state, at the right of the title line; goes when the title would keep
    /// too little.
    pub note: &'a str,
    pub focused: bool,
}

impl Panel<'_> {
    /// What is left for the content. Small panes keep only their title line, tiny ones nothing.
    pub fn inner(area: Rect) -> Rect {
        match (area.width, area.height) {
            (12.., 5..) => inside(area),
            (_, 3..) => Rect { y: area.y.saturating_add(1), height: area.height - 1, ..area },
            _ => area,
        }
    }

    /// Draws the frame and returns [`Panel::inner`].
    pub fn draw(&self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Rect {
        let inner = Self::inner(area);
        if inner.width < area.width {
            return self.draw_framed(buf, area, theme);
        }
        if inner.height < area.height {
            self.draw_title(buf, Rect { height: 1, ..area }, theme, false);
        }
        inner
    }

    /// Draws the frame however little it leaves, for what must stand out from what lies around it.
    pub fn draw_framed(&self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Rect {
        if area.width < 3 || area.height < 3 {
            return area;
        }
        Block::bordered()
            .border_set(theme.border(self.focused))
            .border_style(theme.border_style(self.focused))
            .render(area, buf);
        let edge = area.width.min(4) / 2;
        let line = Rect {
            x: area.x.saturating_add(edge),
            width: area.width - 2 * edge,
            height: 1,
            ..area
        };
        self.draw_title(buf, line, theme, true);
        inside(area)
    }

    fn draw_title(&self, buf: &mut Buffer, line: Rect, theme: &Theme, framed: bool) {
        let role = if self.focused { Role::Accent } else { Role::Heading };
        // The heavy lines of a frame say that it has the focus; without them the cursor says it.
        let mark = if self.focused && !framed { theme.symbols().cursor } else { "" };
        let blank = if framed { " " } else { "" };
        let title = format!("{mark}{blank}{}{blank}", self.title);
        let title = Line::from(Span::styled(title, theme.strong(role)));
        let note = Line::styled(format!("{blank}{}{blank}", self.note), theme.style(Role::Dim));
        let cells = usize::from(line.width);
        // Beside a note a long title gives way, as long as something of it is left.
        let room = cells.saturating_sub(line_width(&note) + 1);
        let beside = !self.note.is_empty() && room >= line_width(&title).min(LEAST_TITLE);
        let title =
            fit(title, if beside { room } else { cells }, Cut::End, theme.symbols().ellipsis);
        put_afresh(buf, line, theme, 0, &title);
        if beside {
            put_afresh(buf, line, theme, cells - line_width(&note), &note);
        }
    }
}

/// Puts text over the frame without taking its colour.
fn put_afresh(buf: &mut Buffer, row: Rect, theme: &Theme, left: usize, line: &Line<'_>) {
    let size = |cells: usize| u16::try_from(cells).unwrap_or(u16::MAX);
    let x = row.x.saturating_add(size(left));
    let place = Rect { x, width: size(line_width(line)).min(row.right().saturating_sub(x)), ..row };
    for at in place.intersection(buf.area).positions() {
        if let Some(cell) = buf.cell_mut(at) {
            cell.reset();
        }
    }
    buf.set_style(place, theme.style(Role::Text));
    put(buf, place, 0, line);
}

/// The inside of a frame around an area of at least 2x2.
fn inside(area: Rect) -> Rect {
    Rect {
        x: area.x.saturating_add(1),
        y: area.y.saturating_add(1),
        width: area.width - 2,
        height: area.height - 2,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tui::{testing::drawn, theme::Settings};

    fn shown(width: u16, height: u16, focused: bool, ascii: bool) -> String {
        let theme = Theme::new(Settings { ascii, ..Settings::default() });
        let panel = Panel { title: "Skills", note: "37/40", focused };
        drawn(width, height, |buf| {
            panel.draw(buf, buf.area, &theme);
        })
    }

    #[test]
    fn focus_shows_in_lines_as_well_as_colour() {
        let rows = |text: String| text.lines().take(2).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            rows(shown(24, 5, false, false)),
            ["┌─ Skills ───── 37/40 ─┐", "│                      │"]
        );
        assert_eq!(
            rows(shown(24, 5, true, false)),
            ["┏━ Skills ━━━━━ 37/40 ━┓", "┃                      ┃"]
        );
        assert_eq!(
            rows(shown(24, 5, true, true)),
            ["#= Skills ===== 37/40 =#", "#                      #"]
        );
    }

    #[test]
    fn a_title_has_its_own_colour_and_not_the_frames() {
        let area = Rect::new(0, 0, 24, 5);
        let mut buf = Buffer::empty(area);
        let panel = Panel { title: "Skills", note: "", focused: false };
        panel.draw(&mut buf, area, &Theme::default());
        let title = &buf[(3, 0)];
        assert_eq!((title.symbol(), title.fg), ("S", ratatui::style::Color::Reset));
    }

    #[test]
    fn small_panes_give_their_lines_to_the_content() {
        assert_eq!(Panel::inner(Rect::new(1, 1, 11, 9)), Rect::new(1, 2, 11, 8));
        assert_eq!(Panel::inner(Rect::new(1, 1, 30, 2)), Rect::new(1, 1, 30, 2));
        assert!(shown(12, 3, true, false).starts_with("▌Skills\n"));
        assert!(shown(14, 3, false, false).starts_with("Skills   37/40\n"));
    }

    proptest! {
        #[test]
        fn any_area_draws_and_the_inside_lies_inside(
            x in 0..60u16, y in 0..20u16, w in 0..70u16, h in 0..30u16,
        ) {
            let mut buf = Buffer::empty(Rect::new(0, 0, 60, 20));
            let area = Rect::new(x, y, w, h);
            let panel = Panel { title: "電子署名", note: "3", focused: true };
            let inner = panel.draw(&mut buf, area, &Theme::default());
            prop_assert_eq!(inner.intersection(area), inner);
            let inner = panel.draw_framed(&mut buf, area, &Theme::default());
            prop_assert_eq!(inner.intersection(area), inner);
        }
    }
}
