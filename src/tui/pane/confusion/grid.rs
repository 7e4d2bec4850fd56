//! What the matrix shows: its classes in their order, its counts and what they were.
//!
//! Must not know cells of a terminal.

use std::collections::{BTreeMap, BTreeSet};

use super::steals::before;
use crate::core::{
    measure::{
        Class,
        confusion::{Cell, Confusion, Level},
    },
    workbench::Board,
};

/// What rows and columns are ordered by; `(no skill)` is last in every order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By how many prompts of others a skill takes.
    #[default]
    Attractors,
    Name,
    /// Skills of similar words stand together.
    Community,
}

impl Order {
    pub fn next(self) -> Self {
        match self {
            Self::Attractors => Self::Name,
            Self::Name => Self::Community,
            Self::Community => Self::Attractors,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Attractors => "attractors",
            Self::Name => "name",
            Self::Community => "community",
        }
    }
}

/// How the matrix is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub level: Level,
    pub order: Order,
    /// Classes without an error too.
    pub all: bool,
}

/// One matrix, square: the same classes down and across.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub classes: Vec<Class>,
    /// Classes in all, shown or not.
    pub of: usize,
    places: BTreeMap<Class, usize>,
    /// Probes that expect each class.
    support: BTreeMap<Class, u32>,
}

/// What a cell says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Count {
    pub now: u32,
    pub before: Option<u32>,
    /// Of the probes that expect the row; `None` where none do.
    pub share: Option<f64>,
    pub support: u32,
}

impl Grid {
    pub fn of(board: &Board, wanted: Wanted) -> Self {
        let confusion = board.now.figures.confusion(wanted.level);
        let both = |cell: &Cell| [cell.expected.clone(), cell.engaged.clone()];
        let every: BTreeSet<Class> = confusion.cells.iter().flat_map(both).collect();
        let of = every.len();
        let classes: BTreeSet<Class> = match wanted.all {
            true => every,
            false => confusion.errors().flat_map(both).collect(),
        };
        let mut classes: Vec<Class> = classes.into_iter().collect();
        sort(&mut classes, board, confusion, wanted.order);
        let mut support = BTreeMap::new();
        for cell in &board.now.figures.confusion(Level::Turn1).cells {
            *support.entry(cell.expected.clone()).or_default() += cell.count;
        }
        let mut grid = Self { of, support, ..Self::default() };
        grid.set(classes);
        grid
    }

    /// Keeps the order of the grid before; classes that it lacks come last.
    pub fn held_by(mut self, before: &Self) -> Self {
        let mut classes = std::mem::take(&mut self.classes);
        let place = |class: &Class| before.place(class).unwrap_or(usize::MAX);
        classes.sort_by_key(|class| (*class == Class::None, place(class)));
        self.set(classes);
        self
    }

    fn set(&mut self, classes: Vec<Class>) {
        self.places = classes.iter().enumerate().map(|(at, class)| (class.clone(), at)).collect();
        self.classes = classes;
    }

    pub fn place(&self, class: &Class) -> Option<usize> {
        self.places.get(class).copied()
    }

    pub fn class(&self, at: usize) -> Option<&Class> {
        self.classes.get(at)
    }

    pub fn count(&self, board: &Board, level: Level, expected: &Class, engaged: &Class) -> Count {
        let now = board.now.figures.confusion(level).count(expected, engaged);
        let before = before(board, level, expected, engaged);
        let support = self.support.get(expected).copied().unwrap_or(0);
        let share = (support > 0).then(|| f64::from(now) / f64::from(support));
        Count { now, before, share, support }
    }

    /// The next cell with an error after a cell, row by row and round the end; going back, before.
    pub fn seek(
        &self,
        confusion: &Confusion,
        from: (usize, usize),
        back: bool,
    ) -> Option<(usize, usize)> {
        let places = |cell: &Cell| Some((self.place(&cell.expected)?, self.place(&cell.engaged)?));
        let mut errors: Vec<(usize, usize)> = confusion.errors().filter_map(places).collect();
        errors.sort_unstable();
        match back {
            false => errors.iter().find(|at| **at > from).or(errors.first()).copied(),
            true => errors.iter().rev().find(|at| **at < from).or(errors.last()).copied(),
        }
    }
}

fn sort(classes: &mut [Class], board: &Board, confusion: &Confusion, order: Order) {
    let mut mass: BTreeMap<&Class, u32> = BTreeMap::new();
    if order == Order::Attractors {
        for cell in confusion.errors() {
            *mass.entry(&cell.engaged).or_default() += cell.count;
        }
    }
    let mut stands: BTreeMap<&str, usize> = BTreeMap::new();
    let lexicon = &board.now.lexicon;
    // Until it is known who stands with whom, names decide.
    if order == Order::Community
        && let Some(order) = lexicon.known_order()
    {
        let order = order.iter().enumerate();
        stands = order.map(|(stand, at)| (lexicon.id(*at).as_str(), stand)).collect();
    }
    classes.sort_by(|x, y| {
        let taken = |class: &Class| mass.get(class).copied().unwrap_or(0);
        let stand = |class: &Class| stands.get(class.as_str()).copied().unwrap_or(usize::MAX);
        (*x == Class::None)
            .cmp(&(*y == Class::None))
            .then(taken(y).cmp(&taken(x)))
            .then(stand(x).cmp(&stand(y)))
            .then(x.cmp(y))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::app::testing;

    fn names(grid: &Grid) -> Vec<&str> {
        grid.classes.iter().map(Class::as_str).collect()
    }

    #[test]
    fn classes_with_an_error_show_attractors_first_and_no_skill_last() {
        let board = testing::board_after_an_edit();
        let grid = Grid::of(&board, Wanted::default());
        assert_eq!((names(&grid), grid.of), (vec!["bread", "cakes"], 3));
        let grid = Grid::of(&board, Wanted { all: true, ..Wanted::default() });
        assert_eq!(names(&grid), ["bread", "cakes", Class::NONE]);
    }

    #[test]
    fn a_cell_knows_its_share_and_what_it_was() {
        let board = testing::board_after_an_edit();
        let grid = Grid::of(&board, Wanted::default());
        let [cakes, bread] = ["cakes", "bread"].map(|id| Class::Skill(id.into()));
        let count = grid.count(&board, Level::Turn1, &cakes, &bread);
        assert_eq!(count, Count { now: 1, before: Some(0), share: Some(1.0), support: 1 });
    }

    #[test]
    fn errors_are_found_in_turn_and_a_held_order_stays() {
        let board = testing::board_after_an_edit();
        let grid = Grid::of(&board, Wanted::default());
        let confusion = board.now.figures.confusion(Level::Turn1);
        assert_eq!(grid.seek(confusion, (0, 0), false), Some((1, 0)));
        assert_eq!(grid.seek(confusion, (1, 0), false), Some((1, 0)), "there is only this one");
        let named = Grid::of(&board, Wanted { order: Order::Name, all: true, ..Wanted::default() });
        let mut turned = named.clone();
        turned.set(vec![Class::Skill("cakes".into()), Class::None]);
        assert_eq!(names(&named.held_by(&turned)), ["cakes", "bread", Class::NONE]);
    }
}
