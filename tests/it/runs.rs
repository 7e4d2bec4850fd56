//! Runs that are kept: whatever happens to the process or the disk, nothing recorded is lost, and
//! a run that goes on ends with the figures of one that was never broken.

mod agents;
mod broken;
mod caps;
mod kept;
mod kills;
mod narrowed;
mod pairs;
mod project;
mod shards;
#[cfg(unix)]
mod watched;
