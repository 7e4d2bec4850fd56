//! Which cells to print so that one picture becomes another, wide characters included.

use ratatui::buffer::{Buffer, Cell, CellWidth};

/// The cells of `next` that must be printed over `shown`, row by row, left to right. Both have the
/// same area.
///
/// A column counts as changed when it belongs to another character than before, not only when its
/// cell differs: where a wide character gives way, or moves by one column, terminals change its
/// other half by themselves, and ratatui's own comparison leaves that half as it became.
pub(super) fn updates<'a>(shown: &Buffer, next: &'a Buffer) -> Vec<(u16, u16, &'a Cell)> {
    let mut updates = Vec::new();
    let width = usize::from(next.area.width.max(1));
    let rows = shown.content().chunks(width).zip(next.content().chunks(width));
    for ((old, new), y) in rows.zip(next.area.y..) {
        // Most rows of most frames; also what makes the rest affordable.
        if old == new {
            continue;
        }
        let (mut old, mut new) = (Heads::of(old), Heads::of(new));
        let mut last = None;
        while let (Some(before), Some(now)) = (old.next(), new.next()) {
            if before != now && last != Some(now.0) {
                updates.push((next.area.x + now.0, y, now.1));
                last = Some(now.0);
            }
        }
    }
    updates
}

/// For each column of a row, the column and the cell of the character that covers it.
struct Heads<'a> {
    row: &'a [Cell],
    column: u16,
    head: Option<(u16, &'a Cell)>,
    /// Columns that the head still covers.
    covers: u16,
}

impl<'a> Heads<'a> {
    fn of(row: &'a [Cell]) -> Self {
        Self { row, column: 0, head: None, covers: 0 }
    }
}

impl<'a> Iterator for Heads<'a> {
    type Item = (u16, &'a Cell);

    fn next(&mut self) -> Option<Self::Item> {
        let cell = self.row.get(usize::from(self.column))?;
        if self.covers == 0 {
            self.head = Some((self.column, cell));
            self.covers = cell.cell_width().max(1);
        }
        self.covers -= 1;
        self.column += 1;
        self.head
    }
}

#[cfg(test)]
mod tests {
    use ratatui::{buffer::Buffer, text::Line};

    use super::updates;

    fn printed(shown: &str, next: &str) -> Vec<(u16, String)> {
        let buffer = |text: &str| Buffer::with_lines([Line::raw(text.to_string())]);
        let (shown, next) = (buffer(shown), buffer(next));
        let cells = updates(&shown, &next);
        cells.into_iter().map(|(x, _, cell)| (x, cell.symbol().to_string())).collect()
    }

    #[test]
    fn only_what_differs_is_printed() {
        assert_eq!(printed("recall 0.8", "recall 0.8"), []);
        assert_eq!(printed("recall 0.8", "recall 0.9"), [(9, "9".into())]);
        assert_eq!(printed("日本語a", "日木語a"), [(2, "木".into())]);
    }

    #[test]
    fn both_halves_of_a_wide_character_that_goes_are_printed() {
        assert_eq!(printed("日a", "x a"), [(0, "x".into()), (1, " ".into())]);
    }

    #[test]
    fn wide_characters_that_move_by_a_column_are_printed_anew() {
        let moved = printed(" 日日", "日日 ");
        assert_eq!(moved, [(0, "日".into()), (2, "日".into()), (4, " ".into())]);
    }
}
