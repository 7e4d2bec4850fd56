//! A run as it is kept: what was planned, what was recorded of it, and what both amount to.
//!
//! Everything that the figures of a run need, so that they can be had again without the catalog,
//! the agent or a key. Must not know files or clocks: times come in with the records.

mod artifact;
mod digests;
mod fold;
mod journal;
mod listed;
mod merge;
mod plan;
mod record;
mod redact;
mod restore;

pub use self::{
    artifact::{Artifact, ArtifactError},
    digests::Digests,
    fold::{Missing, events, fold, missing, settled},
    journal::{Damage, Journal, JournalError, header},
    listed::{Disclosure, Listed, ListedSkill},
    merge::{MergeError, Merged, merge},
    plan::{Asked, Made, Plan, PlanError},
    record::{Kind, Probe, Record},
    redact::redacted,
    restore::{board, table},
};

#[cfg(test)]
pub(in crate::core) mod testing;
