//! How often the clustered Wilson interval covers, and how wide it is: exact.

use crate::core::measure::{
    bars::{Bar, Cells, Size},
    clustered::Units,
    exact::Model,
    rate::{Interval, Method},
    wilson::{Confidence, wilson},
};

const RHOS: [f64; 5] = [0.0, 0.1, 0.3, 0.6, 0.9];

/// One cell: chances to cover, and the width against an interval that is told the true rho.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    ours: f64,
    naive: f64,
    width: f64,
}

impl Cell {
    fn of(model: Model) -> Self {
        let confidence = Confidence::default();
        let (n, m) = (f64::from(model.units), f64::from(model.attempts));
        let told = n * m / (1.0 + (m - 1.0) * model.rho);
        let mut out = Self { ours: 0.0, naive: 0.0, width: 0.0 };
        let (mut ours, mut ideal) = (0.0, 0.0);
        for (chance, units) in model.results() {
            let at = |draws| wilson(units.share()?, draws, confidence, Method::Wilson);
            let covers = |interval: Option<Interval>| {
                let covered = |i: Interval| i.low <= model.mu && model.mu <= i.high;
                if interval.is_some_and(covered) { chance } else { 0.0 }
            };
            let width = |interval: Option<Interval>| chance * interval.map_or(1.0, |i| i.width());
            let interval = Units::interval(&units, confidence);
            out.ours += covers(interval);
            out.naive += covers(at(n * m));
            ours += width(interval);
            ideal += width(at(told));
        }
        out.width = ours / ideal;
        out
    }
}

/// The cells of every combination; with one attempt rho means nothing, and its cells are equal.
fn cells(units: &[u32], attempts: &[u32], mus: &[f64], rhos: &[f64]) -> Vec<Cell> {
    let mut out = Vec::new();
    for &units in units {
        for &attempts in attempts {
            for &mu in mus {
                let cell = |rho| Cell::of(Model { units, attempts, mu, rho });
                match attempts {
                    1 => out.extend(vec![cell(0.0); rhos.len()]),
                    _ => out.extend(rhos.iter().map(|&rho| cell(rho))),
                }
            }
        }
    }
    out
}

fn of(cells: &[Cell], of: fn(&Cell) -> f64) -> Cells {
    cells.iter().map(of).collect()
}

/// Coverage and width at 20 to 200 units.
pub fn hit_rates(size: Size) -> Vec<Bar> {
    let (large, small): (&[u32], &[u32]) = match size {
        Size::Whole => (&[100, 200], &[20, 50]),
        Size::Small => (&[100], &[20]),
    };
    let (attempts, mus, rhos): (&[u32], &[f64], &[f64]) = match size {
        Size::Whole => (&[1, 2, 3, 5], &[0.5, 0.8, 0.95], &RHOS),
        Size::Small => (&[1, 3], &[0.8], &[0.1, 0.6]),
    };
    let large = cells(large, attempts, mus, rhos);
    let small = cells(small, attempts, mus, rhos);
    let [wide, narrow] = [&large, &small].map(|cells| of(cells, |cell| cell.ours));
    let all = [&large[..], &small].concat();
    let width = of(&all, |cell| cell.width);
    let naive = of(&all, |cell| cell.naive);
    let inside = narrow.within(0.93, 0.97);
    vec![
        Bar {
            what: "coverage, hit rates, 100 and 200 units",
            cells: format!("{}, exact", wide.0.len()),
            must: "every cell 93-97.5 %",
            ours: wide.range(),
            naive: Some(of(&large, |cell| cell.naive).range()),
            holds: wide.least() >= 0.93 && wide.most() <= 0.975,
        },
        Bar {
            what: "coverage, hit rates, 20 and 50 units",
            cells: format!("{}, exact", narrow.0.len()),
            must: "every cell 91-98.5 %, mean 94.5-96.5, five of six cells in 93-97",
            ours: format!("{}, {inside} in 93-97", narrow.range()),
            naive: Some(of(&small, |cell| cell.naive).range()),
            holds: narrow.least() >= 0.91
                && narrow.most() <= 0.985
                && (0.945..=0.965).contains(&narrow.mean())
                && inside * 6 >= narrow.0.len() * 5,
        },
        Bar {
            what: "width against Wilson with the true rho",
            cells: format!("{}, exact", width.0.len()),
            must: "mean at most 1.05 times, worst 1.3 times",
            ours: format!("mean {:.2}, worst {:.2}", width.mean(), width.most()),
            naive: None,
            holds: width.mean() <= 1.05 && width.most() <= 1.3,
        },
        Bar {
            what: "naive Wilson is no way out",
            cells: format!("{}, exact", naive.0.len()),
            must: "fails: below 91 % somewhere",
            ours: of(&all, |cell| cell.ours).range(),
            holds: naive.least() < 0.91,
            naive: Some(naive.range()),
        },
    ]
}

/// Coverage of a skill's recall, which rests on few queries.
pub fn per_skill(size: Size) -> Vec<Bar> {
    let every: Vec<f64> = (1..=19).map(|step| f64::from(step) * 0.05).collect();
    let cells = match size {
        Size::Whole => cells(&[5, 8, 10, 15], &[1, 2, 3, 5], &every, &RHOS),
        Size::Small => cells(&[5, 10], &[1, 3], &[0.2, 0.5, 0.7, 0.9], &[0.3, 0.9]),
    };
    let ours = of(&cells, |cell| cell.ours);
    vec![Bar {
        what: "coverage, recall of a skill, 5 to 15 units",
        cells: format!("{}, exact", cells.len()),
        must: "every cell at least 91 %, mean 94.5-98",
        ours: ours.range(),
        naive: Some(of(&cells, |cell| cell.naive).range()),
        holds: ours.least() >= 0.91 && (0.945..=0.98).contains(&ours.mean()),
    }]
}
