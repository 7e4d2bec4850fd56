//! Query files: what is wrong with them, as `skillscope.queries-lint/1`, and what they are made of,
//! as `skillscope.queries-stats/1`; both for people too.

mod lint;
mod stats;

pub use self::{
    lint::{LintDocument, Linted, lint_text},
    stats::{StatsDocument, stats_text},
};
