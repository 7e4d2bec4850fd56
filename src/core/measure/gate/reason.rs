//! Why a ruling is not simply that of an interval, in words.
//!
//! Must not know how it was reached.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::core::measure::gate::Bound;

/// Serialised as its sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    UnknownSkill,
    Undefined,
    /// Share of the planned probes that is scored.
    Incomplete {
        share: f64,
        floor: f64,
    },
    /// Even if all went well.
    TooFewUnits {
        units: u32,
        least: u64,
        bound: Bound,
    },
    PointOnly,
    EarlyExit,
    Part,
    /// Every prompt that expects a skill went without one.
    NothingEngaged,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSkill => f.write_str("no such skill in the run"),
            Self::Undefined => f.write_str("undefined: no probe speaks of it"),
            Self::Incomplete { share, floor } => write!(
                f,
                "incomplete: {:.0} % of the planned probes are scored, {:.0} % are needed",
                (share * 100.0).floor(),
                floor * 100.0
            ),
            Self::TooFewUnits { units, least, bound } => {
                let queries = if *units == 1 { "query" } else { "queries" };
                let best = match bound {
                    Bound::Minimum => "all hit",
                    Bound::Maximum => "none does",
                };
                write!(f, "{units} {queries}, {least} are needed even if {best}")
            }
            Self::PointOnly => f.write_str("decided by the figure alone: it has no interval"),
            Self::EarlyExit => f.write_str("cut by early exit: later misfires were not seen"),
            Self::NothingEngaged => {
                f.write_str("no skill engaged at all: look at the wiring with `skillscope doctor`")
            }
            Self::Part => f.write_str("only a part of the rows ran"),
        }
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
