//! Changes of single rows in the text of their file; everything else stays byte for byte.
//!
//! Must not know the disk. Line ends, byte order mark, unknown keys, refused rows and the spacing
//! of rows that are not named stay as they are.

mod block;
mod object;
mod record;

use std::{collections::BTreeMap, ops::Range};

use serde_json::Value;
use thiserror::Error;

use crate::core::query::{
    Query,
    read::{Layout, scan},
    sheet::Sheet,
    write,
};

/// A change of a file; rows are positions in its set.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Gives a key of a row another value; `null` takes the key out. A synonym that the row uses
    /// for the key is kept.
    Set {
        row: usize,
        key: String,
        value: Value,
    },
    Remove {
        row: usize,
    },
    /// Adds a row behind the last one.
    Append(Box<Query>),
}

/// Why a text cannot be changed row by row.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unwritable {
    #[error("Rows of {0} cannot be changed one by one; convert it to JSON lines first.")]
    Layout(String),
    #[error("The table has no column `{0}`; convert it to JSON lines, or add the column.")]
    NoColumn(String),
    #[error("Row {0} is written in a way that cannot be changed; convert the set to JSON lines.")]
    Row(usize),
    #[error("There is no row {0}.")]
    NoRow(usize),
    #[error("The list has no row after which another could be put.")]
    NoRows,
}

impl Sheet {
    /// The text with these changes, made in their order; a row that is removed stays removed.
    ///
    /// # Errors
    /// When the layout of the file does not let rows be changed in place, or a change names a row
    /// or column that is not there. Nothing is half changed.
    pub fn rewrite(&self, changes: &[Change]) -> Result<String, Unwritable> {
        if self.layout == Layout::Other && !changes.is_empty() {
            return Err(Unwritable::Layout(self.set.path.clone()));
        }
        if self.layout == Layout::Block {
            return block::rewrite(self, changes);
        }
        let mut rows: BTreeMap<usize, Option<String>> = BTreeMap::new();
        let mut added = Vec::new();
        for change in changes {
            match change {
                Change::Append(row) => added.push(row.as_ref()),
                Change::Remove { row } => {
                    self.row_text(*row)?;
                    rows.insert(*row, None);
                }
                Change::Set { row, key, value } => {
                    let old = self.row_text(*row)?;
                    let text = rows.entry(*row).or_insert_with(|| Some(old.to_owned()));
                    if let Some(text) = text {
                        *text = self.set_key(text, key, value)?;
                    }
                }
            }
        }
        let mut out = self.text.clone();
        // From behind, so that the places before stay true.
        self.append(&mut out, &added)?;
        for (row, text) in rows.into_iter().rev() {
            let bytes = self.bytes(row)?;
            match text {
                Some(text) => out.replace_range(bytes, &text),
                None => out.replace_range(self.with_gap(&out, bytes), ""),
            }
        }
        Ok(out)
    }

    /// The text with only these rows of the set; rows that were refused stay, since nobody can say
    /// what they are.
    ///
    /// # Errors
    /// As [`Sheet::rewrite`].
    pub fn keep(&self, rows: &[usize]) -> Result<String, Unwritable> {
        let dropped = (0..self.set.queries.len()).filter(|row| !rows.contains(row));
        let changes: Vec<Change> = dropped.map(|row| Change::Remove { row }).collect();
        self.rewrite(&changes)
    }

    fn bytes(&self, row: usize) -> Result<Range<usize>, Unwritable> {
        self.spots.get(row).map(|spot| spot.bytes.clone()).ok_or(Unwritable::NoRow(row))
    }

    fn row_text(&self, row: usize) -> Result<&str, Unwritable> {
        self.text.get(self.bytes(row)?).ok_or(Unwritable::NoRow(row))
    }

    fn set_key(&self, row: &str, key: &str, value: &Value) -> Result<String, Unwritable> {
        match self.layout {
            Layout::Table(delimiter) => {
                let header = self.header(delimiter)?;
                record::set(&header, row, delimiter, key, value)
            }
            _ => Ok(object::set(row, key, value)),
        }
    }

    fn header(&self, delimiter: u8) -> Result<Vec<String>, Unwritable> {
        record::header(&self.text, delimiter).ok_or(Unwritable::NoRows)
    }

    /// The range of a row that goes, with what parts it from its neighbours.
    fn with_gap(&self, text: &str, row: Range<usize>) -> Range<usize> {
        let bytes = text.as_bytes();
        if self.layout != Layout::List {
            let before = text.get(..row.start).unwrap_or_default();
            let start = before.rfind('\n').map_or_else(|| mark(text), |at| at + 1);
            let end = text.get(row.end..).and_then(|rest| rest.find('\n'));
            return start..end.map_or(text.len(), |at| row.end + at + 1);
        }
        let next = scan::blanks(bytes, row.end);
        if bytes.get(next) == Some(&b',') {
            return row.start..scan::blanks(bytes, next + 1);
        }
        let before = text.get(..row.start).unwrap_or_default().trim_end();
        if before.ends_with(',') { before.len() - 1..row.end } else { row }
    }

    fn append(&self, out: &mut String, rows: &[&Query]) -> Result<(), Unwritable> {
        let objects = rows.iter().map(|row| write::object(row));
        if rows.is_empty() {
            return Ok(());
        }
        if self.layout == Layout::List {
            let last = self.spots.last().ok_or(Unwritable::NoRows)?.bytes.clone();
            // The new rows are parted as the last one is from what stands before it.
            let before = out.get(..last.start).unwrap_or_default();
            let gap = before.get(before.trim_end().len()..).unwrap_or_default().to_owned();
            let added: String =
                objects.map(|object| format!(",{gap}{}", Value::Object(object))).collect();
            out.insert_str(last.end, &added);
            return Ok(());
        }
        let end = line_end(out);
        for object in objects {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push_str(end);
            }
            match self.layout {
                Layout::Table(delimiter) => {
                    out.push_str(&record::of(&self.header(delimiter)?, &object, delimiter)?);
                }
                _ => out.push_str(&Value::Object(object).to_string()),
            }
            out.push_str(end);
        }
        Ok(())
    }
}

/// The line end of a text.
fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Length of the byte order mark.
fn mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

#[cfg(test)]
mod tests;
