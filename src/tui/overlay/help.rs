//! The help page: every key, made from the keymap, so that it cannot be wrong.

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
    text::{Line, Span},
};

use super::{
    Overlay, READING, Response, TYPING,
    sheet::{Reader, sheet},
};
use crate::tui::{
    action::{Action, Context, Group},
    keys::Keymap,
    theme::{Role, Theme},
    widget::{
        line::{Edited, LineEdit},
        text::{Cut, fit, line_width},
    },
};

/// Cells for the keys; a row with more keys runs into its text by as much.
const KEYS: usize = 15;
/// The same where rows are shorter than [`NARROW`].
const FEW_KEYS: usize = 5;
const NARROW: usize = 48;
/// Where two columns of rows have room beside each other.
const TWO_COLUMNS: u16 = 110;

/// One row: what keys do something.
#[derive(Clone, Debug)]
struct Row {
    keys: String,
    doc: String,
    id: &'static str,
}

/// Rows under a heading.
#[derive(Clone, Debug)]
struct Section {
    title: String,
    rows: Vec<Row>,
}

/// The page. Made when it opens, from the keymap of that moment.
#[derive(Debug)]
pub struct Help {
    sections: Vec<Section>,
    filter: LineEdit,
    typing: bool,
    reader: Reader,
}

impl Help {
    /// The keys of the contexts on the stack first, then those of everywhere, then the others.
    pub fn new(keymap: &Keymap, stack: &[Context]) -> Self {
        let mut sections = Vec::new();
        let here = |context: &Context| stack.contains(context) && *context != Context::Global;
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            Context::all().filter(|context| *context != Context::Global).partition(here);
        for context in here {
            sections.push(Section {
                title: context.title().to_owned(),
                rows: rows(keymap, context, |_| true),
            });
        }
        for group in Group::all() {
            sections.push(Section {
                title: group.title().to_owned(),
                rows: rows(keymap, Context::Global, |action| action.group() == group),
            });
        }
        for context in elsewhere {
            sections.push(Section {
                title: context.title().to_owned(),
                rows: rows(keymap, context, |_| true),
            });
        }
        sections.retain(|section| !section.rows.is_empty());
        Self { sections, filter: LineEdit::default(), typing: false, reader: Reader::default() }
    }

    /// The sections that the filter leaves, each as lines of at most `cells` cells.
    fn blocks(&self, theme: &Theme, cells: usize) -> Vec<Vec<Line<'static>>> {
        let needle = self.filter.text().to_lowercase();
        let fits = |row: &&Row| {
            needle.split_whitespace().all(|word| {
                let doc = row.doc.to_lowercase();
                // A key is asked for as it is, since `g` and `G` differ.
                doc.contains(word)
                    || row.id.contains(word)
                    || row.keys.split(' ').any(|k| k == word)
            })
        };
        let least = if cells < NARROW { FEW_KEYS } else { KEYS };
        let mut blocks = Vec::new();
        for section in &self.sections {
            let rows: Vec<_> = section.rows.iter().filter(fits).collect();
            if rows.is_empty() {
                continue;
            }
            let mut lines = vec![Line::styled(section.title.clone(), theme.style(Role::Heading))];
            for row in rows {
                let keys = Span::styled(format!(" {:<least$}", row.keys), theme.style(Role::Key));
                let line = Line::from(vec![keys, Span::raw(format!(" {}", row.doc))]);
                lines.push(fit(line, cells, Cut::End, theme.symbols().ellipsis));
            }
            lines.push(Line::default());
            blocks.push(lines);
        }
        blocks
    }

    /// The page as lines: in two columns where there is room, cut between two sections.
    fn lines(&self, theme: &Theme, width: u16) -> Vec<Line<'static>> {
        let cells = usize::from(width);
        if width < TWO_COLUMNS {
            return self.blocks(theme, cells).concat();
        }
        let half = cells / 2;
        let blocks = self.blocks(theme, half - 2);
        let total: usize = blocks.iter().map(Vec::len).sum();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for block in blocks {
            let goes_left = right.is_empty() && left.len() + block.len() / 2 <= total / 2;
            (if goes_left { &mut left } else { &mut right }).extend(block);
        }
        left.resize(left.len().max(right.len()), Line::default());
        right.resize(left.len(), Line::default());
        let beside = |(mut a, b): (Line<'static>, Line<'static>)| {
            let gap = half.saturating_sub(line_width(&a));
            if !b.spans.is_empty() {
                a.push_span(Span::raw(" ".repeat(gap)));
                a.spans.extend(b.spans.into_iter().map(|span| span.patch_style(b.style)));
            }
            a
        };
        // A heading has its style on the line, which two columns share.
        let plain = |line: Line<'static>| {
            let style = line.style;
            Line::from(line.spans.into_iter().map(|s| s.patch_style(style)).collect::<Vec<_>>())
        };
        left.into_iter().map(plain).zip(right).map(beside).collect()
    }
}

/// The rows of a context, an action a row, in the order of the registry.
fn rows(keymap: &Keymap, context: Context, wanted: impl Fn(Action) -> bool) -> Vec<Row> {
    let row = |action: Action| {
        let keys: Vec<String> = keymap
            .of_context(context)
            .filter(|(_, bound)| bound.action == Some(action))
            .map(|(chord, _)| chord.to_string())
            .collect();
        let doc = keymap.doc(action).to_owned();
        (!keys.is_empty()).then(|| Row { keys: keys.join(" "), doc, id: action.id() })
    };
    Action::all().filter(|action| wanted(*action)).filter_map(row).collect()
}

impl Overlay for Help {
    fn contexts(&self) -> &'static [Context] {
        if self.typing { TYPING } else { READING }
    }

    fn accepts(&self) -> Option<&'static str> {
        Some("keep the filter")
    }

    fn act(&mut self, action: Action) -> Response {
        match action {
            _ if self.reader.act(action) => {}
            Action::Filter => self.typing = true,
            Action::Accept => self.typing = false,
            // Esc clears the filter before it closes anything.
            Action::Escape if self.typing || !self.filter.is_empty() => {
                self.typing = false;
                self.filter.clear();
            }
            Action::Escape | Action::Quit | Action::Help => return Response::Close,
            Action::Palette | Action::Interrupt => return Response::Act(action),
            _ => {}
        }
        Response::Stay
    }

    fn typed(&mut self, key: KeyEvent) -> Response {
        if self.typing && self.filter.key(key) == Edited::Text {
            self.reader = Reader::default();
        }
        Response::Stay
    }

    fn pasted(&mut self, text: &str) -> Response {
        if self.typing {
            self.filter.paste(text);
        }
        Response::Stay
    }

    fn wheel(&mut self, rows: isize) {
        self.reader.wheel(rows);
    }

    fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position> {
        let wanted = Size { width: 118, height: area.height };
        let note = if self.typing { "" } else { "/ filter" };
        let inside = sheet(buf, area, theme, "Help", note, wanted);
        let filtered = self.typing || !self.filter.is_empty();
        let bar = u16::from(filtered && inside.height > 1);
        let body = Rect { y: inside.y + bar, height: inside.height - bar, ..inside };
        let lines = self.lines(theme, body.width);
        self.reader.draw(buf, body, theme, &lines);
        let line = Rect { height: bar, ..inside };
        let cursor = (bar > 0).then(|| self.filter.draw(buf, line, theme, "/"));
        cursor.filter(|_| self.typing)
    }
}
