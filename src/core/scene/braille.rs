//! A raster of braille dots, two by four a cell, for curves finer than cells.

/// How strongly a line is drawn; a heavier line covers a lighter one in a cell that both cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    Dotted,
    Light,
    Heavy,
}

/// A cell that lines pass through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    pub x: u16,
    pub y: u16,
    pub symbol: char,
    /// Of the heaviest line here.
    pub weight: Weight,
    /// The number of that line.
    pub line: usize,
}

/// Dots by cell. Dots outside are dropped.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: u16,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    dots: u8,
    top: Option<(Weight, usize)>,
}

/// The bit of each dot of a cell by row, then column, counted from U+2800.
const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

impl Canvas {
    /// In cells.
    pub fn new(width: u16, height: u16) -> Self {
        Self { width, cells: vec![Cell::default(); usize::from(width) * usize::from(height)] }
    }

    /// Sets a dot, in dots from the top left corner: two a cell across, four down.
    pub fn dot(&mut self, x: i32, y: i32, weight: Weight, line: usize) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x / 2 >= usize::from(self.width) {
            return;
        }
        if let Some(cell) = self.cells.get_mut(y / 4 * usize::from(self.width) + x / 2) {
            cell.dots |= BITS[y % 4][x % 2]; // Both remainders are in range.
            if cell.top.is_none_or(|(top, _)| top < weight) {
                cell.top = Some((weight, line));
            }
        }
    }

    /// A cubic Bézier curve through dots. Heavy is two dots thick, dotted leaves gaps.
    pub fn cubic(&mut self, points: [(f64, f64); 4], weight: Weight, line: usize) {
        let [a, b, c, d] = points;
        let length: f64 =
            [(a, b), (b, c), (c, d)].into_iter().map(|(p, q)| (p.0 - q.0).hypot(p.1 - q.1)).sum();
        // At least a step a dot along the control polygon, which is longer than the curve.
        let steps = length.ceil().clamp(1.0, 4096.0) as u32;
        let mut last = None;
        let mut drawn = 0;
        for step in 0..=steps {
            let t = f64::from(step) / f64::from(steps);
            let s = 1.0 - t;
            let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
            let at = |of: fn(&(f64, f64)) -> f64| -> i32 {
                points.iter().zip(weights).map(|(p, w)| of(p) * w).sum::<f64>().round() as i32
            };
            let dot = (at(|p| p.0), at(|p| p.1));
            if last == Some(dot) {
                continue;
            }
            last = Some(dot);
            drawn += 1;
            if weight != Weight::Dotted || drawn % 2 == 1 {
                self.dot(dot.0, dot.1, weight, line);
            }
            if weight == Weight::Heavy {
                // Below and beside, so that steep parts are thick too.
                self.dot(dot.0, dot.1 + 1, weight, line);
                self.dot(dot.0 + 1, dot.1, weight, line);
            }
        }
    }

    /// The cells with a dot, row by row.
    pub fn strokes(&self) -> Vec<Stroke> {
        let width = usize::from(self.width).max(1);
        let stroke = |(at, cell): (usize, &Cell)| {
            let (weight, line) = cell.top?;
            Some(Stroke {
                x: (at % width) as u16,
                y: (at / width) as u16,
                symbol: char::from_u32(0x2800 + u32::from(cell.dots))?,
                weight,
                line,
            })
        };
        self.cells.iter().enumerate().filter_map(stroke).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn symbols(canvas: &Canvas) -> String {
        canvas.strokes().iter().map(|stroke| stroke.symbol).collect()
    }

    #[test]
    fn dots_have_their_bits() {
        let mut canvas = Canvas::new(2, 1);
        canvas.dot(0, 0, Weight::Light, 0);
        canvas.dot(3, 3, Weight::Light, 0);
        assert_eq!(symbols(&canvas), "⠁⢀");
        for (x, y) in [(1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3)] {
            canvas.dot(x, y, Weight::Light, 0);
        }
        assert_eq!(symbols(&canvas), "⣿⢀");
        for (x, y) in [(-1, 0), (4, 0), (0, 4), (0, -1)] {
            canvas.dot(x, y, Weight::Heavy, 1);
        }
        assert_eq!(symbols(&canvas), "⣿⢀");
    }

    #[test]
    fn a_straight_line_by_weight() {
        let line = |weight| {
            let mut canvas = Canvas::new(3, 1);
            let points = [(0.0, 1.0), (2.0, 1.0), (3.0, 1.0), (5.0, 1.0)];
            canvas.cubic(points, weight, 7);
            symbols(&canvas)
        };
        assert_eq!(line(Weight::Light), "⠒⠒⠒");
        assert_eq!(line(Weight::Heavy), "⠶⠶⠶");
        assert_eq!(line(Weight::Dotted), "⠂⠂⠂");
    }

    #[test]
    fn the_heavier_line_owns_the_cell() {
        let mut canvas = Canvas::new(1, 1);
        canvas.dot(0, 0, Weight::Light, 1);
        canvas.dot(1, 0, Weight::Heavy, 2);
        canvas.dot(1, 1, Weight::Dotted, 3);
        let stroke = canvas.strokes()[0];
        assert_eq!((stroke.weight, stroke.line), (Weight::Heavy, 2));
    }

    proptest! {
        #[test]
        fn a_light_curve_has_no_gaps(ax in 0.0..40.0f64, ay in 0.0..80.0f64, dy in 0.0..80.0f64) {
            let mut canvas = Canvas::new(40, 20);
            let mid = (ax + 79.0) / 2.0;
            canvas.cubic([(ax, ay), (mid, ay), (mid, dy), (79.0, dy)], Weight::Light, 0);
            let mut columns: Vec<u16> = canvas.strokes().iter().map(|stroke| stroke.x).collect();
            columns.sort_unstable();
            columns.dedup();
            prop_assert!(columns.windows(2).all(|pair| pair[1] - pair[0] == 1));
        }
    }
}
