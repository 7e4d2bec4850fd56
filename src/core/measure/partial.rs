//! The headline of rows that speak of some skills only: they never say "nothing should engage".

use serde::Serialize;

use crate::core::{
    measure::{
        completion::Completion, ledger, rate::Rate, row::Row, truth::Truth, wilson::Confidence,
    },
    trajectory::EndedBy,
};

/// Over the verdicts of partial labels.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PartialHeadline {
    /// Of the probes whose rows enter here.
    pub completion: Completion,
    /// Engaged at any turn, of the verdicts that a skill should.
    pub trigger_recall: Rate,
    /// Not engaged, of the verdicts that a skill must not.
    pub restraint: Rate,
    /// Probes stopped by early exit: what they would have engaged later is not seen.
    pub early_exits: usize,
}

impl PartialHeadline {
    /// Rows with a complete label are passed over.
    pub(super) fn of(rows: &[&Row], completion: Completion, confidence: Confidence) -> Self {
        let (mut kept, mut held) = (Vec::new(), Vec::new());
        for row in rows {
            if let Truth::Partial { should, must_not } = &row.truth {
                let fired = |skill| row.engaged.contains(skill);
                let counted = |skill: &&u32| !row.neutral.contains(skill);
                kept.extend(should.iter().filter(counted).map(|skill| (row.unit, fired(skill))));
                held.extend(must_not.iter().filter(counted).map(|skill| (row.unit, !fired(skill))));
            }
        }
        Self {
            completion,
            trigger_recall: ledger::units(kept).rate(confidence),
            restraint: ledger::units(held).rate(confidence),
            early_exits: rows
                .iter()
                .filter(|row| row.sequence.is_none() && row.ended_by == EndedBy::EarlyExit)
                .count(),
        }
    }
}
