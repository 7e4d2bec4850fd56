//! Not worse than the stored run: the paired test instead of a bar.
//!
//! Must not know when the baseline moves: by hand, or on a confirmed better, never by itself.

use serde::Serialize;

use crate::core::measure::{comparison::Headline, gate::Verdict, paired::Verdict as Compared};

/// What the paired test against a baseline allows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratchet {
    pub verdict: Verdict,
    /// The smallest drop that it would have seen in 80 %; `None` when none is large enough.
    pub would_see: Option<f64>,
}

/// Fails on worse. With a `margin` in \[0, 1\] it passes only where the interval's low end shows
/// that no more than this was lost, and is undecided between. Undecided where the runs are not
/// comparable.
pub fn ratchet(headline: &Headline, margin: Option<f64>) -> Ratchet {
    let verdict = match (headline.verdict, margin) {
        (Compared::Worse, _) => Verdict::Fail,
        (Compared::NotComparable, _) => Verdict::Undecided,
        (_, Some(margin)) if !rules_out(headline, margin) => Verdict::Undecided,
        _ => Verdict::Pass,
    };
    Ratchet { verdict, would_see: headline.detectable }
}

/// The interval's low end shows that no more than `margin` was lost.
pub fn rules_out(headline: &Headline, margin: f64) -> bool {
    headline.bounds.is_some_and(|bounds| bounds.low >= -margin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::{
        comparison::{Comparison, Terms},
        testing::row,
    };

    fn headline(losses: usize, n: usize) -> Headline {
        let arm = |lost: usize| -> Vec<_> {
            let first = |at| if at < lost { "b" } else { "a" };
            (0..n).flat_map(|at| row(&format!("q{at}")).expects("a").ran(&[first(at)])).collect()
        };
        Comparison::of(&arm(0), &arm(losses), &Terms::default()).headline
    }

    #[test]
    fn a_drop_that_is_seen_fails_and_one_that_is_not_is_told() {
        assert_eq!(ratchet(&headline(6, 40), None).verdict, Verdict::Fail);
        let unseen = ratchet(&headline(4, 40), None);
        assert_eq!(unseen.verdict, Verdict::Pass);
        assert!(unseen.would_see.is_some_and(|drop| drop > 0.1), "{unseen:?}");
        assert_eq!(ratchet(&headline(0, 0), None).verdict, Verdict::Undecided);
    }

    #[test]
    fn a_margin_must_be_shown_to_hold() {
        let with = |losses, margin| ratchet(&headline(losses, 40), Some(margin)).verdict;
        assert_eq!(with(0, 0.1), Verdict::Pass);
        assert_eq!(with(0, 0.01), Verdict::Undecided);
        assert_eq!(with(6, 0.5), Verdict::Fail);
    }
}
