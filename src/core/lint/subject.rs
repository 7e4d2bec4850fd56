//! What the rules look at.

use crate::core::{
    lexical::Lexicon, lint::Limits, listing::Listing, query::QuerySet, snapshot::Snapshot,
};

/// A catalog with everything that a rule may go by.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub snapshot: &'a Snapshot,
    /// The words of the snapshot.
    pub lexicon: &'a Lexicon,
    /// The harnesses to judge by, each with what it shows of the snapshot; may be none.
    pub listings: &'a [Listing],
    /// The query sets as written, for labels that nothing can fulfil; may be none.
    pub queries: &'a [QuerySet],
    pub limits: &'a Limits,
}
