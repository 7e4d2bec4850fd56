//! Skills with too few prompts for any answer, and sets that are larger than what may be spent.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::core::{
    diagnostic::{Diagnostic, Severity, first_of},
    id::SkillId,
    lexical::Lexicon,
    measure::{gate::least_units, paired::FEWEST, wilson::Confidence},
    query::{
        BoundSet, Query,
        bind::oddities::at,
        lint::Rules,
        threshold::{Metric, Threshold},
        unit::Unit,
    },
};

/// Skills that are named where several have no prompt at all.
const NAMED: usize = 3;

pub(super) fn find(bound: &BoundSet, lexicon: &Lexicon, rules: &Rules) -> Vec<Diagnostic> {
    let rows = &bound.queries;
    let mut skills: BTreeMap<&SkillId, (&Query<SkillId>, BTreeSet<Unit<'_>>)> = BTreeMap::new();
    for row in rows {
        for skill in row.label.wanted() {
            skills.entry(skill).or_insert_with(|| (row, BTreeSet::new())).1.insert(row.unit());
        }
    }
    let mut told: Vec<Diagnostic> = lexicon
        .docs()
        .iter()
        .filter_map(|doc| {
            let (first, units) = skills.get(&doc.id)?;
            let bar = bar(bound, &doc.id).unwrap_or(rules.threshold);
            too_few(first, &doc.id, units.len(), bar, rules.confidence)
        })
        .collect();
    told.extend(unasked(rows, lexicon, |id| skills.contains_key(id)));
    told.extend(too_many(rows, rules));
    told
}

/// The recall that the files ask of a skill, the highest where several do.
fn bar(bound: &BoundSet, skill: &SkillId) -> Option<f64> {
    let own = |bar: &&Threshold| bar.metric == Metric::Recall && bar.skill == skill.as_str();
    bound.thresholds.iter().filter(own).map(|bar| bar.least).max_by(f64::total_cmp)
}

/// What cannot be shown with so many units: a difference, or recall at the threshold.
fn too_few(
    first: &Query<SkillId>,
    skill: &SkillId,
    units: usize,
    bar: f64,
    confidence: Confidence,
) -> Option<Diagnostic> {
    let needed = least_units(bar, confidence)?;
    let bar = bar * 100.0;
    let prompts = if units == 1 { "1 prompt".to_owned() } else { format!("{units} prompts") };
    if units < FEWEST {
        return Some(at(
            first,
            Severity::Warning,
            "too-few-to-differ",
            format!(
                "`{skill}` has {prompts}: no edit can be told from chance with fewer than \
                 {FEWEST}, and {bar:.0} % needs {needed} even if all hit."
            ),
            "Write more prompts that should lead to it, each in other words.",
        ));
    }
    (u64::try_from(units).is_ok_and(|units| units < needed)).then(|| {
        at(
            first,
            Severity::Warning,
            "too-few-to-pass",
            format!("`{skill}` has {prompts}; {bar:.0} % needs {needed} even if all hit."),
            "Write more prompts that should lead to it, or lower its bar.",
        )
    })
}

/// One note for all skills that no row asks for.
fn unasked(
    rows: &[Arc<Query<SkillId>>],
    lexicon: &Lexicon,
    asked: impl Fn(&SkillId) -> bool,
) -> Option<Diagnostic> {
    let first = rows.first()?;
    let missing: Vec<&SkillId> =
        lexicon.docs().iter().map(|doc| &doc.id).filter(|id| !asked(id)).collect();
    let named = first_of(missing.iter().map(|id| format!("`{id}`")), NAMED);
    (!missing.is_empty()).then(|| {
        let mut told = at(
            first,
            Severity::Note,
            "no-prompts",
            format!("No row expects {named}."),
            "Nothing is known about skills that no row asks for.",
        );
        told.line = None;
        told
    })
}

fn too_many(rows: &[Arc<Query<SkillId>>], rules: &Rules) -> Option<Diagnostic> {
    let (first, cap) = (rows.first()?, rules.probes?);
    let probes = u64::try_from(rows.len()).ok()?.saturating_mul(u64::from(rules.attempts));
    (probes > cap).then(|| {
        let mut told = at(
            first,
            Severity::Warning,
            "more-than-the-cap",
            format!("The rows take {probes} probes, and {cap} may be spent."),
            "Draw a sample of the rows, ask them fewer times, or raise the cap.",
        );
        told.line = None;
        told
    })
}
