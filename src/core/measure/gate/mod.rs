//! A bar and an interval: passed, failed, or not decided.
//!
//! Must not know how bars are configured, nor what an exit code is.

mod assertion;
mod bar;
mod figure;
mod judge;
mod propose;
mod ratchet;
mod reach;
mod reason;

pub use self::{
    assertion::{Assertion, Misplaced},
    bar::{Bar, NoBar, On},
    figure::Figure,
    judge::{Decide, Gate, Judged, Report, Ruling},
    propose::propose,
    ratchet::{Ratchet, ratchet, rules_out},
    reason::Reason,
};

use serde::Serialize;

use crate::core::measure::{completion::Completion, rate::Interval, wilson::Confidence};

/// What an interval says about a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Verdict {
    Fail,
    /// The bar lies within the interval, the figure is undefined, or too much is missing.
    Undecided,
    Pass,
}

/// Which side of the bar is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, strum::Display, strum::EnumString)]
pub enum Bound {
    #[serde(rename = "min")]
    #[strum(serialize = "min")]
    Minimum,
    #[serde(rename = "max")]
    #[strum(serialize = "max")]
    Maximum,
}

/// A minimum passes when the low end reaches it and fails when the high end does not; a maximum the
/// other way round.
pub fn decide(interval: Interval, bound: Bound, bar: f64) -> Verdict {
    let Interval { low, high, .. } = interval;
    let (passes, fails) = match bound {
        Bound::Minimum => (low >= bar, high < bar),
        Bound::Maximum => (high <= bar, low > bar),
    };
    match (passes, fails) {
        (true, _) => Verdict::Pass,
        (_, true) => Verdict::Fail,
        _ => Verdict::Undecided,
    }
}

/// As [`decide`]; undecided where nothing is defined, or below the floor of completion.
pub fn verdict(
    interval: Option<Interval>,
    bound: Bound,
    bar: f64,
    completion: &Completion,
) -> Verdict {
    match interval {
        Some(interval) if !completion.below_floor() => decide(interval, bound, bar),
        _ => Verdict::Undecided,
    }
}

/// The units below which a minimum cannot be passed even if every probe hits: k hits of k units
/// reach k / (k + z²).
///
/// `None` for a bar outside \[0, 1), which nothing or everything passes.
pub fn least_units(bar: f64, confidence: Confidence) -> Option<u64> {
    let z = confidence.z();
    (0.0..1.0).contains(&bar).then(|| (z * z * bar / (1.0 - bar)).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::rate::Method;

    fn interval(low: f64, high: f64) -> Option<Interval> {
        Some(Interval { low, high, confidence: 0.95, method: Method::Wilson })
    }

    #[test]
    fn the_bar_decides_from_outside_the_interval_only() {
        let whole = Completion { planned: 20, scored: 19, ..Completion::default() };
        let minimum = |low, high| verdict(interval(low, high), Bound::Minimum, 0.7, &whole);
        assert_eq!(minimum(0.7, 0.9), Verdict::Pass);
        assert_eq!(minimum(0.6, 0.7), Verdict::Undecided);
        assert_eq!(minimum(0.5, 0.69), Verdict::Fail);
        let maximum = |low, high| verdict(interval(low, high), Bound::Maximum, 0.1, &whole);
        assert_eq!(maximum(0.0, 0.1), Verdict::Pass);
        assert_eq!(maximum(0.1, 0.2), Verdict::Undecided);
        assert_eq!(maximum(0.11, 0.2), Verdict::Fail);
        assert_eq!(verdict(None, Bound::Minimum, 0.7, &whole), Verdict::Undecided);
        let torn = Completion { planned: 20, scored: 18, ..Completion::default() };
        let high = interval(0.9, 1.0);
        assert_eq!(verdict(high, Bound::Minimum, 0.7, &torn), Verdict::Undecided);
    }

    #[test]
    fn few_units_never_pass() {
        let least = |bar| least_units(bar, Confidence::default());
        let units = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95].map(least);
        assert_eq!(units, [4, 6, 9, 16, 35, 73].map(Some));
        assert_eq!((least(1.0), least(0.0), least(f64::NAN)), (None, Some(0), None));
    }
}
