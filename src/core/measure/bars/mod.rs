//! The bars that the statistics here must clear: coverage, width, errors and power, measured.
//!
//! Where every query has as many attempts the result is computed exactly; else it is simulated,
//! seeded. Must not know how the table is printed.

mod arms;
mod coverage;
mod gates;
mod looks;
mod pairs;
mod rates;
mod skills;
mod urn;

pub use self::gates::{Line, lines};

/// How much of the table is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Every cell, 2,000 draws where one is simulated.
    Whole,
    /// A few cells of every row, and fewer draws: seconds without optimisation.
    Small,
}

impl Size {
    /// Simulated results of a cell.
    fn draws(self) -> u32 {
        match self {
            Self::Whole => WHOLE,
            Self::Small => 250,
        }
    }

    /// The whole list, or its first few.
    fn cut<T>(self, mut cells: Vec<T>, small: usize) -> Vec<T> {
        if self == Self::Small {
            cells.truncate(small);
        }
        cells
    }

    /// How much a share seen in these draws may lie beyond a bar that allows for those of the whole
    /// table: two standard errors, less those that it allows for already.
    fn slack(self, bar: f64) -> f64 {
        let error = |draws: u32| 2.0 * (bar * (1.0 - bar) / f64::from(draws)).sqrt();
        error(self.draws()) - error(WHOLE)
    }
}

const WHOLE: u32 = 2_000;

/// One line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub what: &'static str,
    /// The cells that were measured.
    pub cells: String,
    pub must: &'static str,
    pub ours: String,
    /// What the method that is usual elsewhere gives on the same cells.
    pub naive: Option<String>,
    pub holds: bool,
}

/// The rows of the table in order, each computed when called: some give more than one line.
pub const ROWS: [fn(Size) -> Vec<Bar>; 12] = [
    coverage::hit_rates,
    coverage::per_skill,
    rates::precision_and_f1,
    rates::macro_recall,
    pairs::interval,
    pairs::nothing_changed,
    pairs::mixed_effects,
    pairs::power,
    skills::families,
    gates::errors,
    gates::needed,
    looks::looks,
];

/// Shares of several cells.
#[derive(Clone, Debug, Default)]
struct Cells(Vec<f64>);

impl Cells {
    fn least(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    fn most(&self) -> f64 {
        self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    fn within(&self, low: f64, high: f64) -> usize {
        self.0.iter().filter(|share| (low..=high).contains(*share)).count()
    }

    /// Least and most, with the mean: `94.0-96.7 %, mean 95.2`.
    fn range(&self) -> String {
        let [least, most, mean] = [self.least(), self.most(), self.mean()].map(|x| x * 100.0);
        format!("{least:.1}-{most:.1} %, mean {mean:.1}")
    }

    /// `5.1 % at most, mean 1.7`
    fn ceiling(&self) -> String {
        format!("{:.1} % at most, mean {:.1}", self.most() * 100.0, self.mean() * 100.0)
    }
}

impl FromIterator<f64> for Cells {
    fn from_iter<I: IntoIterator<Item = f64>>(cells: I) -> Self {
        Self(cells.into_iter().collect())
    }
}

/// The share of `draws` in which something was found.
fn share(draws: u32, found: impl FnMut(u32) -> bool) -> f64 {
    f64::from((0..draws).map(found).filter(|found| *found).count() as u32) / f64::from(draws)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_table_holds() {
        for bar in ROWS.iter().flat_map(|row| row(Size::Small)) {
            assert!(bar.holds, "{bar:?}");
        }
    }
}
