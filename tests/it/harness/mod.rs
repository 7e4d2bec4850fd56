//! Real harnesses, where they can be installed: each is driven without a terminal against a model
//! of ours on the loopback, in a home of its own, and what it sent is held against what we say.
//!
//! `install.sh` puts pinned versions into target/harnesses. Without npm or a network the tests are
//! skipped and say why.

pub mod catalog;
mod dialect;
pub mod http;
mod install;
mod launch;
mod listings;
pub mod loopback;
mod probes;
mod program;
mod recorded;
pub mod scenario;
mod sheet;
mod skills;
