//! What every form for people lists: the figures of the run, and the skills, worst first.

use super::document::ProbeEntry;
use crate::{
    core::{
        id::SkillId,
        measure::{Class, Figures, SkillFigures, completion::Completion},
    },
    report::figure::{estimate, three, with_interval},
};

/// What is said of a run of which too little is scored.
pub(super) const BELOW_FLOOR: &str = "below 95 %: read with care";

/// How the intervals were made.
pub(super) fn intervals(figures: &Figures) -> String {
    format!("Intervals are Wilson at {} %, by units of prompts.", figures.confidence * 100.0)
}

/// The skills that a probe engaged, in a cell.
pub(super) fn engaged(probe: &ProbeEntry<'_>) -> String {
    listed(probe.engaged.iter().copied())
}

/// The same with what became of a prompt that none of the right ones took: `bike-desk, which kept it`.
pub(super) fn went(probe: &ProbeEntry<'_>) -> String {
    let engaged = engaged(probe);
    match (probe.absorbed_by, &probe.instead) {
        (Some(router), _) if probe.engaged.len() == 1 => format!("{router}, which kept it"),
        (Some(router), _) => format!("{engaged}; {router} kept it"),
        (None, Some(deed)) if probe.engaged.is_empty() => {
            format!("{engaged}; {}", deed.replace('-', " "))
        }
        _ => engaged,
    }
}

/// The skills that it was to engage, then each that is as right: `a, b`, `a or b`.
pub(super) fn expected(probe: &ProbeEntry<'_>) -> String {
    let or = probe.alternatives.iter().map(|id| format!(" or {id}"));
    listed(probe.expected) + &or.collect::<String>()
}

fn listed<'a>(ids: impl IntoIterator<Item = &'a SkillId>) -> String {
    let names: Vec<&str> = ids.into_iter().map(SkillId::as_str).collect();
    if names.is_empty() { Class::NONE.to_owned() } else { names.join(", ") }
}

/// Each figure of the run by its name, with its interval where it has one.
pub(super) fn headline(figures: &Figures) -> Vec<(&'static str, String)> {
    let headline = &figures.headline;
    let mut out = vec![
        ("top-1", with_interval(&headline.top1)),
        ("trajectory", with_interval(&headline.trajectory)),
        ("macro recall (skills)", estimate(&headline.macros.recall)),
        ("macro precision (skills)", three(headline.macros.precision)),
        ("macro F1 (skills)", three(headline.macros.f1)),
        ("abstention", with_interval(&headline.abstention)),
        ("false abstention", with_interval(&headline.false_abstention)),
        ("out-of-scope detection", with_interval(&headline.out_of_scope_detection)),
        ("reciprocal rank", with_interval(&headline.reciprocal_rank)),
        ("redundancy", three(headline.redundancy)),
    ];
    if headline.out_of_scope_detection.n > 0.0 {
        // Without the rows that expect nothing.
        out.insert(1, ("top-1 in scope", with_interval(&headline.top1_in_scope)));
        out.insert(3, ("trajectory in scope", with_interval(&headline.trajectory_in_scope)));
    }
    if let Some(partial) = &figures.partial {
        out.push(("trigger recall (partial rows)", with_interval(&partial.trigger_recall)));
        out.push(("restraint (partial rows)", with_interval(&partial.restraint)));
    }
    out
}

/// A rate of which too much is missing, with every unscored probe as a miss and as a hit.
pub(super) struct Doubt<'a> {
    /// `None`: the whole run.
    pub skill: Option<&'a SkillId>,
    pub figure: &'static str,
    pub bounds: (f64, f64),
    pub completion: &'a Completion,
}

impl Doubt<'_> {
    /// `0.500 to 0.950`, and `10 of 20 scored`.
    pub fn told(&self) -> [String; 2] {
        let ((low, high), Completion { planned, scored, .. }) = (self.bounds, self.completion);
        [format!("{low:.3} to {high:.3}"), format!("{scored} of {planned} scored")]
    }
}

/// What [`Doubt`] is, for a heading.
pub(super) const DOUBT: &str = "Too little scored: every unscored probe as a miss, and as a hit";

/// The run's and the skills' rates that rest on too little.
pub(super) fn doubts(figures: &Figures) -> Vec<Doubt<'_>> {
    let headline = &figures.headline;
    let mut rates = vec![
        (None, "top-1", &headline.completion, &headline.top1),
        (None, "trajectory", &headline.completion, &headline.trajectory),
    ];
    if let Some(partial) = &figures.partial {
        rates.push((None, "trigger recall", &partial.completion, &partial.trigger_recall));
        rates.push((None, "restraint", &partial.completion, &partial.restraint));
    }
    let skills = figures.skills.iter();
    rates.extend(
        skills.map(|skill| (Some(&skill.id), "recall", &skill.completion, &skill.turn1.recall)),
    );
    let doubted = rates.into_iter().filter_map(|(skill, figure, completion, rate)| {
        Some(Doubt { skill, figure, bounds: completion.doubt(rate)?, completion })
    });
    doubted.collect()
}

/// Skills that a probe expected or engaged: lowest recall first, then those that took most.
pub(super) fn worst_first(skills: &[SkillFigures]) -> Vec<&SkillFigures> {
    let mut worst: Vec<&SkillFigures> = skills
        .iter()
        .filter(|skill| skill.turn1.support > 0 || skill.turn1.predicted > 0)
        .collect();
    worst.sort_by(|a, b| {
        let recall = |skill: &SkillFigures| skill.turn1.recall.rate.unwrap_or(2.0);
        recall(a)
            .total_cmp(&recall(b))
            .then_with(|| b.turn1.fp.cmp(&a.turn1.fp))
            .then_with(|| a.id.cmp(&b.id))
    });
    worst
}
