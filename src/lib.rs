//! skillscope: see which skill an agent picks, live, and why.
//!
//! The layers, bottom up. A layer never looks up; `tests/it/architecture.rs` holds the table.
//!
//! * [`core`] is pure: text in, figures out. No files, no clock, no terminal.
//! * [`report`] turns core's results into text, JSON, CSV and pictures.
//! * [`engine`] has the side effects: files, watching, search threads, processes.
//! * [`tui`] draws and listens.
//! * [`cli`] is the command line, one file a subcommand.

pub mod cli;
pub mod core;
pub mod engine;
pub mod report;
pub mod tui;

#[cfg(test)]
mod fuzz;
