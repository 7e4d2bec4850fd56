//! The bars that rules hold texts to.

use serde::{Deserialize, Serialize};

/// From where on a rule finds something. Unknown keys are refused, so that a misspelt limit is no
/// default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Characters of a description, `when_to_use` apart; more are too many.
    pub max_description_length: usize,
    /// Characters of a name; more are too many.
    pub max_name_length: usize,
    /// Characters of a description, blanks around it apart; fewer are too few.
    pub min_description_length: usize,
    /// Columns of a terminal that all descriptions with their names may take; `None`: any number.
    pub catalog_budget: Option<usize>,
    /// Symmetric likeness by words, in 0..=1, from which on two skills are near duplicates.
    pub near_duplicate: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_description_length: 1_024,
            max_name_length: 64,
            min_description_length: 20,
            catalog_budget: Some(30_000),
            near_duplicate: 0.8,
        }
    }
}
