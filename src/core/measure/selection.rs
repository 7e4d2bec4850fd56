//! How far the attempts of one query agree on the first selection.

use serde::Serialize;

use crate::core::measure::{
    clustered::Units,
    ledger,
    rate::Rate,
    row::{Number, Row},
    wilson::Confidence,
};

/// Over queries with two or more scored attempts; undefined without such queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Selections {
    /// Share of queries whose attempts all made the same first selection.
    pub consistency: Rate,
    /// Mean over queries of the share of pairs of attempts that agree; it does not fall as attempts
    /// grow, as consistency does.
    pub agreement: Rate,
}

impl Selections {
    /// `first`: the first selection of a row, neutral helpers left out or not.
    pub(super) fn of(
        rows: &[&Row],
        first: impl Fn(&Row) -> Option<Number>,
        confidence: Confidence,
    ) -> Self {
        let mut selected: Vec<(u32, Option<Number>, u32)> =
            rows.iter().map(|row| (row.query, first(row), row.unit)).collect();
        selected.sort_unstable();
        let (mut same, mut agreed) = (Vec::new(), Vec::new());
        for attempts in selected.chunk_by(|x, y| x.0 == y.0).filter(|query| query.len() > 1) {
            let unit = attempts[0].2; // Two or more attempts.
            let m = attempts.len() as f64;
            let pairs: f64 = attempts
                .chunk_by(|x, y| x.1 == y.1)
                .map(|alike| alike.len() as f64 * (alike.len() as f64 - 1.0))
                .sum();
            let agreement = pairs / (m * (m - 1.0));
            same.push((unit, agreement == 1.0));
            agreed.push((unit, agreement));
        }
        Self {
            consistency: ledger::units(same).rate(confidence),
            agreement: Units::of_values(agreed).rate(confidence),
        }
    }
}
