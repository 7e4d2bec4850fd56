//! Seeded draws from a query set, by class: a sample, and a split into two.
//!
//! Rows that stand and fall together (a [`Unit`]) stay together. What is drawn comes from the rows'
//! own texts and the seed, so that it is the same on every machine. Must not know catalogs.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use indexmap::IndexMap;
use thiserror::Error;

use crate::core::{
    diagnostic::first_of,
    query::{Label, Query, unit::Unit},
    seeded::place,
};

/// Rows drawn, as ascending positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    pub rows: Vec<usize>,
    /// Classes of which there is no row, by name.
    pub left_out: Vec<String>,
}

/// Two parts, as ascending positions; together all rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    pub kept: Vec<usize>,
    pub held_out: Vec<usize>,
}

/// Why a set cannot be split.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SplitError {
    #[error("The share to hold out is {0}; it lies between 0 and 1.")]
    Share(f64),
    #[error(
        "Both parts need a prompt of each class, and these have too few to part: {}.",
        named(.0)
    )]
    EmptyClass(Vec<String>),
}

/// Classes that are named where many are short.
const NAMED: usize = 5;

fn named(classes: &[String]) -> String {
    first_of(classes.iter().map(|name| format!("`{name}`")), NAMED)
}

/// Draws `size` units (all, if there are no more), each class by its share of the units and at
/// least one of each as long as `size` allows.
pub fn sample<S: AsRef<str>>(rows: &[&Query<S>], size: usize, seed: u64) -> Sample {
    let strata = Strata::of(rows, seed);
    let numbers = strata.shares(size, |units| units);
    let mut drawn: Vec<usize> = strata.first(&numbers).flatten().copied().collect();
    drawn.sort_unstable();
    let there: BTreeSet<String> =
        drawn.iter().filter_map(|at| Some(class(rows.get(*at)?))).collect();
    let all: BTreeSet<String> = rows.iter().map(|row| class(row)).collect();
    Sample { left_out: all.difference(&there).cloned().collect(), rows: drawn }
}

/// Parts the rows, holding out about `share` of the units of each class, at least one and never
/// all.
///
/// # Errors
/// When a class would have no row in one of the parts, naming every such class; when `share` does
/// not lie between 0 and 1.
pub fn split<S: AsRef<str>>(
    rows: &[&Query<S>],
    share: f64,
    seed: u64,
) -> Result<Split, SplitError> {
    if !(share > 0.0 && share < 1.0) {
        return Err(SplitError::Share(share));
    }
    let strata = Strata::of(rows, seed);
    // A share of a count is no larger than the count.
    let size = (share * strata.units() as f64).round() as usize;
    let numbers = strata.shares(size.max(strata.units.len()), |units| units.saturating_sub(1));
    let held: BTreeSet<usize> = strata.first(&numbers).flatten().copied().collect();
    let (held_out, kept): (Vec<usize>, Vec<usize>) =
        (0..rows.len()).partition(|at| held.contains(at));
    let classes = |part: &[usize]| -> BTreeSet<String> {
        part.iter().filter_map(|at| Some(class(rows.get(*at)?))).collect()
    };
    let (one, other) = (classes(&held_out), classes(&kept));
    let short: Vec<String> = one.symmetric_difference(&other).cloned().collect();
    if short.is_empty() { Ok(Split { kept, held_out }) } else { Err(SplitError::EmptyClass(short)) }
}

/// The class of a row: what its label says, in words.
pub fn class<S: AsRef<str>>(row: &Query<S>) -> String {
    let list = |skills: &[S]| {
        let mut names: Vec<&str> = skills.iter().map(AsRef::as_ref).collect();
        names.sort_unstable();
        names.join(" + ")
    };
    match &row.label {
        Label::Complete { expected, .. } if expected.is_empty() => "(no skill)".to_owned(),
        Label::Complete { expected, .. } => list(expected),
        Label::Partial { should, must_not } if should.is_empty() => {
            format!("not {}", list(must_not))
        }
        Label::Partial { should, .. } => list(should),
    }
}

/// The units of each class, each in its shuffled order.
struct Strata {
    /// By class, then in order; a unit is its rows.
    units: BTreeMap<String, Vec<Vec<usize>>>,
}

impl Strata {
    /// A unit with rows of several classes belongs to that of its first row.
    fn of<S: AsRef<str>>(rows: &[&Query<S>], seed: u64) -> Self {
        let mut units: IndexMap<Unit<'_>, Vec<usize>> = IndexMap::new();
        for (at, row) in rows.iter().enumerate() {
            units.entry(row.unit()).or_default().push(at);
        }
        let mut classes: BTreeMap<String, Vec<(u64, Vec<usize>)>> = BTreeMap::new();
        for (unit, members) in units {
            let Some(row) = members.first().and_then(|at| rows.get(*at)) else { continue };
            let key = match unit {
                Unit::Group(group) => format!("group {group}"),
                Unit::Prompt(prompt) => format!("prompt {prompt}"),
            };
            classes.entry(class(row)).or_default().push((place(key.as_bytes(), seed), members));
        }
        let ordered = |mut units: Vec<(u64, Vec<usize>)>| {
            units.sort_unstable();
            units.into_iter().map(|(_, rows)| rows).collect()
        };
        Self { units: classes.into_iter().map(|(class, units)| (class, ordered(units))).collect() }
    }

    fn units(&self) -> usize {
        self.units.values().map(Vec::len).sum()
    }

    /// How many units each class gives of `size`, in the order of the classes: by Webster's
    /// method, after one for each class, the largest first; never more than `most` of its units.
    fn shares(&self, size: usize, most: impl Fn(usize) -> usize) -> Vec<usize> {
        let mut classes: Vec<(usize, usize)> =
            self.units.values().map(|units| (units.len(), 0)).collect();
        // A class without a unit comes first; of equal claims the first class has its way.
        let claim = |(units, has): (usize, usize)| (has == 0, units as f64 / (2 * has + 1) as f64);
        for _ in 0..size {
            let open = classes.iter_mut().filter(|(units, has)| *has < most(*units));
            let next = open.reduce(|best, next| {
                if claim(*next).partial_cmp(&claim(*best)).is_some_and(Ordering::is_gt) {
                    next
                } else {
                    best
                }
            });
            match next {
                Some((_, has)) => *has += 1,
                None => break,
            }
        }
        classes.into_iter().map(|(_, has)| has).collect()
    }

    /// The first so many units of each class.
    fn first<'a>(&'a self, numbers: &'a [usize]) -> impl Iterator<Item = &'a Vec<usize>> {
        self.units.values().zip(numbers).flat_map(|(units, n)| units.iter().take(*n))
    }
}

#[cfg(test)]
mod tests;
