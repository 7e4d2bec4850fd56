//! Where each rival of a focus stands, kept from one revision to the next: the same picture,
//! changed.
//!
//! A rival keeps its side and row while it is shown. Those that come take free rows nearest to
//! their rank, those that go stay dim for one revision, and at most one rival moves on its own.
//! Must not know sizes in cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{id::SkillId, scene::edge::Side};

/// How far a rival and the focus crowd each other; `None` where it is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim<'a> {
    pub id: &'a SkillId,
    /// The rival's score on the focus's text, as a share of the focus's own.
    pub outbound: Option<f64>,
    /// The focus's score on the rival's text, as a share of the rival's own.
    pub inbound: Option<f64>,
}

/// A rival in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub id: SkillId,
    pub side: Side,
    /// Below the rows a side.
    pub row: usize,
    pub state: State,
}

/// How long a rival has been shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Kept,
    /// Since this revision.
    New,
    /// Not any more; its row is free from the next revision on.
    Gone,
}

/// The places of one focus's rivals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slots {
    focus: Option<SkillId>,
    revision: u64,
    /// The side of whoever had a place when this revision came.
    home: BTreeMap<SkillId, Side>,
    sides: [Vec<Option<(SkillId, State)>>; 2],
}

/// A rival changes sides only when the other direction is stronger by more than this.
const SIDE_MARGIN: f64 = 0.05;

/// Two rivals of one side swap rows only when they stand at least this many ranks the wrong way
/// round.
const SWAP_RANKS: usize = 3;

impl Claim<'_> {
    /// The stronger of the two directions; negative when neither is known.
    pub fn strength(&self) -> f64 {
        known(self.outbound).max(known(self.inbound))
    }

    /// Left: the rival crowds the focus at least as much. Right: the focus crowds the rival more.
    pub fn side(&self) -> Side {
        if known(self.outbound) >= known(self.inbound) { Side::Left } else { Side::Right }
    }

    fn margin(&self) -> f64 {
        (known(self.outbound) - known(self.inbound)).abs()
    }
}

fn known(ratio: Option<f64>) -> f64 {
    ratio.filter(|ratio| ratio.is_finite()).unwrap_or(-1.0)
}

impl Slots {
    /// Brings the places up to date with the rivals of a revision.
    ///
    /// Another focus starts afresh. Within one revision only the room may differ: a smaller or
    /// larger `rows` (places a side) marks nothing as new or gone.
    pub fn update(&mut self, revision: u64, focus: &SkillId, claims: &[Claim<'_>], rows: usize) {
        let ranked = ranked(claims);
        let afresh = self.focus.as_ref() != Some(focus);
        if afresh {
            *self = Self { focus: Some(focus.clone()), ..Self::default() };
        }
        let next = !afresh && revision != self.revision;
        self.revision = revision;
        for side in &mut self.sides {
            side.resize(rows, None);
        }
        let mover = if next { self.turn_page(&ranked) } else { None };
        let shown = self.shown(&ranked, rows);
        self.leave(&shown, next);
        self.enter(&shown, |id| next && mover.as_ref() != Some(id));
        if next && mover.is_none() {
            self.swap(&shown);
        }
    }

    /// Forgets the places, so that the next update ranks all rivals afresh.
    pub fn tidy(&mut self) {
        *self = Self::default();
    }

    /// All places taken, left before right, from top to bottom.
    pub fn placed(&self) -> Vec<Placed> {
        let mut out = Vec::new();
        for side in Side::BOTH {
            for (row, slot) in self.sides[side.index()].iter().enumerate() {
                if let Some((id, state)) = slot {
                    out.push(Placed { id: id.clone(), side, row, state: *state });
                }
            }
        }
        out
    }

    /// Ends the marks of the last revision, and takes the one rival out that must change sides.
    fn turn_page(&mut self, ranked: &[Claim<'_>]) -> Option<SkillId> {
        for slot in self.sides.iter_mut().flatten() {
            match slot {
                Some((_, State::Gone)) => *slot = None,
                Some((_, state)) => *state = State::Kept,
                None => {}
            }
        }
        self.home = self.placed().into_iter().map(|placed| (placed.id, placed.side)).collect();
        let mover = ranked
            .iter()
            .filter(|claim| self.home.get(claim.id).is_some_and(|side| *side != claim.side()))
            .filter(|claim| claim.margin() > SIDE_MARGIN)
            // The first of equals is the stronger one.
            .reduce(|best, claim| if claim.margin() > best.margin() { claim } else { best })?;
        let mover = mover.id.clone();
        self.home.remove(&mover);
        for slot in self.sides.iter_mut().flatten() {
            if slot.as_ref().is_some_and(|(id, _)| *id == mover) {
                *slot = None;
            }
        }
        Some(mover)
    }

    /// The strongest rivals of each side, best first. Whoever had a place keeps its side.
    fn shown<'a>(&self, ranked: &[Claim<'a>], rows: usize) -> [Vec<&'a SkillId>; 2] {
        let mut shown = [Vec::new(), Vec::new()];
        for claim in ranked {
            let side = self.home.get(claim.id).copied().unwrap_or_else(|| claim.side());
            if shown[side.index()].len() < rows {
                shown[side.index()].push(claim.id);
            }
        }
        shown
    }

