//! Who takes whose prompts: pairs by count, and the skills that take most.
//!
//! Counted on the first scored engagement of rows that expect one skill or none.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::core::{
    id::SkillId,
    measure::{
        class::Class,
        ledger::{Base, Ledger},
        rate::Rate,
        row::{Number, Row},
        wilson::Confidence,
    },
};

/// A skill that engaged where another one, or none, was expected.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Steal {
    pub expected: Class,
    pub engaged: SkillId,
    /// Probes.
    pub count: u32,
    /// `count` of all probes that expect `expected`.
    pub share: Rate,
}

/// A skill that engages first where it should not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attractor {
    pub id: SkillId,
    /// Probes that it took, at least 1.
    pub fp: u32,
    /// Distinct expected classes that it took them from.
    pub from: u32,
}

/// Steals by count, most first, then by expected and engaged skill.
pub(super) fn steals(rows: &[&Row], ids: &[SkillId], confidence: Confidence) -> Vec<Steal> {
    let mut by_class: BTreeMap<Option<Number>, Vec<(u32, Option<Number>)>> = BTreeMap::new();
    for row in rows {
        if let Some((expected, engaged)) = row.cell() {
            by_class.entry(expected).or_default().push((row.unit, engaged));
        }
    }
    let mut out = Vec::new();
    for (expected, probes) in by_class {
        let mut ledger = Ledger::default();
        let mut thieves = Vec::new();
        for (unit, engaged) in &probes {
            if let Some(thief) = engaged.filter(|_| *engaged != expected) {
                let at = thieves.iter().position(|known| *known == thief).unwrap_or_else(|| {
                    thieves.push(thief);
                    thieves.len() - 1
                });
                ledger.shift(at as u32, *unit, 0, 1); // Below the number of skills, a `u32`.
            }
        }
        let base = Base::of(probes.iter().map(|(unit, _)| *unit));
        let id = |number: Number| ids.get(number as usize);
        for (thief, touched) in thieves.iter().zip(ledger.touched(thieves.len())) {
            let Some(engaged) = id(*thief) else { continue };
            out.push(Steal {
                expected: expected.and_then(id).into(),
                engaged: engaged.clone(),
                count: touched.iter().map(|unit| unit.hits).sum(),
                share: base.shifted(&touched).rate(confidence),
            });
        }
    }
    out.sort_unstable_by(|x, y| {
        let names = |steal: &'_ Steal| (steal.expected.clone(), steal.engaged.clone());
        y.count.cmp(&x.count).then_with(|| names(x).cmp(&names(y)))
    });
    out
}

/// Attractors by probes taken, most first, then by id.
pub fn attractors(steals: &[Steal]) -> Vec<Attractor> {
    let mut taken: BTreeMap<&SkillId, (u32, u32)> = BTreeMap::new();
    for steal in steals {
        let (fp, from) = taken.entry(&steal.engaged).or_default();
        *fp += steal.count;
        *from += 1;
    }
    let mut out: Vec<_> =
        taken.into_iter().map(|(id, (fp, from))| Attractor { id: id.clone(), fp, from }).collect();
    out.sort_by_key(|attractor| std::cmp::Reverse(attractor.fp));
    out
}
