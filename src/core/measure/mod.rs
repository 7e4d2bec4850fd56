//! Every number about routing: sequence scores, confusion, rates, intervals.
//!
//! Pure. Must not know where outcomes come from. Figures are sums over probes unless said;
//! undefined is `None`, never 0, and nothing here is ever NaN.

pub mod bars;
pub mod breakdown;
pub mod changes;
pub mod class;
pub mod classes;
pub mod clustered;
pub mod comparison;
pub mod completion;
pub mod confusion;
pub mod exact;
pub mod families;
pub mod figures;
pub mod flips;
pub mod gate;
pub mod headline;
pub mod looks;
pub mod macros;
pub mod needed;
pub mod noise;
pub mod pair;
pub mod paired;
pub mod partial;
pub mod planning;
pub mod rate;
pub mod reading;
pub mod selection;
pub mod sequence;
pub mod steals;
pub mod tally;
pub mod truth;
pub mod twobytwo;
pub mod wilson;

mod ledger;
mod row;

use std::sync::Arc;

pub use self::{
    class::Class,
    figures::{Apart, Figures, SkillFigures},
    rate::{Draws, Estimate, Interval, Method, Rate, Share},
    tally::Tally,
    wilson::Confidence,
};
use crate::core::{id::SkillId, query::Query, trajectory::Outcome};

/// One probe with its label: the unit of every figure here.
#[derive(Clone, Debug)]
pub struct Observation {
    pub query: Arc<Query<SkillId>>,
    /// 1-based; a retry after an error keeps its number.
    pub attempt: u32,
    pub outcome: Arc<Outcome>,
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod peers;
#[cfg(test)]
pub(in crate::core) mod testing;
#[cfg(test)]
mod worked;
