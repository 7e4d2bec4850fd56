//! Now held against the baseline: the paired comparison, what differs, and the edits word by word.
//!
//! Must not know how it is drawn, nor how looks are counted.

use std::sync::Arc;

use crate::core::{
    catalog::CatalogDiff,
    id::SkillId,
    measure::{
        Confidence, Figures, Observation,
        comparison::{Aspect, Comparison, Metric, Obstacle, Terms},
    },
    skill::{Piece, Skill, words},
    workbench::{
        differs::{Difference, aspects, differences},
        state::State,
    },
};

/// The comparison of a baseline with now.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub comparison: Comparison,
    pub differs: Vec<Difference>,
    /// Texts that differ, by skill; of a great many the first.
    pub edits: Vec<Edit>,
}

/// A text of a skill that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub skill: SkillId,
    /// As the front matter calls it.
    pub field: &'static str,
    pub pieces: Vec<Piece>,
}

/// What is known of the two arms beside their states.
#[derive(Clone, Copy, Debug)]
pub struct Arms<'a> {
    pub catalog: &'a CatalogDiff,
    /// Of the headline; `None` for what comparisons of the query set are about.
    pub metric: Option<Metric>,
    /// Every probe of both arms has ended.
    pub complete: bool,
    /// Some rows of now are results of earlier descriptions.
    pub mixed: bool,
    pub look: u32,
    pub confidence: Confidence,
    /// Kinds of things that may differ at once, by name.
    pub vary: &'a [Aspect],
}

/// Texts that are compared word by word; a switch of branches may touch thousands.
const EDITS: usize = 32;

impl Compared {
    /// Compares `after`, the observations of now that may enter, with all of the baseline's.
    pub fn of(before: &State, now: &State, after: &[Observation], arms: &Arms<'_>) -> Self {
        let differs = differences(before, now, arms.catalog);
        let metric = arms.metric.unwrap_or_else(|| metric(&now.figures));
        let terms = Terms {
            metric,
            look: arms.look,
            edited: differs.iter().flat_map(|d| d.skills()).cloned().collect(),
            confidence: arms.confidence,
            rho: None,
            drawless: [before, now].iter().all(|state| state.agent.evidence.draws_nothing()),
            obstacle: obstacle(&differs, metric, [before, now], arms),
        };
        let comparison = Comparison::of(&before.probes.observations(), after, &terms);
        Self { comparison, edits: edits(before, now, arms.catalog), differs }
    }

    /// The edited texts of one skill.
    pub fn edits_of<'a>(&'a self, id: &'a SkillId) -> impl Iterator<Item = &'a Edit> {
        self.edits.iter().filter(move |edit| edit.skill == *id)
    }
}

/// What comparisons of a query set are about: top-1, or recall where labels are partial only.
pub fn metric(figures: &Figures) -> Metric {
    let partial = figures.headline.completion.planned == 0 && figures.partial.is_some();
    if partial { Metric::TriggerRecall } else { Metric::Top1 }
}

fn obstacle(
    differs: &[Difference],
    metric: Metric,
    states: [&State; 2],
    arms: &Arms<'_>,
) -> Option<Obstacle> {
    // The first engagement is the same whatever the stop rule.
    let stops = metric != Metric::Top1 && differs.contains(&Difference::Limits);
    [
        (!arms.complete, Obstacle::Unfinished),
        (states.iter().any(|state| state.nothing_engaged()), Obstacle::NothingEngaged),
        (arms.mixed, Obstacle::MixedGenerations),
        (stops, Obstacle::StopRules),
    ]
    .into_iter()
    .find_map(|(stands, obstacle)| stands.then_some(obstacle))
    .or_else(|| Aspect::obstacle(&aspects(differs), arms.vary))
}

fn edits(before: &State, now: &State, catalog: &CatalogDiff) -> Vec<Edit> {
    let routed = catalog.changed.iter().filter(|(_, fields)| fields.routing()).take(EDITS);
    let both = routed.filter_map(|(id, _)| {
        Some((before.snapshot.catalog.get(id)?, now.snapshot.catalog.get(id)?))
    });
    both.flat_map(|(old, new)| texts(old, new)).collect()
}

fn texts(old: &Arc<Skill>, new: &Arc<Skill>) -> Vec<Edit> {
    fn fields(skill: &Skill) -> [(&'static str, &str); 3] {
        let when = skill.doc.when_to_use.as_deref().unwrap_or_default();
        let described = skill.doc.description.as_str();
        [("name", skill.name.as_str()), ("description", described), ("when_to_use", when)]
    }
    let both = fields(old).into_iter().zip(fields(new));
    both.filter(|((_, old), (_, new))| old != new)
        .map(|((field, was), (_, is))| Edit {
            skill: new.id.clone(),
            field,
            pieces: words(was, is),
        })
        .collect()
}
