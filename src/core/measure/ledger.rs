//! Hits by class and unit, kept sparse: a class costs what it was noted for, and nothing else.

use crate::core::measure::clustered::Units;

/// Notes of attempts, each of one class and one unit.
#[derive(Debug, Default)]
pub struct Ledger(Vec<Entry>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    class: u32,
    unit: u32,
    attempts: i32,
    hits: u32,
}

/// What one class noted on one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touched {
    pub unit: u32,
    /// Negative where attempts are taken out of a common denominator.
    pub attempts: i32,
    pub hits: u32,
}

impl Ledger {
    /// An attempt of `class` on `unit`.
    pub fn note(&mut self, class: u32, unit: u32, hit: bool) {
        self.shift(class, unit, 1, u32::from(hit));
    }

    /// Any change of the attempts and hits of `class` on `unit`.
    pub fn shift(&mut self, class: u32, unit: u32, attempts: i32, hits: u32) {
        self.0.push(Entry { class, unit, attempts, hits });
    }

    /// The notes summed by unit, one list for each of the classes `0..classes`.
    pub fn touched(mut self, classes: usize) -> Vec<Vec<Touched>> {
        self.0.sort_unstable();
        let mut out = vec![Vec::new(); classes];
        for noted in self.0.chunk_by(|x, y| (x.class, x.unit) == (y.class, y.unit)) {
            let Some(list) = noted.first().and_then(|e| out.get_mut(e.class as usize)) else {
                continue;
            };
            list.push(Touched {
                unit: noted[0].unit, // A chunk is never empty.
                attempts: noted.iter().map(|e| e.attempts).sum(),
                hits: noted.iter().map(|e| e.hits).sum(),
            });
        }
        out
    }

    /// The sums over units, one for each of the classes `0..classes`.
    pub fn units(self, classes: usize) -> Vec<Units> {
        let pair = |touched: Touched| (touched.attempts.max(0).cast_unsigned(), touched.hits);
        self.touched(classes)
            .into_iter()
            .map(|units| Units::of(units.into_iter().map(pair).collect()))
            .collect()
    }
}

/// The sums over units of a single class, from attempts as `(unit, hit)`.
pub fn units(attempts: impl IntoIterator<Item = (u32, bool)>) -> Units {
    let mut ledger = Ledger::default();
    for (unit, hit) in attempts {
        ledger.note(0, unit, hit);
    }
    ledger.units(1).pop().unwrap_or_default()
}

/// A denominator that most classes share: attempts a unit, before a class shifts some of them.
#[derive(Debug, Default)]
pub struct Base {
    attempts: Vec<u32>,
    sums: Units,
}

impl Base {
    /// `units`: the unit of every attempt, in any order.
    pub fn of(units: impl IntoIterator<Item = u32>) -> Self {
        let mut attempts: Vec<u32> = Vec::new();
        for unit in units {
            let at = unit as usize;
            if attempts.len() <= at {
                attempts.resize(at + 1, 0);
            }
            attempts[at] += 1; // Just made long enough.
        }
        let sums = Units::of(attempts.iter().map(|&c| (c, 0)).collect());
        Self { attempts, sums }
    }

    /// The sums of a class that differs from the base on these units only.
    pub fn shifted(&self, touched: &[Touched]) -> Units {
        let mut sums = self.sums;
        let mut moved = Vec::with_capacity(touched.len());
        for one in touched {
            let before = self.attempts.get(one.unit as usize).copied().unwrap_or(0);
            sums.remove_empty(before);
            moved.push((before.saturating_add_signed(one.attempts), one.hits));
        }
        moved.sort_unstable();
        for (attempts, hits) in moved {
            sums.add_hits(attempts, hits);
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_summed_by_class_and_unit() {
        let mut ledger = Ledger::default();
        for (class, unit, hit) in [(1, 5, true), (0, 5, false), (1, 5, false), (1, 2, true)] {
            ledger.note(class, unit, hit);
        }
        let units = ledger.units(3);
        assert_eq!(units[0], Units::of(vec![(1, 0)]));
        assert_eq!(units[1], Units::of(vec![(2, 1), (1, 1)]));
        assert_eq!(units[2], Units::default());
    }

    #[test]
    fn a_shifted_base_is_what_counting_from_scratch_gives() {
        let base = Base::of([0, 0, 1, 2, 2, 2]);
        let touched = [
            Touched { unit: 0, attempts: -1, hits: 1 },
            Touched { unit: 1, attempts: -1, hits: 0 },
            Touched { unit: 4, attempts: 2, hits: 1 },
        ];
        assert_eq!(base.shifted(&touched), Units::of(vec![(1, 1), (3, 0), (2, 1)]));
        assert_eq!(base.shifted(&[]), Units::of(vec![(2, 0), (1, 0), (3, 0)]));
    }
}
