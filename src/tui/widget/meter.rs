//! Progress of something counted: a bar, the count, what went wrong.

use ratatui::text::{Line, Span};

use super::bar::{Ground, bar};
use crate::tui::{
    theme::{Role, Theme},
    widget::text::line_width,
};

/// How far something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meter<'a> {
    /// Finished, errors included.
    pub done: usize,
    /// Errors among the finished; they are never misses, so they show apart.
    pub errored: usize,
    pub planned: usize,
    /// What is counted, for example `probes`.
    pub unit: &'a str,
    /// Comes last and goes first: rate, time left, spend.
    pub note: &'a str,
}

impl Meter<'_> {
    /// The meter in at most `cells` cells: first the note goes, then the unit, then the errors, then
    /// the bar, which otherwise takes a third, between 4 and 24 cells. The count always shows.
    pub fn line(&self, theme: &Theme, cells: usize) -> Line<'static> {
        let size = (cells / 3).clamp(4, 24);
        let fits = |texts: &Line<'_>| line_width(texts) + size < cells;
        let texts = (0..4).rev().map(|richness| self.texts(theme, richness)).find(fits);
        let Some(mut line) = texts else { return self.texts(theme, 0) };
        // Counts of probes are far below what a float counts exactly.
        let share = (self.planned > 0).then(|| self.done as f64 / self.planned as f64);
        let mut spans = bar(theme, share, size, Role::Filled, Ground::Track).spans;
        spans.push(Span::raw(" "));
        line.spans.splice(0..0, spans);
        line
    }

    /// The count, with the errors from richness 1, the unit from 2 and the note at 3.
    fn texts(&self, theme: &Theme, richness: usize) -> Line<'static> {
        let dim = theme.style(Role::Dim);
        let mut line = Line::raw(format!("{}/{}", self.done, self.planned));
        if richness >= 2 && !self.unit.is_empty() {
            line.push_span(Span::styled(format!(" {}", self.unit), dim));
        }
        if richness >= 1 && self.errored > 0 {
            let text = format!(" {} {} errored", theme.symbols().errored, self.errored);
            line.push_span(Span::styled(text, theme.style(Role::Error)));
        }
        if richness >= 3 && !self.note.is_empty() {
            let text = format!(" {} {}", theme.symbols().separator, self.note);
            line.push_span(Span::styled(text, dim));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: Meter<'_> =
        Meter { done: 34, errored: 2, planned: 218, unit: "probes", note: "ETA 1:20" };

    fn shown(meter: Meter<'_>, cells: usize) -> String {
        meter.line(&Theme::default(), cells).to_string()
    }

    #[test]
    fn what_matters_less_goes_first() {
        let full = "██▊─────────────── 34/218 probes ! 2 errored · ETA 1:20";
        assert_eq!(shown(RUN, 56), full);
        assert_eq!(shown(RUN, 44), "██▏─────────── 34/218 probes ! 2 errored");
        assert_eq!(shown(RUN, 30), "█▌──────── 34/218 ! 2 errored");
        assert_eq!(shown(RUN, 14), "▋─── 34/218");
        assert_eq!(shown(RUN, 7), "34/218");
    }

    #[test]
    fn nothing_planned_is_undefined() {
        let none = Meter { done: 0, errored: 0, planned: 0, unit: "", note: "" };
        assert_eq!(shown(none, 12), "—    0/0");
    }
}
