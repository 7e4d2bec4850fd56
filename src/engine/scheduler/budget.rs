//! What the probes of a plan cost so far, held against what they may cost.
//!
//! Pure; must not know what runs.

/// The money of one plan, in US dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Budget {
    /// No end without one.
    pub cap_usd: Option<f64>,
    spent_usd: f64,
    probes: usize,
}

impl Budget {
    pub fn of(cap_usd: Option<f64>) -> Self {
        Self { cap_usd, ..Self::default() }
    }

    /// A probe ended; without a price it was free.
    pub fn ended(&mut self, cost_usd: Option<f64>) {
        self.spent_usd += cost_usd.unwrap_or(0.0);
        self.probes += 1;
    }

    /// True if nothing is left for one more probe beside those under way, should each cost what
    /// the others did.
    pub fn is_used_up(&self, under_way: usize) -> bool {
        let each = if self.probes == 0 { 0.0 } else { self.spent_usd / self.probes as f64 };
        let with_one_more = self.spent_usd + each * (under_way + 1) as f64;
        // Sums of prices are not exact.
        self.cap_usd.is_some_and(|cap| with_one_more > cap * (1.0 + 1e-9))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probes_under_way_will_cost_too() {
        let mut budget = Budget::of(Some(1.0));
        assert!(!budget.is_used_up(100), "of the first ones nothing is known");
        (0..2).for_each(|_| budget.ended(Some(0.25)));
        assert!(!budget.is_used_up(1) && budget.is_used_up(2));
        budget.ended(None);
        assert!(!budget.is_used_up(1), "the mean fell");
        (0..5).for_each(|_| budget.ended(Some(0.1)));
        assert!(budget.is_used_up(0));
        let mut free = Budget::of(None);
        free.ended(Some(1e9));
        assert!(!free.is_used_up(9));
    }

    #[test]
    fn all_of_it_may_be_spent() {
        let mut budget = Budget::of(Some(0.3));
        (0..2).for_each(|_| budget.ended(Some(0.1)));
        assert!(!budget.is_used_up(0));
    }
}
