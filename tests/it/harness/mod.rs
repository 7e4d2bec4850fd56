//! Real harnesses, where they can be installed: each is driven without a terminal against a model
//! of ours on the loopback, in a home of its own, and what it sent is held against what we say.
//!
//! `install.sh` puts pinned versions into target/harnesses. Without npm or a network the tests are
//! skipped and say why.

mod catalog;
mod dialect;
mod http;
mod install;
mod launch;
mod listings;
mod loopback;
mod program;
mod scenario;
mod sheet;
mod skills;
