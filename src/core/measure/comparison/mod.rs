//! Two results of one query set: what is better, what is worse, and what cannot be told.
//!
//! Must not know where the results come from, nor how they are printed.

mod aspect;
mod common;
mod headline;
mod metric;
mod skills;
mod words;

use std::collections::BTreeSet;

use serde::Serialize;

pub use self::{
    aspect::Aspect,
    headline::{Headline, Needed},
    metric::Metric,
    skills::{Kin, Measure, SkillRow},
};
use self::{
    common::{Common, rho},
    skills::rows,
};
use crate::core::{
    id::SkillId,
    measure::{
        Observation,
        flips::Flips,
        noise::expected_flips,
        paired::{Bounds, Paired, Verdict},
        planning::RHO,
        row::Group,
        sequence::Score,
        wilson::Confidence,
    },
};

/// What was settled before any result was seen, and what is known of the arms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Of the headline.
    pub metric: Metric,
    /// Which look at this baseline, on this query set and metric, from 1; 0 counts as 1.
    pub look: u32,
    /// Skills whose listing entry differs between the arms.
    pub edited: BTreeSet<SkillId>,
    pub confidence: Confidence,
    /// How far attempts of one query went together in an earlier run of this set, in \[0, 1\]; used
    /// where neither arm repeats attempts, instead of .6.
    pub rho: Option<f64>,
    /// Neither arm draws: each attempt of a probe is the same one again, so that chance flips no
    /// query and more attempts tell nothing.
    pub drawless: bool,
    /// Why no verdict may be spoken, whatever the figures.
    pub obstacle: Option<Obstacle>,
}

/// What forbids a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
pub enum Obstacle {
    #[strum(serialize = "the plan is not complete: no verdict yet")]
    Unfinished,
    #[strum(
        serialize = "no prompt that expects a skill engaged any in one of the arms: its wiring is in doubt"
    )]
    NothingEngaged,
    #[strum(serialize = "the arms stopped their probes by different rules")]
    StopRules,
    #[strum(serialize = "rows of several descriptions are mixed")]
    MixedGenerations,
    #[strum(serialize = "the rows were chosen by their outcomes")]
    ChosenByOutcome,
    #[strum(serialize = "more than one kind of thing differs between the arms")]
    SeveralAspects,
}

/// A comparison, whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub headline: Headline,
    /// Recall, then false fires; edited skills first, then by id.
    pub skills: Vec<SkillRow>,
    pub flips: Flips,
    pub noise: Noise,
    /// Attempts that are one record in both arms: they differ by nothing, by construction. A loader
    /// gives equal records one `Arc`.
    pub same_records: usize,
    /// Common queries whose label or prompt is not the same; each side is judged by its own.
    pub relabelled: usize,
    pub obstacle: Option<Obstacle>,
}

/// What chance alone would have done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Noise {
    /// Queries that would hit more or less often, if both arms drew from the same rates.
    pub expected_flips: f64,
    /// How far attempts of one query go together, as used.
    pub rho: f64,
    /// Nothing measured it.
    pub assumed: bool,
}

impl Comparison {
    /// Compares `after` with `before`, in any order of observations.
    ///
    /// Queries are the same by file and id; those scored in one arm alone enter nothing but
    /// [`Flips::only_before`] and [`Flips::only_after`]. Rows in dispute or of several user turns
    /// are left out.
    pub fn of(before: &[Observation], after: &[Observation], terms: &Terms) -> Self {
        let [before, after] = [before, after].map(main_rows);
        let common = Common::of(&before, &after);
        let paired = Paired::of(
            common.pairs(|side| {
                side.probes.iter().map(|probe| terms.metric.of(side.query, probe.trajectory)).sum()
            }),
            terms.confidence,
        );
        let hits = common.by_query(|side| {
            side.count(|probe| Some(Score::of(side.query, probe.trajectory).hit()))
        });
        let measured = match terms.drawless {
            true => Some(1.0),
            false => rho(&paired.arms).or(terms.rho),
        };
        let rho = measured.unwrap_or(RHO);
        let mut out = Self {
            headline: Headline::of(terms.metric, terms.look, &paired, terms.rho),
            skills: rows(&common, &terms.edited, terms.look, terms.confidence),
            flips: Flips::between(&before, &after),
            noise: Noise {
                expected_flips: expected_flips(&hits, rho),
                rho,
                assumed: measured.is_none(),
            },
            same_records: common.same_records,
            relabelled: common.relabelled,
            obstacle: terms.obstacle,
        };
        if terms.drawless {
            out.headline.needed.attempts = None;
        }
        if terms.obstacle.is_some() {
            out.withhold();
        }
        out
    }

    /// Figures stay, verdicts go, and no picture speaks one.
    fn withhold(&mut self) {
        let headline = &mut self.headline;
        headline.verdict = Verdict::NotComparable;
        headline.bounds = headline.bounds.map(Bounds::up_to_zero);
        headline.needed = Needed::default();
        for row in &mut self.skills {
            row.verdict = Verdict::NotComparable;
            row.bounds = row.bounds.map(Bounds::up_to_zero);
        }
    }
}

fn main_rows(observations: &[Observation]) -> Vec<Observation> {
    let main = |observation: &&Observation| Group::of(&observation.query) == Group::Main;
    observations.iter().filter(main).cloned().collect()
}

#[cfg(test)]
mod tests;
