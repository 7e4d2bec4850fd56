//! The pure heart: reading skills, lexical neighbourhoods, labels, trajectories, figures.
//!
//! Knows nothing of files, clocks, processes or terminals. Everything here is a function of its
//! arguments, so the same input gives the same output on every machine and after every edit.

pub mod catalog;
pub mod diagnostic;
pub mod id;
pub mod lexical;
pub mod lint;
pub mod listing;
pub mod material;
pub mod measure;
pub mod nearest;
pub mod plan;
pub mod query;
pub mod run;
pub mod scene;
pub mod seeded;
pub mod skill;
pub mod snapshot;
pub mod standin;
pub mod stream;
pub mod trajectory;
pub mod visible;
pub mod workbench;
