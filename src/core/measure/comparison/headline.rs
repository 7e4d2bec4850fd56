//! The headline of a comparison: one figure, its verdict, and what it would take to know.
//!
//! Must not know skills.

use serde::Serialize;

use crate::core::measure::{
    comparison::{common::rho, metric::Metric},
    looks,
    needed::{least, units_for_difference},
    paired::{Bounds, FEWEST, Good, Paired, Verdict},
    planning::{RHO, detectable},
    rate::Rate,
};

/// What a comparison says of the metric that its plan names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Headline {
    pub metric: Metric,
    /// Common units.
    pub units: usize,
    pub differing: usize,
    /// Which look at this baseline it is, from 1.
    pub looks: u32,
    /// The arms over their common units, probes weighing alike.
    pub arms: [Rate; 2],
    /// Mean difference over units; `None` without units.
    pub delta: Option<f64>,
    /// Reported: drawn up to 0 where nothing is decided.
    #[serde(flatten, serialize_with = "Bounds::or_null")]
    pub bounds: Option<Bounds>,
    /// Of the test alone.
    pub p_of_one_look: Option<f64>,
    /// As it counts at this look: what the verdict rests on.
    pub p: Option<f64>,
    pub verdict: Verdict,
    #[serde(flatten)]
    pub needed: Needed,
    /// The smallest difference that a comparison like this one decides in 80 %, in steps of .001;
    /// `None` when none is large enough.
    pub detectable: Option<f64>,
}

/// What it would take to decide a difference of the size seen; all `None` where nothing differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Needed {
    /// Further units, with as many attempts; 0 when decided.
    #[serde(rename = "needed_queries")]
    pub queries: Option<u64>,
    /// Attempts a query in all, on these queries; `None` when attempts alone cannot decide it.
    #[serde(rename = "needed_attempts")]
    pub attempts: Option<u64>,
    /// Probes of the further queries, in both arms.
    #[serde(rename = "needed_probes")]
    pub probes: Option<u64>,
}

impl Headline {
    /// `assumed`: how far attempts go together where no arm repeats them.
    pub fn of(metric: Metric, look: u32, paired: &Paired, assumed: Option<f64>) -> Self {
        let p = paired.p.map(|p| looks::at_look(p, look));
        let verdict = paired.verdict(p, Good::Rise);
        // One attempt moves by a whole hit or not at all.
        let whole = paired.arms.iter().all(|arm| arm.mean_attempts().is_none_or(|m| m <= 1.0));
        let square = |d: f64| if whole { paired.square.max(d) } else { paired.square };
        Self {
            metric,
            units: paired.units,
            differing: paired.differing,
            looks: look.max(1),
            arms: paired.arms.map(|arm| arm.rate(paired.confidence())),
            delta: paired.delta,
            bounds: paired.drawn(verdict),
            p_of_one_look: paired.p,
            p,
            verdict,
            needed: match verdict {
                Verdict::CannotTell => needed(paired, assumed).unwrap_or_default(),
                Verdict::Better | Verdict::Worse => {
                    Needed { queries: Some(0), attempts: None, probes: Some(0) }
                }
                Verdict::NotComparable => Needed::default(),
            },
            detectable: detectable(paired.units as u64, square, paired.confidence()),
        }
    }
}

/// At 80 % power, for one look.
///
/// More attempts take away only that part of the squared differences which is chance within
/// queries: p(1 - p)(1 - rho) / m in each arm.
fn needed(paired: &Paired, assumed: Option<f64>) -> Option<Needed> {
    let (d, confidence, have) = (paired.delta?, paired.confidence(), paired.units as u64);
    let reached = units_for_difference(paired.square, d, confidence)?;
    // So many that enough of them differ, if as large a part does.
    let differing = (FEWEST * paired.units).div_ceil(paired.differing.max(1)) as u64;
    let queries = reached.max(differing).saturating_sub(have);
    let rho = rho(&paired.arms).or(assumed).unwrap_or(RHO);
    let attempts = paired.arms.iter().filter_map(|arm| arm.mean_attempts()).fold(1.0, f64::max);
    let noise: f64 = paired
        .arms
        .iter()
        .filter_map(|arm| {
            let p = arm.share()?;
            Some(p * (1.0 - p) * (1.0 - rho) / arm.mean_attempts()?)
        })
        .sum();
    let noise = noise.min(paired.square);
    let enough = |m: u64| {
        let square = paired.square - noise * (1.0 - attempts / m as f64);
        units_for_difference(square, d, confidence).is_some_and(|units| units <= have)
    };
    /// More than anyone runs: what this cannot decide, attempts cannot.
    const MOST: u64 = 10_000;
    // A whole number of attempts, at least 1.
    let now = attempts.ceil() as u64;
    Some(Needed {
        queries: Some(queries),
        attempts: enough(MOST).then(|| least(now, MOST, enough)),
        probes: Some(queries.saturating_mul(2 * now)),
    })
}
