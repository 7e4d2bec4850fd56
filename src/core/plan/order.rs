//! The order of a plan's probes: seeded, the same on every machine, attempts in rounds.
//!
//! Must not know what a probe is asked.

use serde::{Deserialize, Serialize};

use crate::core::seeded::place;

/// How the probes of one arm of a comparison stand to those of the other in time.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By turns, in one plan: what drifts meanwhile drifts for both.
    #[strum(serialize = "the arms were probed by turns")]
    Interleaved,
    /// By rules that take no time, so that nothing can drift.
    #[default]
    #[strum(serialize = "the arms were computed at once")]
    AtOnce,
    /// In runs of their own.
    #[strum(serialize = "the arms were probed in runs of their own: what drifted meanwhile is in \
                         the difference")]
    Apart,
}

impl Order {
    /// What can be in the difference, or cannot, because of it; `None` where nothing is to be said.
    /// `draws` if an agent of either arm could have answered otherwise.
    pub fn told(self, draws: bool) -> Option<String> {
        let told = match self {
            Self::Interleaved => true,
            Self::AtOnce => false,
            Self::Apart => draws,
        };
        told.then(|| self.to_string())
    }
}

/// One probe of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Planned {
    /// Index of the query in its bound set.
    pub query: usize,
    /// 1-based.
    pub attempt: u32,
}

/// Queries times attempts, in the order in which they are begun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub seed: u64,
    pub probes: Vec<Planned>,
}

/// Figures of an unfinished plan move in steps of so many probes.
const BLOCK: usize = 10;

impl Plan {
    /// Every query once in shuffled order, then every query again, `attempts` times.
    ///
    /// A query's place comes from its id and the seed alone (FNV-1a of the id, mixed with the seed
    /// by splitmix64; equal ones by index): adding or removing a row leaves the others in their
    /// order. Rounds, so that a plan that is stopped early has heard every query before it hears
    /// one again, and so that no query's attempts fall into the same minute.
    pub fn new<'a>(ids: impl IntoIterator<Item = &'a str>, attempts: u32, seed: u64) -> Self {
        let mut order: Vec<(u64, usize)> = ids
            .into_iter()
            .enumerate()
            .map(|(query, id)| (place(id.as_bytes(), seed), query))
            .collect();
        order.sort_unstable();
        let round = |attempt| order.iter().map(move |&(_, query)| Planned { query, attempt });
        Self { seed, probes: (1..=attempts).flat_map(round).collect() }
    }

    /// How many probes at the head of the order may enter an interim figure: the longest run of
    /// settled ones, in whole blocks of ten, or all. What finished first is no fair sample, since
    /// hits exit early; the head of a seeded order is.
    pub fn interim(&self, settled: impl Fn(Planned) -> bool) -> usize {
        let run = self.probes.iter().take_while(|&&probe| settled(probe)).count();
        if run == self.probes.len() { run } else { run - run % BLOCK }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ids(n: usize) -> Vec<String> {
        (0..n).map(|i| format!("q{i}")).collect()
    }

    fn plan(ids: &[String], attempts: u32, seed: u64) -> Plan {
        Plan::new(ids.iter().map(String::as_str), attempts, seed)
    }

    #[test]
    fn the_seed_shuffles() {
        let ids = ids(50);
        let order = |seed| plan(&ids, 1, seed).probes.iter().map(|p| p.query).collect::<Vec<_>>();
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_ne!(order(1), (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn interim_figures_step_in_blocks_of_the_order() {
        let plan = plan(&ids(25), 1, 7);
        let first = |n: usize| plan.probes[..n].to_vec();
        assert_eq!(plan.interim(|p| first(9).contains(&p)), 0);
        assert_eq!(plan.interim(|p| first(19).contains(&p)), 10);
        assert_eq!(plan.interim(|_| true), 25);
        // A gap holds everything behind it back.
        assert_eq!(plan.interim(|p| p != plan.probes[12]), 10);
    }

    proptest! {
        #[test]
        fn each_round_asks_every_query_once_in_the_same_order(
            n in 0_usize..40, attempts in 0_u32..4, seed in any::<u64>()
        ) {
            let plan = plan(&ids(n), attempts, seed);
            prop_assert_eq!(plan.probes.len(), n * attempts as usize);
            let first: Vec<usize> = plan.probes.iter().take(n).map(|p| p.query).collect();
            for (round, attempt) in plan.probes.chunks(n.max(1)).zip(1..) {
                prop_assert!(round.iter().all(|p| p.attempt == attempt));
                prop_assert_eq!(round.iter().map(|p| p.query).collect::<Vec<_>>(), first.clone());
            }
            let mut sorted = first;
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..if attempts == 0 { 0 } else { n }).collect::<Vec<_>>());
        }

        #[test]
        fn a_new_row_leaves_the_others_in_their_order(n in 1_usize..30, seed in any::<u64>()) {
            let all = ids(n);
            let with = plan(&all, 1, seed).probes;
            let without = plan(&all[..n - 1], 1, seed).probes;
            let rest: Vec<Planned> = with.into_iter().filter(|p| p.query != n - 1).collect();
            prop_assert_eq!(rest, without);
        }
    }
}
