//! What every form for people lists: the figures of the run, and the skills, worst first.

use crate::{
    core::{
        id::SkillId,
        measure::{Class, Figures, SkillFigures},
    },
    report::figure::{estimate, three, with_interval},
};

/// What is said of a run of which too little is scored.
pub(super) const BELOW_FLOOR: &str = "below 95 %: read with care";

/// How the intervals were made.
pub(super) fn intervals(figures: &Figures) -> String {
    format!("Intervals are Wilson at {} %, by units of prompts.", figures.confidence * 100.0)
}

/// The skills that a probe expected or engaged, in a cell.
pub(super) fn names(ids: &[&SkillId]) -> String {
    match ids {
        [] => Class::NONE.to_owned(),
        ids => ids.iter().map(|id| id.as_str()).collect::<Vec<_>>().join(", "),
    }
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
    if let Some(partial) = &figures.partial {
        out.push(("trigger recall (partial rows)", with_interval(&partial.trigger_recall)));
        out.push(("restraint (partial rows)", with_interval(&partial.restraint)));
    }
    out
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
