//! The log: what happened, in full, newest last.

use std::sync::Arc;

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
    text::{Line, Span},
};

use super::{
    Overlay, READING, Response,
    sheet::{Reader, sheet},
};
use crate::{
    core::{diagnostic::Severity, visible},
    tui::{
        action::{Action, Context},
        theme::{Role, Theme},
        widget::text::hang,
    },
};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// When, as it is to be shown.
    pub time: String,
    pub severity: Severity,
    /// Made visible when it is drawn.
    pub text: String,
}

/// The page. New lines come in while it is open, and it stays where it was read.
#[derive(Debug)]
pub struct LogPage {
    lines: Arc<[LogLine]>,
    reader: Reader,
}

impl LogPage {
    /// A page that follows the newest line until it is scrolled up.
    pub fn new(lines: Arc<[LogLine]>) -> Self {
        Self { lines, reader: Reader::following() }
    }

    /// The lines as they are now.
    pub fn set(&mut self, lines: Arc<[LogLine]>) {
        self.lines = lines;
    }

    fn shown(&self, theme: &Theme, cells: usize) -> Vec<Line<'static>> {
        let symbols = theme.symbols();
        let lines = |line: &LogLine| {
            let (mark, role) = match line.severity {
                Severity::Error => (symbols.wrong, Role::Error),
                Severity::Warning => (symbols.warn, Role::Warn),
                Severity::Note => (symbols.separator, Role::Dim),
            };
            let time = match line.time.as_str() {
                "" => String::new(),
                time => format!("{time} "),
            };
            let time = Span::styled(time, theme.style(Role::Dim));
            let mark = Span::styled(format!("{mark} "), theme.style(role));
            let indent = time.width() + mark.width();
            let text = Line::raw(visible::line(&line.text).into_owned());
            hang(vec![time, mark], indent, &text, cells)
        };
        self.lines.iter().flat_map(lines).collect()
    }
}

impl Overlay for LogPage {
    fn contexts(&self) -> &'static [Context] {
        READING
    }

    fn act(&mut self, action: Action) -> Response {
        match action {
            _ if self.reader.act(action) => Response::Stay,
            Action::Escape | Action::Quit | Action::Log => Response::Close,
            Action::Help | Action::Palette | Action::Interrupt => Response::Act(action),
            _ => Response::Stay,
        }
    }

    fn wheel(&mut self, rows: isize) {
        self.reader.wheel(rows);
    }

    fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position> {
        let wanted = Size { width: 110, height: area.height.saturating_sub(4).max(6) };
        let note = if self.reader.follows() { "" } else { "G newest" };
        let inside = sheet(buf, area, theme, "Log", note, wanted);
        let mut lines = self.shown(theme, inside.width.into());
        if lines.is_empty() {
            lines.push(Line::styled("Nothing happened yet.", theme.style(Role::Dim)));
        }
        self.reader.draw(buf, inside, theme, &lines);
        None
    }
}
