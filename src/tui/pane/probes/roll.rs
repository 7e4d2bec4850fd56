//! The probes that show, in their order: filtered, sorted, and still while somebody looks at them.
//!
//! Must not know how rows are drawn.

use std::{collections::BTreeMap, sync::Arc};

use super::{filter::Filter, order::Order, verdict::Verdict};
use crate::{
    core::{
        id::SkillId,
        plan::Evidence,
        query::{BoundSet, Query},
        workbench::{
            Board,
            changes::Against,
            handoffs::Handoffs,
            probes::{ProbeRow, ProbeTable},
        },
    },
    tui::pane::names::Names,
};

/// What a row is told from the others by, through every reload.
#[derive(Clone, Debug)]
pub struct Key {
    query: Arc<Query<SkillId>>,
    attempt: u32,
}

impl Key {
    pub fn query(&self) -> &str {
        &self.query.id
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.attempt == other.attempt
            && (Arc::ptr_eq(&self.query, &other.query) || self.query.id == other.query.id)
    }
}

/// Where a waiting probe stands among those that began.
const WAITS: u64 = u64::MAX;

/// One row and what is known of it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub row: Arc<ProbeRow>,
    pub verdict: Verdict,
    /// True for a hit that the baseline missed, false the other way round.
    pub flip: Option<bool>,
    /// Grows with the time at which the probe began.
    pub began: u64,
    /// The filter lets it through.
    taken: bool,
}

/// All rows of the present table, and which of them show where.
#[derive(Debug, Default)]
pub struct Roll {
    table: Arc<ProbeTable>,
    queries: Arc<BoundSet>,
    baseline: Option<Arc<Against>>,
    flips: Flips,
    handoffs: Handoffs,
    /// In the order of the table.
    entries: Vec<Entry>,
    clock: u64,
    order: Order,
    filter: Filter,
    /// What the filter may call skills.
    names: Arc<Names>,
    /// Places in the table, in order, the filter aside.
    sorted: Vec<usize>,
    shown: Vec<usize>,
    keys: Vec<Key>,
}

impl Roll {
    /// Takes over a board. With `held` the rows that are known keep their order.
    ///
    /// Work is done for rows that changed only; `false` where the board left the probes alone.
    pub fn follow(&mut self, board: &Board, names: &Arc<Names>, held: bool) -> bool {
        self.names = Arc::clone(names);
        let flipped = self.take_baseline(board.baseline.as_ref());
        if Arc::ptr_eq(&board.now.probes, &self.table) && !flipped {
            return false;
        }
        let known = self.knows(&board.now.probes, &board.queries);
        self.table = Arc::clone(&board.now.probes);
        self.queries = Arc::clone(&board.queries);
        let handed = self.take_handoffs(board, known);
        let mut changed = !known || flipped || handed;
        if known {
            for (entry, row) in self.entries.iter_mut().zip(&self.table.rows) {
                if flipped || handed || !Arc::ptr_eq(&entry.row, row) {
                    entry.take(row, &self.handoffs, &mut self.clock);
                    entry.flip = flip(&self.flips, row);
                    entry.taken = self.filter.takes(row, names, entry.verdict, entry.flip);
                    changed = true;
                }
            }
        } else {
            let entry = |row| Entry::new(row, &self.flips, &self.handoffs);
            self.entries = self.table.rows.iter().map(entry).collect();
            self.take_all();
        }
        let settles = self.order == Order::Run || !board.run.active();
        if !known || (changed && !held && settles) {
            self.sort();
        } else if changed && !self.filter.is_empty() {
            self.show();
        }
        changed
    }

    /// The same rows in the same places, whatever happened to them.
    fn knows(&self, table: &ProbeTable, queries: &Arc<BoundSet>) -> bool {
        let same = |(a, b): (&Arc<ProbeRow>, &Arc<ProbeRow>)| {
            a.attempt == b.attempt && a.query.id == b.query.id
        };
        self.table.rows.len() == table.rows.len()
            && (Arc::ptr_eq(&self.queries, queries)
                || self.table.rows.iter().zip(&table.rows).all(same))
    }

