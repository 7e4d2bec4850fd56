//! What one generation of a live run did, as a record and as a line.

use std::sync::Arc;

use serde::Serialize;

use crate::{
    core::{
        catalog::CatalogDiff,
        diagnostic::first_of,
        id::SkillId,
        measure::Rate,
        plan::Evidence,
        visible::line,
        workbench::{
            Board,
            changes::{Against, Flip},
        },
    },
    report::{
        conditions::evidence,
        figure::{counted, with_interval},
    },
};

/// Names that a line lists before it counts the rest.
const NAMED: usize = 4;

/// One generation beside the one before.
#[derive(Debug, Serialize)]
pub struct Generation<'a> {
    schema: &'static str,
    generation: u64,
    agent: &'a str,
    evidence: Evidence,
    /// Prompts were drafted from trigger phrases: no evidence.
    drafts: bool,
    /// Skills that are told otherwise than before: edited, new, gone. Empty in the first record.
    changed: Vec<SkillId>,
    added: Vec<SkillId>,
    removed: Vec<SkillId>,
    /// The queries are others than before.
    queries_changed: bool,
    /// Files that look like skills and cannot be used.
    unusable: usize,
    planned: usize,
    scored: usize,
    errored: usize,
    /// Results of earlier texts; with any, rates have no interval.
    carried: usize,
    top1: Rate,
    trajectory: Rate,
    /// Points by which top-1 moved; null in the first record, and where it is undefined.
    top1_moved: Option<f64>,
    flips: Vec<FlipRow>,
    #[serde(skip)]
    told: String,
}

/// A probe that hits now and missed before, or the other way round.
#[derive(Debug, Serialize)]
struct FlipRow {
    query: String,
    attempt: u32,
    from: &'static str,
    to: &'static str,
}

impl<'a> Generation<'a> {
    /// `before` is the generation that was told last; `None` for the first one.
    pub fn of(before: Option<&Board>, board: &'a Board) -> Self {
        let (figures, agent) = (&board.now.figures, &board.agent);
        let against = before.map(|before| Against::of(Arc::clone(&before.now), &board.now));
        let moved = before.and_then(|before| {
            Some(figures.headline.top1.rate? - before.now.figures.headline.top1.rate?)
        });
        let Against { catalog: CatalogDiff { added, removed, changed }, flips, .. } =
            against.unwrap_or_default();
        let carried = board.run.counts.carried;
        let sure = |rate: Rate| Rate { interval: rate.interval.filter(|_| carried == 0), ..rate };
        let changed = changed.into_iter().filter(|(_, fields)| fields.routing());
        Self {
            schema: "skillscope.watch/1",
            generation: board.now.generation(),
            agent: &agent.name,
            evidence: agent.evidence,
            drafts: board.drafts(),
            changed: changed.map(|(id, _)| id).collect(),
            added,
            removed,
            queries_changed: before.is_some_and(|before| before.query_digest != board.query_digest),
            unusable: board.now.snapshot.catalog.unusable.len(),
            planned: figures.run.planned,
            scored: figures.run.scored,
            errored: figures.run.errored,
            carried,
            top1: sure(figures.headline.top1),
            trajectory: sure(figures.headline.trajectory),
            top1_moved: moved,
            flips: flips.into_iter().map(FlipRow::of).collect(),
            told: evidence(board),
        }
    }

    /// What was saved, in words; empty if nothing that matters.
    fn saved(&self) -> String {
        let named = |what: &str, ids: &[SkillId]| {
            let names = first_of(ids.iter(), NAMED);
            (!ids.is_empty()).then(|| format!("{what} {}", line(&names)))
        };
        let queries = self.queries_changed.then(|| "other queries".to_owned());
        let parts = [
            named("edited", &self.changed),
            named("new", &self.added),
            named("gone", &self.removed),
            queries,
        ];
        parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }

    /// Which probes hit otherwise, the lost ones first.
    fn flipped(&self) -> String {
        let side = |to: &str| -> Vec<&str> {
            self.flips.iter().filter(|flip| flip.to == to).map(|flip| &*flip.query).collect()
        };
        let told = |what: &str, ids: Vec<&str>| {
            let names = first_of(ids.iter(), NAMED);
            (!ids.is_empty()).then(|| format!("{} {what}: {}", ids.len(), line(&names)))
        };
        let parts = [told("lost", side(MISS)), told("won", side(HIT))];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "no flips".to_owned() } else { parts.join("; ") }
    }
}

const HIT: &str = "hit";
const MISS: &str = "miss";

impl FlipRow {
    fn of(Flip { query, attempt, now }: Flip) -> Self {
        let (from, to) = if now { (MISS, HIT) } else { (HIT, MISS) };
        Self { query, attempt, from, to }
    }
}

/// `generation 2  edited bread: top-1 0.750 [0.301, 0.954], +25.0 points; 1 won: q3 (scripted)`
pub fn watch_line(generation: &Generation<'_>) -> String {
    let Generation { generation: number, top1, planned, scored, errored, unusable, .. } =
        generation;
    let Generation { carried, told, .. } = generation;
    let saved = generation.saved();
    let saved = if saved.is_empty() { String::new() } else { format!("  {saved}") };
    let mut out = format!("generation {number}{saved}: top-1 {}", with_interval(top1));
    if let Some(moved) = generation.top1_moved {
        out.push_str(&format!(", {:+.1} points; {}", moved * 100.0, generation.flipped()));
    }
    if scored < planned {
        out.push_str(&format!("; {scored} of {planned} scored, {errored} errored"));
    }
    if *carried > 0 {
        out.push_str(&format!("; mixed, {carried} of earlier texts"));
    }
    if *unusable > 0 {
        out.push_str(&format!("; {} unusable", counted(*unusable, "file", "files")));
    }
    out.push_str(&format!(" ({told})\n"));
    out
}
