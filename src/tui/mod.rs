//! The terminal workbench: draws boards and listens to the person before them.
//!
//! Knows core's results, report's writers and the session's channels; must not do what they do.

pub mod action;
pub mod app;
pub mod frame;
pub mod input;
pub mod keys;
pub mod layout;
pub mod offscreen;
pub mod overlay;
pub mod pane;
pub mod run;
pub mod terminal;
#[cfg(test)]
pub mod testing;
pub mod theme;
pub mod widget;
