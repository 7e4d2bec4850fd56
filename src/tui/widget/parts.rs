//! A line made of parts that matter more or less: where there is no room the least goes first.

use ratatui::text::{Line, Span};

use super::text::{Cut, fit, line_width};
use crate::tui::theme::{Role, Theme};

/// Parts of a line in their order, each with how much it matters.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    parts: Vec<Part>,
    /// What those that go are called, where they are counted.
    counting: Option<&'static str>,
}

#[derive(Clone, Debug)]
struct Part {
    weight: u8,
    /// How many things it tells of.
    counts: usize,
    line: Line<'static>,
}

impl Parts {
    /// Says at the end how many things went with the parts that had no room: `17 more`.
    pub fn counting(self, word: &'static str) -> Self {
        Self { counting: Some(word), ..self }
    }

    /// Adds a part; an empty one is none.
    pub fn push(&mut self, weight: u8, part: impl Into<Line<'static>>) {
        self.push_counted(weight, 0, part);
    }

    /// Adds a part that tells of so many things.
    pub fn push_counted(&mut self, weight: u8, counts: usize, part: impl Into<Line<'static>>) {
        let line = part.into();
        if !line.spans.is_empty() {
            self.parts.push(Part { weight, counts, line });
        }
    }

    /// As many parts as fit into `cells`, joined; the one that matters most is cut if it must be.
    pub fn line(mut self, theme: &Theme, cells: usize) -> Line<'static> {
        let symbols = theme.symbols();
        let gap = Span::styled(format!(" {} ", symbols.separator), theme.style(Role::Dim));
        let gap_cells = gap.width();
        let mut gone = 0;
        let rest = |gone: usize| {
            let word = self.counting.filter(|_| gone > 0)?;
            Some(Line::styled(format!("{gone} {word}"), theme.style(Role::Dim)))
        };
        loop {
            let rest = rest(gone);
            let lines = self.parts.iter().map(|part| &part.line).chain(&rest);
            let used: usize = lines.map(|line| line_width(line) + gap_cells).sum();
            if self.parts.len() < 2 || used <= cells + gap_cells {
                break;
            }
            let least = self.parts.iter().enumerate().min_by_key(|(_, part)| part.weight);
            let Some((least, _)) = least else { break };
            gone += self.parts.remove(least).counts;
        }
        let rest = rest(gone);
        let mut line = Line::default();
        for part in self.parts.into_iter().map(|part| part.line).chain(rest) {
            if !line.spans.is_empty() {
                line.push_span(gap.clone());
            }
            let style = part.style;
            line.spans.extend(part.spans.into_iter().map(|span| {
                let style = style.patch(span.style);
                span.style(style)
            }));
        }
        fit(line, cells, Cut::End, symbols.ellipsis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_least_goes_first() {
        let shown = |cells| {
            let mut parts = Parts::default();
            parts.push(1, "three left");
            parts.push(9, "12/40 probes");
            parts.push(5, "1 errored");
            parts.line(&Theme::default(), cells).to_string()
        };
        assert_eq!(shown(40), "three left · 12/40 probes · 1 errored");
        assert_eq!(shown(30), "12/40 probes · 1 errored");
        assert_eq!(shown(12), "12/40 probes");
        assert_eq!(shown(6), "12/40…");
    }

    #[test]
    fn what_goes_is_counted_where_it_is_wished_for() {
        let shown = |cells| {
            let mut parts = Parts::default().counting("more");
            for (weight, count, text) in [(9, 20, "20 hit"), (3, 3, "3 fired"), (2, 2, "2 late")] {
                parts.push_counted(weight, count, text);
            }
            parts.line(&Theme::default(), cells).to_string()
        };
        assert_eq!(shown(40), "20 hit · 3 fired · 2 late");
        assert_eq!(shown(25), "20 hit · 3 fired · 2 late");
        assert_eq!(shown(24), "20 hit · 5 more", "with the count there is no room for the next");
        assert_eq!(shown(15), "20 hit · 5 more");
    }

    #[test]
    fn the_style_of_a_part_is_not_lost() {
        let theme = Theme::default();
        let mut parts = Parts::default();
        parts.push(1, Line::styled("wrong", theme.style(Role::Wrong)));
        let line = parts.line(&theme, 20);
        assert_eq!(line.spans[0].style, theme.style(Role::Wrong));
    }
}