    /// Whether the flips are others now.
    fn take_baseline(&mut self, baseline: Option<&Arc<Against>>) -> bool {
        let same = match (&self.baseline, baseline) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.flips == b.flips,
            (None, None) => true,
            _ => false,
        };
        self.baseline = baseline.cloned();
        if !same {
            self.flips.clear();
            for flip in baseline.iter().flat_map(|baseline| &baseline.flips) {
                let attempts = self.flips.entry(flip.query.clone()).or_default();
                attempts.insert(flip.attempt, flip.now);
            }
        }
        !same
    }

    /// Whether more is known by now of skills that hand prompts on. A rule never does.
    fn take_handoffs(&mut self, board: &Board, known: bool) -> bool {
        if !known {
            self.handoffs = Handoffs::default();
        }
        if board.agent.evidence == Evidence::StandIn {
            return false;
        }
        let catalog = &board.now.snapshot.catalog;
        let old = self.entries.iter().filter(|_| known).map(|entry| Some(&entry.row));
        let old = old.chain(std::iter::repeat(None));
        let mut more = false;
        for (row, old) in self.table.rows.iter().zip(old) {
            if old.is_none_or(|old| !Arc::ptr_eq(old, row)) {
                more |= self.handoffs.learn(row, catalog);
            }
        }
        more
    }

    fn take_all(&mut self) {
        for entry in &mut self.entries {
            entry.taken = self.filter.takes(&entry.row, &self.names, entry.verdict, entry.flip);
        }
    }

    pub fn order(&self) -> Order {
        self.order
    }

    pub fn set_order(&mut self, order: Order) {
        self.order = order;
        self.sort();
    }

    pub fn set_filter(&mut self, text: &str) {
        self.filter = Filter::new(text);
        self.take_all();
        self.show();
    }

    pub fn filter(&mut self) -> &mut Filter {
        &mut self.filter
    }

    /// Lays the rows out as the order asks for as of now.
    pub fn sort(&mut self) {
        let mut places: Vec<(usize, &Entry)> = self.entries.iter().enumerate().collect();
        places.sort_by(|(_, a), (_, b)| self.order.compare(a, b));
        self.sorted = places.into_iter().map(|(place, _)| place).collect();
        self.show();
    }

    fn show(&mut self) {
        let taken = |at: &usize| self.entries.get(*at).is_some_and(|entry| entry.taken);
        self.shown = self.sorted.iter().copied().filter(taken).collect();
        let rows = self.shown.iter().filter_map(|at| self.entries.get(*at));
        self.keys = rows
            .map(|entry| Key { query: Arc::clone(&entry.row.query), attempt: entry.row.attempt })
            .collect();
    }

    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// All rows, shown or not, in the order of the board's table.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The row that shows at a place.
    pub fn get(&self, place: usize) -> Option<&Entry> {
        self.entries.get(self.index(place)?)
    }

    /// Where in the board's table the row lies that shows at a place.
    pub fn index(&self, place: usize) -> Option<usize> {
        self.shown.get(place).copied()
    }

    /// Where a key shows; `hint` is looked at first.
    pub fn place(&self, key: &Key, hint: usize) -> Option<usize> {
        if self.keys.get(hint) == Some(key) {
            return Some(hint);
        }
        self.keys.iter().position(|known| known == key)
    }

    /// The first row of a query that shows.
    pub fn of_query(&self, id: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.query() == id)
    }

    /// A number that grows with every probe that begins.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Where the probe that began last shows.
    pub fn newest(&self) -> Option<usize> {
        let began = |place: usize| Some(self.get(place)?.began).filter(|began| *began < WAITS);
        (0..self.shown.len()).filter(|place| began(*place).is_some()).max_by_key(|at| began(*at))
    }

    /// The same probe on the baseline, and the baseline's name.
    pub fn before(&self, row: &ProbeRow) -> Option<(&str, &Arc<ProbeRow>)> {
        let state = &self.baseline.as_ref()?.state;
        let same =
            |other: &&Arc<ProbeRow>| other.attempt == row.attempt && other.query.id == row.query.id;
        Some((&state.name, state.probes.rows.iter().find(same)?))
    }
}

impl Entry {
    fn new(row: &Arc<ProbeRow>, flips: &Flips, handoffs: &Handoffs) -> Self {
        let verdict = Verdict::knowing(row, handoffs);
        Self {
            row: Arc::clone(row),
            verdict,
            flip: flip(flips, row),
            began: if verdict == Verdict::Planned { WAITS } else { 0 },
            taken: true,
        }
    }

