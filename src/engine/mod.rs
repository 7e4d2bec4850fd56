//! Side effects, one a module: files, watching, search, processes.
//!
//! Takes requests, gives events and immutable snapshots; must not know cells or keys.

pub mod agent;
pub mod config;
pub mod consent;
pub mod demo;
pub mod git;
pub mod journal;
pub mod loader;
pub mod mending;
pub mod process;
pub mod queries;
pub mod rewrite;
pub mod scheduler;
pub mod search;
pub mod secret;
pub mod session;
pub mod store;
pub mod watch;
