//! The smallest changes with which a listing would fit, and whose length stands in whose way.

use crate::core::listing::{
    Entry, Lens, Listing, State, Unit,
    fit::{self, Cost, Item},
};

/// Ways to make everything fit, each sufficient by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// Units by which the texts together are too long.
    pub excess: usize,
    /// Characters that no text may have more of; `None` if the names alone take too much.
    pub cap: Option<usize>,
    /// A share of the model's window that has room, where the harness lets one choose: its setting
    /// and the smallest value, in thousandths.
    pub share: Option<(String, f64)>,
}

impl Remedy {
    pub(super) fn of(items: &[Item<'_>], asked: usize, limit: usize, lens: &Lens) -> Self {
        let unit = lens.limits().unit;
        let budget = lens.profile.listing.budget.as_ref();
        let share = budget.and_then(|budget| {
            let setting = budget.setting.clone().filter(|_| budget.share.is_some())?;
            Some((setting, budget.share_for(&lens.model, asked)?))
        });
        Self { excess: asked.saturating_sub(limit), cap: fit::cap(items, limit, unit), share }
    }

    /// The changes in words, the one that always exists first.
    pub fn ways(&self, unit: Unit) -> Vec<String> {
        let mut ways = vec![format!("{} {unit} less in all", self.excess)];
        ways.extend(self.cap.map(|cap| format!("no text over {cap} characters")));
        ways.extend(self.share.as_ref().map(|(setting, share)| format!("{setting} {share}")));
        ways
    }
}

impl Listing {
    /// The entries that would be described if the text of entry `at` were gone: whom its length
    /// stands in the way of. Positions in the entries, in their order; linear in them.
    pub fn displaced_by(&self, at: usize) -> Vec<usize> {
        if self.entries.get(at).is_none_or(|entry| !entry.state.is_described()) {
            return Vec::new();
        }
        let now = |at: &usize| self.entries.get(*at).is_some_and(|e| e.state.is_described());
        self.described_without(at).into_iter().filter(|at| !now(at)).collect()
    }

    /// The entries any one of whose texts, if it were gone, would let entry `at` be described, the
    /// longest first. Quadratic in the entries, so ask for one entry and not for all.
    pub fn in_the_way_of(&self, at: usize) -> Vec<usize> {
        if self.entries.get(at).is_none_or(|entry| entry.state != State::NameOnly) {
            return Vec::new();
        }
        let before = self.entries.iter().enumerate().take(at);
        let described = before.filter(|(_, entry)| entry.state.is_described());
        let mut found: Vec<usize> = described
            .map(|(other, _)| other)
            .filter(|other| self.described_without(*other).contains(&at))
            .collect();
        found.sort_by_key(|at| std::cmp::Reverse(self.entries.get(*at).map(|entry| entry.asked)));
        found
    }

    /// Which entries are described when the text of one of them is gone.
    fn described_without(&self, gone: usize) -> Vec<usize> {
        let (Some(limit), Some(budget)) = (self.limits.limit, self.budget()) else {
            return (0..self.meant).collect();
        };
        if budget.cuts_alike() {
            // Nobody stands in anybody's way more than the others.
            return Vec::new();
        }
        let cost = |(at, entry): (usize, &Entry)| {
            let whole = if at == gone { entry.bare } else { entry.asked };
            Cost { whole, bare: entry.bare }
        };
        let costs = self.entries.iter().take(self.meant).enumerate().map(cost);
        let turns = fit::in_turn(costs, budget.beyond, limit + self.limits.unit.surplus());
        turns.enumerate().filter(|(_, turn)| turn.fits).map(|(at, _)| at).collect()
    }
}
