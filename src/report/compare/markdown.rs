//! The comparison as Markdown, for a pull request or a step summary.

use super::{LISTED, Sides, ends_of, text::told};
use crate::report::{
    conditions::{ENDING, conditions},
    figure::with_interval,
    markdown::{cell, more, table, text},
};

/// The whole comparison.
pub fn markdown(sides: &Sides<'_>) -> String {
    let [before, after] = sides.names.map(text);
    let comparison = sides.comparison;
    let headline = &comparison.headline;
    let mut out = format!("## {before} → {after}\n\n**{}**\n\n", headline);
    let [was, is] = headline.arms.map(|arm| with_interval(&arm));
    let (metric, units) = (headline.metric, headline.units);
    out.push_str(&format!("- {metric} {was} → {is}, {units} common units\n"));
    if let Some(edits) = sides.edits() {
        out.push_str(&format!("- skills: {}\n", text(&edits)));
    }
    for note in sides.notes() {
        out.push_str(&format!("- {}\n", text(&note)));
    }
    let (rows, rest) = told(&comparison.skills);
    if !rows.is_empty() {
        out.push('\n');
        let rows = rows.into_iter().map(|row| {
            [
                cell(row.id.as_str()),
                row.measure.in_words().to_owned(),
                row.family.to_string(),
                row.to_string(),
            ]
        });
        out.push_str(&table(["skill", "of", "family", "verdict"], rows));
    }
    if rest > 0 {
        out.push_str(&format!("\n{rest} more of unedited skills, where nothing differs\n"));
    }
    out.push_str(&format!("\n### {}\n\n", comparison.flips_in_words()));
    let flips = &comparison.flips.flips;
    if !flips.is_empty() {
        let rows = flips.iter().take(LISTED).map(|flip| {
            let [from, to] = ends_of(flip).map(cell);
            [flip.direction.to_string(), cell(&flip.query.id), from, to]
        });
        out.push_str(&table(["", "query", "before", "after"], rows));
    }
    out.push_str(&more(flips.len(), LISTED));
    let conditions = conditions(sides.boards[1]);
    out.push_str(&format!("\n{}. {ENDING}\n", text(&conditions)));
    out
}
