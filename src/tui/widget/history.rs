//! A strip of marks, one a generation: how a figure went.

use ratatui::text::{Line, Span};

use crate::tui::theme::{Role, Theme};

/// The newest values in at most `cells` cells, oldest to the left, the newest in the accent.
///
/// `range` is what the lowest and the highest mark mean, for example (0.0, 1.0) for a rate; values
/// outside are clamped. An undefined value is the mark for undefined, which keeps its place.
pub fn history(
    theme: &Theme,
    values: &[Option<f64>],
    range: (f64, f64),
    cells: usize,
) -> Line<'static> {
    let newest = &values[values.len().saturating_sub(cells)..];
    let last = newest.len().saturating_sub(1);
    let mark = |(at, value): (usize, &Option<f64>)| {
        let role = if at == last { Role::Accent } else { Role::Filled };
        match value.filter(|value| !value.is_nan()) {
            Some(value) => Span::styled(height(theme, value, range), theme.style(role)),
            None => Span::styled(theme.symbols().undefined, theme.style(Role::Dim)),
        }
    };
    Line::from(newest.iter().enumerate().map(mark).collect::<Vec<_>>())
}

fn height(theme: &Theme, value: f64, (low, high): (f64, f64)) -> &'static str {
    let heights = &theme.symbols().heights;
    let share = if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 1.0 };
    let top = heights.len() - 1;
    // A share of at most 1 of seven steps lies inside the eight heights.
    heights[(share * top as f64).round() as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(values: &[Option<f64>], cells: usize) -> String {
        history(&Theme::default(), values, (0.0, 1.0), cells).to_string()
    }

    #[test]
    fn marks_stand_for_values_and_gaps_stay() {
        let values = [Some(0.0), None, Some(0.5), Some(1.0), Some(7.0), Some(f64::NAN)];
        assert_eq!(strip(&values, 9), "▁—▅██—");
        assert_eq!(strip(&values, 3), "██—");
        assert_eq!(strip(&values, 0), "");
        assert_eq!(strip(&[], 4), "");
    }

    #[test]
    fn a_range_without_width_is_full() {
        let line = history(&Theme::default(), &[Some(3.0)], (3.0, 3.0), 4);
        assert_eq!(line.to_string(), "█");
    }

    #[test]
    fn the_newest_stands_out() {
        let theme = Theme::default();
        let line = history(&theme, &[Some(0.1), Some(0.2)], (0.0, 1.0), 4);
        assert_eq!(line.spans[1].style, theme.style(Role::Accent));
        assert_ne!(line.spans[0].style, line.spans[1].style);
    }
}
