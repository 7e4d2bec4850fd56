//! Looking more than once: what a verdict costs then, and what may be shown before the end.
//!
//! A look is a distinct result set compared with one baseline on one query set and metric. Must not
//! know how looks are counted, nor how a plan runs.

use std::fmt;

use crate::core::plan::{Plan, Planned};

/// What p is multiplied with at a look, 1-based: k(k + 1) / 2, since the errors .05 / (k(k+1)/2)
/// of all looks that may follow never add up to more than .1, and those of the first twenty keep
/// within what is measured for them. Look 0 counts as the first.
pub fn penalty(look: u32) -> f64 {
    let k = f64::from(look.max(1));
    k * (k + 1.0) / 2.0
}

/// p of the test, as it counts at a look; at most 1.
pub fn at_look(p: f64, look: u32) -> f64 {
    (p * penalty(look)).min(1.0)
}

/// How far an unfinished plan may be shown: blocks of its seeded order of which all has settled.
///
/// What finished first is no fair sample: hits exit early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interim {
    /// Probes at the head of the order that enter the figures.
    pub probes: usize,
    /// Queries among them.
    pub queries: usize,
    /// Queries of the plan.
    pub planned: usize,
    /// The whole plan has settled: a verdict may be spoken.
    pub complete: bool,
}

impl Interim {
    pub fn of(plan: &Plan, settled: impl Fn(Planned) -> bool) -> Self {
        let probes = plan.interim(settled);
        // Rounds: every query is asked for the first time before any is asked again.
        let planned = plan.probes.partition_point(|probe| probe.attempt == 1);
        Self {
            probes,
            queries: probes.min(planned),
            planned,
            complete: probes == plan.probes.len(),
        }
    }
}

impl fmt::Display for Interim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.complete {
            write!(f, "all {} queries", self.planned)
        } else {
            write!(f, "interim, {} of {} queries: no verdict yet", self.queries, self.planned)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_costs_more() {
        let known = [(0.012, 1, 0.012), (0.012, 4, 0.120), (0.0005, 10, 0.0275), (0.5, 2, 1.0)];
        for (p, look, want) in known {
            assert!((at_look(p, look) - want).abs() < 1e-12);
        }
        assert_eq!(penalty(0), penalty(1));
    }

    #[test]
    fn an_interim_figure_counts_its_queries() {
        let ids: Vec<String> = (0..25).map(|n| format!("q{n}")).collect();
        let plan = Plan::new(ids.iter().map(String::as_str), 2, 3);
        let until = |n: usize| {
            let done = plan.probes[..n].to_vec();
            Interim::of(&plan, move |probe| done.contains(&probe))
        };
        assert_eq!(until(19).to_string(), "interim, 10 of 25 queries: no verdict yet");
        assert_eq!((until(49).probes, until(49).queries), (40, 25));
        assert!(!until(49).complete && until(50).complete);
        assert_eq!(until(50).to_string(), "all 25 queries");
    }
}
