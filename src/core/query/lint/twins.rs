//! Rows with one prompt: counted as one, or at odds about a skill.

use std::{collections::HashMap, sync::Arc};

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    query::{Label, Query, bind::oddities::at, unit},
};

/// Prompts that say nothing new (same prompt, same label), and prompts whose labels contradict
/// each other about a skill. Two different complete labels are told when rows are bound.
pub(super) fn find(rows: &[Arc<Query<SkillId>>]) -> Vec<Diagnostic> {
    let mut seen: HashMap<_, Vec<&Query<SkillId>>> = HashMap::new();
    let mut told = Vec::new();
    for row in rows {
        let twins = seen.entry(unit::one_blank(&row.prompt)).or_default();
        if let Some(twin) = twins.iter().find(|twin| says_the_same(twin, row)) {
            told.push(at(
                row,
                Severity::Warning,
                "repeated-prompt",
                format!("`{}` asks what {} asks; together they count once.", row.id, place(twin)),
                "Take one out, or say it in other words.",
            ));
        } else if let Some((twin, skill)) =
            twins.iter().find_map(|twin| Some((twin, contradiction(twin, row)?)))
        {
            told.push(at(
                row,
                Severity::Warning,
                "contradiction",
                format!(
                    "`{}` and {} ask the same and disagree about `{skill}`.",
                    row.id,
                    place(twin)
                ),
                "Decide for one label, or mark the rows `disputed`.",
            ));
        }
        twins.push(row);
    }
    told
}

fn place(row: &Query<SkillId>) -> String {
    let (id, source) = (&row.id, &row.source);
    format!("`{id}` ({}:{})", source.path, source.line)
}

fn says_the_same(a: &Query<SkillId>, b: &Query<SkillId>) -> bool {
    let same = |a: &[SkillId], b: &[SkillId]| {
        a.len() == b.len() && a.iter().all(|skill| b.contains(skill))
    };
    match (&a.label, &b.label) {
        (
            Label::Complete { expected: one, alternatives: or_one },
            Label::Complete { expected: other, alternatives: or_other },
        ) => same(one, other) && same(or_one, or_other),
        (
            Label::Partial { should: one, must_not: not_one },
            Label::Partial { should: other, must_not: not_other },
        ) => same(one, other) && same(not_one, not_other),
        _ => false,
    }
}

/// A skill that one row wants and the other rules out; not for two complete labels.
fn contradiction<'a>(a: &'a Query<SkillId>, b: &'a Query<SkillId>) -> Option<&'a SkillId> {
    let both = |label: &Label<SkillId>| matches!(label, Label::Complete { .. });
    if both(&a.label) && both(&b.label) {
        return None;
    }
    let clash = |one: &'a Query<SkillId>, other: &Query<SkillId>| {
        one.label.wanted().iter().find(|skill| rules_out(other, skill))
    };
    clash(a, b).or_else(|| clash(b, a))
}

fn rules_out(row: &Query<SkillId>, skill: &SkillId) -> bool {
    match &row.label {
        Label::Complete { expected, alternatives } => {
            ![expected, alternatives, &row.neutral].iter().any(|list| list.contains(skill))
        }
        Label::Partial { must_not, .. } => must_not.contains(skill),
    }
}
