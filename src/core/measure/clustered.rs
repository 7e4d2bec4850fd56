//! The clustered Wilson interval: for every figure that is a ratio of sums over units.
//!
//! Probes of one prompt go together, so that `C` of them are worth fewer independent draws. How
//! many is estimated by a one-way analysis of variance (the intraclass correlation of Donner and
//! Koval, 1980) to which two units are added that never vary within: a small sample cannot claim
//! that its attempts are independent. Must not know what a unit or a hit is.

use crate::core::measure::{
    rate::{Draws, Estimate, Interval, Method, Rate},
    wilson::{Confidence, wilson},
};

/// The sums over units that the interval needs; units outside the denominator never enter.
///
/// A unit gives `c` attempts and `a` hits among them (or the sum of `c` values in \[0, 1\]).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Units {
    /// Units with an attempt in the denominator.
    k: f64,
    /// Sum of `c`.
    c: f64,
    /// Sum of `a`.
    a: f64,
    /// Sum of `c²`.
    c2: f64,
    /// Sum of `a² / c`.
    between: f64,
    /// Sum of the squared values; equal to `a` for hits.
    squares: f64,
}

impl Units {
    /// Sums hits over units, given as `(c, a)` with `a` <= `c`, in any order: the result is the
    /// same to the last bit.
    pub fn of(mut units: Vec<(u32, u32)>) -> Self {
        units.sort_unstable();
        let mut sums = Self::default();
        for (c, a) in units {
            sums.add_hits(c, a);
        }
        sums
    }

