//! What the programs behind the session's probes wrote, read one at a time when somebody wants to
//! see it.
//!
//! Must not know who writes it down.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use crate::{
    core::workbench::{
        printed::{self, Text},
        probes::ProbeRow,
    },
    engine::{agent::WRITTEN, store},
};

/// Where each probe's is, by file and id of its query and by its attempt: a result that was carried
/// over is of an earlier run.
#[derive(Debug, Default)]
pub(super) struct Printed(BTreeMap<(String, String, u32), PathBuf>);

impl Printed {
    /// A probe of this row was begun, and what its program writes is kept there.
    pub fn begun(&mut self, row: &ProbeRow, path: PathBuf) {
        self.0.insert(key(row), path);
    }

    /// Where that of a row is kept; `elsewhere` if it was begun in no plan of this session.
    pub fn place(&self, row: &ProbeRow, elsewhere: Option<PathBuf>) -> Option<PathBuf> {
        self.0.get(&key(row)).cloned().or(elsewhere)
    }
}

fn key(row: &ProbeRow) -> (String, String, u32) {
    let (path, id) = row.query.key();
    (path.to_owned(), id.to_owned(), row.attempt)
}

/// What is kept of a row's probe at a place.
pub(super) fn read(row: &ProbeRow, path: Option<&Path>) -> printed::Printed {
    let read = path.map_or(Ok(None), store::read_printed);
    let text = match read {
        Ok(Some(bytes)) => Ok(Text {
            cut: bytes.len() >= WRITTEN,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }),
        Ok(None) => Err("nothing is kept that a program wrote for this probe".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    printed::Printed::of(row, text)
}
