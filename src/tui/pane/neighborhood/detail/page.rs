//! Lines of a detail page: headings, fields, hanging paragraphs, all wrapped to one width.
//!
//! Must not know what the page is about.

use ratatui::text::{Line, Span};

use crate::tui::{
    theme::{Role, Theme},
    widget::text::{Cut, fit, hang, line_width, styled, width, wrap},
};

/// Cells of the labels of fields.
const LABEL: usize = 10;
/// Below this width a field's value stands beneath its label.
const NARROW: usize = 24;

/// A page being written.
#[derive(Debug)]
pub struct Page<'a> {
    pub theme: &'a Theme,
    cells: usize,
    lines: Vec<Line<'static>>,
}

impl<'a> Page<'a> {
    pub fn new(theme: &'a Theme, cells: usize) -> Self {
        Self { theme, cells, lines: Vec::new() }
    }

    pub fn into_lines(self) -> Vec<Line<'static>> {
        self.lines
    }

    /// Cells that the value of a field has.
    pub fn room(&self) -> usize {
        self.cells.saturating_sub(LABEL)
    }

    /// A line of air, never two, never the first.
    pub fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| line_width(line) > 0) {
            self.lines.push(Line::default());
        }
    }

    /// A heading with air above it.
    pub fn heading(&mut self, text: &str) {
        self.gap();
        self.text(Line::styled(text.to_owned(), self.theme.style(Role::Heading)));
    }

    /// A paragraph.
    pub fn text(&mut self, line: Line<'static>) {
        self.lines.extend(wrap(&[line], self.cells));
    }

    /// Untrusted words in one style.
    pub fn say(&mut self, role: Role, text: &str) {
        self.text(in_role(self.theme, role, text));
    }

    /// A path, its beginning cut where it is too long for a line.
    pub fn path(&mut self, indent: usize, path: &str) {
        let ellipsis = self.theme.symbols().ellipsis;
        let line = in_role(self.theme, Role::Dim, path);
        let line = fit(line, self.cells.saturating_sub(indent), Cut::Start, ellipsis);
        self.lines.push(Line::from([vec![Span::raw(" ".repeat(indent))], line.spans].concat()));
    }

    /// A paragraph whose lines all begin behind a mark.
    pub fn hanging(&mut self, mark: Span<'static>, line: Line<'static>) {
        let indent = width(&mark.content) + 1;
        self.lines.extend(hang(vec![mark, Span::raw(" ")], indent, &line, self.cells));
    }

    /// A label and its value.
    pub fn field(&mut self, label: &str, value: Line<'static>) {
        let style = self.theme.style(Role::Dim);
        if self.cells < NARROW {
            self.text(Line::styled(label.to_owned(), style));
            return self.hanging(Span::raw(" "), value);
        }
        self.hanging(Span::styled(format!("{label:<width$}", width = LABEL - 1), style), value);
    }

    /// Things after one another, with what is beyond `most` counted.
    pub fn listed(&self, things: &[String], most: usize) -> String {
        let shown: Vec<&str> = things.iter().take(most).map(String::as_str).collect();
        let mut text = shown.join(", ");
        if things.len() > most {
            text.push_str(&format!(" and {} more", things.len() - most));
        }
        text
    }
}

/// One line of untrusted text in a role.
pub fn in_role(theme: &Theme, role: Role, text: &str) -> Line<'static> {
    styled(text, theme.style(role))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(cells: usize, write: impl FnOnce(&mut Page<'_>)) -> Vec<String> {
        let theme = Theme::default();
        let mut page = Page::new(&theme, cells);
        write(&mut page);
        page.into_lines().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn fields_are_aligned_and_hang() {
        let lines = shown(26, |page| page.field("recall", Line::raw("0.800 with an interval")));
        assert_eq!(lines, ["recall    0.800 with an", "          interval"]);
        let lines = shown(20, |page| page.field("recall", Line::raw("0.800")));
        assert_eq!(lines, ["recall", "  0.800"]);
    }

    #[test]
    fn air_is_never_doubled_nor_at_the_top() {
        let lines = shown(20, |page| {
            page.heading("One");
            page.gap();
            page.heading("Two");
        });
        assert_eq!(lines, ["One", "", "Two"]);
    }

    #[test]
    fn what_is_beyond_is_counted() {
        let things = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let theme = Theme::default();
        let page = Page::new(&theme, 9);
        assert_eq!(page.listed(&things, 2), "a, b and 1 more");
        assert_eq!(page.listed(&things, 3), "a, b, c");
    }
}
