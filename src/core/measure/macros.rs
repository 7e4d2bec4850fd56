//! Averages over classes, each class counting alike however many rows it has.

use serde::Serialize;

use crate::core::measure::{
    classes::{Classes, Sums},
    rate::{Draws, Estimate, Method},
    wilson::{Confidence, wilson},
};

/// Macro averages. `None` when no class enters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Macros {
    /// Over classes that are expected or predicted; one never predicted counts 0. No interval.
    pub precision: Option<f64>,
    /// Over classes that are expected.
    pub recall: Estimate,
    /// Over classes that are expected. No interval.
    pub f1: Option<f64>,
}

impl Macros {
    /// Over skills, `(no skill)` left out.
    pub fn over_skills(classes: &Classes, confidence: Confidence) -> Self {
        let mut macros = Self::over(classes.skills().iter());
        let draws = recall_draws(classes);
        let interval = |(value, n)| wilson(value, n, confidence, Method::ClusteredWilson);
        macros.recall.interval = macros.recall.value.zip(draws.effective).and_then(interval);
        macros.recall.draws = draws;
        macros
    }

    /// With `(no skill)` as a class like any other; no intervals.
    pub fn with_none(classes: &Classes) -> Self {
        Self::over(classes.skills().iter().chain(classes.none()))
    }

    fn over<'a>(classes: impl Iterator<Item = &'a Sums> + Clone) -> Self {
        let expected = classes.clone().filter(|class| class.expected());
        Self {
            precision: mean(classes.filter(|class| class.seen()).map(Sums::precision_or_zero)),
            recall: Estimate {
                value: mean(expected.clone().filter_map(|class| class.recall.share())),
                ..Estimate::default()
            },
            f1: mean(expected.filter_map(|class| class.j.share()).map(|j| 2.0 * j / (1.0 + j))),
        }
    }
}

/// The draws behind the micro recall, thinned by how unevenly the skills share the units: S skills
/// with `k_s` of the `k` units leave `n · S² / (k · Σ 1 / k_s)`.
fn recall_draws(classes: &Classes) -> Draws {
    let micro = &classes.micro_recall;
    let counts = || classes.skills().iter().map(|class| class.recall.count()).filter(|&k| k > 0.0);
    let skills = counts().count() as f64;
    let inverse = sum(counts().map(|k| 1.0 / k));
    let thinned = |n: f64| n * skills * skills / (micro.count() * inverse);
    Draws { effective: micro.effective().map(thinned), ..micro.draws() }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    let n = values.len() as f64;
    (!values.is_empty()).then(|| (sum(values.into_iter()) / n).clamp(0.0, 1.0))
}

/// Summed in order of size, so that the order of classes changes no bit.
fn sum(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values.into_iter().sum()
}
