//! The scale of a forest plot: where estimates, interval ends and bars stand, to an eighth of a
//! cell.
//!
//! Must not know what is measured.

use std::ops::Range;

/// A place on a scale: a cell, and an eighth of it from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub cell: u16,
    /// 0 to 7.
    pub eighth: u8,
}

/// Values from `from` to `to` over `cells` cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    from: f64,
    to: f64,
    cells: u16,
}

/// One cell of a bar from the low to the high end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub cell: u16,
    /// Eighths that the interval covers, from the left; never empty.
    pub fill: Range<u8>,
    /// The estimate stands here.
    pub point: bool,
}

/// A label beneath the scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// Of the value itself.
    pub cell: u16,
    /// Of the first character of its text.
    pub x: u16,
    pub text: String,
}

impl Scale {
    /// Shares from 0 to 1. `None` without a cell.
    pub fn shares(cells: u16) -> Option<Self> {
        Self::new(0.0, 1.0, cells)
    }

    /// `None` unless `from` < `to` and there is a cell.
    pub fn new(from: f64, to: f64, cells: u16) -> Option<Self> {
        let sound = from.is_finite() && to.is_finite() && from < to && cells > 0;
        sound.then_some(Self { from, to, cells })
    }

    pub fn cells(self) -> u16 {
        self.cells
    }

    /// A value beyond an end stands at that end; `None` for NaN.
    pub fn place(self, value: f64) -> Option<Place> {
        let eighth = self.eighth(value)?.min(u32::from(self.cells) * 8 - 1);
        // Below `cells` after the division, and below 8 after the remainder.
        Some(Place { cell: (eighth / 8) as u16, eighth: (eighth % 8) as u8 })
    }

    /// The cells of the bar from `low` to `high` with the estimate at `point`, left to right.
    ///
    /// At least an eighth is filled, however narrow the interval. Empty when a value is NaN or the
    /// ends are the wrong way round.
    pub fn bar(self, low: f64, point: f64, high: f64) -> Vec<Part> {
        let (Some(start), Some(end), Some(point)) =
            (self.eighth(low), self.eighth(high), self.eighth(point))
        else {
            return Vec::new();
        };
        if low > high {
            return Vec::new();
        }
        let last = u32::from(self.cells) * 8;
        let start = start.min(last - 1);
        let end = end.max(start + 1);
        // An estimate at the high end belongs to the last eighth before it.
        let point = point.clamp(start, end - 1) / 8;
        let part = |cell: u32| Part {
            cell: cell as u16, // Below `cells`.
            fill: (start.max(cell * 8) - cell * 8) as u8..(end.min(cell * 8 + 8) - cell * 8) as u8,
            point: cell == point,
        };
        (start / 8..end.div_ceil(8)).map(part).collect()
    }

    /// Labels at even steps (quarters where they fit, else halves, else the ends), as `0`, `.25`,
    /// `.5`, `1`; none overlap, and all lie on the scale.
    pub fn ticks(self) -> Vec<Tick> {
        let ticks = |steps: u16| -> Vec<Tick> {
            (0..=steps).filter_map(|step| self.tick(f64::from(step) / f64::from(steps))).collect()
        };
        let apart = |ticks: &Vec<Tick>| {
            ticks.windows(2).all(|pair| pair[0].x + (pair[0].text.len() as u16) < pair[1].x)
        };
        [4, 2, 1].into_iter().map(ticks).find(apart).unwrap_or_default()
    }

    fn tick(self, part: f64) -> Option<Tick> {
        let value = self.from + part * (self.to - self.from);
        let text = format!("{value:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        let text = match text.strip_prefix("0.") {
            Some(decimals) => format!(".{decimals}"),
            None => text.to_owned(),
        };
        let cell = self.place(value)?.cell;
        let length = u16::try_from(text.len()).ok()?;
        let last = self.cells.checked_sub(length)?;
        Some(Tick { cell, x: cell.saturating_sub(length / 2).min(last), text })
    }

    /// Eighths left of the value, 0 to 8 a cell.
    fn eighth(self, value: f64) -> Option<u32> {
        let part = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        (!part.is_nan()).then(|| (part * f64::from(self.cells) * 8.0).round() as u32)
    }
}