    /// The row as it is now; one that just began gets the next number of the clock.
    fn take(&mut self, row: &Arc<ProbeRow>, handoffs: &Handoffs, clock: &mut u64) {
        let verdict = Verdict::knowing(row, handoffs);
        if verdict == Verdict::Planned {
            self.began = WAITS;
        } else if self.verdict == Verdict::Planned {
            *clock += 1;
            self.began = *clock;
        }
        self.verdict = verdict;
        self.row = Arc::clone(row);
    }
}

/// Attempts that flipped, by the ids of their queries.
type Flips = BTreeMap<String, BTreeMap<u32, bool>>;

fn flip(flips: &Flips, row: &ProbeRow) -> Option<bool> {
    flips.get(row.query.id.as_str())?.get(&row.attempt).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::pane::probes::testing::{board, done, errored, flipped, planned, running};

    fn ids(roll: &Roll) -> Vec<&str> {
        roll.keys().iter().map(Key::query).collect()
    }

    #[test]
    fn probes_come_in_the_order_in_which_they_begin() {
        let mut roll = Roll::default();
        let waiting = || vec![planned("a"), planned("b"), planned("c")];
        roll.follow(&board(waiting()), &Arc::default(), false);
        assert_eq!((ids(&roll), roll.newest()), (vec!["a", "b", "c"], None));
        let mut rows = waiting();
        rows[2] = running("c", "bread");
        assert!(roll.follow(&board(rows.clone()), &Arc::default(), false));
        assert_eq!((ids(&roll), roll.newest()), (vec!["c", "a", "b"], Some(0)));
        (rows[0], rows[2]) = (running("a", "bread"), done("c", &["bread"]));
        roll.follow(&board(rows), &Arc::default(), false);
        assert_eq!((ids(&roll), roll.newest()), (vec!["c", "a", "b"], Some(1)));
        assert_eq!(roll.index(0), Some(2), "the place in the board's table");
    }

    #[test]
    fn nothing_moves_under_a_reader() {
        let mut roll = Roll::default();
        roll.follow(&board(vec![planned("a"), planned("b")]), &Arc::default(), true);
        roll.follow(&board(vec![planned("a"), done("b", &["till"])]), &Arc::default(), true);
        assert_eq!(ids(&roll), ["a", "b"]);
        assert_eq!(roll.get(1).map(|entry| entry.verdict), Some(Verdict::Wrong));
        roll.sort();
        assert_eq!(ids(&roll), ["b", "a"]);
    }

    #[test]
    fn every_order_puts_first_what_it_is_for() {
        let rows = || {
            vec![
                done("hit", &["bread"]),
                done("lost", &["till"]),
                errored("error", "timeout"),
                done("won", &["bread"]),
            ]
        };
        let mut roll = Roll::default();
        roll.follow(
            &flipped(board(rows()), rows(), &[("won", true), ("lost", false)]),
            &Arc::default(),
            false,
        );
        let mut first = |order| {
            roll.set_order(order);
            ids(&roll).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(first(Order::File), ["hit", "lost", "error", "won"]);
        assert_eq!(first(Order::Outcome), ["error", "lost", "hit", "won"]);
        assert_eq!(first(Order::Flips), ["lost", "won", "hit", "error"]);
    }

    #[test]
    fn a_filter_goes_with_the_rows() {
        let mut roll = Roll::default();
        roll.follow(&board(vec![planned("a"), done("b", &["till"])]), &Arc::default(), false);
        roll.set_filter("miss");
        assert_eq!(ids(&roll), ["b"]);
        roll.follow(&board(vec![done("a", &[]), done("b", &["bread"])]), &Arc::default(), true);
        assert_eq!(ids(&roll), ["a"]);
        roll.set_filter("");
        assert_eq!(ids(&roll), ["b", "a"], "in the order of the first look");
    }

    #[test]
    fn a_board_that_left_the_probes_alone_costs_nothing() {
        let mut roll = Roll::default();
        let board = board(vec![planned("a")]);
        assert!(roll.follow(&board, &Arc::default(), false));
        assert!(!roll.follow(&board, &Arc::default(), false));
        assert!(roll.follow(&flipped(board, vec![], &[("a", true)]), &Arc::default(), false));
        assert_eq!(roll.get(0).and_then(|entry| entry.flip), Some(true));
    }
}
