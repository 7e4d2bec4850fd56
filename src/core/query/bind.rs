//! Labels as written to labels of one catalog: which rows can be scored here, and why others not.
//!
//! Must not know formats or probes. What a name means is told by the caller's `resolve`.

mod names;
pub(super) mod oddities;

use std::{collections::HashSet, sync::Arc};

use crate::core::{
    catalog::Resolution,
    query::{
        BoundSet, Origin, Query, QuerySet, SetAside,
        bind::{
            names::Names,
            oddities::{conflict, too_large, unlike_twins},
        },
    },
};

/// Binds the rows of several files, in their order, to one catalog.
///
/// * A row that expects a hidden or absent skill is set aside with the reason; so is a row in which
///   any name means several skills equally well.
/// * Neutral helpers, alternatives and forbidden skills that are absent are noted once a file and
///   name, and the row stays: nobody can engage them.
/// * A partial row stays as long as one of the skills it speaks about is there.
/// * An id used in two files gets the later file's path in front.
/// * `max_turns` is the budget of engagements: a row that expects more can never be reached.
///
/// Linear in the rows; every distinct name is resolved once.
pub fn bind(sets: &[QuerySet], resolve: impl Fn(&str) -> Resolution, max_turns: u32) -> BoundSet {
    let mut bound = BoundSet {
        drafts: sets.iter().any(|set| !set.queries.is_empty())
            && sets.iter().flat_map(|set| &set.queries).all(|row| row.origin == Origin::Drafted),
        ..BoundSet::default()
    };
    let mut names = Names::new(resolve);
    let mut ids = HashSet::new();
    for set in sets {
        bound.refused += set.refused;
        bound.thresholds.extend(set.thresholds.iter().cloned());
        if let Some(convention) = &set.convention
            && !bound.conventions.contains(convention)
        {
            bound.conventions.push(convention.clone());
        }
        bound.diagnostics.extend(set.diagnostics.iter().cloned());
        for row in &set.queries {
            // Every row takes its id, bound or not: an edit of a skill renames no other row.
            let id = free_id(&ids, row);
            ids.insert(id.clone());
            let query = match names.row(row) {
                Ok(query) => Query { id, ..query },
                Err(reason) => {
                    let source = row.source.clone();
                    bound.set_aside.push(SetAside { id, source, reason });
                    continue;
                }
            };
            if let Some(told) = conflict(&query) {
                bound.refused += 1;
                bound.diagnostics.push(told);
                continue;
            }
            bound.diagnostics.extend(too_large(&query, max_turns));
            bound.queries.push(Arc::new(query));
        }
    }
    bound.diagnostics.extend(names.notes());
    bound.diagnostics.extend(unlike_twins(&bound.queries));
    bound
}

/// The row's id, made unique by its file's path and, should that not do, by a number.
fn free_id(taken: &HashSet<String>, row: &Query) -> String {
    let with_path = || format!("{}:{}", row.source.path, row.id);
    std::iter::once(row.id.clone())
        .chain(std::iter::once_with(with_path))
        .chain((2..=usize::MAX).map(|n| format!("{}#{n}", with_path())))
        .find(|id| !taken.contains(id))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
