//! Coverage of figures whose units have unequal attempts, or whose skills have unequal units.

use crate::core::{
    measure::{
        bars::{Bar, Cells, Size, share, urn::Urn, urn::skill_rate},
        clustered::Units,
        rate::{Interval, Method},
        wilson::{Confidence, wilson},
    },
    seeded::Stream,
};

const RHO: f64 = 0.6;

/// One cell of precision and F1: a skill's own queries, and 200 others that it fires on at a rate.
#[derive(Clone, Copy)]
struct Cell {
    own: u32,
    attempts: u32,
    mu: f64,
    fires: f64,
}

const OTHERS: u32 = 200;

impl Cell {
    /// Coverage of precision, of precision by naive Wilson, and of F1. An undefined precision, which
    /// shows nothing, counts for none.
    fn coverage(self, draws: u32) -> [f64; 3] {
        let Self { own, attempts, mu, fires } = self;
        let confidence = Confidence::default();
        let [right, wrong] =
            [f64::from(own) * mu, f64::from(OTHERS) * fires].map(|n| n * f64::from(attempts));
        let precision = right / (right + wrong);
        let j = right / (f64::from(own * attempts) + wrong);
        let mut stream = Stream::new(u64::from(own) << 8 | u64::from(attempts));
        let (mut covered, mut defined) = ([0u32; 3], [0u32; 3]);
        for _ in 0..draws {
            let own = (0..own).map(|_| Urn::new(mu, RHO).hits(attempts, &mut stream));
            let own: Vec<u32> = own.collect();
            let others = (0..OTHERS).map(|_| Urn::new(fires, RHO).hits(attempts, &mut stream));
            let others: Vec<u32> = others.filter(|fired| *fired > 0).collect();
            let predicted = own.iter().map(|&hits| (hits, hits));
            let predicted = Units::of(predicted.chain(others.iter().map(|&n| (n, 0))).collect());
            let union = own.iter().map(|&hits| (attempts, hits));
            let union = Units::of(union.chain(others.iter().map(|&n| (n, 0))).collect());
            let rate = predicted.rate(confidence);
            let naive = rate.rate.and_then(|p| wilson(p, rate.n, confidence, Method::Wilson));
            let found = [(rate.interval, precision), (naive, precision)];
            let found = found.into_iter().chain([(union.interval(confidence), j)]);
            for (at, (interval, truth)) in found.enumerate() {
                if let Some(Interval { low, high, .. }) = interval {
                    defined[at] += 1; // Three figures.
                    covered[at] += u32::from(low <= truth && truth <= high);
                }
            }
        }
        [0, 1, 2].map(|at| f64::from(covered[at]) / f64::from(defined[at].max(1)))
    }
}

/// Precision and F1 of skills of 5 to 50 queries among 200 others.
pub fn precision_and_f1(size: Size) -> Vec<Bar> {
    let mut cells = Vec::new();
    for own in [20, 5, 10, 50] {
        for attempts in [3, 1, 5] {
            for mu in [0.9, 0.5, 0.7, 0.95] {
                for fires in [0.02, 0.002, 0.005, 0.05] {
                    cells.push(Cell { own, attempts, mu, fires });
                }
            }
        }
    }
    let cells = size.cut(cells, 6);
    let covered: Vec<[f64; 3]> = cells.iter().map(|cell| cell.coverage(size.draws())).collect();
    let [precision, naive, f1]: [Cells; 3] =
        [0, 1, 2].map(|at| covered.iter().map(|cell| cell[at]).collect());
    let draws = format!("{} x {} draws", cells.len(), size.draws());
    vec![
        Bar {
            what: "coverage, precision, 5 to 50 own queries and 200 others",
            cells: draws.clone(),
            must: "every cell at least 90 %, mean at most 98.5",
            ours: precision.range(),
            naive: Some(naive.range()),
            holds: precision.least() >= 0.90 - size.slack(0.90)
                && precision.mean() <= 0.985 + size.slack(0.985),
        },
        Bar {
            what: "coverage, F1, the same",
            cells: draws,
            must: "every cell at least 92 %",
            ours: f1.range(),
            naive: None,
            holds: f1.least() >= 0.92 - size.slack(0.92),
        },
    ]
}

/// Macro recall over skills of 1 to 30 queries.
pub fn macro_recall(size: Size) -> Vec<Bar> {
    let cells = size.cut(vec![(26, 3), (26, 1), (129, 1), (129, 3), (343, 1), (343, 3)], 2);
    let covered: Cells = cells
        .iter()
        .map(|&(skills, attempts)| {
            let mut stream = Stream::new(u64::from(skills * attempts));
            share(size.draws(), |_| covers_macro(skills, attempts, &mut stream))
        })
        .collect();
    vec![Bar {
        what: "coverage, macro recall, 26 to 343 skills of 1 to 30 queries",
        cells: format!("{} x {} draws", cells.len(), size.draws()),
        must: "every cell at least 91 %",
        ours: covered.range(),
        naive: None,
        holds: covered.least() >= 0.91 - size.slack(0.91),
    }]
}

/// One run of skills whose queries and rates are drawn; true is the mean of the rates.
fn covers_macro(skills: u32, attempts: u32, stream: &mut Stream) -> bool {
    let (mut units, mut recalls, mut rates, mut inverse) = (Vec::new(), 0.0, 0.0, 0.0);
    for _ in 0..skills {
        let queries = 1 + (stream.uniform() * 30.0) as u32;
        let rate = skill_rate(stream);
        let hits: Vec<u32> =
            (0..queries).map(|_| Urn::new(rate, RHO).hits(attempts, stream)).collect();
        recalls += f64::from(hits.iter().sum::<u32>()) / f64::from(queries * attempts);
        rates += rate;
        inverse += 1.0 / f64::from(queries);
        units.extend(hits.into_iter().map(|hits| (attempts, hits)));
    }
    let micro = Units::of(units);
    let skills = f64::from(skills);
    let draws = micro.effective().map(|n| n * skills * skills / (micro.count() * inverse));
    let interval = draws
        .and_then(|n| wilson(recalls / skills, n, Confidence::default(), Method::ClusteredWilson));
    interval.is_some_and(|i| i.low <= rates / skills && rates / skills <= i.high)
}
