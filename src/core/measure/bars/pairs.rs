//! The paired comparison: coverage of its interval, its errors where nothing changed, its power.

use crate::core::{
    measure::{
        bars::{
            Bar, Cells, Size,
            arms::{Arms, Effect, MOVED},
            share,
        },
        needed::{Probed, units_for_difference},
        planning::planned_square,
        wilson::Confidence,
    },
    seeded::Stream,
};

const RHO: f64 = 0.6;

/// Coverage of the true mean difference.
pub fn interval(size: Size) -> Vec<Bar> {
    let mut cells = Vec::new();
    for units in [50, 5, 10, 20, 100, 200] {
        for attempts in [1, 3, 5] {
            for mu in [0.4, 0.6, 0.8] {
                for d in [0.0, 0.1, 0.2, 0.4] {
                    if d < MOVED - mu {
                        let effect = if d == 0.0 { Effect::None } else { Effect::Gain(d) };
                        cells.push((Arms { units, attempts, mu, rho: RHO, effect }, d));
                    }
                }
            }
        }
    }
    // Fifty units, then five.
    let cells = match size {
        Size::Whole => cells,
        Size::Small => [&cells[3..6], &cells[30..33]].concat(),
    };
    let coverage = |at: usize, (arms, d): &(Arms, f64)| {
        let mut stream = Stream::new(100 + at as u64);
        share(size.draws(), |_| {
            let interval = arms.compare(&mut stream).interval;
            interval.is_some_and(|i| i.low <= *d && *d <= i.high)
        })
    };
    let covered: Vec<(u32, f64)> =
        cells.iter().enumerate().map(|(at, cell)| (cell.0.units, coverage(at, cell))).collect();
    let all: Cells = covered.iter().map(|(_, share)| *share).collect();
    let large: Cells =
        covered.iter().filter(|(units, _)| *units >= 50).map(|(_, share)| *share).collect();
    let mean = large.mean();
    vec![Bar {
        what: "coverage, paired difference, from 5 units",
        cells: format!("{} x {} draws", cells.len(), size.draws()),
        must: "every cell at least 92 %, mean 95-97.5 from 50 units",
        ours: format!("{}, from 50 units mean {:.1}", all.range(), mean * 100.0),
        naive: None,
        holds: all.least() >= 0.92 - size.slack(0.92)
            && (0.95 - size.slack(0.95)..=0.975 + size.slack(0.975)).contains(&mean),
    }]
}

/// Two runs of one description.
pub fn nothing_changed(size: Size) -> Vec<Bar> {
    let mut cells = Vec::new();
    for units in [50, 20, 100, 200] {
        for attempts in [1, 3, 5] {
            for (mu, rho) in [(0.6, 0.6), (0.8, 0.3), (0.9, 0.0), (0.95, 0.6), (0.6, 0.9)] {
                cells.push(Arms { units, attempts, mu, rho, effect: Effect::None });
            }
        }
    }
    vec![errors("verdicts where nothing changed (A/A)", size, size.cut(cells, 8), Some(0.04))]
}

/// Gains and losses that cancel.
pub fn mixed_effects(size: Size) -> Vec<Bar> {
    let mut cells = Vec::new();
    for units in [50, 20, 100, 200] {
        for attempts in [1, 3, 5] {
            for (mu, part) in [(0.6, 0.5), (0.8, 0.3), (0.5, 1.0)] {
                cells.push(Arms { units, attempts, mu, rho: RHO, effect: Effect::Mixed(part) });
            }
        }
    }
    vec![errors("verdicts where gains and losses cancel", size, size.cut(cells, 6), None)]
}

fn errors(what: &'static str, size: Size, cells: Vec<Arms>, mean: Option<f64>) -> Bar {
    let decided = cells.iter().zip(200..).map(|(arms, seed)| arms.decided(size.draws(), seed));
    let decided: Vec<[f64; 2]> = decided.collect();
    let [ours, interval]: [Cells; 2] =
        [0, 1].map(|at| decided.iter().map(|cell| cell[at]).collect());
    Bar {
        what,
        cells: format!("{} x {} draws", cells.len(), size.draws()),
        must: if mean.is_some() { "no cell over 6 %, mean at most 4" } else { "no cell over 6 %" },
        ours: ours.ceiling(),
        naive: Some(format!("the interval alone: {}", interval.ceiling())),
        holds: ours.most() <= 0.06 + size.slack(0.06)
            && mean.is_none_or(|mean| ours.mean() <= mean),
    }
}

/// Gains that must be found.
pub fn power(size: Size) -> Vec<Bar> {
    let known = [
        ("power, 50 x 3, gain of 20 points", 50, 3, 0.2, 0.88, "at least 88 %"),
        ("power, 100 x 3, gain of 10 points", 100, 3, 0.1, 0.74, "at least 74 %"),
        ("power, 200 x 3, gain of 5 points", 200, 3, 0.05, 0.55, "at least 55 %"),
        ("power, 100 x 1, gain of 20 points", 100, 1, 0.2, 0.91, "at least 91 %"),
    ];
    let row = |(what, units, attempts, d, bar, must): (_, u32, u32, f64, f64, _)| {
        let effect = Effect::Gain(d);
        let arms = Arms { units, attempts, mu: 0.6, rho: RHO, effect };
        let [found, _] = arms.decided(size.draws(), 300 + u64::from(units));
        Bar {
            what,
            cells: format!("{} draws", size.draws()),
            must,
            ours: format!("{:.1} %", found * 100.0),
            naive: None,
            holds: found >= bar - size.slack(bar),
        }
    };
    known.into_iter().map(row).collect()
}

/// Comparisons of as many queries as their plan asked for.
pub fn planned(size: Size) -> Bar {
    let cells = size.cut(vec![(3, 0.2), (1, 0.2), (3, 0.1), (5, 0.1), (1, 0.1), (3, 0.05)], 2);
    let found: Cells = cells
        .iter()
        .map(|&(attempts, d)| {
            let plan = Probed { queries: 0, attempts: f64::from(attempts), rho: RHO };
            let square = planned_square(0.6, plan, d);
            let units = units_for_difference(square, d, Confidence::default()).unwrap_or(0) as u32;
            let effect = Effect::Gain(d);
            Arms { units, attempts, mu: 0.6, rho: RHO, effect }.decided(size.draws(), 400)[0]
        })
        .collect();
    Bar {
        what: "comparisons decided with the queries that were planned",
        cells: format!("{} x {} draws", cells.len(), size.draws()),
        must: "60-90 %",
        ours: found.range(),
        naive: None,
        holds: found.least() >= 0.60 - size.slack(0.6) && found.most() <= 0.90 + size.slack(0.9),
    }
}
