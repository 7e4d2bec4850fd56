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
    /// Come last, and the last of them goes first: time left, spend, rate.
    pub notes: &'a [String],
}

/// Cells of the bar: what it has where there is room, what it is content with, and the least.
const BAR: [usize; 3] = [24, 10, 4];

impl Meter<'_> {
    /// The meter in at most `cells` cells. First the bar shrinks, then the notes go, then the unit,
    /// then the errors, then the bar. The count always shows.
    pub fn line(&self, theme: &Theme, cells: usize) -> Line<'static> {
        let most = (cells / 3).clamp(BAR[2], BAR[0]);
        let richness = (0..3 + self.notes.len()).rev();
        let texts = richness.map(|richness| self.texts(theme, richness)).find_map(|texts| {
            let room = cells.checked_sub(line_width(&texts) + 1)?;
            (room >= most.min(BAR[1])).then_some((texts, room))
        });
        let Some((mut line, room)) = texts else { return self.texts(theme, 0) };
        // Counts of probes are far below what a float counts exactly.
        let share = (self.planned > 0).then(|| self.done as f64 / self.planned as f64);
        let mut spans = bar(theme, share, room.min(most), Role::Filled, Ground::Track).spans;
        spans.push(Span::raw(" "));
        line.spans.splice(0..0, spans);
        line
    }

    /// The count, with the errors from richness 1, the unit from 2 and a note more from 3 on.
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
        for note in self.notes.iter().take(richness.saturating_sub(2)) {
            let text = format!(" {} {note}", theme.symbols().separator);
            line.push_span(Span::styled(text, dim));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(cells: usize) -> String {
        let notes = ["1:20 left".to_owned(), "2/s".to_owned()];
        let run = Meter { done: 34, errored: 2, planned: 218, unit: "probes", notes: &notes };
        run.line(&Theme::default(), cells).to_string()
    }

    #[test]
    fn what_matters_less_goes_first() {
        let text = "34/218 probes ! 2 errored · 1:20 left · 2/s";
        assert_eq!(shown(80), format!("███▊──────────────────── {text}"));
        assert_eq!(shown(60), format!("██▌───────────── {text}"));
        assert_eq!(shown(48), "█▌──────── 34/218 probes ! 2 errored · 1:20 left");
        assert_eq!(shown(44), "██▏─────────── 34/218 probes ! 2 errored");
        assert_eq!(shown(30), "█▌──────── 34/218 ! 2 errored");
        assert_eq!(shown(14), "▋─── 34/218");
        assert_eq!(shown(7), "34/218");
    }

    #[test]
    fn nothing_planned_is_undefined() {
        let none = Meter { done: 0, errored: 0, planned: 0, unit: "", notes: &[] };
        assert_eq!(none.line(&Theme::default(), 12).to_string(), "—    0/0");
    }
}
