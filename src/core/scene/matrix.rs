//! A window on a matrix that is larger than its area: frozen headers, scrolled both ways.
//!
//! Must not know what a cell holds.

use std::ops::Range;

use crate::core::scene::Area;

/// Letters of a longer name, one above the other, from which it can be told from others.
const LEGIBLE: u16 = 6;

/// What a matrix wants to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Columns and rows of terminal cells.
    pub size: (u16, u16),
    pub rows: usize,
    pub columns: usize,
    /// Width of the widest row label.
    pub row_label: u16,
    /// Width of the widest column label; letters, where it is stood on end.
    pub column_label: u16,
    /// Width of a matrix cell, the blank between cells included; at least 1.
    pub cell: u16,
}

/// First visible row and column; kept by the view from one drawing to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    pub row: usize,
    pub column: usize,
}

/// How column labels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// As they are, in one row.
    Flat,
    /// As they are, each on a line of its own and ending above its column: a stair that falls to
    /// the left.
    Stair,
    /// Stood on end, a letter a row.
    Stacked,
    /// As numbers, which then stand before the row labels too.
    Numbered,
}

/// Where everything of a matrix goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    pub labels: Labels,
    /// Column labels, above the visible columns.
    pub header: Area,
    /// Row labels, left of the visible rows.
    pub stub: Area,
    /// The visible cells.
    pub body: Area,
    pub rows: Range<usize>,
    pub columns: Range<usize>,
    /// Rows and columns in all.
    pub of: (usize, usize),
    cell: u16,
}

/// What lies at a terminal cell; rows and columns count from the whole matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    Cell { row: usize, column: usize },
    Row(usize),
    Column(usize),
}

impl Matrix {
    /// Lays the window out and moves `scroll` as little as it takes to show `cursor` (row, column)
    /// and to leave no blank rows or columns at the end.
    ///
    /// Row labels take at most a third of the width. Column labels stand flat where they fit into
    /// a cell; else as a stair with a line for every column that shows, or on end, over at most a
    /// third of the height or over what all rows leave; else as numbers.
    pub fn of(wish: Wish, scroll: &mut Scroll, cursor: Option<(usize, usize)>) -> Self {
        let (across, down) = wish.size;
        let cell = wish.cell.max(1);
        // Lines that no row needs are free.
        let free = usize::from(down).saturating_sub(wish.rows);
        let most = u16::try_from(free).unwrap_or(down).max(down / 3);
        let across_all = usize::from((across - wish.row_label.min(across / 3)) / cell);
        let stair = u16::try_from(wish.columns.min(across_all)).unwrap_or(u16::MAX);
        let (labels, head) = match wish.column_label {
            label if label < cell => (Labels::Flat, 1),
            _ if (1..=most).contains(&stair) => (Labels::Stair, stair),
            label => {
                let stack = label.min(most);
                match stack == label || stack >= LEGIBLE {
                    true => (Labels::Stacked, stack),
                    false => (Labels::Numbered, 1),
                }
            }
        };
        let head = head.min(down);
        let digits = wish.rows.max(wish.columns).max(1).ilog10() as u16 + 2; // At most 20.
        let numbers = if labels == Labels::Numbered { digits } else { 0 };
        let stub = (wish.row_label + numbers).min(across / 3);
        let room = ((down - head).into(), ((across - stub) / cell).into());
        let rows = window(wish.rows, room.0, &mut scroll.row, cursor.map(|at| at.0));
        let columns = window(wish.columns, room.1, &mut scroll.column, cursor.map(|at| at.1));
        // Both windows fit into the area, which is counted in `u16`.
        let (wide, high) = (columns.len() as u16 * cell, rows.len() as u16);
        Self {
            labels,
            header: Area { x: stub, y: 0, width: wide, height: head },
            stub: Area { x: 0, y: head, width: stub, height: high },
            body: Area { x: stub, y: head, width: wide, height: high },
            rows,
            columns,
            of: (wish.rows, wish.columns),
            cell,
        }
    }

    /// The cell of a row and column; `None` when it is scrolled away.
    pub fn cell(&self, row: usize, column: usize) -> Option<Area> {
        let (row, column) = (self.row(row)?, self.column(column)?);
        Some(Area { x: column.x, y: row.y, width: column.width, height: 1 })
    }

