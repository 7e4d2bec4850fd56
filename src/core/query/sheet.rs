//! A query file as text: its rows, where each stands, and what it says beside their labels.
//!
//! What is needed to write the file again. Must not know catalogs or the disk.

use serde_json::{Map, Value};

use crate::core::query::{
    QuerySet,
    read::{self, Layout, Whole, spot::Spot},
};

/// A file with its rows, in order.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The whole file, its byte order mark included.
    pub text: String,
    pub set: QuerySet,
    /// The skill beside which the file lies.
    pub beside: Option<String>,
    /// Of each row of the set: keys that say nothing about routing, in their order.
    pub extras: Vec<Map<String, Value>>,
    /// What the file says around its rows, but for the convention.
    pub around: Map<String, Value>,
    pub(in crate::core::query) layout: Layout,
    /// Of each row of the set.
    pub(in crate::core::query) spots: Vec<Spot>,
}

impl Sheet {
    /// Reads a file as [`QuerySet::read`] does.
    pub fn read(path: &str, text: &str, beside: Option<&str>) -> Self {
        let Whole { layout, set, spots, extras, around } = read::read_whole(path, text, beside);
        let beside = beside.map(str::to_owned);
        Self { text: text.to_owned(), set, beside, extras, around, layout, spots }
    }
}
