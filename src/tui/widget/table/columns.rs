//! How wide each column is, and which are left out where there is no room.

use ratatui::layout::{Alignment, Rect};

use crate::tui::widget::text::Cut;

/// Blank cells between two columns.
const GAP: u16 = 1;

/// How wide a column wants to be, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Fixed(u16),
    /// At least this much, and a fair part of what is left over.
    Fill(u16),
}

impl Width {
    fn least(self) -> u16 {
        match self {
            Self::Fixed(cells) | Self::Fill(cells) => cells,
        }
    }
}

/// One column. The default is a left-aligned filling one without a title that is never left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column<'a> {
    pub title: &'a str,
    pub width: Width,
    pub align: Alignment,
    pub cut: Cut,
    /// Where there is no room for all, the columns with the smallest `keep` go first.
    pub keep: u8,
}

impl<'a> Column<'a> {
    /// A column of names: fills, cut in the middle, never left out.
    pub fn name(title: &'a str, least: u16) -> Self {
        Self { title, width: Width::Fill(least), cut: Cut::Middle, ..Self::default() }
    }

    /// A column of text: fills, cut at the end.
    pub fn text(title: &'a str, least: u16, keep: u8) -> Self {
        Self { title, width: Width::Fill(least), keep, ..Self::default() }
    }

    /// A column of figures: fixed, right-aligned.
    pub fn figure(title: &'a str, cells: u16, keep: u8) -> Self {
        let (width, align) = (Width::Fixed(cells), Alignment::Right);
        Self { title, width, align, keep, ..Self::default() }
    }

    /// A column of marks: fixed, left-aligned.
    pub fn mark(title: &'a str, cells: u16, keep: u8) -> Self {
        Self { title, width: Width::Fixed(cells), keep, ..Self::default() }
    }
}

/// Where a column lies, relative to the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub index: usize,
    pub x: u16,
    pub width: u16,
}

impl Placed {
    /// The column's part of an area whose rows begin after the gutter.
    pub fn rect(&self, area: Rect) -> Rect {
        let x = area.x.saturating_add(super::GUTTER).saturating_add(self.x);
        Rect { x, width: self.width.min(area.right().saturating_sub(x)), ..area }
    }
}

/// Places the columns that fit into `cells`; the last one left is cut to what there is.
pub(super) fn place(columns: &[Column<'_>], cells: u16) -> Vec<Placed> {
    let mut shown: Vec<usize> = (0..columns.len()).collect();
    let needed = |shown: &[usize]| {
        let widths = shown.iter().map(|index| u32::from(columns[*index].width.least()));
        let gaps = u32::try_from(shown.len().saturating_sub(1)).unwrap_or(u32::MAX);
        widths.sum::<u32>() + gaps * u32::from(GAP)
    };
    while shown.len() > 1 && needed(&shown) > u32::from(cells) {
        // Of equal ones the rightmost goes.
        let least = shown.iter().enumerate().rev().min_by_key(|(_, index)| columns[**index].keep);
        let Some((at, _)) = least else { break };
        shown.remove(at);
    }
    let mut free = u32::from(cells).saturating_sub(needed(&shown));
    let is_fill = |index: &&usize| matches!(columns[**index].width, Width::Fill(_));
    let mut fills = u32::try_from(shown.iter().filter(is_fill).count()).unwrap_or(0);
    let mut x = 0;
    let mut placed = Vec::with_capacity(shown.len());
    for index in shown {
        let mut width = columns[index].width.least();
        if matches!(columns[index].width, Width::Fill(_)) && fills > 0 {
            let part = free.div_ceil(fills);
            (free, fills) = (free - part, fills - 1);
            width = width.saturating_add(u16::try_from(part).unwrap_or(u16::MAX));
        }
        let width = width.min(cells.saturating_sub(x));
        placed.push(Placed { index, x, width });
        x = x.saturating_add(width).saturating_add(GAP);
    }
    placed
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn widths(columns: &[Column<'_>], cells: u16) -> Vec<(usize, u16, u16)> {
        place(columns, cells).iter().map(|p| (p.index, p.x, p.width)).collect()
    }

    #[test]
    fn filling_columns_share_what_is_left() {
        let columns = [Column::name("a", 4), Column::figure("b", 5, 9), Column::text("c", 4, 9)];
        assert_eq!(widths(&columns, 24), [(0, 0, 9), (1, 10, 5), (2, 16, 8)]);
    }

    #[test]
    fn the_least_wanted_columns_go_first() {
        let columns = [Column::name("a", 8), Column::figure("b", 5, 2), Column::figure("c", 5, 1)];
        assert_eq!(widths(&columns, 20), [(0, 0, 8), (1, 9, 5), (2, 15, 5)]);
        assert_eq!(widths(&columns, 19), [(0, 0, 13), (1, 14, 5)]);
        assert_eq!(widths(&columns, 13), [(0, 0, 13)]);
        assert_eq!(widths(&columns, 3), [(0, 0, 3)]);
        assert_eq!(widths(&[], 3), []);
    }

    proptest! {
        #[test]
        fn columns_lie_beside_each_other_inside(
            specs in prop::collection::vec((any::<bool>(), 0..30u16, 0..9u8), 0..7),
            cells in 0..80u16,
        ) {
            let columns: Vec<_> = specs
                .iter()
                .map(|(fill, cells, keep)| Column {
                    width: if *fill { Width::Fill(*cells) } else { Width::Fixed(*cells) },
                    keep: *keep,
                    ..Column::default()
                })
                .collect();
            let placed = place(&columns, cells);
            for pair in placed.windows(2) {
                prop_assert!(pair[0].x + pair[0].width + GAP <= pair[1].x.max(cells));
                prop_assert!(pair[0].index < pair[1].index);
            }
            prop_assert!(placed.iter().all(|p| p.width == 0 || p.x + p.width <= cells));
        }
    }
}
