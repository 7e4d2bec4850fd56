//! A share as a horizontal bar, to an eighth of a cell.

use ratatui::text::{Line, Span};

use crate::tui::theme::{Role, Theme};

/// What lies behind the filled part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Blank,
    /// A thin line to the full width, so that the missing part can be seen.
    Track,
}

/// A bar in exactly `cells` cells. The share is clamped to 0..=1; an undefined one is the mark for
/// undefined and blanks, never an empty bar. Whatever is more than nothing shows at least a trace.
pub fn bar(
    theme: &Theme,
    share: Option<f64>,
    cells: usize,
    role: Role,
    ground: Ground,
) -> Line<'static> {
    let symbols = theme.symbols();
    let Some(share) = share.filter(|share| !share.is_nan()) else {
        let mark: String = symbols.undefined.chars().take(cells).collect();
        let blanks = " ".repeat(cells.saturating_sub(1));
        return Line::from(vec![Span::styled(mark, theme.style(Role::Dim)), Span::raw(blanks)]);
    };
    let eighths = eighths(share, cells);
    let (full, part) = (eighths / 8, eighths % 8);
    let mut filled = symbols.filled.repeat(full);
    if let Some(mark) = part.checked_sub(1).and_then(|at| symbols.eighths.get(at)) {
        filled.push_str(mark);
    }
    let rest = cells - full - usize::from(part > 0);
    let rest = match ground {
        Ground::Blank => Span::raw(" ".repeat(rest)),
        Ground::Track => Span::styled(symbols.track.repeat(rest), theme.style(Role::Track)),
    };
    Line::from(vec![Span::styled(filled, theme.style(role)), rest])
}

/// Eighths of cells that a share of `cells` fills. Only the whole fills everything, and only nothing
/// fills nothing.
fn eighths(share: f64, cells: usize) -> usize {
    let all = cells * 8;
    if share <= 0.0 || all == 0 {
        return 0;
    }
    if share >= 1.0 {
        return all;
    }
    // A share below 1 of a count of cells: small, positive, exact enough.
    let rounded = (share * all as f64).round() as usize;
    rounded.clamp(1, all - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tui::{theme::Settings, widget::text::line_width};

    fn drawn(share: Option<f64>, cells: usize) -> String {
        bar(&Theme::default(), share, cells, Role::Filled, Ground::Track).to_string()
    }

    #[test]
    fn a_bar_is_exact_to_an_eighth() {
        assert_eq!(drawn(Some(0.5), 4), "██──");
        assert_eq!(drawn(Some(0.40625), 4), "█▋──");
        assert_eq!(drawn(Some(1.0), 4), "████");
        assert_eq!(drawn(Some(0.0), 4), "────");
    }

    #[test]
    fn almost_nothing_and_almost_all_are_neither() {
        assert_eq!(drawn(Some(1e-9), 4), "▏───");
        assert_eq!(drawn(Some(1.0 - 1e-9), 4), "███▉");
    }

    #[test]
    fn undefined_is_not_empty() {
        assert_eq!(drawn(None, 4), "—   ");
        assert_eq!(drawn(Some(f64::NAN), 4), "—   ");
        assert_eq!(drawn(None, 0), "");
    }

    #[test]
    fn ascii_has_bars_too() {
        let theme = Theme::new(Settings { ascii: true, ..Settings::default() });
        let bar = bar(&theme, Some(0.6), 10, Role::Filled, Ground::Track);
        assert_eq!(bar.to_string(), "######....");
    }

    proptest! {
        #[test]
        fn a_bar_has_its_width_and_grows_with_its_share(
            a in -0.5..1.5f64, b in -0.5..1.5f64, cells in 0..30usize,
        ) {
            let bar = bar(&Theme::default(), Some(a), cells, Role::Filled, Ground::Blank);
            prop_assert_eq!(line_width(&bar), cells);
            prop_assert!(eighths(a.min(b), cells) <= eighths(a.max(b), cells));
        }
    }
}
