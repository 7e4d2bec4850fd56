//! Every number about routing: sequence scores, confusion, rates, intervals.
//!
//! Pure. Must not know where outcomes come from. Figures are sums over probes unless said.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::{id::SkillId, query::Query, trajectory::Outcome};

/// One probe with its label: the unit of every figure here.
#[derive(Clone, Debug)]
pub struct Observation {
    pub query: Arc<Query<SkillId>>,
    /// 1-based; a retry after an error keeps its number.
    pub attempt: u32,
    pub outcome: Arc<Outcome>,
}

/// A share with its interval: `hits` of `n`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    pub hits: f64,
    pub n: f64,
    /// `None` when `n` is 0: undefined, never 0.
    pub rate: Option<f64>,
    pub interval: Option<Interval>,
}

/// A two-sided confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
    /// For example 0.95.
    pub confidence: f64,
}
