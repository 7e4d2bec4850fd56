//! Looking again and again at one baseline.

use crate::core::{
    measure::{
        bars::{Bar, Cells, Size, arms::decided, urn::Urn},
        looks::at_look,
        paired::{Good, Pair, Paired},
        rate::Share,
        wilson::Confidence,
    },
    seeded::Stream,
};

const RHO: f64 = 0.6;

/// Twenty generations that change nothing, each compared with one pinned baseline.
pub fn looks(size: Size) -> Vec<Bar> {
    let cells = size.cut(vec![(50, 3), (100, 3), (100, 1), (200, 1)], 1);
    let any: Vec<[f64; 2]> = cells
        .iter()
        .zip(500..)
        .map(|(&(units, attempts), seed)| {
            let mut stream = Stream::new(seed);
            let mut found = [0u32; 2];
            for _ in 0..size.draws() {
                for (sum, said) in found.iter_mut().zip(spoke(units, attempts, &mut stream)) {
                    *sum += u32::from(said);
                }
            }
            found.map(|n| f64::from(n) / f64::from(size.draws()))
        })
        .collect();
    let [ours, naive]: [Cells; 2] = [0, 1].map(|at| any.iter().map(|cell| cell[at]).collect());
    vec![Bar {
        what: "any verdict in 20 looks at edits that do nothing",
        cells: format!("{} x {} draws", cells.len(), size.draws()),
        must: "at most 8 %",
        ours: ours.ceiling(),
        naive: Some(format!("every look at 5 %: {}", naive.ceiling())),
        holds: ours.most() <= 0.08 + size.slack(0.08),
    }]
}

/// Whether any of twenty looks gave a verdict: as it counts at each look, and taken by itself.
fn spoke(units: u32, attempts: u32, stream: &mut Stream) -> [bool; 2] {
    let mut urns: Vec<Urn> = (0..units).map(|_| Urn::new(0.6, RHO)).collect();
    let share = |hits: u32| Share { hits: hits as usize, n: attempts as usize };
    let mut run = |stream: &mut Stream| -> Vec<Share> {
        urns.iter_mut().map(|urn| share(urn.hits(attempts, stream))).collect()
    };
    let baseline = run(stream);
    let mut said = [false; 2];
    for look in 1..=20 {
        let pairs = baseline.iter().zip(run(stream));
        let pairs = pairs.map(|(&before, after)| Pair { before, after }).collect();
        let paired = Paired::of(pairs, Confidence::default());
        let counted = paired.p.map(|p| at_look(p, look));
        said[0] |= decided(paired.verdict(counted, Good::Rise));
        said[1] |= decided(paired.verdict(paired.p, Good::Rise));
    }
    said
}
