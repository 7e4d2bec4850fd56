//! Two results held against each other, as `skillscope.compare/1`, as records, and for people.

mod csv;
mod document;
mod markdown;
mod text;

use crate::{
    core::{
        catalog,
        id::SkillId,
        measure::{
            Class,
            comparison::{Aspect, Comparison},
            flips::Flip,
        },
        plan::Order,
        workbench::Board,
    },
    report::figure::counted,
};

pub use self::{
    csv::csv,
    document::{Document, FlipEntry},
    markdown::markdown,
    text::text,
};

/// Flips that are listed for people.
const LISTED: usize = 20;

/// What every form of the report is made of.
#[derive(Clone, Debug)]
pub struct Sides<'a> {
    /// Before and after, as people call them.
    pub names: [&'a str; 2],
    pub boards: [&'a Board; 2],
    pub differs: &'a [Aspect],
    pub order: Order,
    /// What the form of the results does not hold, a sentence each.
    pub lost: &'a [&'a str],
    /// What each side was asked on that is not as it was, a sentence each.
    pub laid: [&'a [String]; 2],
    pub comparison: &'a Comparison,
}

impl Sides<'_> {
    /// `1 skill added, 2 changed: a, b`; `None` where the skills are the same to a model.
    fn edits(&self) -> Option<String> {
        let [before, after] = self.boards.map(|board| &board.now.snapshot.catalog);
        let diff = catalog::diff(before, after);
        let changed = diff.changed.iter().filter(|(_, fields)| fields.routing()).map(|(id, _)| id);
        let part = |word: &str, ids: Vec<&str>| {
            (!ids.is_empty()).then(|| format!("{} {word}: {}", ids.len(), ids.join(", ")))
        };
        let parts: Vec<String> = [
            part("changed", changed.map(SkillId::as_str).collect()),
            part("added", diff.added.iter().map(SkillId::as_str).collect()),
            part("removed", diff.removed.iter().map(SkillId::as_str).collect()),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// `catalog: all | solo`, where the probes of the sides were offered other parts of it.
    fn offered(&self) -> Option<String> {
        let [before, after] = self.boards.map(|board| board.agent.offered);
        (before != after).then(|| format!("catalog: {before} | {after}"))
    }

    /// How the arms stood to each other in time, where that can be in the difference.
    fn order_told(&self) -> Option<String> {
        self.order.told(self.boards.iter().any(|board| !board.agent.evidence.draws_nothing()))
    }

    /// Everything that limits what the headline means, a sentence each.
    fn notes(&self) -> Vec<String> {
        let comparison = self.comparison;
        let flips = &comparison.flips;
        let mut notes: Vec<String> = Vec::new();
        notes.extend(self.offered());
        notes.extend(comparison.obstacle.map(|obstacle| obstacle.to_string()));
        notes.extend(comparison.headline.look());
        notes.extend(self.order_told());
        notes.extend(comparison.shared());
        notes.extend(self.lost.iter().map(|one| (*one).to_owned()));
        for (name, laid) in self.names.iter().zip(self.laid) {
            notes.extend(laid.iter().map(|note| format!("{name}: {note}")));
        }
        let queries = |count: usize| counted(count, "query", "queries");
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
pub(super) fn ends_of(flip: &Flip) -> [&str; 2] {
    [&flip.before, &flip.after]
        .map(|side| side.first.first().map_or(Class::NONE, |(class, _)| class.as_str()))
}
