//! Bound rows that contradict themselves, each other, or the budget.

use std::{collections::HashMap, sync::Arc};

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    query::{Label, Origin, Query, unit},
};

/// The refusal of a row in which two names of one skill contradict each other: right and neutral,
/// or one of these and forbidden.
pub(super) fn conflict(query: &Query<SkillId>) -> Option<Diagnostic> {
    let (right, wrong): (Vec<&SkillId>, &[SkillId]) = match &query.label {
        Label::Complete { expected, alternatives } => {
            (expected.iter().chain(alternatives).collect(), &query.forbidden)
        }
        Label::Partial { should, must_not } => (should.iter().collect(), must_not),
    };
    let neutral = &query.neutral;
    let skill = right
        .into_iter()
        .find(|skill| neutral.contains(skill) || wrong.contains(skill))
        .or_else(|| neutral.iter().find(|skill| wrong.contains(skill)))?;
    Some(at(
        query,
        Severity::Error,
        "conflicting-names",
        format!("Two names of the row mean `{skill}`, once as right and once as not."),
        "Take one of the two names out.",
    ))
}

/// A warning for a row that the budget can never satisfy.
pub(super) fn too_large(query: &Query<SkillId>, max_turns: u32) -> Option<Diagnostic> {
    let Label::Complete { expected, .. } = &query.label else { return None };
    let more = u32::try_from(expected.len()).unwrap_or(u32::MAX) > max_turns;
    more.then(|| {
        at(
            query,
            Severity::Warning,
            "more-than-the-budget",
            format!(
                "The row expects {} skills, and a probe ends after {max_turns}.",
                expected.len()
            ),
            "Raise max_turns, or split the row.",
        )
    })
}

/// Warnings for rows with the same prompt and different complete labels. Drafts are exempt: that
/// two skills claim one phrase is what they are there to show.
pub(super) fn unlike_twins(rows: &[Arc<Query<SkillId>>]) -> Vec<Diagnostic> {
    let mut first: HashMap<_, (&Query<SkillId>, _)> = HashMap::new();
    let mut told = Vec::new();
    for row in rows.iter().filter(|row| row.origin != Origin::Drafted) {
        let Label::Complete { expected, alternatives } = &row.label else { continue };
        let sorted = |skills: &[SkillId]| {
            let mut skills = skills.to_vec();
            skills.sort_unstable();
            skills
        };
        let label = (sorted(expected), sorted(alternatives));
        let (twin, other) =
            first.entry(unit::one_blank(&row.prompt)).or_insert((row, label.clone()));
        if *other != label {
            told.push(at(
                row,
                Severity::Warning,
                "two-labels-for-a-prompt",
                format!(
                    "`{}` has the prompt of `{}` ({}:{}) and another label.",
                    row.id, twin.id, twin.source.path, twin.source.line
                ),
                "Both count; mark one `disputed`, or give them `alternatives`.",
            ));
        }
    }
    told
}

/// A diagnosis of a row.
pub(in crate::core::query) fn at<S>(
    row: &Query<S>,
    severity: Severity,
    code: &'static str,
    message: String,
    remedy: &str,
) -> Diagnostic {
    let mut told = Diagnostic::new(severity, code, row.source.path.clone(), message, remedy);
    told.line = (row.source.line > 0).then_some(row.source.line);
    told
}
