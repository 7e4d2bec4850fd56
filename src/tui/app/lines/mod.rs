//! The lines around the panes: what a board says in one row of cells.
//!
//! Must not know views.

mod headline;
mod status;
mod top;

use ratatui::text::{Line, Span};

pub(super) use self::{headline::headline, status::status, top::top};
use crate::tui::{
    theme::{Role, Theme},
    widget::text::{Cut, fit, line_width},
};

/// Parts of a line in their order, each with how much it matters: the least goes first when there
/// is no room.
#[derive(Default)]
struct Parts(Vec<(u8, Line<'static>)>);

impl Parts {
    fn push(&mut self, weight: u8, part: impl Into<Line<'static>>) {
        self.0.push((weight, part.into()));
    }

    /// As many parts as fit into `cells`, joined; the one that matters most is cut if it must be.
    fn line(mut self, theme: &Theme, cells: usize) -> Line<'static> {
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
            line.spans.extend(part.spans);
        }
        fit(line, cells, Cut::End, symbols.ellipsis)
    }
}

/// `1 query`, `12 queries`.
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests;
