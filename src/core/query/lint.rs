//! Findings about a query set against a catalog: what makes its figures worth less than they look.
//!
//! One file a rule. Must not know outcomes; what is wrong with single rows and their names is told
//! by the reader and by [`super::bind`], and not repeated here.

pub mod leak;
mod support;
mod twins;
mod workspace;

use crate::core::{
    diagnostic::Diagnostic, lexical::Lexicon, measure::wilson::Confidence, query::BoundSet,
};

pub use leak::{Leak, Leaks};
pub use workspace::speaks_of_files;

/// What a set is held against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The recall that each skill should be able to show, in \[0, 1), unless its file sets a bar.
    pub threshold: f64,
    pub confidence: Confidence,
    /// Probes that may be spent on the set, where there is a cap.
    pub probes: Option<u64>,
    /// Attempts of each query.
    pub attempts: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { threshold: 0.7, confidence: Confidence::default(), probes: None, attempts: 1 }
    }
}

/// Everything that the rules find, by rule, then in the order of the rows.
///
/// `lexicon` holds the residents that the rows were bound to. Linear in rows times the words of a
/// prompt and of the description that it should lead to.
pub fn lint(bound: &BoundSet, lexicon: &Lexicon, rules: &Rules) -> Vec<Diagnostic> {
    let rows = &bound.queries;
    let mut told = Vec::new();
    if !bound.drafts {
        // Drafts quote descriptions, and two of them share a prompt: that is what they are.
        told.extend(leak::find(rows, lexicon));
        told.extend(twins::find(rows));
        told.extend(workspace::find(rows));
    }
    told.extend(support::find(bound, lexicon, rules));
    told
}

#[cfg(test)]
mod tests;