    /// The label of a row, its numbers included.
    pub fn row(&self, row: usize) -> Option<Area> {
        let at = self.rows.contains(&row).then(|| row - self.rows.start)?;
        Some(Area { y: self.stub.y + u16::try_from(at).ok()?, height: 1, ..self.stub })
    }

    /// The label of a column.
    pub fn column(&self, column: usize) -> Option<Area> {
        let at = self.columns.contains(&column).then(|| column - self.columns.start)?;
        let x = self.header.x + u16::try_from(at).ok()? * self.cell;
        Some(Area { x, width: self.cell, ..self.header })
    }

    /// Width of a cell, the blank between cells included.
    pub fn cell_width(&self) -> u16 {
        self.cell
    }

    /// Rows above and below the window, columns left and right of it.
    pub fn beyond(&self) -> [usize; 4] {
        let (rows, columns) = self.of;
        [self.rows.start, rows - self.rows.end, self.columns.start, columns - self.columns.end]
    }

    pub fn hit(&self, x: u16, y: u16) -> Option<Hit> {
        let row = || self.rows.start + usize::from(y - self.body.y);
        let column = || self.columns.start + usize::from((x - self.body.x) / self.cell);
        match () {
            () if self.labels == Labels::Stair && y < self.header.height => self.stair_at(x, y),
            () if self.body.holds(x, y) => Some(Hit::Cell { row: row(), column: column() }),
            () if self.stub.holds(x, y) => Some(Hit::Row(row())),
            () if self.header.holds(x, y) => Some(Hit::Column(column())),
            () => None,
        }
    }
}

impl Matrix {
    /// The line of a column's label, in a stair; of a column that shows.
    pub fn step(&self, column: usize) -> Option<u16> {
        let at = u16::try_from(column.checked_sub(self.columns.start)?).ok()?;
        self.header.height.checked_sub(at + 1)
    }

    /// The label that a place left of its column is part of, or the column beneath the place.
    fn stair_at(&self, x: u16, y: u16) -> Option<Hit> {
        let own = usize::from(self.header.height - 1 - y); // Above the body, as the caller knows.
        let right_of_own = usize::from(x.saturating_sub(self.header.x) / self.cell);
        let at = self.columns.start + own.max(right_of_own);
        self.columns.contains(&at).then_some(Hit::Column(at))
    }
}