    /// Marks those that are not shown any more, or takes them out where nothing changed but room.
    fn leave(&mut self, shown: &[Vec<&SkillId>; 2], next: bool) {
        for (side, shown) in self.sides.iter_mut().zip(shown) {
            let shown: BTreeSet<&SkillId> = shown.iter().copied().collect();
            for slot in side.iter_mut() {
                match slot {
                    Some((id, state)) if shown.contains(id) => {
                        if *state == State::Gone {
                            *state = State::Kept;
                        }
                    }
                    Some((_, state)) if next => *state = State::Gone,
                    Some((_, State::Gone)) | None => {}
                    Some(_) => *slot = None,
                }
            }
        }
    }

    /// Gives a row to each that is shown and has none: the free one nearest to its rank, or, where
    /// none is free, that of one that is gone.
    fn enter(&mut self, shown: &[Vec<&SkillId>; 2], new: impl Fn(&SkillId) -> bool) {
        for (side, shown) in self.sides.iter_mut().zip(shown) {
            let top = side.len().saturating_sub(shown.len()) / 2;
            for (rank, id) in shown.iter().copied().enumerate() {
                if side.iter().flatten().any(|(known, _)| known == id) {
                    continue;
                }
                let nearest = side
                    .iter()
                    .enumerate()
                    .filter(|(_, slot)| !matches!(slot, Some((_, State::Kept | State::New))))
                    .min_by_key(|(row, slot)| (slot.is_some(), row.abs_diff(top + rank), *row))
                    .map(|(row, _)| row);
                if let Some(slot) = nearest.and_then(|row| side.get_mut(row)) {
                    let state = if new(id) { State::New } else { State::Kept };
                    *slot = Some((id.clone(), state));
                }
            }
        }
    }

    /// Swaps the two rivals of one side that stand most against their ranks, if far enough.
    fn swap(&mut self, shown: &[Vec<&SkillId>; 2]) {
        let mut worst: Option<(usize, usize, usize, usize)> = None;
        for (side, shown) in shown.iter().enumerate() {
            let rank: BTreeMap<&SkillId, usize> =
                shown.iter().copied().enumerate().map(|(rank, id)| (id, rank)).collect();
            let rows: Vec<(usize, usize)> = self.sides[side]
                .iter()
                .enumerate()
                .filter_map(|(row, slot)| match slot {
                    Some((id, State::Kept)) => Some((row, *rank.get(id)?)),
                    _ => None,
                })
                .collect();
            for (at, &(above, high)) in rows.iter().enumerate() {
                for &(below, low) in &rows[at + 1..] {
                    let by = high.saturating_sub(low);
                    if by >= SWAP_RANKS && worst.is_none_or(|(known, ..)| by > known) {
                        worst = Some((by, side, above, below));
                    }
                }
            }
        }
        if let Some((_, side, above, below)) = worst {
            self.sides[side].swap(above, below);
        }
    }
}

/// Strongest first, then by id; a skill that is named twice counts once.
fn ranked<'a>(claims: &[Claim<'a>]) -> Vec<Claim<'a>> {
    let mut ranked = claims.to_vec();
    ranked.sort_by(|x, y| y.strength().total_cmp(&x.strength()).then_with(|| x.id.cmp(y.id)));
    let mut seen = BTreeSet::new();
    ranked.retain(|claim| seen.insert(claim.id));
    ranked
}

#[cfg(test)]
mod tests;
