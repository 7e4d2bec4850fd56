//! The best few of many, kept as they come in.
//!
//! Must not know what is scored.

use std::cmp::Ordering;

/// How many are kept.
pub const KEPT: usize = 32;

/// One of many, with what settles equal scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ranked {
    /// 0 or more.
    pub score: f64,
    /// Its place among equals; no two have the same.
    pub tie: u32,
    pub index: u32,
}

impl Ranked {
    /// Descending score, then ascending tie.
    fn order(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then_with(|| self.tie.cmp(&other.tie))
    }
}

/// A list that holds the best [`KEPT`] of those it was offered, and for a while some more: to sort
/// them out a few dozen at a time costs less than to put each in its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Best(Vec<Ranked>);

impl Best {
    /// Takes one in. Gives the score below which others are not worth offering, if that rose.
    pub fn offer(&mut self, one: Ranked) -> Option<f64> {
        self.0.push(one);
        (self.0.len() == 2 * KEPT).then(|| self.sort_out())?
    }

    /// Drops all but the best; gives the least score of them if there are as many as are kept.
    fn sort_out(&mut self) -> Option<f64> {
        if self.0.len() > KEPT {
            self.0.select_nth_unstable_by(KEPT - 1, Ranked::order);
            self.0.truncate(KEPT);
        }
        self.0.get(KEPT - 1).map(|least| least.score)
    }

    /// All that were offered to the other one too.
    pub fn join(&mut self, other: Self) {
        for one in other.0 {
            self.offer(one);
        }
    }

    /// The best, best first.
    pub fn list(mut self) -> Vec<Ranked> {
        self.sort_out();
        self.0.sort_unstable_by(Ranked::order);
        // What this becomes is kept, thousands of times over.
        self.0.shrink_to_fit();
        self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Best, KEPT, Ranked};

    proptest! {
        #[test]
        fn the_best_of_all_are_kept_whatever_comes_first(
            scores in prop::collection::vec(0_u8..40, 0..200),
            cut in 0_usize..200,
        ) {
            let ranked = |(at, &score): (usize, &u8)| {
                // A permutation of the places, so that ties do not go by order of appearance.
                let tie = (at as u32 * 7) % 1_009;
                Ranked { score: f64::from(score), tie, index: at as u32 }
            };
            let all: Vec<Ranked> = scores.iter().enumerate().map(ranked).collect();
            let mut halves = [Best::default(), Best::default()];
            let mut floors = [0.0; 2];
            for (at, one) in all.iter().enumerate() {
                let half = usize::from(at >= cut);
                if one.score >= floors[half]
                    && let Some(floor) = halves[half].offer(*one)
                {
                    floors[half] = floor;
                }
            }
            let [mut best, rest] = halves;
            best.join(rest);
            let mut sorted = all;
            sorted.sort_by(Ranked::order);
            sorted.truncate(KEPT);
            prop_assert_eq!(best.list(), sorted);
        }
    }
}
