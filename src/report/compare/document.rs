//! The contract: what differs, by how much, and what can be said of it.

use serde::Serialize;

use super::Sides;
use crate::core::{
    id::SkillId,
    measure::{
        comparison::{Aspect, Headline, Kin, Measure, Metric, Obstacle, SkillRow},
        flips::Flip,
        paired::{Bounds, Verdict},
    },
    plan::{Engages, Evidence, Offered, Order},
    workbench::Board,
};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    before: ArmHead<'a>,
    after: ArmHead<'a>,
    headline: HeadlineEntry,
    pub skills: Vec<SkillEntry<'a>>,
    flips: Vec<FlipEntry<'a>>,
    expected_flips: f64,
    differs: &'a [Aspect],
    order: Order,
    /// Why no verdict is given; null where one is.
    obstacle: Option<Obstacle>,
    /// What the form of the results did not hold.
    lost: &'a [&'a str],
}

/// One side and what it was measured with.
#[derive(Debug, Serialize)]
struct ArmHead<'a> {
    name: &'a str,
    agent: &'a str,
    evidence: Evidence,
    model: Option<&'a str>,
    max_turns: u32,
    max_steps: u32,
    early_exit: bool,
    #[serde(skip_serializing_if = "Engages::is_usual")]
    engages: Engages,
    attempts: u32,
    /// What each row's probe was offered: `all`, `solo`, `near:5`.
    offered: Offered,
    planned: usize,
    scored: usize,
    errored: usize,
    digests: Digests<'a>,
    /// What it was asked on that is not as it was, a sentence each.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

#[derive(Debug, Serialize)]
struct Digests<'a> {
    catalog: &'a str,
    queries: &'a str,
}

#[derive(Debug, Serialize)]
struct HeadlineEntry {
    metric: Metric,
    units: usize,
    differing: usize,
    looks: u32,
    delta: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    p: Option<f64>,
    verdict: Verdict,
    needed_queries: Option<u64>,
    needed_attempts: Option<u64>,
    needed_probes: Option<u64>,
}

/// One measure of one skill.
#[derive(Debug, Serialize)]
pub struct SkillEntry<'a> {
    pub id: &'a SkillId,
    pub measure: Measure,
    pub family: Kin,
    pub units: usize,
    pub differing: usize,
    pub delta: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub p: Option<f64>,
    pub p_adjusted: Option<f64>,
    pub verdict: Verdict,
}

/// A query that is answered otherwise; most frequent first engagements.
#[derive(Debug, Serialize)]
pub struct FlipEntry<'a> {
    query: &'a str,
    from: &'a str,
    to: &'a str,
}

impl<'a> Document<'a> {
    pub fn of(sides: &Sides<'a>) -> Self {
        let comparison = sides.comparison;
        let [before, after] =
            [0, 1].map(|at| ArmHead::of(sides.names[at], sides.boards[at], sides.laid[at]));
        Self {
            schema: "skillscope.compare/1",
            before,
            after,
            headline: HeadlineEntry::of(&comparison.headline),
            skills: comparison.skills.iter().map(SkillEntry::of).collect(),
            flips: comparison.flips.flips.iter().map(FlipEntry::of).collect(),
            expected_flips: comparison.noise.expected_flips,
            differs: sides.differs,
            order: sides.order,
            obstacle: comparison.obstacle,
            lost: sides.lost,
        }
    }
}

impl<'a> ArmHead<'a> {
    fn of(name: &'a str, board: &'a Board, notes: &'a [String]) -> Self {
        let (agent, counts) = (&board.agent, board.run.counts);
        Self {
            name,
            agent: &agent.name,
            evidence: agent.evidence,
            model: agent.model.as_deref(),
            max_turns: agent.limits.max_turns,
            max_steps: agent.limits.max_steps,
            early_exit: agent.limits.early_exit,
            engages: agent.limits.engages,
            attempts: agent.attempts,
            offered: agent.offered,
            planned: counts.planned,
            scored: counts.scored,
            errored: counts.errored,
            digests: Digests {
                catalog: &board.now.snapshot.catalog.digest,
                queries: &board.query_digest,
            },
            notes,
        }
    }
}

impl HeadlineEntry {
    fn of(headline: &Headline) -> Self {
        let (low, high) = ends(headline.bounds);
        Self {
            metric: headline.metric,
            units: headline.units,
            differing: headline.differing,
            looks: headline.looks,
            delta: headline.delta,
            low,
            high,
            p: headline.p,
            verdict: headline.verdict,
            needed_queries: headline.needed.queries,
            needed_attempts: headline.needed.attempts,
            needed_probes: headline.needed.probes,
        }
    }
}

impl<'a> SkillEntry<'a> {
    fn of(row: &'a SkillRow) -> Self {
        let (low, high) = ends(row.bounds);
        Self {
            id: &row.id,
            measure: row.measure,
            family: row.family,
            units: row.units,
            differing: row.differing,
            delta: row.delta,
            low,
            high,
            p: row.p,
            p_adjusted: row.p_adjusted,
            verdict: row.verdict,
        }
    }
}

impl<'a> FlipEntry<'a> {
    pub fn of(flip: &'a Flip) -> Self {
        let [from, to] = super::ends_of(flip);
        Self { query: &flip.query.id, from, to }
    }
}

fn ends(bounds: Option<Bounds>) -> (Option<f64>, Option<f64>) {
    (bounds.map(|bounds| bounds.low), bounds.map(|bounds| bounds.high))
}
