//! How much of what was planned has been scored: stands beside every headline.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::core::measure::rate::Rate;

/// Planned, scored and errored probes. An errored probe enters nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// At least `scored + errored`.
    pub planned: usize,
    pub scored: usize,
    pub errored: usize,
    /// Errored probes by cause, most frequent first, then by name.
    pub causes: Vec<(String, usize)>,
}

impl Completion {
    /// Below this share a headline is marked and no gate decides.
    pub const FLOOR: f64 = 0.95;

    /// Scored / planned; `None` when nothing was planned.
    pub fn share(&self) -> Option<f64> {
        (self.planned > 0).then(|| self.scored as f64 / self.planned as f64)
    }

    /// Of two parts that share no probe.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let mut causes: BTreeMap<String, usize> = self.causes.into_iter().collect();
        for (cause, count) in other.causes {
            *causes.entry(cause).or_default() += count;
        }
        let mut sum = Self {
            planned: self.planned + other.planned,
            scored: self.scored + other.scored,
            errored: self.errored + other.errored,
            causes: causes.into_iter().collect(),
        };
        sum.sort_causes();
        sum
    }

    /// Brings the causes into their order.
    pub(super) fn sort_causes(&mut self) {
        self.causes.sort_by(|x, y| y.1.cmp(&x.1).then_with(|| x.0.cmp(&y.0)));
    }

    /// Probes that are neither scored nor errored yet.
    pub fn pending(&self) -> usize {
        self.planned.saturating_sub(self.scored + self.errored)
    }

    /// Every planned probe has ended.
    pub fn settled(&self) -> bool {
        self.pending() == 0
    }

    pub fn below_floor(&self) -> bool {
        self.share().is_some_and(|share| share < Self::FLOOR)
    }

    /// A rate of the scored probes, with every unscored one as a miss, and with every one as a hit.
    ///
    /// `hits` of `n`: `n` is the scored probes, or those of them that the rate speaks of. Timeouts
    /// fall on long trajectories, so that what is missing is not random. `None` when nothing was
    /// planned.
    pub fn bounds(&self, hits: f64, n: f64) -> Option<(f64, f64)> {
        let missing = self.planned.saturating_sub(self.scored) as f64;
        let planned = n + missing;
        (planned > 0.0).then(|| (hits / planned, (hits + missing) / planned))
    }

    /// As [`Completion::bounds`], where so much is missing that the rate alone misleads.
    pub fn doubt(&self, rate: &Rate) -> Option<(f64, f64)> {
        self.bounds(rate.hits, rate.n).filter(|_| self.below_floor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_bounds_the_headline() {
        let done = Completion { planned: 100, scored: 92, errored: 3, causes: Vec::new() };
        assert_eq!(done.bounds(80.0, 92.0), Some((0.80, 0.88)));
        assert_eq!(done.bounds(10.0, 12.0), Some((0.5, 0.9)), "of some of the scored ones");
        assert_eq!((done.share(), done.pending(), done.settled()), (Some(0.92), 5, false));
        assert!(done.below_floor());
        assert_eq!(Completion::default().bounds(0.0, 0.0), None);
        assert_eq!(Completion::default().share(), None);
        assert!(!Completion::default().below_floor());
        let rate = Rate { hits: 80.0, n: 92.0, ..Rate::default() };
        assert_eq!(done.doubt(&rate), Some((0.80, 0.88)));
        let enough = Completion { planned: 96, ..done };
        assert_eq!(enough.doubt(&rate), None);
    }
}