    /// Sums values in \[0, 1\] over units, each tagged with its unit, in any order.
    pub fn of_values(mut values: Vec<(u32, f64)>) -> Self {
        values.sort_unstable_by(|x, y| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)));
        let mut units: Vec<(f64, f64, f64)> = values
            .chunk_by(|x, y| x.0 == y.0)
            .map(|unit| {
                let sum = unit.iter().map(|(_, value)| value).sum();
                let squares = unit.iter().map(|(_, value)| value * value).sum();
                (unit.len() as f64, sum, squares)
            })
            .collect();
        // The number of a unit depends on the order of arrival; its sums do not.
        units.sort_unstable_by(|x, y| {
            x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)).then(x.2.total_cmp(&y.2))
        });
        let mut sums = Self::default();
        for (c, a, squares) in units {
            sums.add(c, a, squares);
        }
        sums
    }

    /// The sums of `units` units of `attempts` attempts each, from those of their hits and of the
    /// squares of their hits.
    pub(super) fn of_equal(units: u32, attempts: u32, hits: f64, squares: f64) -> Self {
        let (k, m) = (f64::from(units), f64::from(attempts));
        Self { k, c: k * m, a: hits, c2: k * m * m, between: squares / m, squares: hits }
    }

    /// Adds a unit of `c` attempts with `a` hits; a unit without attempts changes nothing.
    pub(super) fn add_hits(&mut self, c: u32, a: u32) {
        if c > 0 {
            self.add(f64::from(c), f64::from(a), f64::from(a));
        }
    }

    /// Takes a unit of `c` attempts without hits out again. Exact, as these sums are integers.
    pub(super) fn remove_empty(&mut self, c: u32) {
        if c > 0 {
            self.k -= 1.0;
            self.c -= f64::from(c);
            self.c2 -= f64::from(c) * f64::from(c);
        }
    }

    fn add(&mut self, c: f64, a: f64, squares: f64) {
        self.k += 1.0;
        self.c += c;
        self.a += a;
        self.c2 += c * c;
        self.between += a * a / c;
        self.squares += squares;
    }

    /// Units in the denominator.
    pub fn count(&self) -> f64 {
        self.k
    }

    /// Attempts a unit, `C / k`; `None` without attempts.
    pub fn mean_attempts(&self) -> Option<f64> {
        (self.k > 0.0).then(|| self.c / self.k)
    }

    /// The share `A / C`; `None` without attempts.
    pub fn share(&self) -> Option<f64> {
        // A sum of values that are all 1 is exact, so that the division can only leave [0, 1] by
        // rounding of fractional values.
        (self.c > 0.0).then(|| (self.a / self.c).clamp(0.0, 1.0))
    }

    /// The intraclass correlation in \[0, 1\]: how far attempts of one unit go together.
    ///
    /// `None` without repeated attempts, where it means nothing; 1 for a single unit.
    pub fn rho(&self) -> Option<f64> {
        let Self { k, c, a, c2, between, squares } = *self;
        if c <= k {
            return None;
        }
        if k < 2.0 {
            return Some(1.0);
        }
        let m0 = (c - c2 / c) / (k - 1.0);
        // Differences of sums of the same size: rounding must not make them negative.
        let ssb = (between - a * a / c).max(0.0);
        let ssw = (squares - between).max(0.0);
        let v = (a + 2.0) * (c - a + 2.0) / ((c + 4.0) * (c + 4.0));
        let msb = (ssb + 2.0 * m0 * v) / (k + 1.0);
        let msw = ssw / (c - k + 2.0 * (m0 - 1.0));
        // m0 >= 1, c > k and v > 0, so that no denominator is 0.
        Some(((msb - msw) / (msb + (m0 - 1.0) * msw)).clamp(0.0, 1.0))
    }

    /// Independent draws that the attempts are worth; `None` without attempts.
    pub fn effective(&self) -> Option<f64> {
        if self.c <= 0.0 {
            return None;
        }
        Some(match self.rho() {
            None => self.c,
            Some(_) if self.k < 2.0 => 1.0,
            Some(rho) => self.c / (1.0 + (self.c2 / self.c - 1.0) * rho),
        })
    }

    /// Plain Wilson when no unit has two attempts, else clustered.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let method = if self.c > self.k { Method::ClusteredWilson } else { Method::Wilson };
        wilson(self.share()?, self.effective()?, confidence, method)
    }

    pub fn draws(&self) -> Draws {
        Draws {
            units: self.k as u32, // A count of units, which are numbered by `u32`.
            attempts: self.c,
            rho: self.rho(),
            effective: self.effective(),
        }
    }

    pub fn rate(&self, confidence: Confidence) -> Rate {
        Rate {
            hits: self.a,
            n: self.c,
            rate: self.share(),
            interval: self.interval(confidence),
            draws: self.draws(),
        }
    }

    /// F1 = 2J / (1 + J) where these units sum J = TP / (TP + FP + FN); the map is monotone, so it
    /// carries the bounds too. `None` when nothing was expected or predicted.
    pub fn f1(&self, confidence: Confidence) -> Estimate {
        let f1 = |j: f64| 2.0 * j / (1.0 + j);
        Estimate {
            value: self.share().map(f1),
            interval: self.interval(confidence).map(|i| Interval {
                low: f1(i.low),
                high: f1(i.high),
                ..i
            }),
            draws: self.draws(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::measure::wilson::naive;

    /// Units as `hits/attempts x times`, for example `3/3 x 2, 2/3`.
    fn units(text: &str) -> Units {
        Units::of(
            text.split(", ")
                .flat_map(|part| {
                    let (unit, times) = part.split_once(" x ").unwrap_or((part, "1"));
                    let (a, c) = unit.split_once('/').unwrap();
                    let pair = (c.parse().unwrap(), a.parse().unwrap());
                    std::iter::repeat_n(pair, times.parse().unwrap())
                })
                .collect(),
        )
    }

    fn close(got: f64, want: f64) -> bool {
        (got - want).abs() < 1e-6
    }

    #[track_caller]
    fn check(units: Units, level: f64, p: f64, rho: Option<f64>, n: f64, low: f64, high: f64) {
        let interval = units.interval(Confidence::new(level).unwrap()).unwrap();
        assert!(close(units.share().unwrap(), p), "p {:?}", units.share());
        assert_eq!(units.rho().is_some(), rho.is_some());
        assert!(close(units.rho().unwrap_or(0.0), rho.unwrap_or(0.0)), "rho {:?}", units.rho());
        assert!(close(units.effective().unwrap(), n), "n_eff {:?}", units.effective());
        assert!(close(interval.low, low), "low {}", interval.low);
        assert!(close(interval.high, high), "high {}", interval.high);
    }

    #[test]
    fn known_intervals_of_rates() {
        let c2 = "3/3 x 2, 2/3, 0/3, 1/3";
        let known = [
            ("1/1 x 4, 0/1", 0.8, None, 5.0, 0.375535, 0.963776),
            (c2, 0.6, Some(0.648144), 6.532280, 0.262562, 0.863377),
            ("3/3 x 10", 1.0, Some(1.0), 10.0, 0.722467, 1.0),
            ("0/3 x 10", 0.0, Some(1.0), 10.0, 0.0, 0.277533),
            ("3/3 x 7, 0/3 x 3", 0.7, Some(1.0), 10.0, 0.396778, 0.892209),
            ("5/5 x 16, 3/5 x 2, 0/5 x 2", 0.86, Some(0.783594), 24.187454, 0.673054, 0.948267),
            ("2/3 x 20", 2.0 / 3.0, Some(0.0), 60.0, 0.540569, 0.772707),
            ("1/1, 3/5, 5/5, 0/2, 4/4, 2/3", 0.75, Some(0.523380), 7.781676, 0.405085, 0.929664),
            ("2/3", 2.0 / 3.0, Some(1.0), 1.0, 0.094186, 0.974664),
            ("2/2, 1/2 x 3, 0/2", 0.5, Some(0.217391), 8.214286, 0.217758, 0.782242),
            ("3/3, 1/3", 2.0 / 3.0, Some(0.712276), 2.474684, 0.183948, 0.946653),
            (
                "3/3 x 150, 2/3 x 20, 1/3 x 10, 0/3 x 20",
                0.833333,
                Some(0.644948),
                262.020554,
                0.783461,
                0.873573,
            ),
            ("0/3 x 200", 0.0, Some(1.0), 200.0, 0.0, 0.018845),
        ];
        for (text, p, rho, n, low, high) in known {
            check(units(text), 0.95, p, rho, n, low, high);
        }
        check(units(c2), 0.90, 0.6, Some(0.648144), 6.532280, 0.303976, 0.837448);
    }

    #[test]
    fn a_precision_whose_units_are_all_right_or_all_wrong_has_rho_one() {
        let known = [
            ("3/3, 2/2, 3/3, 0/1, 0/3", 0.666667, 4.5, 0.260929, 0.918896),
            ("3/3, 1/1, 2/2", 1.0, 2.571429, 0.400978, 1.0),
            ("1/1, 0/1, 0/2", 0.25, 2.666667, 0.033630, 0.761498),
        ];
        for (text, p, n, low, high) in known {
            check(units(text), 0.95, p, Some(1.0), n, low, high);
        }
    }

    #[test]
    fn known_intervals_of_micro_figures_and_f1() {
        let precision = units("2/2, 1/2, 1/1, 0/1, 0/2");
        check(precision, 0.95, 0.5, Some(0.577614), 5.581875, 0.180761, 0.819239);
        let recall = units("2/2, 1/2 x 2, 0/2");
        check(recall, 0.95, 0.5, Some(0.411765), 5.666667, 0.182188, 0.817812);
        let j = units("3/3, 2/3, 0/3, 0/1, 0/2");
        check(j, 0.95, 0.416667, Some(0.755575), 5.311398, 0.130342, 0.772942);
        let f1 = j.f1(Confidence::default());
        let interval = f1.interval.unwrap();
        assert!(close(f1.value.unwrap(), 0.588235));
        assert!(close(interval.low, 0.230623) && close(interval.high, 0.871931));
    }

    #[test]
    fn known_interval_of_values() {
        let third = 1.0 / 3.0;
        let values = [[1.0, 1.0, 0.5], [0.5, 0.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.0, third]];
        let values = (0..).zip(values).flat_map(|(unit, row)| row.map(|value| (unit, value)));
        let units = Units::of_values(values.collect());
        check(units, 0.95, 0.611111, Some(0.732739), 4.867209, 0.234634, 0.889564);
    }

    #[test]
    fn nothing_is_undefined() {
        let rate = Units::of(vec![(0, 0)]).rate(Confidence::default());
        assert_eq!(rate, Rate::default());
        assert_eq!(Units::default().f1(Confidence::default()), Estimate::default());
    }

    fn any_units() -> impl Strategy<Value = Vec<(u32, u32)>> {
        let unit = (1u32..8).prop_flat_map(|c| (Just(c), 0..=c));
        prop::collection::vec(unit, 1..40)
    }

    proptest! {
        #[test]
        fn between_one_draw_a_unit_and_one_an_attempt(units in any_units()) {
            let sums = Units::of(units);
            let n = sums.effective().unwrap();
            prop_assert!(n <= sums.c + 1e-9);
            prop_assert!(n >= sums.c * sums.c / sums.c2 - 1e-9);
            let interval = sums.interval(Confidence::default()).unwrap();
            let p = sums.share().unwrap();
            prop_assert!(interval.low <= p && p <= interval.high);
            let naive = naive(&sums.rate(Confidence::default()), Confidence::default()).unwrap();
            prop_assert!(naive.width() <= interval.width() + 1e-12);
        }

        #[test]
        fn order_changes_no_bit(units in any_units(), by in 0usize..40) {
            let mut turned = units.clone();
            turned.rotate_left(by % units.len());
            prop_assert_eq!(Units::of(units), Units::of(turned));
        }

        #[test]
        fn hits_are_values_of_one(units in any_units()) {
            let values = units.iter().zip(0..).flat_map(|(&(c, a), unit)| {
                (0..c).map(move |i| (unit, if i < a { 1.0 } else { 0.0 }))
            });
            prop_assert_eq!(Units::of_values(values.collect()), Units::of(units));
        }

        #[test]
        fn an_empty_unit_taken_out_leaves_no_trace(units in any_units(), c in 0u32..9) {
            let before = Units::of(units);
            let mut after = before;
            after.add_hits(c, 0);
            after.remove_empty(c);
            prop_assert_eq!(before, after);
        }
    }
}
