//! One record a skill and measure.

use super::Document;
use crate::report::csv::{figure, record};

/// The skills' rows with a header.
pub fn csv(document: &Document<'_>) -> String {
    let mut out = String::new();
    let header = [
        "id",
        "measure",
        "family",
        "units",
        "differing",
        "delta",
        "low",
        "high",
        "p",
        "p_adjusted",
        "verdict",
    ];
    record(&mut out, header);
    for row in &document.skills {
        let mut fields = vec![row.id.to_string(), row.measure.to_string(), row.family.to_string()];
        fields.extend([row.units, row.differing].map(|count| count.to_string()));
        fields.extend([row.delta, row.low, row.high, row.p, row.p_adjusted].map(figure));
        fields.push(row.verdict.to_string());
        record(&mut out, fields);
    }
    out
}
