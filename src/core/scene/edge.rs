//! Edges from the rows of one column of labels to the row of the focus.
//!
//! Everything is drawn inside the gap between the two, so that no edge crosses a label.

use std::collections::BTreeMap;

use crate::core::scene::{
    Area, Ink,
    braille::{Canvas, Stroke, Weight},
};

/// An edge to the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The row of its label, within the picture.
    pub row: u16,
    pub weight: Weight,
    /// Comes back in the strokes.
    pub line: usize,
}

/// Which side of the focus the labels are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Labels left of the gap, the focus right of it.
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// 0 or 1.
    pub fn index(self) -> usize {
        match self {
            Self::Left => 0,
            Self::Right => 1,
        }
    }

    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The strokes of all edges on one side, row by row, all in `gap`.
pub fn strokes(gap: Area, side: Side, focus_row: u16, edges: &[Edge], ink: Ink) -> Vec<Stroke> {
    let edges: Vec<Edge> =
        edges.iter().copied().filter(|edge| (gap.y..gap.bottom()).contains(&edge.row)).collect();
    if gap.width == 0 || !(gap.y..gap.bottom()).contains(&focus_row) {
        return Vec::new();
    }
    match ink {
        Ink::Unicode => curves(gap, side, focus_row, &edges),
        Ink::Ascii => elbows(gap, side, focus_row, edges),
    }
}

/// Cubic curves that leave label and focus level.
fn curves(gap: Area, side: Side, focus_row: u16, edges: &[Edge]) -> Vec<Stroke> {
    let mut canvas = Canvas::new(gap.width, gap.height);
    // The second of a cell's four rows of dots; a heavy line takes the third as well.
    let level = |row: u16| f64::from(row - gap.y) * 4.0 + 1.0;
    let (near, far) = (0.0, f64::from(gap.width) * 2.0 - 1.0);
    let middle = f64::midpoint(near, far);
    for edge in edges {
        let (label, focus) = match side {
            Side::Left => (near, far),
            Side::Right => (far, near),
        };
        let (from, to) = (level(edge.row), level(focus_row));
        let points = [(label, from), (middle, from), (middle, to), (focus, to)];
        canvas.cubic(points, edge.weight, edge.line);
    }
    let mut strokes = canvas.strokes();
    for stroke in &mut strokes {
        stroke.x += gap.x;
        stroke.y += gap.y;
    }
    strokes
}

/// Straight lines with corners, in ASCII: `-`, `=` and `.` across, `|`, `#` and `:` down.
fn elbows(gap: Area, side: Side, focus_row: u16, mut edges: Vec<Edge>) -> Vec<Stroke> {
    // Heavier edges later, over lighter ones.
    edges.sort_by_key(|edge| (edge.weight, std::cmp::Reverse(edge.line)));
    let bus = gap.x + gap.width / 2;
    let mut cells: BTreeMap<(u16, u16), Stroke> = BTreeMap::new();
    for edge in &edges {
        let (across, down) = match edge.weight {
            Weight::Dotted => ('.', ':'),
            Weight::Light => ('-', '|'),
            Weight::Heavy => ('=', '#'),
        };
        let mut put = |x: u16, y: u16, symbol| {
            let stroke = Stroke { x, y, symbol, weight: edge.weight, line: edge.line };
            cells.insert((y, x), stroke);
        };
        let (label, focus) = match side {
            Side::Left => (gap.x..bus, bus..gap.right()),
            Side::Right => (bus + 1..gap.right(), gap.x..bus + 1),
        };
        label.for_each(|x| put(x, edge.row, across));
        (edge.row.min(focus_row)..=edge.row.max(focus_row)).for_each(|y| put(bus, y, down));
        focus.for_each(|x| put(x, focus_row, across));
    }
    for edge in edges.iter().filter(|edge| edge.row != focus_row) {
        for row in [edge.row, focus_row] {
            if let Some(stroke) = cells.get_mut(&(row, bus)) {
                stroke.symbol = '+';
            }
        }
    }
    cells.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(side: Side, ink: Ink, edges: &[Edge]) -> Vec<String> {
        let gap = Area { x: 2, y: 0, width: 7, height: 5 };
        let mut rows = vec![vec![' '; 7]; 5];
        for stroke in strokes(gap, side, 2, edges, ink) {
            rows[usize::from(stroke.y)][usize::from(stroke.x - 2)] = stroke.symbol;
        }
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }

    fn edges() -> [Edge; 3] {
        let edge = |row, weight, line| Edge { row, weight, line };
        [edge(0, Weight::Heavy, 0), edge(2, Weight::Light, 1), edge(4, Weight::Dotted, 2)]
    }

    #[test]
    fn elbows_by_weight() {
        let left = ["===+   ", "   #   ", "---+===", "   :   ", "...+   "];
        assert_eq!(drawn(Side::Left, Ink::Ascii, &edges()), left);
        let right = ["   +===", "   #   ", "===+---", "   :   ", "   +..."];
        assert_eq!(drawn(Side::Right, Ink::Ascii, &edges()), right);
        let level = [Edge { row: 2, weight: Weight::Light, line: 0 }];
        assert_eq!(drawn(Side::Left, Ink::Ascii, &level)[2], "-------");
    }

    #[test]
    fn curves_reach_from_label_to_focus() {
        let edge = [Edge { row: 0, weight: Weight::Light, line: 0 }];
        let left = drawn(Side::Left, Ink::Unicode, &edge);
        assert!(left[0].starts_with('⠒') && left[2].ends_with('⠒'), "{left:?}");
        let right = drawn(Side::Right, Ink::Unicode, &edge);
        assert!(right[0].ends_with('⠒') && right[2].starts_with('⠒'), "{right:?}");
    }

    #[test]
    fn what_lies_outside_the_gap_is_not_drawn() {
        let gap = Area { x: 0, y: 1, width: 3, height: 3 };
        let edge = [Edge { row: 0, weight: Weight::Heavy, line: 0 }];
        assert!(strokes(gap, Side::Left, 2, &edge, Ink::Unicode).is_empty());
        assert!(strokes(gap, Side::Left, 5, &edge, Ink::Ascii).is_empty());
    }
}
