//! Verdicts on skills: errors of a whole family, and whether a skill that changed is found.

use crate::core::{
    measure::{
        bars::{
            Bar, Cells, Size,
            arms::{Arms, Effect, decided},
            urn::skill_rate,
        },
        families::{Family, Member},
        paired::{Good, Paired},
        wilson::Confidence,
    },
    seeded::Stream,
};

/// Queries a skill in a real suite of one vendor.
const QUERIES: [u32; 25] = [
    19, 25, 25, 26, 29, 30, 32, 34, 34, 48, 50, 50, 50, 50, 52, 52, 54, 57, 60, 65, 68, 79, 91,
    103, 135,
];
const RHO: f64 = 0.6;

/// One comparison of all skills. The one at a place, if any, is right half the time and moves four
/// of five queries to .95.
fn compared(attempts: u32, changed: Option<usize>, stream: &mut Stream) -> Vec<Paired> {
    let skill = |(at, &units): (usize, &u32)| {
        let moves = changed == Some(at);
        let mu = if moves { 0.5 } else { skill_rate(stream) };
        // Four of five of the way from .5 to .95.
        let effect = if moves { Effect::Gain(0.8 * 0.45) } else { Effect::None };
        Arms { units, attempts, mu, rho: RHO, effect }.compare(stream)
    };
    QUERIES.iter().enumerate().map(skill).collect()
}

/// Which of a family's members get a verdict.
fn found(skills: &[Paired]) -> Vec<bool> {
    let member =
        |paired: &Paired| Member { p: paired.p.unwrap_or(1.0), differing: paired.differing };
    let members: Vec<Member> = skills.iter().map(member).collect();
    let family = Family::of(&members, Confidence::default().error(), 1.0);
    let member_decided =
        |(paired, p): (&Paired, &Option<f64>)| decided(paired.verdict(*p, Good::Rise));
    skills.iter().zip(&family.adjusted).map(member_decided).collect()
}

/// One comparison of the false fires of all skills, nothing changed: each skill on the queries of
/// the others, at rates up to 2 %.
fn false_fires(attempts: u32, stream: &mut Stream) -> Vec<Paired> {
    let all: u32 = QUERIES.iter().sum();
    let skill = |units: &u32| {
        let (mu, effect) = (0.02 * stream.uniform(), Effect::None);
        Arms { units: all - units, attempts, mu, rho: RHO, effect }.compare(stream)
    };
    QUERIES.iter().map(skill).collect()
}

/// How often any member of a family gets a verdict, and how often any does if each is taken alone.
fn any(draws: u32, mut family: impl FnMut() -> Vec<Paired>) -> [f64; 2] {
    let (mut together, mut alone) = (0u32, 0u32);
    for _ in 0..draws {
        let skills = family();
        let said = |paired: &Paired| decided(paired.verdict(paired.p, Good::Rise));
        alone += u32::from(skills.iter().any(said));
        together += u32::from(found(&skills).contains(&true));
    }
    [together, alone].map(|n| f64::from(n) / f64::from(draws))
}

/// Families of 25 skills.
pub fn families(size: Size) -> Vec<Bar> {
    let mut cells = Vec::new();
    for attempts in [1, 3] {
        let mut stream = Stream::new(600 + u64::from(attempts));
        cells.push(any(size.draws(), || compared(attempts, None, &mut stream)));
        // Thousands of units: no matter of seconds without optimisation.
        if size == Size::Whole {
            cells.push(any(size.draws(), || false_fires(attempts, &mut stream)));
        }
    }
    let [any, each]: [Cells; 2] = [0, 1].map(|at| cells.iter().map(|cell| cell[at]).collect());
    let mut bars = vec![Bar {
        what: "any verdict on 25 skills where nothing changed",
        cells: format!("{} x {} draws", cells.len(), size.draws()),
        must: "at most 5 % a family",
        ours: any.ceiling(),
        naive: Some(format!("each skill at 5 %: {}", each.ceiling())),
        holds: any.most() <= 0.05 + size.slack(0.05),
    }];
    bars.extend(gain(size));
    bars
}

/// A skill that gains, each of them in turn.
fn gain(size: Size) -> [Bar; 2] {
    let mut stream = Stream::new(610);
    let (mut edited, mut other) = (0u32, 0u32);
    for at in (0..QUERIES.len()).cycle().take(size.draws() as usize) {
        let skills = compared(3, Some(at), &mut stream);
        // Edited, it is a family of its own.
        edited += u32::from(found(&skills[at..=at]) == [true]);
        other += u32::from(found(&skills)[at]);
    }
    let bar = |what, must, bar, count| {
        let found = f64::from(count) / f64::from(size.draws());
        Bar {
            what,
            cells: format!("25 skills x 3, {} draws", size.draws()),
            must,
            ours: format!("{:.1} %", found * 100.0),
            naive: None,
            holds: found >= bar - size.slack(bar),
        }
    };
    [
        bar("a skill that gains on four of five queries, edited", "found in 95 %", 0.95, edited),
        bar("the same, not edited itself", "found in 85 %", 0.85, other),
    ]
}
