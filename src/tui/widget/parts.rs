//! A line made of parts that matter more or less: where there is no room the least goes first.

use ratatui::text::{Line, Span};

use super::text::{Cut, fit, line_width};
use crate::tui::theme::{Role, Theme};

/// Parts of a line in their order, each with how much it matters.
#[derive(Clone, Debug, Default)]
pub struct Parts(Vec<(u8, Line<'static>)>);

impl Parts {
    /// Adds a part; an empty one is none.
    pub fn push(&mut self, weight: u8, part: impl Into<Line<'static>>) {
        let part = part.into();
        if !part.spans.is_empty() {
            self.0.push((weight, part));
        }
    }

    /// As many parts as fit into `cells`, joined; the one that matters most is cut if it must be.
    pub fn line(mut self, theme: &Theme, cells: usize) -> Line<'static> {
        let symbols = theme.symbols();
        let gap = Span::styled(format!(" {} ", symbols.separator), theme.style(Role::Dim));
        let gap_cells = gap.width();
        loop {
            let used: usize = self.0.iter().map(|(_, part)| line_width(part) + gap_cells).sum();
            if self.0.len() < 2 || used <= cells + gap_cells {
                break;
            }
            let least = self.0.iter().enumerate().min_by_key(|(_, (weight, _))| *weight);
            let Some((least, _)) = least else { break };
            self.0.remove(least);
        }
        let mut line = Line::default();
        for (_, part) in self.0 {
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
    fn the_style_of_a_part_is_not_lost() {
        let theme = Theme::default();
        let mut parts = Parts::default();
        parts.push(1, Line::styled("wrong", theme.style(Role::Wrong)));
        let line = parts.line(&theme, 20);
        assert_eq!(line.spans[0].style, theme.style(Role::Wrong));
    }
}
