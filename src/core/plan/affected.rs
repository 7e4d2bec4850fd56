//! Which rows an edit may have changed, and whether their choice looked at outcomes.
//!
//! Must not know where ranks and earlier outcomes come from.

use std::{collections::BTreeSet, sync::Arc};

use crate::core::{
    id::SkillId,
    query::{Label, Query},
};

/// Why a row is probed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Why {
    /// Its label names an edited skill.
    Named,
    /// An edited skill ranks among the nearest to its prompt, before or after the edit.
    Near,
    /// An edited skill engaged last time, and nothing else speaks for the row.
    Engaged,
}

impl Why {
    /// True when the row was chosen because of its last outcome: such rows are drawn on their bad
    /// luck, and count only when both arms are probed afresh.
    pub fn looked(self) -> bool {
        self == Self::Engaged
    }
}

/// Indices of the affected rows, ascending, each with the first reason that holds.
pub fn affected(
    queries: &[Arc<Query<SkillId>>],
    edited: &BTreeSet<SkillId>,
    near: impl Fn(usize) -> bool,
    engaged: impl Fn(usize) -> bool,
) -> Vec<(usize, Why)> {
    if edited.is_empty() {
        return Vec::new();
    }
    let why = |(at, query): (usize, &Arc<Query<SkillId>>)| {
        let why = if named(query).any(|skill| edited.contains(skill)) {
            Why::Named
        } else if near(at) {
            Why::Near
        } else if engaged(at) {
            Why::Engaged
        } else {
            return None;
        };
        Some((at, why))
    };
    queries.iter().enumerate().filter_map(why).collect()
}

/// Every skill that the row's label speaks of, neutral helpers apart.
pub fn named(query: &Query<SkillId>) -> impl Iterator<Item = &SkillId> {
    let (one, other) = match &query.label {
        Label::Complete { expected, alternatives } => (expected, alternatives),
        Label::Partial { should, must_not } => (should, must_not),
    };
    one.iter().chain(other).chain(&query.forbidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_is_told() {
        let ids = |skills: &[&str]| skills.iter().map(|s| SkillId::from(*s)).collect::<Vec<_>>();
        let label = |expected: &[&str], alternatives: &[&str]| Label::Complete {
            expected: ids(expected),
            alternatives: ids(alternatives),
        };
        let forbidding = Query { forbidden: ids(&["x"]), ..Query::new("4", "p", label(&[], &[])) };
        let must_not = Label::Partial { should: vec![], must_not: ids(&["x"]) };
        let queries: Vec<_> = [
            Query::new("0", "p", label(&["x"], &[])),
            Query::new("1", "p", label(&["a"], &["x"])),
            Query::new("2", "p", label(&["a"], &[])),
            Query::new("3", "p", label(&["a"], &[])),
            forbidding,
            Query::new("5", "p", must_not),
            Query { neutral: ids(&["x"]), ..Query::new("6", "p", label(&["a"], &[])) },
        ]
        .into_iter()
        .map(Arc::new)
        .collect();
        let edited = BTreeSet::from(["x".into()]);
        let found = affected(&queries, &edited, |at| at < 3, |at| at < 4);
        let named = |at| (at, Why::Named);
        assert_eq!(
            found,
            [named(0), named(1), (2, Why::Near), (3, Why::Engaged), named(4), named(5)]
        );
        assert_eq!(found.iter().filter(|(_, why)| why.looked()).count(), 1);
        assert_eq!(affected(&queries, &BTreeSet::new(), |_| true, |_| true), []);
    }
}
