//! The sign-flip test of Fisher: if the arms were alike, each unit's difference were as likely to
//! have the other sign.
//!
//! Exact where the differences lie on a lattice small enough to convolve, which is McNemar's exact
//! test when every unit has one attempt. Must not know intervals.

use crate::core::{measure::paired::Pair, seeded::Stream};

/// Points of the lattice of the sum beyond which signs are drawn instead.
const POINTS: u64 = 1 << 22;
/// Drawn sign patterns.
const DRAWS: u32 = 100_000;
/// The same draws for the same differences, on every machine.
const SEED: u64 = 0x5167_4e66_4c69_5021;

/// Two-sided p of the sum of differences: the share of sign patterns whose sum is at least as far
/// from 0 as the one seen, in (0, 1\]. 1 when nothing differs. Order does not matter.
///
/// Drawn, it is (b + 1) / (N + 1) with N = 100,000.
pub fn sign_flip(pairs: &[Pair]) -> f64 {
    let differing: Vec<Pair> =
        pairs.iter().copied().filter(|pair| pair.difference() != 0.0).collect();
    match lattice(&differing) {
        Some(steps) => exact(&steps),
        None => drawn(&differing.iter().map(|pair| pair.difference()).collect::<Vec<_>>()),
    }
}

/// The differences as multiples of their largest common part; `None` when the sum of their sizes
/// passes [`POINTS`].
fn lattice(differing: &[Pair]) -> Option<Vec<i64>> {
    let mut common = 1u64;
    for n in differing.iter().flat_map(|pair| [pair.before.n, pair.after.n]) {
        let n = n as u64;
        common = (common / gcd(common, n)).checked_mul(n).filter(|common| *common < 1 << 40)?;
    }
    let share = |hits: usize, n: usize| (hits as u64 * (common / n as u64)).cast_signed();
    let mut steps: Vec<i64> = differing
        .iter()
        .map(|Pair { before, after }| share(after.hits, after.n) - share(before.hits, before.n))
        .collect();
    let part = steps.iter().fold(0, |part, step| gcd(part, step.unsigned_abs()));
    for step in &mut steps {
        *step /= part.max(1).cast_signed();
    }
    let points = steps.iter().map(|step| step.unsigned_abs()).sum::<u64>() + 1;
    (points <= POINTS).then_some(steps)
}

/// The sum is `total - 2 t`, where `t` is the size of what is negative: by symmetry p is twice the
/// chance that `t` stays as low as in the sum seen, and nothing above that is convolved.
fn exact(steps: &[i64]) -> f64 {
    let seen = steps.iter().sum::<i64>().unsigned_abs();
    if seen == 0 {
        return 1.0;
    }
    // At most POINTS each.
    let mut sizes: Vec<usize> = steps.iter().map(|step| step.unsigned_abs() as usize).collect();
    sizes.sort_unstable();
    let last = (sizes.iter().sum::<usize>() - seen as usize) / 2;
    let mut chance = vec![0.0; last + 1];
    chance[0] = 1.0; // Never empty.
    let mut reached = 0;
    for size in sizes {
        reached = last.min(reached + size);
        for t in (0..=reached).rev() {
            let moved = t.checked_sub(size).map_or(0.0, |from| chance[from]); // from <= t <= last
            chance[t] = 0.5 * (chance[t] + moved);
        }
    }
    (2.0 * chance.iter().sum::<f64>()).min(1.0)
}

