//! The interval of a mean paired difference: Bonett and Price (2012), over units.
//!
//! Their interval of McNemar's difference adds two pseudo-units, one that went up and one that went
//! down. A unit with repeated attempts differs by less than 1, so that these two weigh as much as
//! the attempts of a unit are worth. Must not know verdicts.

use crate::core::measure::{clustered::Units, paired::Bounds, wilson::Confidence};

/// `sum` and `squares` of the differences of `units` units; `arms` as summed over the same units.
///
/// Within \[-1, 1\]. Without repeated attempts it is that of Bonett and Price.
pub fn bonett_price(
    units: usize,
    sum: f64,
    squares: f64,
    arms: &[Units; 2],
    confidence: Confidence,
) -> Bounds {
    let weight = pseudo_weight(arms);
    let n = units as f64 + 2.0;
    let centre = sum / n;
    // A variance: rounding must not make it negative.
    let variance = ((squares + 2.0 * weight) / n - centre * centre).max(0.0);
    let half = confidence.z() * (variance / n).sqrt();
    Bounds { low: (centre - half).max(-1.0), high: (centre + half).min(1.0) }
}

/// The mean over both arms of (1 + (m - 1) rho) / m, in (0, 1\]: 1 with one attempt a unit.
pub fn pseudo_weight(arms: &[Units; 2]) -> f64 {
    let of = |arm: &Units| {
        let attempts = arm.mean_attempts().unwrap_or(1.0);
        (1.0 + (attempts - 1.0) * arm.rho().unwrap_or(1.0)) / attempts
    };
    (of(&arms[0]) + of(&arms[1])) / 2.0
}
