//! The run held against an earlier one, in words and as part of the document.

use serde::Serialize;

use crate::{
    core::{
        measure::{
            comparison::{Headline, Metric, Obstacle},
            gate::{Verdict, rules_out},
            paired::Verdict as Compared,
        },
        plan::Order,
        workbench::{differs::Difference, stored::Held},
    },
    report::{
        compare::{FlipEntry, ends_of},
        figure::counted,
    },
};

/// Queries that are listed for people.
const LISTED: usize = 10;

/// The run held against an earlier one, and what became of that.
#[derive(Clone, Debug)]
pub struct Ratcheted {
    /// What it is held against, as people call it.
    pub against: String,
    pub held: Held,
    /// The loss that must be ruled out.
    pub margin: Option<f64>,
    pub order: Order,
    /// It took the place of what it is held against, by hand or on a confirmed better: what it lost
    /// is accepted.
    pub moved: bool,
}

impl Ratcheted {
    /// What it makes of the check.
    pub fn verdict(&self) -> Verdict {
        if self.moved { Verdict::Pass } else { self.held.ratchet.verdict }
    }

    /// `top-1 against main (1a2b3c4): worse: -8.3 points [-14.1, -2.0], p .004, 120 queries; a drop
    /// of 4.1 points is seen in 80 %`
    pub(super) fn sentence(&self) -> String {
        let headline = &self.held.comparison.headline;
        let Headline { metric, units, .. } = headline;
        let queries = counted(*units, "query", "queries");
        let mut out = format!("{metric} against {}: {headline}, {queries}", self.against);
        out.push_str(&match self.held.ratchet.would_see {
            Some(drop) => format!("; a drop of {} would be seen in 80 %", points(drop)),
            None => "; no drop would be seen by so few".to_owned(),
        });
        if let Some(margin) = self.margin {
            let not = if rules_out(headline, margin) { "" } else { "not " };
            out.push_str(&format!("; a loss of {} is {not}ruled out", points(margin)));
        }
        out
    }

    /// Everything that limits what it means, a sentence each.
    pub(super) fn notes(&self) -> Vec<String> {
        let Held { comparison, differs, relabelled, .. } = &self.held;
        let queries = |count: usize| counted(count, "query", "queries");
        let mut notes: Vec<String> = Vec::new();
        notes.extend(comparison.obstacle.map(|obstacle| obstacle.to_string()));
        notes.extend(comparison.headline.look());
        if *relabelled > 0 {
            notes.push(format!("left out: {} with another label or prompt", queries(*relabelled)));
        }
        let left = &comparison.flips;
        if left.only_before > 0 {
            notes.push(format!("left out: {} scored only before", queries(left.only_before)));
        }
        let newer = |one: &&Difference| matches!(one, Difference::HarnessVersion(..));
        notes.extend(differs.iter().find(newer).map(ToString::to_string));
        if self.order == Order::Interleaved {
            notes.push(self.order.to_string());
        }
        if self.moved {
            notes.push("this run takes its place".to_owned());
        }
        notes
    }

    /// `lost   q7: bread -> (no skill)` of the first flips, and the number of the others.
    pub(super) fn flips(&self) -> (Vec<String>, usize) {
        let flips = &self.held.comparison.flips.flips;
        let told = flips.iter().take(LISTED).map(|flip| {
            let [from, to] = ends_of(flip);
            format!("{:5}  {}: {from} -> {to}", flip.direction, flip.query.id)
        });
        (told.collect(), flips.len().saturating_sub(LISTED))
    }
}

fn points(share: f64) -> String {
    format!("{:.1} points", share * 100.0)
}

/// The ratchet's part of the document.
#[derive(Debug, Serialize)]
pub(super) struct Entry<'a> {
    against: &'a str,
    metric: Metric,
    units: usize,
    differing: usize,
    /// Which look at the baseline it is; p counts for more with each.
    looks: u32,
    delta: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    p: Option<f64>,
    /// Of the paired test.
    compared: Compared,
    /// What follows from it.
    verdict: Verdict,
    margin: Option<f64>,
    /// The smallest drop that is seen in 80 %; null when none is.
    would_see: Option<f64>,
    relabelled: usize,
    order: Order,
    differs: Vec<String>,
    flips: Vec<FlipEntry<'a>>,
    /// Why no verdict is given; null where one is.
    obstacle: Option<Obstacle>,
    moved: bool,
}

impl<'a> Entry<'a> {
    pub fn of(ratcheted: &'a Ratcheted) -> Self {
        let Ratcheted { against, held, margin, order, moved } = ratcheted;
        let headline = &held.comparison.headline;
        Self {
            against,
            metric: headline.metric,
            units: headline.units,
            differing: headline.differing,
            looks: headline.looks,
            delta: headline.delta,
            low: headline.bounds.map(|bounds| bounds.low),
            high: headline.bounds.map(|bounds| bounds.high),
            p: headline.p,
            compared: headline.verdict,
            verdict: held.ratchet.verdict,
            margin: *margin,
            would_see: held.ratchet.would_see,
            relabelled: held.relabelled,
            order: *order,
            differs: held.differs.iter().map(ToString::to_string).collect(),
            flips: held.comparison.flips.flips.iter().map(FlipEntry::of).collect(),
            obstacle: held.comparison.obstacle,
            moved: *moved,
        }
    }
}
