//! One record a skill.

use super::Document;
use crate::report::csv::{figure, record};

/// The overlap table with a header; lists are joined by blanks.
pub fn csv(document: &Document<'_>) -> String {
    let mut out = String::new();
    let header = [
        "id",
        "name",
        "path",
        "self_score",
        "ratio",
        "outranked_by",
        "nearest",
        "nearest_score",
        "claims",
        "shared_phrases",
    ];
    record(&mut out, header);
    for skill in &document.skills {
        let claims: Vec<_> = skill.claims.iter().map(|claim| claim.id.as_str()).collect();
        record(
            &mut out,
            [
                skill.id.as_str(),
                skill.name,
                skill.path,
                &skill.self_score.to_string(),
                &figure(skill.ratio),
                &skill.outranked_by.to_string(),
                skill.nearest.as_ref().map_or("", |nearest| nearest.id.as_str()),
                &figure(skill.nearest.as_ref().map(|nearest| nearest.score)),
                &claims.join(" "),
                &skill.shared_phrases.len().to_string(),
            ],
        );
    }
    out
}
