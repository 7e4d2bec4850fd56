//! How many more probes an answer needs, if the rate stays what it is.
//!
//! Must not know what a probe costs.

use serde::Serialize;

use crate::core::measure::{
    rate::{Draws, Method},
    wilson::{Confidence, wilson},
};

/// What has been probed: queries, attempts of each, and how far the attempts go together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probed {
    /// Units.
    pub queries: u64,
    /// Attempts a query; a mean where they differ, at least 1.
    pub attempts: f64,
    /// In \[0, 1\]; of no weight with one attempt.
    pub rho: f64,
}

/// Two ways to gather the draws that are missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct More {
    /// Further queries with as many attempts; 0 when there are enough.
    pub queries: u64,
    /// Attempts a query in all; `None` when attempts alone cannot do it.
    pub attempts: Option<u64>,
}

/// The standard normal quantile at .8: the power that every count here is for.
const POWER: f64 = 0.841_621_233_572_914_2;

impl Probed {
    /// What lies behind a rate; `None` behind an undefined one.
    pub fn behind(draws: Draws) -> Option<Self> {
        (draws.units > 0).then(|| Self {
            queries: u64::from(draws.units),
            attempts: draws.attempts / f64::from(draws.units),
            rho: draws.rho.unwrap_or(0.0),
        })
    }

    /// Independent draws that the probes are worth: Q·m / (1 + (m - 1)·rho).
    pub fn draws(self) -> f64 {
        self.queries as f64 * self.attempts / (1.0 + (self.attempts - 1.0) * self.rho)
    }

    /// What it takes until the probes are worth `draws` independent ones.
    ///
    /// More attempts never give more than `queries / rho`.
    pub fn until(self, draws: f64) -> More {
        let Self { queries, attempts, rho } = self;
        let all = draws * (1.0 + (attempts - 1.0) * rho) / attempts;
        let room = queries as f64 - draws * rho;
        More {
            // Floats saturate when cast.
            queries: (all.ceil() as u64).saturating_sub(queries),
            attempts: (room > 0.0).then(|| ((draws * (1.0 - rho) / room).ceil() as u64).max(1)),
        }
    }
}

/// The fewest independent draws at a share `p` whose interval is no wider than `width`.
///
/// `None` unless `p` lies in \[0, 1\] and `width` in (0, 1).
pub fn draws_for_width(p: f64, width: f64, confidence: Confidence) -> Option<u64> {
    if !((0.0..=1.0).contains(&p) && width > 0.0 && width < 1.0) {
        return None;
    }
    let enough = |n: u64| {
        wilson(p, n as f64, confidence, Method::Wilson).is_some_and(|i| i.width() <= width)
    };
    // The width falls with every draw.
    let mut high = 1u64;
    while !enough(high) {
        high = high.checked_mul(2)?;
    }
    Some(least(high / 2 + 1, high, enough))
}

/// The least number from `low` on that is enough; `high` is, and whatever lies above an enough.
pub(super) fn least(mut low: u64, mut high: u64, enough: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low.midpoint(high);
        if enough(middle) { high = middle } else { low = middle + 1 }
    }
    high
}

/// Independent draws until a bar is decided with 80 % power, if the share stays `p`.
///
/// The sample size of a one-sample test of a proportion. `None` when `p` is the bar itself.
pub fn draws_for_bar(p: f64, bar: f64, confidence: Confidence) -> Option<f64> {
    let spread = |share: f64| (share * (1.0 - share)).sqrt();
    let root = (confidence.z() * spread(bar) + POWER * spread(p)) / (p - bar);
    Some(root * root).filter(|draws| draws.is_finite())
}

