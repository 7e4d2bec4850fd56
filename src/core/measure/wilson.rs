//! The score interval of Wilson (1927), without continuity correction.
//!
//! Must not know what was counted; [`crate::core::measure::clustered`] decides how many
//! independent draws a count is worth.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::core::measure::rate::{Interval, Method, Rate};

/// A two-sided confidence level in (0, 1) with its normal quantile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    level: f64,
    z: f64,
}

impl Confidence {
    /// `None` unless 0 < `level` < 1.
    pub fn new(level: f64) -> Option<Self> {
        (level > 0.0 && level < 1.0).then(|| Self::at(level))
    }

    fn at(level: f64) -> Self {
        Self { level, z: Normal::standard().inverse_cdf(1.0 - (1.0 - level) / 2.0) }
    }

    pub fn level(self) -> f64 {
        self.level
    }

    /// The chance that an interval of this level misses: `1 - level`, rounded to 12 decimals so that
    /// a level of .95 leaves .05.
    pub fn error(self) -> f64 {
        ((1.0 - self.level) * 1e12).round() / 1e12
    }

    /// The standard normal quantile at 1 - (1 - level) / 2; 1.959964 at 95 %.
    pub fn z(self) -> f64 {
        self.z
    }
}

impl Default for Confidence {
    /// 95 %.
    fn default() -> Self {
        Self::at(0.95)
    }
}

/// The interval around a share `p` seen in `n` independent draws.
///
/// `p` in \[0, 1\]; `n` may be fractional (an effective sample size). The low bound is exactly 0 at
/// `p` = 0 and the high bound exactly 1 at `p` = 1. `None` when `n` is not above 0.
pub fn wilson(p: f64, n: f64, confidence: Confidence, method: Method) -> Option<Interval> {
    if n.is_nan() || n <= 0.0 || !(0.0..=1.0).contains(&p) {
        return None;
    }
    let z2 = confidence.z * confidence.z;
    let centre = (p * n + z2 / 2.0) / (n + z2);
    let half = confidence.z / (n + z2) * (n * p * (1.0 - p) + z2 / 4.0).sqrt();
    Some(Interval {
        low: if p == 0.0 { 0.0 } else { (centre - half).max(0.0) },
        high: if p == 1.0 { 1.0 } else { (centre + half).min(1.0) },
        confidence: confidence.level,
        method,
    })
}

/// The interval that takes every attempt behind a rate for an independent draw: too narrow where
/// attempts repeat, and shown only to be compared.
pub fn naive(rate: &Rate, confidence: Confidence) -> Option<Interval> {
    wilson(rate.rate?, rate.n, confidence, Method::Wilson)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bounds(hits: f64, n: f64, level: f64) -> (f64, f64) {
        let confidence = Confidence::new(level).unwrap();
        let interval = wilson(hits / n, n, confidence, Method::Wilson).unwrap();
        (interval.low, interval.high)
    }

    #[test]
    fn the_quantile_is_exact_enough() {
        assert!((Confidence::default().z() - 1.959_963_984_540_054).abs() < 1e-9);
        assert_eq!(Confidence::new(0.95), Some(Confidence::default()));
        assert_eq!(Confidence::new(0.0), None);
        assert_eq!(Confidence::new(1.0), None);
        assert_eq!(Confidence::new(f64::NAN), None);
    }

    #[test]
    fn four_of_five() {
        let (low, high) = bounds(4.0, 5.0, 0.95);
        assert_eq!(format!("{:.3} [{low:.3}, {high:.3}]", 0.8), "0.800 [0.376, 0.964]");
    }

    #[test]
    fn known_bounds() {
        let known = [
            (0.0, 1.0, 0.95, 0.0, 0.7934506856),
            (1.0, 1.0, 0.95, 0.2065493144, 1.0),
            (1.0, 2.0, 0.95, 0.0945312057, 0.9054687943),
            (1.0, 3.0, 0.95, 0.0614919447, 0.7923403992),
            (0.0, 5.0, 0.95, 0.0, 0.4344824648),
            (2.0, 5.0, 0.95, 0.1176207742, 0.7692757187),
            (3.0, 5.0, 0.95, 0.2307242813, 0.8823792258),
            (5.0, 5.0, 0.95, 0.5655175352, 1.0),
            (5.0, 10.0, 0.95, 0.2365930905, 0.7634069095),
            (7.0, 10.0, 0.95, 0.3967781475, 0.8922087326),
            (1.0, 20.0, 0.95, 0.0088814488, 0.2361311934),
            (50.0, 100.0, 0.95, 0.4038315304, 0.5961684696),
            (80.0, 100.0, 0.95, 0.7111708344, 0.8666330667),
            (0.0, 100.0, 0.95, 0.0, 0.0369934982),
            (333.0, 1000.0, 0.95, 0.3044779033, 0.3628002340),
            (7.0, 10.0, 0.90, 0.4416997959, 0.8731234161),
            (7.0, 10.0, 0.99, 0.3200246792, 0.9204336835),
        ];
        for (hits, n, level, low, high) in known {
            let got = bounds(hits, n, level);
            assert!((got.0 - low).abs() < 1e-9, "{hits}/{n} low {}", got.0);
            assert!((got.1 - high).abs() < 1e-9, "{hits}/{n} high {}", got.1);
        }
    }

    #[test]
    fn nothing_drawn_is_undefined() {
        assert_eq!(wilson(0.0, 0.0, Confidence::default(), Method::Wilson), None);
        assert_eq!(wilson(f64::NAN, 1.0, Confidence::default(), Method::Wilson), None);
        assert_eq!(wilson(0.5, f64::NAN, Confidence::default(), Method::Wilson), None);
    }

    proptest! {
        #[test]
        fn the_share_lies_inside_and_snaps_only_at_the_ends(
            n in 1u32..3000, part in 0.0..=1.0f64, level in 0.5..0.999f64,
        ) {
            let hits = (f64::from(n) * part).floor();
            let p = hits / f64::from(n);
            let (low, high) = bounds(hits, f64::from(n), level);
            prop_assert!(0.0 <= low && low <= p && p <= high && high <= 1.0);
            prop_assert_eq!(low == 0.0, hits == 0.0);
            prop_assert_eq!(high == 1.0, hits == f64::from(n));
        }
    }
}