impl Part {
    /// The block that fills this cell, and whether it must be drawn with its colours exchanged:
    /// there are blocks for each eighth from the left, and none from the right.
    ///
    /// A part that touches neither edge of its cell is drawn as the thin bar at its middle.
    pub fn block(&self) -> (char, bool) {
        const LEFT: [char; 9] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
        match (self.fill.start, self.fill.end) {
            (0, end) => (LEFT[usize::from(end.min(8))], false),
            (start, 8..) => (LEFT[usize::from(start.min(8))], true),
            _ => ('│', false),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn blocks(scale: Scale, low: f64, point: f64, high: f64) -> String {
        scale.bar(low, point, high).iter().map(|part| part.block().0).collect()
    }

    #[test]
    fn places_to_an_eighth() {
        let scale = Scale::shares(10).unwrap();
        let place = |value| scale.place(value).map(|place| (place.cell, place.eighth));
        assert_eq!(place(0.0), Some((0, 0)));
        assert_eq!(place(0.5), Some((5, 0)));
        assert_eq!(place(0.55), Some((5, 4)));
        assert_eq!(place(1.0), Some((9, 7)));
        assert_eq!((place(-3.0), place(7.0)), (Some((0, 0)), Some((9, 7))));
        assert_eq!(place(f64::NAN), None);
        assert_eq!((Scale::shares(0), Scale::new(1.0, 1.0, 5)), (None, None));
    }

    #[test]
    fn bars_in_blocks() {
        let scale = Scale::shares(10).unwrap();
        assert_eq!(blocks(scale, 0.2, 0.4, 0.65), "████▌");
        let parts = scale.bar(0.15, 0.4, 0.6);
        assert_eq!(
            (parts[0].cell, parts[0].fill.clone(), parts[0].block()),
            (1, 4..8, ('▌', true))
        );
        assert_eq!(parts.iter().filter(|part| part.point).count(), 1);
        assert_eq!(parts.iter().find(|part| part.point).map(|part| part.cell), Some(4));
        assert_eq!(scale.bar(1.0, 1.0, 1.0), [Part { cell: 9, fill: 7..8, point: true }]);
        assert_eq!(blocks(scale, 0.53, 0.55, 0.57), "│");
        assert!(scale.bar(0.6, 0.6, 0.5).is_empty() && scale.bar(f64::NAN, 0.5, 0.6).is_empty());
    }

    #[test]
    fn ticks_as_many_as_fit() {
        let texts = |cells| {
            let ticks = Scale::shares(cells).unwrap().ticks();
            ticks.into_iter().map(|tick| (tick.x, tick.text)).collect::<Vec<_>>()
        };
        let want = |ticks: &[(u16, &str)]| -> Vec<(u16, String)> {
            ticks.iter().map(|(x, text)| (*x, (*text).to_owned())).collect()
        };
        assert_eq!(texts(40), want(&[(0, "0"), (9, ".25"), (19, ".5"), (29, ".75"), (39, "1")]));
        assert_eq!(texts(8), want(&[(0, "0"), (3, ".5"), (7, "1")]));
        assert_eq!(texts(4), want(&[(0, "0"), (3, "1")]));
    }

    proptest! {
        #[test]
        fn bars_lie_on_the_scale_without_gaps(
            cells in 1u16..200, low in -0.2..1.2f64, wide in 0.0..1.0f64, at in 0.0..=1.0f64,
        ) {
            let scale = Scale::shares(cells).unwrap();
            let parts = scale.bar(low, low + at * wide, low + wide);
            prop_assert!(!parts.is_empty());
            prop_assert!(parts.iter().all(|part| part.cell < cells));
            prop_assert!(parts.iter().all(|part| part.fill.start < part.fill.end));
            prop_assert!(parts.iter().all(|part| part.fill.end <= 8));
            for pair in parts.windows(2) {
                prop_assert_eq!(pair[0].cell + 1, pair[1].cell);
                prop_assert_eq!((pair[0].fill.end, pair[1].fill.start), (8, 0));
            }
            prop_assert_eq!(parts.iter().filter(|part| part.point).count(), 1);
        }

        #[test]
        fn ticks_never_touch(cells in 1u16..300) {
            let ticks = Scale::shares(cells).unwrap().ticks();
            let ends: Vec<(u16, u16)> =
                ticks.iter().map(|tick| (tick.x, tick.x + tick.text.len() as u16)).collect();
            prop_assert!(ends.windows(2).all(|pair| pair[0].1 < pair[1].0));
            prop_assert!(ends.iter().all(|(_, end)| *end <= cells));
        }
    }
}
