//! The rows of the skill list: which there are, in which order, and which a filter leaves.
//!
//! Must not know how a row is drawn.

use std::{cmp::Ordering, ops::Range};

use strum::{EnumIter, IntoEnumIterator};

use crate::{
    core::workbench::{
        Board,
        trouble::{RowKey, Trouble},
    },
    tui::{
        pane::{list::Keyed, names::Names},
        widget::fuzzy::Fuzzy,
    },
};

/// A row that the filter leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: RowKey,
    pub name: String,
    /// Index in the board's rows; `None` for a skill that the last save took away.
    pub at: Option<usize>,
    /// Bytes of the name that the filter matched, and how well.
    pub matched: Vec<Range<usize>>,
    pub score: u32,
}

impl Keyed for Entry {
    type Key = RowKey;

    fn key(&self) -> RowKey {
        self.key.clone()
    }
}

impl Entry {
    pub fn trouble<'a>(&self, board: &'a Board) -> Option<&'a Trouble> {
        board.trouble.get(self.at?)
    }
}

/// What the rows are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumIter)]
pub enum Sort {
    /// What cannot be seen, then what overlaps most.
    #[default]
    Trouble,
    Name,
    /// Highest first.
    Overlap,
    /// Lowest first.
    Recall,
}

impl Sort {
    pub fn name(self) -> &'static str {
        match self {
            Self::Trouble => "trouble",
            Self::Name => "name",
            Self::Overlap => "overlap",
            Self::Recall => "recall",
        }
    }

    #[must_use]
    pub fn next(self) -> Self {
        let mut after = Self::iter().cycle().skip_while(|sort| *sort != self);
        after.nth(1).unwrap_or_default()
    }
}

/// All rows of a board that a pattern leaves, sorted. Skills of the generation before that are gone
/// come last, for as long as that generation is the one before.
pub fn entries(board: &Board, names: &Names, sort: Sort, fuzzy: &mut Fuzzy) -> Vec<Entry> {
    let name =
        |row: &Trouble| row.key.skill().map_or(row.name.as_str(), |id| names.called(id)).to_owned();
    let mut entries: Vec<Entry> = Vec::with_capacity(board.trouble.len());
    let mut push = |key: RowKey, name: String, at: Option<usize>| {
        if let Some(found) = fuzzy.find(&name) {
            entries.push(Entry { key, name, at, matched: found.ranges, score: found.score });
        }
    };
    for (at, row) in board.trouble.iter().enumerate() {
        push(row.key.clone(), name(row), Some(at));
    }
    if let Some(previous) = &board.previous {
        for id in &previous.catalog.removed {
            let gone = previous.state.snapshot.catalog.get(id);
            let name = gone.map_or_else(|| id.to_string(), |skill| skill.name.clone());
            push(RowKey::Skill(id.clone()), name, None);
        }
    }
    let ratio = |entry: &Entry| entry.trouble(board).and_then(|row| row.ratio);
    let recall = |entry: &Entry| {
        let skill = board.now.figures.skill(entry.key.skill()?)?;
        skill.turn1.recall.rate
    };
    match sort {
        // The board's rows are sorted so.
        Sort::Trouble => {}
        Sort::Name => entries.sort_by_cached_key(|entry| entry.name.to_lowercase()),
        Sort::Overlap => {
            entries.sort_by(|a, b| defined(ratio(a), ratio(b), |a, b| b.total_cmp(&a)))
        }
        Sort::Recall => {
            entries.sort_by(|a, b| defined(recall(a), recall(b), |a, b| a.total_cmp(&b)));
        }
    }
    entries
}

/// Undefined values come last, whatever the direction.
fn defined(a: Option<f64>, b: Option<f64>, by: impl Fn(f64, f64) -> Ordering) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => by(a, b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::app::testing::{board, board_after_an_edit};

    fn names(board: &Board, sort: Sort, pattern: &str) -> Vec<String> {
        let rows = entries(board, &Names::default(), sort, &mut Fuzzy::new(pattern));
        rows.into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn every_sort_keeps_every_row() {
        let board = board_after_an_edit();
        assert_eq!(names(&board, Sort::Trouble, ""), ["pies", "tea", "cakes", "bread", "till"]);
        assert_eq!(names(&board, Sort::Name, ""), ["bread", "cakes", "pies", "tea", "till"]);
        assert_eq!(names(&board, Sort::Overlap, "")[0], "cakes");
        assert_eq!(names(&board, Sort::Recall, "")[0], "cakes", "0 of 1 is the worst");
    }

    #[test]
    fn a_filter_leaves_what_matches_and_says_where() {
        let rows = entries(&board(), &Names::default(), Sort::Trouble, &mut Fuzzy::new("tl"));
        let shown: Vec<_> = rows.iter().map(|row| (row.name.as_str(), &row.matched[..])).collect();
        assert_eq!(shown, [("till", &[0..1, 2..3][..])]);
    }

    #[test]
    fn sorts_go_round() {
        let mut sort = Sort::default();
        for _ in Sort::iter() {
            sort = sort.next();
        }
        assert_eq!(sort, Sort::default());
    }
}
