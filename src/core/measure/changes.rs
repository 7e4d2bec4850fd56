//! What changed between two results: amounts, no verdicts.
//!
//! Must not know why the two differ. An amount says nothing about chance: whether a difference
//! means anything is another question.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::core::{
    id::SkillId,
    measure::{
        class::Class,
        confusion::{Confusion, Level},
        figures::{Figures, SkillFigures},
    },
};

/// The differences of two results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Changes {
    pub top1: Amount,
    pub trajectory: Amount,
    pub macro_recall: Amount,
    pub macro_precision: Amount,
    pub abstention: Amount,
    /// Skills of which anything changed, by id.
    pub skills: Vec<SkillChange>,
    /// Cells of the turn-1 matrix of which the count changed, by expected, then engaged class.
    pub cells: Vec<CellChange>,
}

/// A figure on both sides; `None` where it is undefined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Amount {
    pub before: Option<f64>,
    pub after: Option<f64>,
}

impl Amount {
    /// `after - before`; `None` unless both are defined.
    pub fn by(self) -> Option<f64> {
        Some(self.after? - self.before?)
    }

    pub fn changed(self) -> bool {
        self.before != self.after
    }
}

/// Whether a skill is on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Presence {
    Kept,
    New,
    Gone,
}

/// What changed of one skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkillChange {
    pub id: SkillId,
    /// Among the resident skills.
    pub presence: Presence,
    pub recall: Amount,
    pub precision: Amount,
    pub trajectory_recall: Amount,
    /// First engagements that should not have been, before and after.
    pub fp: [u32; 2],
}

/// What changed of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellChange {
    pub expected: Class,
    pub engaged: Class,
    pub before: u32,
    pub after: u32,
}

impl Changes {
    pub fn between(before: &Figures, after: &Figures) -> Self {
        let amount =
            |of: fn(&Figures) -> Option<f64>| Amount { before: of(before), after: of(after) };
        Self {
            top1: amount(|f| f.headline.top1.rate),
            trajectory: amount(|f| f.headline.trajectory.rate),
            macro_recall: amount(|f| f.headline.macros.recall.value),
            macro_precision: amount(|f| f.headline.macros.precision),
            abstention: amount(|f| f.headline.abstention.rate),
            skills: skills(before, after),
            cells: cells(before.confusion(Level::Turn1), after.confusion(Level::Turn1)),
        }
    }

    /// The change of one skill; `None` when nothing changed.
    pub fn skill(&self, id: &SkillId) -> Option<&SkillChange> {
        let at = self.skills.binary_search_by(|change| change.id.cmp(id)).ok()?;
        self.skills.get(at)
    }
}

fn skills(before: &Figures, after: &Figures) -> Vec<SkillChange> {
    let mut sides: BTreeMap<&SkillId, [Option<&SkillFigures>; 2]> = BTreeMap::new();
    for (side, figures) in [before, after].into_iter().enumerate() {
        for skill in &figures.skills {
            sides.entry(&skill.id).or_default()[side] = Some(skill);
        }
    }
    sides.into_iter().filter_map(|(id, sides)| SkillChange::of(id, sides)).collect()
}

impl SkillChange {
    fn of(id: &SkillId, [before, after]: [Option<&SkillFigures>; 2]) -> Option<Self> {
        let resident = |side: Option<&SkillFigures>| side.is_some_and(|skill| skill.resident);
        let amount = |of: fn(&SkillFigures) -> Option<f64>| Amount {
            before: before.and_then(of),
            after: after.and_then(of),
        };
        let change = Self {
            id: id.clone(),
            presence: match (resident(before), resident(after)) {
                (false, true) => Presence::New,
                (true, false) => Presence::Gone,
                _ => Presence::Kept,
            },
            recall: amount(|skill| skill.turn1.recall.rate),
            precision: amount(|skill| skill.turn1.precision.rate),
            trajectory_recall: amount(|skill| skill.turn1.trajectory_recall.rate),
            fp: [before, after].map(|side| side.map_or(0, |skill| skill.turn1.fp)),
        };
        let amounts = [change.recall, change.precision, change.trajectory_recall];
        let same = change.presence == Presence::Kept
            && change.fp[0] == change.fp[1]
            && !amounts.into_iter().any(Amount::changed);
        (!same).then_some(change)
    }
}

fn cells(before: &Confusion, after: &Confusion) -> Vec<CellChange> {
    let mut counts: BTreeMap<(&Class, &Class), [u32; 2]> = BTreeMap::new();
    for (side, confusion) in [before, after].into_iter().enumerate() {
        for cell in &confusion.cells {
            counts.entry((&cell.expected, &cell.engaged)).or_default()[side] = cell.count;
        }
    }
    counts
        .into_iter()
        .filter(|(_, [before, after])| before != after)
        .map(|((expected, engaged), [before, after])| CellChange {
            expected: expected.clone(),
            engaged: engaged.clone(),
            before,
            after,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::testing::{after, before, ids};

    #[test]
    fn amounts_of_skills_and_cells() {
        let old = Figures::of(&before(), 6, &ids("a b"));
        let new = Figures::of(&after(), 6, &ids("a b c"));
        let changes = Changes::between(&old, &new);
        assert_eq!(changes.top1, Amount { before: Some(4.0 / 6.0), after: Some(0.6) });
        let c = changes.skill(&"c".into()).unwrap();
        assert_eq!((c.presence, c.recall.by(), c.recall.after), (Presence::New, None, Some(1.0)));
        assert_eq!(c.fp, [0, 2]);
        let b = changes.skill(&"b".into()).unwrap();
        assert_eq!((b.presence, b.recall.by()), (Presence::Kept, Some(0.5)));
        let lost = CellChange {
            expected: Class::Skill("a".into()),
            engaged: Class::Skill("c".into()),
            before: 0,
            after: 1,
        };
        assert!(changes.cells.contains(&lost));
        let back = Changes::between(&new, &old);
        assert_eq!(back.skill(&"c".into()).unwrap().presence, Presence::Gone);
    }

    #[test]
    fn nothing_changed_lists_nothing() {
        let figures = Figures::of(&before(), 6, &ids("a b"));
        let changes = Changes::between(&figures, &figures);
        assert!(changes.skills.is_empty() && changes.cells.is_empty());
        assert_eq!(changes.top1.by(), Some(0.0));
    }
}