/// Draws signs for the sizes of the differences: which arm is which does not matter.
fn drawn(differences: &[f64]) -> f64 {
    let mut sizes: Vec<f64> = differences.iter().map(|d| d.abs()).collect();
    sizes.sort_unstable_by(f64::total_cmp);
    // Sums of the same numbers in another order differ in their last bits.
    let far = differences.iter().sum::<f64>().abs() - 1e-9;
    let mut signs = Stream::new(SEED);
    let beyond = (0..DRAWS)
        .filter(|_| {
            let sum: f64 = sizes
                .chunks(64)
                .map(|chunk| {
                    let bits = signs.bits();
                    let flip = |(at, d): (usize, &f64)| if bits >> at & 1 == 1 { -d } else { *d };
                    chunk.iter().enumerate().map(flip).sum::<f64>()
                })
                .sum();
            sum.abs() >= far
        })
        .count();
    (beyond as f64 + 1.0) / (f64::from(DRAWS) + 1.0)
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::measure::rate::Share;

    /// Differences as `1/3 x 9, -2/3`.
    fn differences(text: &str) -> Vec<Pair> {
        text.split(", ")
            .flat_map(|part| {
                let (one, times) = part.split_once(" x ").unwrap_or((part, "1"));
                let (size, n) = one.split_once('/').unwrap_or((one, "1"));
                let (hits, n): (isize, usize) = (size.parse().unwrap(), n.parse().unwrap());
                let none = Share { hits: 0, n };
                let some = Share { hits: hits.unsigned_abs(), n };
                let (before, after) = if hits < 0 { (some, none) } else { (none, some) };
                std::iter::repeat_n(Pair { before, after }, times.parse().unwrap())
            })
            .collect()
    }

    /// Exact McNemar: twice the binomial tail of the smaller side.
    fn mcnemar(up: u32, down: u32) -> f64 {
        let n = f64::from(up + down);
        let mut term = 0.5f64.powf(n);
        let mut tail = term;
        for k in 1..=up.min(down) {
            term *= (n - f64::from(k) + 1.0) / f64::from(k);
            tail += term;
        }
        (2.0 * tail).min(1.0)
    }

    #[test]
    fn known_tails() {
        let known = [
            ("1 x 5", 0.062500),
            ("1 x 6", 0.031250),
            ("1 x 11", 0.000977),
            ("1 x 8, -1, 0 x 20", 0.039062),
            ("1 x 7, -1 x 2", 0.179688),
            ("1 x 10, -1 x 2", 0.038574),
            ("1 x 12, -1 x 4", 0.076813),
            ("1/3, 2/3, 1, -1/3, 1/3, 1/3, 2/3, 0", 0.078125),
            ("1/2, 1/3, -1/6, 1, 1/3, 1/2", 0.062500),
            ("1/3 x 9, 2/3 x 3, -1/3 x 4, -2/3", 0.137695),
            ("0 x 10", 1.0),
        ];
        for (text, p) in known {
            let got = sign_flip(&differences(text));
            assert!((got - p).abs() < 1e-6, "{text}: {got}");
        }
    }

    #[test]
    fn a_lattice_too_fine_is_drawn() {
        // Attempts that share no divisor: the common denominator passes any lattice.
        let primes = [83usize, 89, 97, 101, 103, 107, 109, 113, 127, 131];
        let fine: Vec<Pair> = primes
            .iter()
            .map(|&n| Pair { before: Share { hits: 0, n }, after: Share { hits: n / 2, n } })
            .collect();
        assert_eq!(lattice(&fine), None);
        let p = sign_flip(&fine);
        // All ten one way: 2 of 1024 patterns.
        assert!((p - 2.0 / 1024.0).abs() < 5e-4, "{p}");
        assert_eq!(p, sign_flip(&fine));
        let swapped = fine.iter().map(|p| Pair { before: p.after, after: p.before });
        assert_eq!(p, sign_flip(&swapped.collect::<Vec<_>>()));
    }

    #[test]
    fn drawing_comes_near_to_counting() {
        let pairs = differences("1/3 x 9, 2/3 x 3, -1/3 x 4, -2/3");
        let p = drawn(&pairs.iter().map(|pair| pair.difference()).collect::<Vec<_>>());
        assert!((p - 0.137695).abs() < 0.005, "{p}");
    }

    fn any_pairs() -> impl Strategy<Value = Vec<Pair>> {
        let share = (1usize..5).prop_flat_map(|n| (0..=n, Just(n)));
        let share = share.prop_map(|(hits, n)| Share { hits, n });
        let pair = (share.clone(), share).prop_map(|(before, after)| Pair { before, after });
        prop::collection::vec(pair, 0..14)
    }

    proptest! {
        #[test]
        fn one_attempt_is_mcnemar(up in 0u32..60, down in 0u32..60) {
            let p = sign_flip(&differences(&format!("1 x {up}, -1 x {down}")));
            prop_assert!((p - mcnemar(up, down)).abs() < 1e-9);
        }

        #[test]
        fn counted_pattern_by_pattern(pairs in any_pairs()) {
            let ds: Vec<f64> =
                pairs.iter().map(|p| p.difference()).filter(|d| *d != 0.0).collect();
            let seen = ds.iter().sum::<f64>().abs() - 1e-9;
            let far = (0u32..1 << ds.len()).filter(|bits| {
                let sum: f64 = ds.iter().enumerate()
                    .map(|(i, d)| if bits >> i & 1 == 1 { -d } else { *d }).sum();
                sum.abs() >= seen
            });
            let p = far.count() as f64 / f64::from(1u32 << ds.len());
            prop_assert!((sign_flip(&pairs) - p).abs() < 1e-9);
        }

        #[test]
        fn arms_swapped_give_the_same(pairs in any_pairs()) {
            let swapped: Vec<Pair> =
                pairs.iter().map(|p| Pair { before: p.after, after: p.before }).collect();
            prop_assert_eq!(sign_flip(&pairs), sign_flip(&swapped));
        }

        #[test]
        fn no_p_below_what_the_differing_units_allow(pairs in any_pairs()) {
            let differing = pairs.iter().filter(|p| p.difference() != 0.0).count() as i32;
            prop_assert!(sign_flip(&pairs) >= 2f64.powi(1 - differing).min(1.0) - 1e-12);
        }
    }
}
