//! The whole distribution of what a run can show, where every query has as many attempts.
//!
//! The model: the rate of a query is drawn from a beta distribution around `mu`, so that attempts
//! of one query go together by `rho`. Every figure and interval then depends on the sum of hits and
//! of their squares alone, whose distribution is convolved query by query: no simulation, no noise.
//! Must not know what is asked of the distribution.

use crate::core::measure::{
    clustered::Units,
    gate::{Bound, Verdict, decide},
    wilson::Confidence,
};

/// What is lost for each state that is too unlikely to follow.
const NEGLIGIBLE: f64 = 1e-18;

/// A run whose rates are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// Units.
    pub units: u32,
    /// Attempts of each, at least 1.
    pub attempts: u32,
    /// Mean rate, in \[0, 1\].
    pub mu: f64,
    /// How far attempts of a unit go together, in \[0, 1\].
    pub rho: f64,
}

/// What a gate says of runs of a model, as chances that add up to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Odds {
    pub pass: f64,
    pub fail: f64,
    pub undecided: f64,
}

impl Odds {
    /// The chance that of two runs one passes and the other fails.
    pub fn contradiction(self) -> f64 {
        2.0 * self.pass * self.fail
    }
}

/// Chances by the second sum, from `from` on, at one value of the first.
#[derive(Clone, Debug, Default)]
struct Row {
    from: usize,
    chances: Vec<f64>,
}

impl Model {
    /// The beta-binomial chances of 0 to `attempts` hits of one unit.
    pub fn hits(self) -> Vec<f64> {
        let m = self.attempts;
        // At exactly 1 the formula is 0 / 0; there and here all attempts of a unit agree.
        let rho = self.rho.clamp(0.0, 1.0 - 1e-12);
        let rising = |share: f64, n: u32| -> f64 {
            (0..n).map(|i| share * (1.0 - rho) + f64::from(i) * rho).product()
        };
        let mut choose = 1.0;
        (0..=m)
            .map(|h| {
                let ways = choose;
                choose *= f64::from(m - h) / f64::from(h + 1);
                ways * rising(self.mu, h) * rising(1.0 - self.mu, m - h) / rising(1.0, m)
            })
            .collect()
    }

    /// Every result that a run can have with its chance; the chances add up to 1.
    pub fn results(self) -> impl Iterator<Item = (f64, Units)> {
        let (units, attempts) = (self.units, self.attempts);
        self.sums().into_iter().enumerate().flat_map(move |(hits, row)| {
            let from = row.from;
            row.chances.into_iter().enumerate().map(move |(at, chance)| {
                // The second sum counts pairs of hits: h² = h + 2 · pairs.
                let squares = hits + 2 * (from + at);
                (chance, Units::of_equal(units, attempts, hits as f64, squares as f64))
            })
        })
    }

    /// The chance of a property of the result.
    pub fn chance(self, of: impl Fn(&Units) -> bool) -> f64 {
        self.results().filter(|(_, units)| of(units)).map(|(chance, _)| chance).sum()
    }

    /// The chance that the interval covers `mu`.
    pub fn coverage(self, confidence: Confidence) -> f64 {
        self.chance(|units| {
            units.interval(confidence).is_some_and(|i| i.low <= self.mu && self.mu <= i.high)
        })
    }

    /// What a gate at `bar` says of the runs of this model.
    pub fn odds(self, bound: Bound, bar: f64, confidence: Confidence) -> Odds {
        let mut odds = Odds::default();
        for (chance, units) in self.results() {
            match units.interval(confidence).map(|interval| decide(interval, bound, bar)) {
                Some(Verdict::Pass) => odds.pass += chance,
                Some(Verdict::Fail) => odds.fail += chance,
                _ => odds.undecided += chance,
            }
        }
        odds
    }

    /// The same, decided by the estimate alone.
    pub fn odds_of_the_estimate(self, bound: Bound, bar: f64) -> Odds {
        let pass = self.chance(|units| {
            units.share().is_some_and(|share| match bound {
                Bound::Minimum => share >= bar,
                Bound::Maximum => share <= bar,
            })
        });
        Odds { pass, fail: 1.0 - pass, undecided: 0.0 }
    }

    /// Chances by the sum of hits, then by the sum of pairs of hits.
    fn sums(self) -> Vec<Row> {
        let hits = self.hits();
        let one = vec![Row { from: 0, chances: vec![1.0] }];
        (0..self.units).fold(one, |rows, _| convolved(&rows, &hits))
    }
}

