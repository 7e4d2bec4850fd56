//! What the probes of a plan cost so far, held against what they may cost.
//!
//! Pure; must not know what runs.

use crate::core::plan::Over;

/// What one plan may take, and what it has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Budget {
    /// No end without one.
    cap_probes: Option<usize>,
    /// US dollars; no end without one.
    cap_usd: Option<f64>,
    begun: usize,
    ended: usize,
    spent_usd: f64,
    /// Probes were given up for it.
    reached: Option<Over>,
}

impl Budget {
    pub fn of(cap_probes: Option<usize>, cap_usd: Option<f64>) -> Self {
        Self { cap_probes, cap_usd, ..Self::default() }
    }

    /// One more probe begins.
    pub fn begins(&mut self) {
        self.begun += 1;
    }

    /// A probe ended; without a price it was free.
    pub fn ended(&mut self, cost_usd: Option<f64>) {
        self.spent_usd += cost_usd.unwrap_or(0.0);
        self.ended += 1;
    }

    /// The cap that leaves nothing for one more probe beside those under way, which have cost so
    /// much each, should each come to what the others did.
    pub fn leaves_none(&self, under_way: impl IntoIterator<Item = f64>) -> Option<Over> {
        if self.cap_probes.is_some_and(|cap| self.begun >= cap) {
            return Some(Over::Probes);
        }
        let each = if self.ended == 0 { 0.0 } else { self.spent_usd / self.ended as f64 };
        let running: f64 = under_way.into_iter().map(|usd| usd.max(each)).sum();
        self.exceeds(self.spent_usd + running + each).then_some(Over::Cost)
    }

    /// Those under way, which have cost so much each, have taken more than there was.
    pub fn is_overdrawn(&self, under_way: impl IntoIterator<Item = f64>) -> bool {
        self.exceeds(self.spent_usd + under_way.into_iter().sum::<f64>())
    }

    fn exceeds(&self, usd: f64) -> bool {
        // Sums of prices are not exact.
        self.cap_usd.is_some_and(|cap| usd > cap * (1.0 + 1e-9))
    }

    /// Probes that waited or ran were given up for a cap.
    pub fn gave_up(&mut self, cap: Over) {
        self.reached.get_or_insert(cap);
    }

    /// The cap for which probes were given up.
    pub fn reached(&self) -> Option<Over> {
        self.reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probes_under_way_will_cost_too() {
        let mut budget = Budget::of(None, Some(1.0));
        assert_eq!(budget.leaves_none([0.0; 100]), None, "of the first ones nothing is known");
        assert_eq!(budget.leaves_none([0.0, 1.1]), Some(Over::Cost), "but what they tell");
        (0..2).for_each(|_| budget.ended(Some(0.25)));
        assert_eq!(budget.leaves_none([0.1]), None);
        assert_eq!(budget.leaves_none([0.1, 0.0]), Some(Over::Cost));
        assert_eq!(budget.leaves_none([0.3]), Some(Over::Cost), "it has cost more than the others");
        budget.ended(None);
        assert_eq!(budget.leaves_none([0.0]), None, "the mean fell");
        (0..5).for_each(|_| budget.ended(Some(0.1)));
        assert_eq!(budget.leaves_none([]), Some(Over::Cost));
        assert_eq!([[0.0, 0.0], [0.05, 0.0]].map(|told| budget.is_overdrawn(told)), [false, true]);
        let mut free = Budget::of(None, None);
        free.ended(Some(1e9));
        assert_eq!((free.leaves_none([1e9]), free.is_overdrawn([1e9])), (None, false));
    }

    #[test]
    fn all_of_it_may_be_spent() {
        let mut budget = Budget::of(Some(3), Some(0.3));
        for _ in 0..2 {
            budget.begins();
            budget.ended(Some(0.1));
        }
        assert_eq!(budget.leaves_none([]), None);
        budget.begins();
        assert_eq!(budget.leaves_none([0.1]), Some(Over::Probes));
        assert!(!budget.is_overdrawn([0.1]));
    }
}
