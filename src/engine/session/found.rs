//! The answer of the full-text index as boards show it.
//!
//! Must not know who asked or when.

use crate::{
    core::workbench::board::{Found, FoundHit},
    engine::search::{SearchError, SearchResults},
};

/// Hits that are shown.
pub(super) const HITS: usize = 50;

/// What the board shows of a search; `None` if a later one took its place.
pub(super) fn of(query: String, found: Result<SearchResults, SearchError>) -> Option<Found> {
    let found = match found {
        Ok(found) => found,
        Err(SearchError::Superseded) => return None,
        Err(error) => return Some(problem(query, error.to_string())),
    };
    let hits = found.hits.into_iter().map(|hit| FoundHit {
        skill: hit.id,
        field: hit.field.to_string(),
        snippet: hit.snippet,
        marks: hit.ranges,
    });
    Some(Found { query, hits: hits.collect(), total: found.total, problem: None })
}

/// Why there is no answer.
pub(super) fn problem(query: String, problem: String) -> Found {
    Found { query, problem: Some(problem), ..Found::default() }
}
