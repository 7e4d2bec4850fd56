//! The terminal face: what can be done, which keys do it, and how the workbench looks.
//!
//! Draws snapshots and turns keys into actions; knows nothing of files, processes or figures.

pub mod action;
pub mod frame;
pub mod input;
pub mod keys;
pub mod terminal;
