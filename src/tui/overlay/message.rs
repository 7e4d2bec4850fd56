//! Something to be read to its end: an error in full, an explanation.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
    style::Style,
    text::Line,
};

use super::{
    Overlay, READING, Response,
    sheet::{EDGES, Reader, sheet},
};
use crate::tui::{
    action::{Action, Context},
    theme::Theme,
    widget::text::{line_width, marked_block, wrap},
};

/// A text over the views, closed by any of the keys that close.
#[derive(Debug)]
pub struct Message {
    title: &'static str,
    lines: Vec<Line<'static>>,
    reader: Reader,
}

impl Message {
    /// The text may have several lines; it is made visible here.
    pub fn new(title: &'static str, text: &str) -> Self {
        let lines = marked_block(text, Style::new(), &[]);
        Self { title, lines, reader: Reader::default() }
    }
}

impl Overlay for Message {
    fn contexts(&self) -> &'static [Context] {
        READING
    }

    fn act(&mut self, action: Action) -> Response {
        match action {
            _ if self.reader.act(action) => Response::Stay,
            Action::Escape | Action::Quit | Action::Drill => Response::Close,
            Action::Interrupt => Response::Act(action),
            _ => Response::Stay,
        }
    }

    fn wheel(&mut self, rows: isize) {
        self.reader.wheel(rows);
    }

    fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position> {
        let measure = area.width.saturating_sub(EDGES).min(76);
        let lines = wrap(&self.lines, measure.into());
        let size = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let widest = lines.iter().map(line_width).max().unwrap_or(0).max(self.title.len() + 4);
        let wanted = Size { width: size(widest).min(measure), height: size(lines.len()) };
        let inside = sheet(buf, area, theme, self.title, "", wanted);
        self.reader.draw(buf, inside, theme, &lines);
        None
    }
}
