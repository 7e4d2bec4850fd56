//! Two results on the same units: the difference, its interval, its p-value, the verdict.
//!
//! A verdict speaks of prompts like these. Units weigh alike however many attempts they have, so
//! that a difference here can differ from that of two headlines. Must not know what a hit is, nor
//! why the two results differ.

mod interval;
mod signflip;

use serde::{Serialize, Serializer};

pub use self::signflip::sign_flip;
use crate::core::measure::{clustered::Units, rate::Share, wilson::Confidence};

/// Fewer units that differ decide nothing: even if all went one way, p were 1/16.
pub const FEWEST: usize = 6;

/// One unit that was scored in both arms: hits and attempts, at least one attempt each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub before: Share,
    pub after: Share,
}

impl Pair {
    /// `None` unless both arms have an attempt.
    pub fn new(before: Share, after: Share) -> Option<Self> {
        (before.n > 0 && after.n > 0).then_some(Self { before, after })
    }

    /// Rate after less rate before, in \[-1, 1\].
    pub fn difference(self) -> f64 {
        // One rounding: the two products are exact, so that equal rates give exactly 0.
        let [before, after] =
            [self.before.hits * self.after.n, self.after.hits * self.before.n].map(|n| n as f64);
        (after - before) / (self.before.n * self.after.n) as f64
    }
}

/// What a comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum Verdict {
    Better,
    Worse,
    #[strum(serialize = "cannot tell")]
    CannotTell,
    /// Not measured alike, or on nothing in common.
    #[strum(serialize = "not comparable")]
    NotComparable,
}

/// Which way is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Good {
    Rise,
    Fall,
}

/// A low and a high end of a difference, within \[-1, 1\].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    pub low: f64,
    pub high: f64,
}

impl Bounds {
    /// 0 lies strictly outside.
    pub fn exclude_zero(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// For a flattened field: `low` and `high`, both null where there are none.
    pub fn or_null<S: Serializer>(bounds: &Option<Self>, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Ends {
            low: Option<f64>,
            high: Option<f64>,
        }
        Ends { low: bounds.map(|b| b.low), high: bounds.map(|b| b.high) }.serialize(serializer)
    }

    /// The same, stretched to 0.
    pub fn up_to_zero(self) -> Self {
        Self { low: self.low.min(0.0), high: self.high.max(0.0) }
    }
}

/// The comparison of two arms over their common units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    pub units: usize,
    /// Units whose rates differ.
    pub differing: usize,
    /// Mean difference over units; `None` without units.
    pub delta: Option<f64>,
    /// Mean squared difference over units, in \[0, 1\]; 0 without units.
    pub square: f64,
    /// As computed, before any verdict; `None` without units.
    pub interval: Option<Bounds>,
    /// Two-sided p of the sign flip, of one look; `None` without units.
    pub p: Option<f64>,
    /// The sums of both arms over these units.
    pub arms: [Units; 2],
    confidence: Confidence,
}

impl Paired {
    /// Compares over units, in any order: the result is the same to the last bit.
    pub fn of(mut pairs: Vec<Pair>, confidence: Confidence) -> Self {
        pairs.sort_unstable_by_key(|pair| {
            let Pair { before, after } = *pair;
            (before.n, before.hits, after.n, after.hits)
        });
        let units = pairs.len();
        let differences: Vec<f64> = pairs.iter().map(|pair| pair.difference()).collect();
        // Thirds that cancel leave a few last bits behind; no true sum is that small.
        let sum = Some(differences.iter().sum::<f64>()).filter(|sum| sum.abs() > 1e-9);
        let sum = sum.unwrap_or(0.0);
        let squares: f64 = differences.iter().map(|d| d * d).sum();
        let arm = |side: fn(&Pair) -> Share| {
            // Attempts of a unit are numbered by `u32`.
            Units::of(pairs.iter().map(side).map(|s| (s.n as u32, s.hits as u32)).collect())
        };
        let arms = [arm(|pair| pair.before), arm(|pair| pair.after)];
        let any = units > 0;
        Self {
            units,
            differing: differences.iter().filter(|d| **d != 0.0).count(),
            delta: any.then(|| sum / units as f64),
            square: if any { squares / units as f64 } else { 0.0 },
            interval: any.then(|| interval::bonett_price(units, sum, squares, &arms, confidence)),
            p: any.then(|| sign_flip(&pairs)),
            arms,
            confidence,
        }
    }

    /// Better or worse when `p` reaches the level, the interval excludes 0 and enough units
    /// differ; else cannot tell. Not comparable without units.
    ///
    /// `p`: of [`Paired::p`] and what was looked at beside it; `None` where no verdict is possible.
    pub fn verdict(&self, p: Option<f64>, good: Good) -> Verdict {
        let (Some(delta), Some(interval)) = (self.delta, self.interval) else {
            return Verdict::NotComparable;
        };
        let reached = p.is_some_and(|p| p <= self.level());
        if !(reached && interval.exclude_zero() && self.differing >= FEWEST) {
            return Verdict::CannotTell;
        }
        if (delta > 0.0) == (good == Good::Rise) { Verdict::Better } else { Verdict::Worse }
    }

    /// The interval as it is reported beside a verdict: an undecided one is drawn up to 0 where it
    /// excludes 0, so that picture and word never disagree.
    pub fn drawn(&self, verdict: Verdict) -> Option<Bounds> {
        match verdict {
            Verdict::Better | Verdict::Worse => self.interval,
            Verdict::CannotTell | Verdict::NotComparable => self.interval.map(Bounds::up_to_zero),
        }
    }

    /// The error that a verdict may make; .05 at 95 %.
    pub fn level(&self) -> f64 {
        self.confidence.error()
    }

    pub fn confidence(&self) -> Confidence {
        self.confidence
    }
}

#[cfg(test)]
mod tests;
