//! A change of a huge catalog: answered roughly at once, by what was known before, and then exactly.
//!
//! Must not know who waits for either.

use std::collections::HashSet;

use super::{Doc, Lexicon};
use crate::core::{
    id::SkillId,
    lexical::overlap::{Inbound, Neighbourhood, Row},
};

/// From this many skills on, a change is answered roughly first: see [`Lexicon::is_rough`].
pub(super) const HUGE: usize = 4_000;

/// Changed skills of a huge catalog that are compared at once; more of them wait.
const COMPARED_AT_ONCE: usize = 16;

impl Lexicon {
    /// True where the neighbourhood is taken from an earlier snapshot as far as its skills are
    /// still here: only a few skills were compared anew, other new ones have no rivals yet, and
    /// weights have shifted a little since. [`Lexicon::refined`] mends that.
    pub fn is_rough(&self) -> bool {
        self.rough
    }

    /// Whether there are so many skills that a change is answered roughly first.
    pub fn is_huge(&self) -> bool {
        self.len() >= HUGE
    }

    /// The same skills with an exact neighbourhood, for as long as `goes_on`, which is asked once a
    /// skill, by several threads; `None` if it stopped.
    pub fn refined(&self, goes_on: impl Fn() -> bool + Sync) -> Option<Self> {
        let exact = Neighbourhood::of_while(self.field(), goes_on)?;
        let index = self.index.clone();
        Some(Self {
            neighbourhood: exact.into(),
            triggers: self.triggers.clone(),
            ..Self::around(self.docs.clone(), self.options, index)
        })
    }

    /// The neighbourhood here, as far as it is known, in the positions of a later lexicon; those
    /// of `seen` are compared anew.
    pub(super) fn carried_to(&self, later: &Self, seen: &[SkillId]) -> Neighbourhood {
        let unknown = Neighbourhood::default();
        let known = self.neighbourhood.get().unwrap_or(&unknown);
        let places: Vec<_> = self.docs.iter().map(|doc| later.position(&doc.id)).collect();
        let place = |at: usize| places.get(at).copied().flatten();
        let same: Vec<Option<usize>> = later.docs.iter().map(|doc| self.same(doc)).collect();
        let changed = same.iter().filter(|at| at.is_none()).count();
        let seen: HashSet<_> = seen.iter().filter_map(|id| later.position(id)).collect();
        let row = |(at, same): (usize, &Option<usize>)| match same {
            _ if seen.contains(&at) => later.field().row(at),
            Some(old) => known.rows.get(*old).map(|row| row.moved(place)).unwrap_or_default(),
            None if changed <= COMPARED_AT_ONCE => later.field().row(at),
            None => Row::default(),
        };
        let inbound = |doc: &Doc| {
            let list =
                self.position(&doc.id).and_then(|old| known.inbound.get(old)).into_iter().flatten();
            let moved = |one: &Inbound| Some(Inbound { index: place(one.index)?, ..*one });
            list.filter_map(moved).collect()
        };
        Neighbourhood {
            rows: same.iter().enumerate().map(row).collect(),
            inbound: later.docs.iter().map(inbound).collect(),
        }
    }
}
