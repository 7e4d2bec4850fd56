//! The figures of a run, as `skillscope.eval/1`, as records, as a scorecard, and as pages.

mod breakdowns;
mod conditions;
mod csv;
mod document;
mod github;
mod html;
mod jsonl;
mod junit;
mod markdown;
mod missed;
mod pair;
mod read;
mod reading;
mod rows;
mod scorecard;
mod watch;

pub use self::{
    conditions::Conditions,
    csv::csv,
    document::Document,
    github::annotations,
    html::html,
    jsonl::jsonl,
    junit::junit,
    markdown::markdown,
    read::{LOST, NoDocument, board, claims},
    reading::Readings,
    scorecard::{scorecard, scorecard_with},
    watch::{Generation, watch_line},
};
