//! The whole application without input and output: what happened goes in, what to do comes out.
//!
//! Owns the state that every screen and report shows. Pure: must not know channels, files, clocks
//! or terminals; times come in with the events.

pub mod agents;
pub mod baselines;
pub mod board;
pub mod changes;
pub mod compared;
pub mod consent;
pub mod differs;
pub mod foreign;
pub mod handoffs;
pub mod history;
pub mod linting;
pub mod offers;
mod pairing;
pub mod playback;
pub mod printed;
pub mod probes;
pub mod request;
mod results;
pub mod settings;
pub mod side_by_side;
pub mod state;
pub mod stored;
pub mod told;
pub mod touched;
pub mod trouble;

mod reduce;

#[cfg(test)]
mod tests;

pub use board::Board;
pub use reduce::Workbench;
pub use request::{BaselineChoice, Effect, Input, Request};
pub use settings::{Agent, Settings};
pub use state::State;
