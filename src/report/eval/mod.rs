//! The figures of a run, as `skillscope.eval/1`, as records, as a scorecard, and as pages.

mod breakdowns;
mod conditions;
mod csv;
mod document;
mod html;
mod jsonl;
mod junit;
mod markdown;
mod read;
mod rows;
mod scorecard;

pub use self::{
    conditions::Conditions,
    csv::csv,
    document::Document,
    html::html,
    jsonl::jsonl,
    junit::junit,
    markdown::markdown,
    read::{LOST, NoDocument, board, claims},
    scorecard::scorecard,
};
