//! The figures of a run, as `skillscope.eval/1`, as records, and as a scorecard.

mod csv;
mod document;
mod jsonl;
mod scorecard;

pub use self::{csv::csv, document::Document, jsonl::jsonl, scorecard::scorecard};
