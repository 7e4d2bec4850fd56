//! Figures as text: rates with their intervals, differences with their direction.
//!
//! Rounds for the eye only; what is computed or exported never passes through here.

use ratatui::text::{Line, Span};

use crate::{
    core::measure::{Estimate, Interval, Rate},
    tui::theme::{Role, Theme},
};

/// A value and how sure it is: what a rate and an estimate have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    value: Option<f64>,
    interval: Option<Interval>,
}

impl From<&Rate> for Figure {
    fn from(rate: &Rate) -> Self {
        Self { value: rate.rate, interval: rate.interval }
    }
}

impl From<&Estimate> for Figure {
    fn from(estimate: &Estimate) -> Self {
        Self { value: estimate.value, interval: estimate.interval }
    }
}

/// `0.800 [0.376, 0.964]`; the mark for undefined where there is no value.
pub fn full(theme: &Theme, figure: impl Into<Figure>) -> Line<'static> {
    let Figure { value, interval } = figure.into();
    let mut spans = vec![Span::raw(three(theme, value))];
    if let (Some(_), Some(interval)) = (value, interval) {
        let text = format!(" [{:.3}, {:.3}]", interval.low, interval.high);
        spans.push(Span::styled(text, theme.style(Role::Dim)));
    }
    Line::from(spans)
}

/// `0.800 [0.376, 0.964] 4/5`: with what was counted, for details and headlines.
pub fn counted(theme: &Theme, rate: &Rate) -> Line<'static> {
    let mut line = full(theme, rate);
    let text = format!(" {}/{}", count(rate.hits), count(rate.n));
    line.push_span(Span::styled(text, theme.style(Role::Dim)));
    line
}

/// `.80 [.38 .96]`, 13 cells at most: for tables.
pub fn short_interval(theme: &Theme, figure: impl Into<Figure>) -> Line<'static> {
    let Figure { value, interval } = figure.into();
    let mut line = Line::raw(short(theme, value));
    if let (Some(_), Some(interval)) = (value, interval) {
        let text = format!(" [{} {}]", two(interval.low), two(interval.high));
        line.push_span(Span::styled(text, theme.style(Role::Dim)));
    }
    line
}

/// `.80`, three cells: for badges and matrices. Only a whole is `1.0`, only nothing is `.00`.
pub fn short(theme: &Theme, share: Option<f64>) -> String {
    share.map_or_else(|| theme.symbols().undefined.to_owned(), two)
}

/// `0.800`, five cells.
pub fn three(theme: &Theme, share: Option<f64>) -> String {
    let undefined = || theme.symbols().undefined.to_owned();
    share.map_or_else(undefined, |share| format!("{share:.3}"))
}

fn two(share: f64) -> String {
    let rounded = (share * 100.0).round() / 100.0;
    let text = match share {
        s if s < 1.0 && rounded >= 1.0 => "0.99".to_owned(),
        s if s > 0.0 && rounded <= 0.0 => "0.01".to_owned(),
        _ => format!("{rounded:.2}"),
    };
    match text.strip_prefix('0') {
        Some(short) => short.to_owned(),
        None => text.chars().take(3).collect(),
    }
}

/// A sum of hits: whole where it is whole, since attempts may share a query's weight.
fn count(hits: f64) -> String {
    if (hits - hits.round()).abs() < 1e-9 { format!("{hits:.0}") } else { format!("{hits:.2}") }
}

/// Which direction of a change is the good one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Good {
    Up,
    Down,
    Neither,
}

/// `▲ +0.120`: the direction by symbol and sign, its worth by colour. Nothing for no change, where
/// no change is one that rounds to nothing.
pub fn change(theme: &Theme, before: f64, now: f64, good: Good) -> Option<Span<'static>> {
    let delta = now - before;
    if delta.is_nan() || delta.abs() < 0.0005 {
        return None;
    }
    let mark = theme.symbols().change(delta)?;
    Some(Span::styled(format!("{mark} {delta:+.3}"), theme.style(worth(delta, good))))
}

/// `-3.1 points`, for differences of rates in sentences.
pub fn points(delta: f64) -> String {
    let points = (delta * 1000.0).round() / 10.0;
    // Adding zero turns a negative zero into a plain one.
    format!("{:+.1} points", points + 0.0)
}

/// The role of a change.
pub fn worth(delta: f64, good: Good) -> Role {
    match (good, delta > 0.0) {
        (Good::Neither, _) => Role::Changed,
        (Good::Up, true) | (Good::Down, false) => Role::Better,
        (Good::Up, false) | (Good::Down, true) => Role::Worse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::Method;

    fn four_of_five() -> Rate {
        let (confidence, method) = (0.95, Method::Wilson);
        let interval = Interval { low: 0.375_535, high: 0.963_776, confidence, method };
        Rate { hits: 4.0, n: 5.0, rate: Some(0.8), interval: Some(interval), ..Rate::default() }
    }

    #[test]
    fn a_rate_comes_with_its_interval() {
        let theme = Theme::default();
        assert_eq!(full(&theme, &four_of_five()).to_string(), "0.800 [0.376, 0.964]");
        assert_eq!(counted(&theme, &four_of_five()).to_string(), "0.800 [0.376, 0.964] 4/5");
        assert_eq!(short_interval(&theme, &four_of_five()).to_string(), ".80 [.38 .96]");
        let f1 = Estimate { value: Some(0.5882), ..Estimate::default() };
        assert_eq!(full(&theme, &f1).to_string(), "0.588");
    }

    #[test]
    fn undefined_is_a_mark_and_never_zero() {
        let theme = Theme::default();
        assert_eq!(full(&theme, &Rate::default()).to_string(), "—");
        assert_eq!(counted(&theme, &Rate::default()).to_string(), "— 0/0");
        assert_eq!(short_interval(&theme, &Rate::default()).to_string(), "—");
    }

    #[test]
    fn short_forms_do_not_round_to_the_ends() {
        let shown = [0.0, 0.001, 0.345, 0.5, 0.996, 0.999_9, 1.0].map(two);
        assert_eq!(shown, [".00", ".01", ".35", ".50", ".99", ".99", "1.0"]);
    }

    #[test]
    fn a_change_shows_direction_and_worth() {
        let theme = Theme::default();
        let fell = change(&theme, 0.8, 0.68, Good::Up).unwrap();
        assert_eq!(fell.content, "▼ -0.120");
        assert_eq!(fell.style, theme.style(Role::Worse));
        let fell = change(&theme, 0.8, 0.68, Good::Down).unwrap();
        assert_eq!(fell.style, theme.style(Role::Better));
        assert_eq!(change(&theme, 0.8, 0.8001, Good::Up), None);
        assert_eq!(points(-0.0312), "-3.1 points");
        assert_eq!(points(-0.0001), "+0.0 points");
    }
}