fn convolved(rows: &[Row], hits: &[f64]) -> Vec<Row> {
    (0..rows.len() + hits.len() - 1)
        .map(|sum| {
            let terms = || {
                hits.iter().enumerate().filter_map(move |(h, chance)| {
                    let row = rows.get(sum.checked_sub(h)?)?;
                    let shift = row.from + h * h.saturating_sub(1) / 2;
                    (!row.chances.is_empty()).then_some((*chance, shift, &row.chances))
                })
            };
            let Some(from) = terms().map(|(_, shift, _)| shift).min() else {
                return Row::default();
            };
            let end = terms().map(|(_, shift, row)| shift + row.len()).max().unwrap_or(from);
            let mut chances = vec![0.0; end - from];
            for (chance, shift, row) in terms() {
                // `from` is the least shift and `end` the greatest end.
                for (sum, part) in chances[shift - from..].iter_mut().zip(row) {
                    *sum += chance * part;
                }
            }
            trimmed(from, chances)
        })
        .collect()
}

/// Without the unlikely ends.
fn trimmed(from: usize, mut chances: Vec<f64>) -> Row {
    let likely = |chance: &f64| *chance > NEGLIGIBLE;
    let Some(first) = chances.iter().position(likely) else { return Row::default() };
    let last = chances.iter().rposition(likely).unwrap_or(first);
    chances.truncate(last + 1);
    chances.drain(..first);
    Row { from: from + first, chances }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::{rate::Method, wilson::wilson};

    fn model(units: u32, attempts: u32, mu: f64, rho: f64) -> Model {
        Model { units, attempts, mu, rho }
    }

    #[track_caller]
    fn near(got: f64, want: f64) {
        assert!((got - want).abs() < 1e-6, "{got} is not {want}");
    }

    #[test]
    fn known_coverage_ours_and_naive() {
        let confidence = Confidence::default();
        let known = [
            (model(20, 1, 0.8, 0.3), 0.956328, None),
            (model(20, 1, 0.95, 0.9), 0.924516, None),
            (model(20, 3, 0.8, 0.6), 0.942221, Some(0.844908)),
            (model(20, 5, 0.95, 0.9), 0.948004, Some(0.504183)),
            (model(50, 3, 0.8, 0.3), 0.948492, Some(0.875864)),
            (model(10, 3, 0.7, 0.6), 0.943639, Some(0.769805)),
            (model(5, 2, 0.5, 0.9), 0.926185, Some(0.926185)),
            (model(50, 5, 0.5, 0.9), 0.950151, Some(0.637832)),
            (model(200, 3, 0.95, 0.6), 0.948223, Some(0.817035)),
            (model(100, 5, 0.8, 0.6), 0.949530, Some(0.710949)),
        ];
        for (model, ours, naive) in known {
            near(model.coverage(confidence), ours);
            let covered = |units: &Units| {
                let rate = units.rate(confidence);
                let interval = wilson(rate.rate?, rate.n, confidence, Method::Wilson)?;
                Some(interval.low <= model.mu && model.mu <= interval.high)
            };
            let plain = model.chance(|units| covered(units) == Some(true));
            near(plain, naive.unwrap_or(ours));
        }
    }

    #[test]
    fn known_odds_of_a_gate() {
        let odds = |model: Model| model.odds(Bound::Minimum, 0.8, Confidence::default());
        let at = odds(model(50, 3, 0.80, 0.6));
        near(at.pass, 0.022987);
        near(at.fail, 0.027691);
        near(at.undecided, 0.949322);
        let above = odds(model(50, 3, 0.85, 0.6));
        near(above.pass, 0.157750);
        near(above.fail, 0.001015);
        near(above.contradiction(), 2.0 * 0.157750 * 0.001015);
        let many = odds(model(100, 5, 0.80, 0.6));
        near(many.pass, 0.023908);
        near(many.fail, 0.026561);
        let once = odds(model(100, 1, 0.85, 0.0));
        near(once.pass, 0.247302);
        near(once.fail, 0.000613);
        let estimate = model(100, 1, 0.80, 0.0).odds_of_the_estimate(Bound::Minimum, 0.8);
        near(estimate.pass + estimate.fail, 1.0);
        near(estimate.pass, 0.559462);
    }

    #[test]
    fn the_chances_add_up_and_keep_the_mean() {
        for model in [model(7, 4, 0.3, 0.5), model(30, 2, 0.9, 0.0), model(6, 3, 0.4, 1.0)] {
            near(model.results().map(|(chance, _)| chance).sum(), 1.0);
            let mean = |(chance, units): (f64, Units)| chance * units.share().unwrap();
            near(model.results().map(mean).sum(), model.mu);
        }
        let [none, some, all] = model(1, 2, 0.25, 1.0).hits()[..] else { panic!("three counts") };
        near(none, 0.75);
        near(some, 0.0);
        near(all, 0.25);
    }
}
