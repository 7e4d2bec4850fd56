//! The comparison skill by skill, in families that were settled before any result.
//!
//! Must not know the headline.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::core::{
    id::SkillId,
    measure::{
        comparison::common::{Common, Probe, Side},
        families::{Family, Member},
        looks,
        paired::{Bounds, Good, Paired, Verdict},
        rate::Share,
        truth::Truth,
        wilson::Confidence,
    },
};

/// What is compared of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Measure {
    /// Over the queries that want it: engaged first (engaged at all, of a set or a partial label).
    Recall,
    /// Over the queries that do not: engaged first. A rise is worse.
    FalseFire,
}

impl Measure {
    /// As people read it.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Recall => "recall",
            Self::FalseFire => "false fires",
        }
    }
}

/// Which tests a skill's tests are corrected with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Kin {
    /// Its listing entry differs between the arms.
    Edited,
    Other,
}

/// One measure of one skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkillRow {
    pub id: SkillId,
    pub measure: Measure,
    pub family: Kin,
    /// Common units that speak of it.
    pub units: usize,
    pub differing: usize,
    /// Mean difference over units.
    pub delta: Option<f64>,
    /// Reported: drawn up to 0 where nothing is decided.
    #[serde(flatten, serialize_with = "Bounds::or_null")]
    pub bounds: Option<Bounds>,
    /// Of the test alone.
    pub p: Option<f64>,
    /// Within its family and at this look; `None` where no outcome of so few differing units could
    /// have decided anything.
    pub p_adjusted: Option<f64>,
    pub verdict: Verdict,
    /// Differing units from which on a skill of this family can be decided.
    pub least_differing: usize,
}

/// Every skill's recall, then false fires, edited skills first, then by id.
///
/// Left out are skills that no common query wants, and unedited ones that never engaged where they
/// should not: such a test could decide nothing, and changes nothing for the others.
pub fn rows(
    common: &Common<'_>,
    edited: &BTreeSet<SkillId>,
    look: u32,
    confidence: Confidence,
) -> Vec<SkillRow> {
    let mut skills = common.skills();
    skills.extend(edited);
    let fired = fired(common);
    let mut out = Vec::new();
    for measure in [Measure::Recall, Measure::FalseFire] {
        for family in [Kin::Edited, Kin::Other] {
            let members: Vec<(&SkillId, Paired)> = skills
                .iter()
                .filter(|id| edited.contains(**id) == (family == Kin::Edited))
                .filter(|id| match (measure, family) {
                    (Measure::FalseFire, Kin::Other) => fired.contains(**id),
                    _ => true,
                })
                .filter_map(|id| Some((*id, paired(common, id, measure, family, confidence)?)))
                .collect();
            out.extend(judged(&members, measure, family, look, confidence));
        }
    }
    out
}

fn judged(
    members: &[(&SkillId, Paired)],
    measure: Measure,
    family: Kin,
    look: u32,
    confidence: Confidence,
) -> Vec<SkillRow> {
    let tests: Vec<Member> = members
        .iter()
        .map(|(_, paired)| Member { p: paired.p.unwrap_or(1.0), differing: paired.differing })
        .collect();
    let taken = Family::of(&tests, confidence.error(), looks::penalty(look));
    let good = match measure {
        Measure::Recall => Good::Rise,
        Measure::FalseFire => Good::Fall,
    };
    let row = |((id, paired), p_adjusted): (&(&SkillId, Paired), &Option<f64>)| {
        let verdict = paired.verdict(*p_adjusted, good);
        SkillRow {
            id: SkillId::clone(id),
            measure,
            family,
            units: paired.units,
            differing: paired.differing,
            delta: paired.delta,
            bounds: paired.drawn(verdict),
            p: paired.p,
            p_adjusted: *p_adjusted,
            verdict,
            least_differing: taken.least_differing,
        }
    };
    members.iter().zip(&taken.adjusted).map(row).collect()
}

/// The skills that engaged first where they should not, in either arm.
fn fired<'a>(common: &Common<'a>) -> BTreeSet<&'a SkillId> {
    let sides = common.queries.iter().flat_map(|both| [&both.before, &both.after]);
    let firsts = sides.flat_map(|side| side.probes.iter().map(move |probe| (side, probe.first())));
    firsts.filter_map(|(side, first)| first.filter(|id| false_fires(side, id).hits > 0)).collect()
}

/// `None` for a test that is left out.
fn paired(
    common: &Common<'_>,
    id: &SkillId,
    measure: Measure,
    family: Kin,
    confidence: Confidence,
) -> Option<Paired> {
    let pairs = match measure {
        Measure::Recall => common.pairs_that_want(id, |side| recall(side, id)),
        Measure::FalseFire => common.pairs(|side| false_fires(side, id)),
    };
    let fired = || pairs.iter().any(|pair| pair.before.hits + pair.after.hits > 0);
    let counts = measure == Measure::Recall || family == Kin::Edited || fired();
    (!pairs.is_empty() && counts).then(|| Paired::of(pairs, confidence))
}

/// Of a set or a partial label the order is nobody's business; of alternatives any will do.
fn recall(side: &Side<'_>, id: &SkillId) -> Share {
    let any = |probe: &Probe<'_>| Some(probe.engaged.contains(&id));
    match &side.truth {
        Truth::Single(wanted) if *wanted == id => {
            side.count(|probe| Some(probe.first() == Some(id)))
        }
        Truth::Either { expected, .. } if *expected == id => {
            side.count(|probe| Some(probe.first().is_some_and(|first| side.truth.wants(&first))))
        }
        Truth::Set(all) if all.contains(&id) => side.count(any),
        Truth::Partial { should, .. } if should.contains(&id) => side.count(any),
        _ => Share::default(),
    }
}

fn false_fires(side: &Side<'_>, id: &SkillId) -> Share {
    let speaks = match &side.truth {
        Truth::Partial { must_not, .. } => must_not.contains(&id),
        truth => !truth.wants(&id),
    };
    if !speaks || side.query.neutral.contains(id) {
        return Share::default();
    }
    side.count(|probe| Some(probe.first() == Some(id)))
}
