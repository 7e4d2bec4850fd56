//! Two results held against each other, as `skillscope.compare/1`, as records, and for people.

mod csv;
mod document;
mod markdown;
mod text;

use crate::core::{
    catalog::{self, CatalogDiff},
    measure::comparison::{Aspect, Comparison},
    workbench::Board,
};

pub use self::{csv::csv, document::Document, markdown::markdown, text::text};

/// Flips that are listed for people.
const LISTED: usize = 20;

/// What every form of the report is made of.
#[derive(Clone, Debug)]
pub struct Sides<'a> {
    /// Before and after, as people call them.
    pub names: [&'a str; 2],
    pub boards: [&'a Board; 2],
    pub differs: &'a [Aspect],
    pub comparison: &'a Comparison,
}

impl Sides<'_> {
    /// What happened to the skills from one side to the other.
    fn skills(&self) -> CatalogDiff {
        let [before, after] = self.boards.map(|board| &board.now.snapshot.catalog);
        catalog::diff(before, after)
    }

    /// `1 skill added, 2 changed: a, b`; `None` where the skills are the same to a model.
    fn edits(&self) -> Option<String> {
        let diff = self.skills();
        let changed: Vec<&str> = diff
            .changed
            .iter()
            .filter(|(_, fields)| fields.routing())
            .map(|(id, _)| id.as_str())
            .collect();
        let of = |ids: &[crate::core::id::SkillId]| {
            ids.iter().map(|id| id.as_str().to_owned()).collect::<Vec<_>>()
        };
        let parts: Vec<String> = [
            ("changed", changed.into_iter().map(str::to_owned).collect()),
            ("added", of(&diff.added)),
            ("removed", of(&diff.removed)),
        ]
        .into_iter()
        .filter(|(_, ids)| !ids.is_empty())
        .map(|(word, ids)| format!("{} {word}: {}", ids.len(), ids.join(", ")))
        .collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Everything that limits what the headline means, a sentence each.
    fn notes(&self) -> Vec<String> {
        let comparison = self.comparison;
        let flips = &comparison.flips;
        let mut notes: Vec<String> = Vec::new();
        notes.extend(comparison.obstacle.map(|obstacle| obstacle.to_string()));
        notes.extend(comparison.headline.look());
        notes.extend(comparison.shared());
        let queries = |count: usize| crate::report::figure::counted(count, "query", "queries");
        if flips.only_before + flips.only_after > 0 {
            let [before, after] = [flips.only_before, flips.only_after].map(queries);
            notes.push(format!("left out: {before} scored only before, {after} only after"));
        }
        if comparison.relabelled > 0 {
            let n = queries(comparison.relabelled);
            notes.push(format!("{n} with another label or prompt: each side is judged by its own"));
        }
        for (name, board) in self.names.iter().zip(self.boards) {
            let counts = board.run.counts;
            if counts.scored < counts.planned {
                let (scored, planned) = (counts.scored, counts.planned);
                notes.push(format!("{name}: only {scored} of {planned} probes are scored"));
            }
        }
        notes
    }
}

/// What a flipped query engaged first before and after, most often.
fn ends_of(flip: &crate::core::measure::flips::Flip) -> [&str; 2] {
    use crate::core::measure::Class;
    [&flip.before, &flip.after]
        .map(|side| side.first.first().map_or(Class::NONE, |(class, _)| class.as_str()))
}
