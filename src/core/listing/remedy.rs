//! The smallest changes with which a listing would fit, and whose length stands in whose way.

use crate::core::listing::{
    Beyond, Lens, Listing, State,
    fit::{self, Item},
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
}

impl Listing {
    /// The entries that would be described if the text of entry `at` were gone: whom its length
    /// stands in the way of. Positions in the entries, in their order; linear in them.
    pub fn displaced_by(&self, at: usize) -> Vec<usize> {
        let Some(entry) = self.entries.get(at).filter(|entry| entry.state.is_described()) else {
            return Vec::new();
        };
        let without = self.described(Some((at, entry.bare)));
        let now = |at: &usize| self.entries.get(*at).is_some_and(|e| e.state.is_described());
        without.into_iter().filter(|at| !now(at)).collect()
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
            .filter(|(other, entry)| self.described(Some((*other, entry.bare))).contains(&at))
            .map(|(other, _)| other)
            .collect();
        found.sort_by_key(|at| std::cmp::Reverse(self.entries.get(*at).map(|entry| entry.asked)));
        found
    }

    /// Which entries are described when one of them takes something else than it does.
    fn described(&self, instead: Option<(usize, usize)>) -> Vec<usize> {
        let (Some(limit), Some(budget)) = (self.limits.limit, self.budget()) else {
            return (0..self.meant).collect();
        };
        let limit = limit + self.limits.unit.surplus();
        let meant = || self.entries.iter().take(self.meant).enumerate();
        let asks = |at: usize, asked: usize| match instead {
            Some((other, takes)) if other == at => takes,
            _ => asked,
        };
        let mut left = match budget.beyond {
            Beyond::Names => limit.saturating_sub(meant().map(|(_, entry)| entry.bare).sum()),
            Beyond::NameList => limit,
            // All are cut alike: nobody stands in anybody's way more than the others.
            Beyond::Even => return Vec::new(),
        };
        let mut found = Vec::new();
        for (at, entry) in meant() {
            let names = budget.beyond == Beyond::Names;
            let needs = asks(at, entry.asked).saturating_sub(if names { entry.bare } else { 0 });
            if needs <= left {
                left -= needs;
                found.push(at);
            } else if !names {
                break;
            }
        }
        found
    }
}
