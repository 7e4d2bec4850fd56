//! The gate: wrong passes and wrong fails at the bar and near it, and the probes that decide: exact.

use crate::core::measure::{
    bars::{Bar, Cells, Size, pairs},
    exact::{Model, Odds},
    gate::Bound,
    needed::{Probed, draws_for_bar},
    wilson::Confidence,
};

/// What a gate at a bar says of two runs of one description.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub bar: f64,
    pub model: Model,
    /// Decided by the interval.
    pub bound: Odds,
    /// Decided by the estimate.
    pub point: Odds,
}

/// A gate at .8, with the truth at the bar and 5 points to either side: exact.
pub fn lines() -> Vec<Line> {
    let (bar, rho) = (0.8, 0.6);
    let mut out = Vec::new();
    for (units, attempts) in [(20, 1), (20, 3), (50, 1), (50, 3), (100, 3), (200, 3)] {
        for mu in [bar - 0.05, bar, bar + 0.05] {
            let model = Model { units, attempts, mu, rho };
            out.push(Line {
                bar,
                model,
                bound: model.odds(Bound::Minimum, bar, Confidence::default()),
                point: model.odds_of_the_estimate(Bound::Minimum, bar),
            });
        }
    }
    out
}

/// What a gate says of runs at the bar, 5 points above and 5 points below.
struct Near {
    at: Odds,
    above: Odds,
    below: Odds,
    /// The chance that of two runs at the bar one passes and one fails, judged by the estimate.
    point: f64,
}

impl Near {
    fn of(units: u32, attempts: u32, bar: f64, rho: f64) -> Self {
        let model = |mu| Model { units, attempts, mu, rho };
        let odds = |mu: f64| model(mu).odds(Bound::Minimum, bar, Confidence::default());
        Self {
            at: odds(bar),
            above: odds(bar + 0.05),
            below: odds(bar - 0.05),
            point: model(bar).odds_of_the_estimate(Bound::Minimum, bar).contradiction(),
        }
    }
}

fn near(units: &[u32], attempts: &[u32], rhos: &[f64]) -> Vec<Near> {
    let mut out = Vec::new();
    for &units in units {
        for &attempts in attempts {
            for bar in [0.6, 0.7, 0.8, 0.9] {
                // One attempt knows no rho.
                let rhos = if attempts == 1 { &rhos[..1] } else { rhos };
                out.extend(rhos.iter().map(|&rho| Near::of(units, attempts, bar, rho)));
            }
        }
    }
    out
}

/// Errors at the bar and beside it.
pub fn errors(size: Size) -> Vec<Bar> {
    let (large, small) = match size {
        Size::Whole => (
            near(&[20, 50, 100, 200], &[1, 3, 5], &[0.3, 0.6, 0.9]),
            near(&[5, 8, 10, 15], &[1, 3, 5], &[0.3, 0.6, 0.9]),
        ),
        Size::Small => (near(&[20, 50], &[1, 3], &[0.6]), near(&[5, 10], &[1, 3], &[0.6])),
    };
    let of = |cells: &[Near], of: fn(&Near) -> f64| cells.iter().map(of).collect::<Cells>();
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    let [pass, fail] = [of(&large, |cell| cell.at.pass), of(&large, |cell| cell.at.fail)];
    let pairs = of(&large, |cell| cell.at.contradiction());
    let wrong = of(&large, |cell| cell.above.fail.max(cell.below.pass));
    let [few_pass, few_fail] = [of(&small, |cell| cell.at.pass), of(&small, |cell| cell.at.fail)];
    let point = of(&large, |cell| cell.point);
    vec![
        Bar {
            what: "gate with the truth at the bar, 20 to 200 units",
            cells: format!("{}, exact", large.len()),
            must: "wrong pass and wrong fail at most 4.5 %, contradicting pairs .5",
            ours: format!(
                "pass {}, fail {}, pairs {:.2} % at most",
                percent(pass.most()),
                percent(fail.most()),
                pairs.most() * 100.0
            ),
            naive: Some(format!("by the estimate: pairs {} %", percent(point.most()))),
            holds: pass.most() <= 0.045 && fail.most() <= 0.045 && pairs.most() <= 0.005,
        },
        Bar {
            what: "gate 5 points off the bar",
            cells: format!("{}, exact", 2 * large.len()),
            must: "wrong side at most 1 %",
            ours: format!("{:.2} % at most", wrong.most() * 100.0),
            naive: None,
            holds: wrong.most() <= 0.01,
        },
        Bar {
            what: "gate with the truth at the bar, 5 to 15 units",
            cells: format!("{}, exact", small.len()),
            must: "wrong pass at most 4 %, wrong fail 8.5",
            ours: format!(
                "pass {}, fail {} % at most",
                percent(few_pass.most()),
                percent(few_fail.most())
            ),
            naive: None,
            holds: few_pass.most() <= 0.04 && few_fail.most() <= 0.085,
        },
    ]
}

