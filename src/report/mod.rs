//! Core's results and finished screens as text, pictures and machine formats.
//!
//! Pure writers: must not know where results come from. Machine formats are contracts: undefined is
//! null, rates are unrounded, paths are relative, and every reference is a skill id with `name` and
//! `path` beside it where the skill itself is listed.

pub mod agents;
pub mod check;
pub mod compare;
pub mod conditions;
pub mod csv;
pub mod eval;
pub mod figure;
pub mod github;
pub mod head;
mod junit;
pub mod lint;
pub mod listing;
pub mod markdown;
pub mod markup;
pub mod overlap;
pub mod queries;
pub mod replay;
pub mod runs;
pub mod screen;
mod table;
