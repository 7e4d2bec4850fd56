//! What a plan can show, before money is spent on it.
//!
//! Must not know prices, nor what is planned beyond queries and attempts.

use serde::Serialize;

use crate::core::measure::{
    needed::{Probed, units_for_difference},
    rate::{Interval, Method},
    wilson::{Confidence, wilson},
};

/// How far attempts of one query are taken to go together while no run of the set has said.
pub const RHO: f64 = 0.6;

/// What a plan can show if the rate is what is assumed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Outlook {
    /// Independent draws that the probes are worth.
    pub draws: f64,
    /// Around the assumed rate; `None` for a plan without queries.
    pub interval: Option<Interval>,
    /// The smallest difference that a comparison of two such runs decides in 80 %, in steps of
    /// .001; `None` when no difference is large enough.
    pub detectable: Option<f64>,
    /// More attempts add nothing: attempts of one query all do the same.
    pub attempts_idle: bool,
}

impl Outlook {
    /// `rate`: assumed, in \[0, 1\]. `square`: mean squared difference over units of an earlier
    /// comparison of this set, where there was one.
    pub fn of(plan: Probed, rate: f64, square: Option<f64>, confidence: Confidence) -> Self {
        let draws = plan.draws();
        Self {
            draws,
            interval: wilson(rate, draws, confidence, Method::ClusteredWilson),
            detectable: detectable(
                plan.queries,
                |d| square.unwrap_or_else(|| planned_square(rate, plan, d)),
                confidence,
            ),
            attempts_idle: plan.attempts > 1.0 && plan.rho >= 1.0,
        }
    }
}

/// The mean squared difference of a unit that an edit of size `d` leads to: what chance adds, and
/// what the edit does, which moves a query that it moves by about a half.
///
/// 2p(1 - p)(1 - rho) / m + d / 2, for `d` in \[0, 1\].
pub fn planned_square(rate: f64, plan: Probed, d: f64) -> f64 {
    2.0 * rate * (1.0 - rate) * (1.0 - plan.rho) / plan.attempts + d / 2.0
}

/// The smallest difference, in steps of .001, that `units` units decide with 80 % power; `None` when
/// none is large enough.
///
/// `square`: the mean squared difference of a unit at a difference; at least d / 2 is taken, which
/// the edit itself does, so that a pair of runs in which nothing moved promises nothing.
pub fn detectable(units: u64, square: impl Fn(f64) -> f64, confidence: Confidence) -> Option<f64> {
    (1..=1000).map(|step| f64::from(step) / 1000.0).find(|&d| {
        let square = square(d).max(d / 2.0);
        units_for_difference(square, d, confidence).is_some_and(|needed| needed <= units)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(queries: u64, attempts: f64, rho: f64) -> Probed {
        Probed { queries, attempts, rho }
    }

    #[test]
    fn squares_and_units_of_a_planned_comparison() {
        let known = [
            (0.8, 1.0, 0.6, 0.1, 0.178, 138),
            (0.8, 3.0, 0.6, 0.1, 0.092667, 71),
            (0.6, 5.0, 0.6, 0.05, 0.0634, 197),
            (0.9, 3.0, 0.3, 0.05, 0.067, 208),
        ];
        for (p, m, rho, d, want, units) in known {
            let square = planned_square(p, plan(0, m, rho), d);
            assert!((square - want).abs() < 1e-6, "{square}");
            assert_eq!(units_for_difference(square, d, Confidence::default()), Some(units));
        }
    }

    #[test]
    fn detectable_differences() {
        let known = [
            (50, 1.0, 0.181),
            (50, 3.0, 0.126),
            (200, 3.0, 0.052),
            (1381, 1.0, 0.029),
            (10, 3.0, 0.378),
        ];
        for (queries, m, d) in known {
            let outlook = Outlook::of(plan(queries, m, RHO), 0.8, None, Confidence::default());
            assert_eq!(outlook.detectable, Some(d), "{queries} x {m}");
        }
        let few = Outlook::of(plan(3, 1.0, RHO), 0.8, None, Confidence::default());
        assert_eq!(few.detectable, None);
        let seen = Outlook::of(plan(200, 3.0, RHO), 0.8, Some(0.03), Confidence::default());
        assert!(seen.detectable < Some(0.052));
    }

    #[test]
    fn draws_and_width_of_a_plan() {
        let known =
            [(200, 3.0, 272.727273, 0.748507, 0.843159), (100, 1.0, 100.0, 0.711171, 0.866633)];
        for (queries, m, draws, low, high) in known {
            let outlook = Outlook::of(plan(queries, m, RHO), 0.8, None, Confidence::default());
            let interval = outlook.interval.unwrap();
            for (got, want) in [(outlook.draws, draws), (interval.low, low), (interval.high, high)]
            {
                assert!((got - want).abs() < 1e-6, "{got} is not {want}");
            }
        }
        let none = Outlook::of(plan(0, 3.0, RHO), 0.8, None, Confidence::default());
        assert_eq!((none.interval, none.detectable), (None, None));
    }

    #[test]
    fn attempts_of_a_deterministic_agent_are_idle() {
        let outlook = |m, rho| Outlook::of(plan(50, m, rho), 0.8, None, Confidence::default());
        assert!(outlook(3.0, 1.0).attempts_idle);
        assert_eq!(outlook(3.0, 1.0).draws, outlook(1.0, 1.0).draws);
        assert!(!outlook(3.0, 0.6).attempts_idle && !outlook(1.0, 1.0).attempts_idle);
    }
}