/// Runs of as many queries as the gate asked for.
pub fn needed(size: Size) -> Vec<Bar> {
    let cells = size.cut(
        vec![
            (0.95, 0.8, 3, 0.6),
            (0.75, 0.70, 1, 0.0),
            (0.75, 0.70, 3, 0.6),
            (0.85, 0.80, 3, 0.6),
            (0.65, 0.70, 3, 0.3),
            (0.90, 0.80, 5, 0.6),
            (0.70, 0.80, 1, 0.0),
        ],
        1,
    );
    let confidence = Confidence::default();
    let decided: Cells = cells
        .iter()
        .filter_map(|&(mu, bar, attempts, rho)| {
            let draws = draws_for_bar(mu, bar, confidence)?;
            let none = Probed { queries: 0, attempts: f64::from(attempts), rho };
            let units = none.until(draws).queries as u32; // Hundreds.
            let odds = Model { units, attempts, mu, rho }.odds(Bound::Minimum, bar, confidence);
            Some(if mu > bar { odds.pass } else { odds.fail })
        })
        .collect();
    let gate = Bar {
        what: "gates decided with the queries that were asked for",
        cells: format!("{}, exact", cells.len()),
        must: "75-85 %",
        ours: decided.range(),
        naive: None,
        holds: decided.least() >= 0.75 && decided.most() <= 0.85,
    };
    vec![gate, pairs::planned(size)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_leaves_open_what_the_estimate_tosses_for() {
        let lines = lines();
        let find = |units, attempts, mu: f64| {
            let line = lines.iter().find(|line| {
                let Model { units: u, attempts: m, mu: at, .. } = line.model;
                (u, m) == (units, attempts) && (at - mu).abs() < 1e-9
            });
            line.expect("a line")
        };
        let Odds { pass, fail, undecided } = find(50, 3, 0.8).bound;
        for (got, want) in [(pass, 0.022987), (fail, 0.027691), (undecided, 0.949322)] {
            assert!((got - want).abs() < 1e-6, "{got} is not {want}");
        }
        let better = find(50, 3, 0.85).bound;
        assert!((better.pass - 0.157750).abs() < 1e-6 && (better.fail - 0.001015).abs() < 1e-6);
        for Line { bar, model, bound, point } in &lines {
            for odds in [bound, point] {
                assert!((odds.pass + odds.fail + odds.undecided - 1.0).abs() < 1e-9, "{model:?}");
            }
            assert_eq!(point.undecided, 0.0);
            assert!(bound.contradiction() <= 0.005, "{model:?}");
            let (wrong, toss) = match model.mu {
                mu if mu > bar + 0.01 => (bound.fail, point.fail),
                mu if mu < bar - 0.01 => (bound.pass, point.pass),
                _ => (bound.pass.max(bound.fail), point.contradiction()),
            };
            assert!(wrong <= 0.045 && toss > 2.0 * wrong, "{model:?}: {wrong} {toss}");
        }
    }
}
