//! A query file as text: its rows, where each stands, and what it says beside its label.
//!
//! What is needed to write the file again. Must not know catalogs or the disk.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::core::query::{
    QuerySet,
    read::{self, spot::Spot},
};

/// A file with its rows, in order.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The whole file, its byte order mark included.
    pub text: String,
    pub set: QuerySet,
    /// Of each row of the set.
    pub(in crate::core::query) spots: Vec<Spot>,
    /// Keys of each row of the set that say nothing about routing, in their order.
    pub extras: Vec<Map<String, Value>>,
}

impl Sheet {
    /// Reads a file as [`QuerySet::read`] does.
    pub fn read(path: &str, text: &str, beside: Option<&str>) -> Self {
        let (set, spots, extras) = read::read_whole(path, text, beside);
        Self { text: text.to_owned(), set, spots, extras }
    }

    /// The bytes of a row of the set in the text, for formats that mark where a row ends.
    pub fn bytes(&self, row: usize) -> Option<Range<usize>> {
        self.spots.get(row).map(|spot| spot.bytes.clone())
    }
}
