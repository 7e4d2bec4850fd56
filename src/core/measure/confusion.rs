//! The confusion matrix, sparse: which skill was expected, and which engaged instead.
//!
//! Rows are complete labels of one expected skill or none; sets, alternatives and partial labels
//! have no row. Must not know how it is drawn.

use serde::Serialize;

use crate::core::{
    id::SkillId,
    measure::{
        class::Class,
        row::{Group, Number, Row},
        sequence::stripped,
        truth::Truth,
    },
    query::Query,
    trajectory::Trajectory,
};

/// What the column of a probe is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Level {
    /// Its first scored engagement.
    #[default]
    Turn1,
    /// The expected skill if it was reached at all, else the first engagement.
    Trajectory,
    /// Every skill that engaged; a probe is counted once in each of their columns.
    Any,
}

/// Cells with a count, by expected class, then by engaged class, `(no skill)` last.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Confusion {
    pub level: Level,
    pub cells: Vec<Cell>,
}

/// A cell of the matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    pub expected: Class,
    pub engaged: Class,
    /// Probes; at least 1.
    pub count: u32,
}

impl Confusion {
    pub(super) fn of(rows: &[&Row], level: Level, ids: &[SkillId]) -> Self {
        let mut pairs: Vec<_> =
            rows.iter().flat_map(|row| columns(level, &row.truth, &row.engaged)).collect();
        pairs.sort_unstable();
        let class = |number: Option<Number>| number.and_then(|n| ids.get(n as usize)).into();
        let mut cells: Vec<Cell> = pairs
            .chunk_by(|x, y| x == y)
            .filter_map(|same| {
                let (expected, engaged) = *same.first()?;
                let count = u32::try_from(same.len()).unwrap_or(u32::MAX);
                Some(Cell { expected: class(expected), engaged: class(engaged), count })
            })
            .collect();
        cells.sort_unstable_by(|x, y| (&x.expected, &x.engaged).cmp(&(&y.expected, &y.engaged)));
        Self { level, cells }
    }

    /// Probes in a cell; 0 where there is none.
    pub fn count(&self, expected: &Class, engaged: &Class) -> u32 {
        self.cells
            .binary_search_by(|cell| (&cell.expected, &cell.engaged).cmp(&(expected, engaged)))
            .ok()
            .and_then(|at| self.cells.get(at))
            .map_or(0, |cell| cell.count)
    }

    /// The cells of one expected class.
    pub fn row(&self, expected: &Class) -> &[Cell] {
        let start = self.cells.partition_point(|cell| cell.expected < *expected);
        let end = self.cells.partition_point(|cell| cell.expected <= *expected);
        self.cells.get(start..end).unwrap_or_default()
    }

    /// Sum of all counts: the probes that have a row, unless the level is [`Level::Any`].
    pub fn total(&self) -> u32 {
        self.cells.iter().map(|cell| cell.count).sum()
    }

    /// Cells off the diagonal.
    pub fn errors(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(|cell| cell.expected != cell.engaged)
    }
}

/// The cells that a scored probe is counted in: what a drill into a cell filters by.
///
/// Empty when its row is not in the matrix (a set, alternatives, a partial, disputed or
/// multi-turn label).
pub fn cells_of(
    query: &Query<SkillId>,
    trajectory: &Trajectory,
    level: Level,
) -> Vec<(Class, Class)> {
    if Group::of(query) != Group::Main {
        return Vec::new();
    }
    columns(level, &Truth::of(&query.label), &stripped(query, trajectory))
        .into_iter()
        .map(|(expected, engaged)| (expected.into(), engaged.into()))
        .collect()
}

/// `(expected, engaged)` of each cell of a probe.
fn columns<T: Copy + PartialEq>(
    level: Level,
    truth: &Truth<T>,
    engaged: &[T],
) -> Vec<(Option<T>, Option<T>)> {
    let expected = match truth {
        Truth::Empty => None,
        Truth::Single(expected) => Some(*expected),
        Truth::Set(_) | Truth::Either { .. } | Truth::Partial { .. } => return Vec::new(),
    };
    let first = engaged.first().copied();
    match level {
        Level::Turn1 => vec![(expected, first)],
        Level::Trajectory => {
            let reached = expected.filter(|skill| engaged.contains(skill));
            vec![(expected, reached.or(first))]
        }
        Level::Any if engaged.is_empty() => vec![(expected, None)],
        Level::Any => (0..engaged.len())
            .filter(|&at| !engaged[..at].contains(&engaged[at]))
            .map(|at| (expected, Some(engaged[at])))
            .collect(),
    }
}
