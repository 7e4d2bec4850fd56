//! Lines of text that are wrapped to a pane and scrolled, with how much of them lies beneath.
//!
//! Must not know what they say.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use crate::tui::{
    action::Action,
    app::Scene,
    theme::Role,
    widget::text::{put, wrap},
};

/// How far a text is scrolled; kept by the view from one drawing to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page {
    first: usize,
}

impl Page {
    /// Back to the first line, for another text.
    pub fn reset(&mut self) {
        self.first = 0;
    }

    /// Scrolls by an action; `false` when it is no movement.
    pub fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Down => self.first = self.first.saturating_add(1),
            Action::Up => self.first = self.first.saturating_sub(1),
            Action::Top => self.first = 0,
            // The drawing knows where the end is.
            Action::Bottom => self.first = usize::MAX,
            _ => return false,
        }
        true
    }

    pub fn wheel(&mut self, rows: i16) {
        self.first = self.first.saturating_add_signed(rows.into());
    }

    /// Draws what shows of the lines, a cell in from both edges.
    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, lines: &[Line<'_>]) {
        let area =
            Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(2), ..area };
        let lines = wrap(lines, area.width.into());
        let height = usize::from(area.height);
        // A long text gives up a line to say so; short areas need every line.
        let room = if lines.len() > height && height >= 4 { height - 1 } else { height };
        let last = lines.len().saturating_sub(room);
        self.first = self.first.min(last);
        for (at, line) in lines.iter().skip(self.first).take(room).enumerate() {
            put(buffer, area, at, line);
        }
        if room < height {
            let symbols = scene.theme.symbols();
            let text = match last - self.first {
                0 => format!("{} {} above", symbols.more_above, self.first),
                below => format!("{} {below} more", symbols.more_below),
            };
            put(buffer, area, room, &Line::styled(text, scene.theme.style(Role::Dim)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_lies_below_the_end() {
        let mut page = Page::default();
        assert!(page.act(Action::Bottom) && page.act(Action::Down));
        assert_eq!(page.first, usize::MAX);
    }
}
