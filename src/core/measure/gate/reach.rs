//! How far a figure is from its bar: units that are missing in any case, and probes that would do.
//!
//! Must not know verdicts.

use crate::core::measure::{
    Estimate,
    gate::{Assertion, Bound, Reason, least_units},
    needed::draws_for_bar,
    wilson::Confidence,
};

/// F1 is decided on the share J that it is a function of.
fn share(assertion: &Assertion, value: f64) -> f64 {
    if assertion.figure.is_f1() { value / (2.0 - value) } else { value }
}

/// The bar is out of reach however well the units that there are go.
pub fn too_few(assertion: &Assertion, estimate: &Estimate, confidence: f64) -> Option<Reason> {
    let bar = share(assertion, assertion.threshold);
    let bound = assertion.bound;
    let bar = if bound == Bound::Minimum { bar } else { 1.0 - bar };
    let least = least_units(bar, Confidence::new(confidence)?)?;
    let units = estimate.draws.units;
    (u64::from(units) < least).then_some(Reason::TooFewUnits { units, least, bound })
}

/// More units like those that there are, with as many attempts each; `None` when the estimate is
/// the bar itself or undefined.
pub fn needed_probes(assertion: &Assertion, estimate: &Estimate, confidence: f64) -> Option<u64> {
    let confidence = Confidence::new(confidence)?;
    let [rate, bar] = [estimate.value?, assertion.threshold].map(|v| share(assertion, v));
    let draws = draws_for_bar(rate, bar, confidence)?;
    let have = estimate.draws;
    let units = (draws * f64::from(have.units) / have.effective?).ceil() - f64::from(have.units);
    let attempts = (have.attempts / f64::from(have.units)).ceil();
    // Floats saturate when cast.
    Some((units.max(0.0) * attempts) as u64)
}