/// The visible part of `len` entries with room for `room`, first of all that with the cursor.
fn window(len: usize, room: usize, first: &mut usize, cursor: Option<usize>) -> Range<usize> {
    if let Some(cursor) = cursor.filter(|cursor| *cursor < len) {
        let least = (cursor + 1).saturating_sub(room);
        *first = (*first).clamp(least, cursor.max(least));
    }
    *first = (*first).min(len.saturating_sub(room));
    *first..len.min(*first + room)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wish() -> Wish {
        Wish { size: (60, 24), rows: 40, columns: 40, row_label: 14, column_label: 12, cell: 4 }
    }

    #[test]
    fn the_headers_are_frozen_and_the_rest_is_scrolled() {
        let mut scroll = Scroll::default();
        let matrix = Matrix::of(wish(), &mut scroll, Some((0, 0)));
        assert_eq!(
            (matrix.labels, matrix.header.height, matrix.stub.width),
            (Labels::Stacked, 8, 14)
        );
        assert_eq!((matrix.rows.clone(), matrix.columns.clone()), (0..16, 0..11));
        let matrix = Matrix::of(wish(), &mut scroll, Some((20, 12)));
        assert_eq!((matrix.rows.clone(), matrix.columns.clone()), (5..21, 2..13));
        assert_eq!(matrix.cell(20, 12), Some(Area { x: 54, y: 23, width: 4, height: 1 }));
        assert_eq!((matrix.cell(21, 12), matrix.cell(20, 1)), (None, None));
        assert_eq!(matrix.beyond(), [5, 19, 2, 27]);
        // Back by one: the window stays.
        let same = Matrix::of(wish(), &mut scroll, Some((19, 11)));
        assert_eq!(same.rows, matrix.rows);
    }

    #[test]
    fn labels_by_room() {
        let labels = |size, column_label| {
            let matrix =
                Matrix::of(Wish { size, column_label, ..wish() }, &mut Scroll::default(), None);
            (matrix.labels, matrix.header.height, matrix.stub.width)
        };
        assert_eq!(labels((60, 24), 3), (Labels::Flat, 1, 14));
        assert_eq!(labels((60, 24), 5), (Labels::Stacked, 5, 14));
        assert_eq!(labels((60, 8), 12), (Labels::Numbered, 1, 17));
        assert_eq!(labels((20, 8), 12), (Labels::Numbered, 1, 6));
        assert_eq!(labels((60, 15), 12), (Labels::Numbered, 1, 17), "five letters tell too little");
        assert_eq!(labels((60, 33), 25), (Labels::Stair, 11, 14), "a line a column");
        assert_eq!(labels((90, 33), 25), (Labels::Stacked, 11, 14));
        assert_eq!(labels((200, 65), 25), (Labels::Stacked, 25, 14), "all rows leave so much");
    }

    #[test]
    fn a_stair_has_a_step_for_every_column() {
        let wish = Wish { size: (40, 30), rows: 4, columns: 4, ..wish() };
        let matrix = Matrix::of(wish, &mut Scroll::default(), None);
        assert_eq!(
            (matrix.labels, matrix.header.height, matrix.stub.width),
            (Labels::Stair, 4, 13)
        );
        assert_eq!([0, 1, 3].map(|column| matrix.step(column)), [Some(3), Some(2), Some(0)]);
        // The first label lies lowest, and left of its column it is all its own.
        assert_eq!(matrix.hit(2, 3), Some(Hit::Column(0)));
        assert_eq!(matrix.hit(2, 0), Some(Hit::Column(3)));
        // Right of it the lines of the others go down.
        assert_eq!(matrix.hit(13 + 2 * 4 + 1, 3), Some(Hit::Column(2)));
        assert_eq!(matrix.hit(39, 3), None);
    }

    #[test]
    fn a_window_leaves_no_blank_at_the_end() {
        let mut scroll = Scroll { row: 100, column: 100 };
        let matrix = Matrix::of(wish(), &mut scroll, None);
        assert_eq!((matrix.rows, matrix.columns), (24..40, 29..40));
        assert_eq!(scroll, Scroll { row: 24, column: 29 });
    }

    proptest! {
        #[test]
        fn everything_inside_and_found_again(
            size in (0u16..200, 0u16..60), rows in 0usize..300, columns in 0usize..300,
            row_label in 0u16..60, column_label in 0u16..60, cell in 0u16..9,
            first in (0usize..400, 0usize..400), cursor in prop::option::of((0usize..300, 0usize..300)),
        ) {
            let wish = Wish { size, rows, columns, row_label, column_label, cell };
            let mut scroll = Scroll { row: first.0, column: first.1 };
            let matrix = Matrix::of(wish, &mut scroll, cursor);
            let all = Area::sized(size.0, size.1);
            let parts = [matrix.header, matrix.stub, matrix.body];
            for (at, part) in parts.iter().enumerate() {
                prop_assert!(all.contains(*part));
                prop_assert!(parts[..at].iter().all(|other| !other.overlaps(*part)));
            }
            for row in matrix.rows.clone() {
                for column in matrix.columns.clone() {
                    let area = matrix.cell(row, column).unwrap();
                    prop_assert!(matrix.body.contains(area));
                    prop_assert_eq!(matrix.hit(area.x, area.y), Some(Hit::Cell { row, column }));
                }
            }
            if let Some((row, column)) = cursor.filter(|at| at.0 < rows && at.1 < columns) {
                prop_assert!(matrix.rows.contains(&row) || matrix.rows.is_empty());
                prop_assert!(matrix.columns.contains(&column) || matrix.columns.is_empty());
            }
            let beyond = matrix.beyond();
            prop_assert_eq!(beyond[0] + matrix.rows.len() + beyond[1], rows);
            let again = Matrix::of(wish, &mut scroll, cursor);
            prop_assert_eq!(again, matrix);
        }
    }
}
