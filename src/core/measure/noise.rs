//! How many queries would be answered otherwise if nothing had changed.
//!
//! A list of flips says nothing until it stands beside this number. Must not know the flips.

use crate::core::measure::paired::Pair;

/// Expected number of queries whose hit rates differ between two runs that draw from the same
/// rates.
///
/// `queries`: hits and attempts of both runs, of which only the mean rate and the attempts are
/// used. `rho`: how far attempts of one query go together, in \[0, 1\]. A query's rate is taken from
/// a beta distribution around the mean of both runs; with one attempt the result is
/// 2p(1 - p)(1 - rho) a query.
pub fn expected_flips(queries: &[Pair], rho: f64) -> f64 {
    let (hits, attempts) = queries.iter().fold((0, 0), |(hits, n), Pair { before, after }| {
        (hits + before.hits + after.hits, n + before.n + after.n)
    });
    if attempts == 0 {
        return 0.0;
    }
    let mean = hits as f64 / attempts as f64;
    let mut sizes: Vec<(usize, usize)> =
        queries.iter().map(|pair| (pair.before.n, pair.after.n)).collect();
    sizes.sort_unstable();
    sizes
        .chunk_by(|x, y| x == y)
        .map(|alike| alike.len() as f64 * (1.0 - chance_of_equal(mean, rho, alike[0]))) // Not empty.
        .sum()
}

/// The chance that two runs of `n` and `m` attempts at one beta-distributed rate hit equally often.
fn chance_of_equal(mean: f64, rho: f64, (n, m): (usize, usize)) -> f64 {
    // At exactly 1 the formula is 0 / 0; there and here all attempts agree.
    let rho = rho.clamp(0.0, 1.0 - 1e-12);
    let both = |hits: usize| -> f64 {
        let misses = n + m - hits;
        // Factors are paired, so that no product leaves the range of a float.
        let start = |share: f64, i: usize| share * (1.0 - rho) + i as f64 * rho;
        let above =
            (0..hits).map(|i| start(mean, i)).chain((0..misses).map(|i| start(1.0 - mean, i)));
        above.zip(0..).map(|(factor, i)| factor / start(1.0, i)).product()
    };
    (0..=n)
        .filter(|k| (k * m).is_multiple_of(n))
        .map(|k| (k, k * m / n))
        .map(|(k, l)| choose(n, k) * choose(m, l) * both(k + l))
        .sum::<f64>()
        .min(1.0)
}

fn choose(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::measure::rate::Share;

    fn queries(before: (usize, usize), after: (usize, usize), times: usize) -> Vec<Pair> {
        let share = |(hits, n)| Share { hits, n };
        vec![Pair { before: share(before), after: share(after) }; times]
    }

    #[test]
    fn one_attempt_flips_as_often_as_two_draws_disagree() {
        let half = [queries((1, 1), (1, 1), 40), queries((0, 1), (0, 1), 10)].concat();
        let expected = expected_flips(&half, 0.6);
        assert!((expected - 50.0 * 2.0 * 0.8 * 0.2 * 0.4).abs() < 1e-9, "{expected}");
        assert!(expected_flips(&half, 1.0) < 1e-9);
        assert!((expected_flips(&half, 0.0) - 16.0).abs() < 1e-9);
        assert_eq!(expected_flips(&[], 0.6), 0.0);
    }

    #[test]
    fn two_attempts_by_hand() {
        // Independent attempts at .5: equal with chance (1 + 4 + 1) / 16.
        let two = queries((1, 2), (1, 2), 8);
        assert!((expected_flips(&two, 0.0) - 8.0 * 10.0 / 16.0).abs() < 1e-9);
        // One attempt against two: equal only at none or all, each 1/8.
        let odd = queries((0, 1), (1, 2), 9);
        let mean = 1.0f64 / 3.0;
        let equal = mean.powi(3) + (1.0 - mean).powi(3);
        assert!((expected_flips(&odd, 0.0) - 9.0 * (1.0 - equal)).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn between_none_and_all(
            hits in 0usize..=5, n in 1usize..6, m in 1usize..6, rho in 0.0..=1.0f64,
        ) {
            let some = queries((hits.min(n), n), (hits.min(m), m), 3);
            let expected = expected_flips(&some, rho);
            prop_assert!((0.0..=3.0).contains(&expected), "{}", expected);
        }

        #[test]
        fn attempts_that_go_together_flip_less(n in 1usize..6, rho in 0.0..0.9f64) {
            let some = queries((n / 2, n), (n - n / 2, n), 3);
            prop_assert!(expected_flips(&some, rho + 0.1) <= expected_flips(&some, rho) + 1e-9);
        }
    }
}
