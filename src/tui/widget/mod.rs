//! Building blocks that draw themselves into a buffer: text, tables, bars, figures.
//!
//! Each clips to its area and to the buffer, at any size. None knows a domain type beyond a rate
//! and the status of a run, and none knows another's state.

pub mod bar;
pub mod empty;
pub mod footer;
pub mod fuzzy;
pub mod heads;
pub mod history;
pub mod line;
pub mod meter;
pub mod panel;
pub mod parts;
pub mod progress;
pub mod rate;
pub mod scene;
pub mod scroll;
pub mod table;
pub mod tabs;
pub mod text;
