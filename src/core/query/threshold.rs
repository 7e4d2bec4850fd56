//! Bars that a query file sets for its skills, as data for a later check.
//!
//! Must not know outcomes, nor how a bar is held against them.

use serde::{Deserialize, Serialize};

use crate::core::query::Source;

/// "This figure of this skill should be at least so much."
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Threshold {
    /// As written.
    pub skill: String,
    pub metric: Metric,
    /// In \[0, 1\].
    pub least: f64,
    pub source: Source,
}

/// The figures that files name in their bars.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Metric {
    /// Of the prompts that want the skill, the share in which it engaged.
    Recall,
    /// Of its engagements, the share that was wanted.
    Precision,
    F1,
    /// Of the prompts that do not want it, the share in which it stayed quiet.
    Restraint,
    /// Probes scored of those planned.
    Completion,
}

impl Metric {
    /// Reads a name in either spelling: `recall`, or `recall.yes` of a table with the labels yes
    /// and no.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.trim() {
            "recall" | "recall.yes" => Self::Recall,
            "precision" | "precision.yes" => Self::Precision,
            "f1" | "f1.yes" => Self::F1,
            "restraint" | "recall.no" => Self::Restraint,
            "completion" | "completion_rate" => Self::Completion,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_name_one_figure() {
        assert_eq!(Metric::named("recall"), Metric::named("recall.yes"));
        assert_eq!(Metric::named("recall.no"), Some(Metric::Restraint));
        assert_eq!(Metric::named("macro_f1"), None);
        assert_eq!(Metric::F1.to_string(), "f1");
    }
}