/// Units until a mean difference `d` is decided with 80 % power; `square` is the mean squared
/// difference of a unit, at least d².
///
/// The sample size of McNemar's test (Connor, 1987), for units whose differences are no longer -1,
/// 0 or 1. `None` when `d` is 0.
pub fn units_for_difference(square: f64, d: f64, confidence: Confidence) -> Option<u64> {
    let square = square.max(d * d);
    let root = (confidence.z() * square.sqrt() + POWER * (square - d * d).sqrt()) / d;
    // Floats saturate when cast.
    Some(root * root).filter(|units| units.is_finite()).map(|units| units.ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::clustered::Units;

    #[test]
    fn draws_for_a_width() {
        let draws = |p, width| draws_for_width(p, width, Confidence::default());
        let wide = [(0.5, 0.1), (0.8, 0.1), (0.9, 0.1), (0.5, 0.2), (0.95, 0.05)];
        assert_eq!(wide.map(|(p, w)| draws(p, w)), [381, 245, 141, 93, 304].map(Some));
        assert_eq!((draws(0.5, 0.0), draws(0.5, 1.0), draws(1.5, 0.1)), (None, None, None));
    }

    #[test]
    fn queries_and_attempts_for_a_bar() {
        let draws = |p, bar| draws_for_bar(p, bar, Confidence::default()).unwrap();
        let queries =
            |draws, attempts, rho| Probed { queries: 0, attempts, rho }.until(draws).queries;
        let n = draws(0.75, 0.70);
        assert!((n - 637.664530).abs() < 1e-6);
        assert_eq!((queries(n, 1.0, 0.0), queries(n, 3.0, 0.6)), (638, 468));
        let n = draws(0.85, 0.80);
        assert!((n - 470.459990).abs() < 1e-6);
        assert_eq!(queries(n, 3.0, 0.6), 346);
        let n = draws(0.65, 0.70);
        assert!((n - 675.579984).abs() < 1e-6);
        assert_eq!(queries(n, 5.0, 0.3), 298);
        let n = draws(1.0, 0.90);
        assert!((n - 34.573129).abs() < 1e-6);
        assert_eq!(queries(n, 3.0, 1.0), 35);
        assert_eq!(draws_for_bar(0.8, 0.8, Confidence::default()), None);
        assert_eq!(draws_for_bar(1.0, 1.0, Confidence::default()), None);
    }

    #[test]
    fn a_rate_knows_what_has_been_probed() {
        let units = Units::of(vec![(3, 3), (3, 3), (3, 2), (3, 0), (3, 1)]);
        let probed = Probed::behind(units.draws()).unwrap();
        assert_eq!((probed.queries, probed.attempts), (5, 3.0));
        assert!((probed.draws() - units.effective().unwrap()).abs() < 1e-9);
        assert_eq!(Probed::behind(Draws::default()), None);
    }

    #[test]
    fn units_for_a_difference() {
        let units = |square, d| units_for_difference(square, d, Confidence::default());
        let known = [(0.25, 0.1), (0.134, 0.1), (0.09, 0.05), (0.3, 0.2), (0.1, -0.1)];
        assert_eq!(known.map(|(square, d)| units(square, d)), [194, 103, 281, 57, 77].map(Some));
        assert_eq!(units(0.25, 0.0), None);
        // A square below d² is no square of any differences: that of equal ones counts.
        assert_eq!(units(0.0, 1.0), Some(4));
    }

    #[test]
    fn attempts_help_only_as_far_as_they_go_their_own_way() {
        let attempts = |p, bar, rho, queries| {
            let draws = draws_for_bar(p, bar, Confidence::default()).unwrap();
            Probed { queries, attempts: 1.0, rho }.until(draws).attempts
        };
        assert_eq!(attempts(0.85, 0.80, 0.6, 400), Some(2));
        assert_eq!(attempts(0.85, 0.80, 0.6, 250), None);
        assert_eq!(attempts(0.90, 0.80, 0.3, 90), Some(2));
        let enough = Probed { queries: 900, attempts: 1.0, rho: 0.0 }.until(100.0);
        assert_eq!(enough, More { queries: 0, attempts: Some(1) });
    }
}
