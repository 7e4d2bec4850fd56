//! The figures over all rows with a complete label of one group.

use serde::Serialize;
use strum::IntoEnumIterator;

use crate::core::{
    measure::{
        classes::Classes,
        clustered::Units,
        completion::Completion,
        ledger,
        macros::Macros,
        rate::{Estimate, Rate, Share},
        row::Row,
        selection::Selections,
        sequence::{Pattern, Sequence},
        wilson::Confidence,
    },
    trajectory::EndedBy,
};

/// One group's headline. Rates are sums over scored probes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Headline {
    /// Of the probes whose rows enter here.
    pub completion: Completion,
    /// Entrypoint hits of all scored probes.
    pub top1: Rate,
    /// Trajectory hits of all scored probes.
    pub trajectory: Rate,
    /// Entrypoint hits of the probes that expect something.
    pub top1_in_scope: Rate,
    pub trajectory_in_scope: Rate,
    /// All expected skills engaged; in scope.
    pub all_reached: Rate,
    /// Mean share of the expected skills that engaged; in scope.
    pub coverage: Rate,
    /// Nothing engaged, of all scored probes.
    pub abstention: Rate,
    /// Nothing engaged, of those that expect something.
    pub false_abstention: Rate,
    /// Nothing engaged, of those that expect nothing.
    pub out_of_scope_detection: Rate,
    /// Wrong first engagement, of all scored probes.
    pub misroute: Rate,
    /// Mean over in-scope probes of 1 / position of the first right engagement.
    pub reciprocal_rank: Rate,
    /// Mean over in-scope probes.
    pub row_f1: Rate,
    /// Mean engagements beyond those needed; no interval.
    pub redundancy: Option<f64>,
    pub macros: Macros,
    /// With `(no skill)` as a class.
    pub macros_with_none: Macros,
    pub micro: Micro,
    /// First scored selections.
    pub selections: Selections,
    /// First selections with neutral helpers, to compare with other tools.
    pub raw_selections: Selections,
    /// Probes by pattern, every pattern once.
    pub patterns: Vec<(Pattern, usize)>,
    /// In-scope misses that a turn or step budget ended.
    pub misses_by_budget: Share,
    /// Probes stopped by early exit: redundancy, row F1 and patterns are cut off there.
    pub early_exits: usize,
}

/// Sums over skills on rows that expect one skill or none; rows count, not classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Micro {
    /// Right first engagements of all first engagements.
    pub precision: Rate,
    /// Right first engagements of all rows that expect a skill.
    pub recall: Rate,
    pub f1: Estimate,
}

impl Headline {
    /// `rows`: scored probes of one group; those with a partial label are passed over.
    pub(super) fn of(
        rows: &[&Row],
        classes: &Classes,
        completion: Completion,
        confidence: Confidence,
    ) -> Self {
        let complete: Vec<(&Row, &Sequence)> =
            rows.iter().filter_map(|row| Some((*row, row.sequence.as_ref()?))).collect();
        let whole: Vec<&Row> = complete.iter().map(|(row, _)| *row).collect();
        let rate = |of: &dyn Fn(&Row, &Sequence) -> Option<bool>| {
            let hits = complete.iter().filter_map(|(row, s)| Some((row.unit, of(row, s)?)));
            ledger::units(hits).rate(confidence)
        };
        let mean = |of: fn(&Sequence) -> Option<f64>| {
            let values = complete.iter().filter_map(|(row, s)| Some((row.unit, of(s)?)));
            Units::of_values(values.collect()).rate(confidence)
        };
        let in_scope = |s: &Sequence, hit: bool| s.in_scope.then_some(hit);
        let silent = |row: &Row| row.engaged.is_empty();
        Self {
            completion,
            top1: rate(&|_, s| Some(s.entrypoint)),
            trajectory: rate(&|_, s| Some(s.trajectory)),
            top1_in_scope: rate(&|_, s| in_scope(s, s.entrypoint)),
            trajectory_in_scope: rate(&|_, s| in_scope(s, s.trajectory)),
            all_reached: rate(&|_, s| s.all_reached),
            coverage: mean(|s| s.coverage),
            abstention: rate(&|row, _| Some(silent(row))),
            false_abstention: rate(&|row, s| in_scope(s, silent(row))),
            out_of_scope_detection: rate(&|row, s| (!s.in_scope).then(|| silent(row))),
            misroute: rate(&|row, s| Some(!s.entrypoint && !silent(row))),
            reciprocal_rank: mean(|s| s.reciprocal_rank),
            row_f1: mean(|s| s.row_f1),
            redundancy: redundancy(&complete),
            macros: Macros::over_skills(classes, confidence),
            macros_with_none: Macros::with_none(classes),
            micro: Micro {
                precision: classes.micro_precision.rate(confidence),
                recall: classes.micro_recall.rate(confidence),
                f1: classes.micro_j.f1(confidence),
            },
            selections: Selections::of(&whole, Row::first, confidence),
            raw_selections: Selections::of(&whole, |row| row.raw_first, confidence),
            patterns: Pattern::iter()
                .map(|p| (p, complete.iter().filter(|(_, s)| s.pattern == p).count()))
                .collect(),
            misses_by_budget: misses_by_budget(&whole),
            early_exits: whole.iter().filter(|row| row.ended_by == EndedBy::EarlyExit).count(),
        }
    }

    /// Probes that went this way.
    pub fn pattern(&self, pattern: Pattern) -> usize {
        self.patterns.iter().find(|(known, _)| *known == pattern).map_or(0, |(_, count)| *count)
    }
}

/// The in-scope misses, and those of them that a budget ended.
pub(super) fn misses_by_budget(rows: &[&Row]) -> Share {
    let missed = || rows.iter().filter(|row| row.missed());
    Share { hits: missed().filter(|row| row.cut_by_budget()).count(), n: missed().count() }
}

fn redundancy(complete: &[(&Row, &Sequence)]) -> Option<f64> {
    let sum: u64 = complete.iter().map(|(_, s)| u64::from(s.redundancy)).sum();
    (!complete.is_empty()).then(|| sum as f64 / complete.len() as f64)
}
