//! What the program behind one probe wrote, as far as it is kept: read when somebody wants to see it,
//! of one probe at a time.
//!
//! Must not know where it is kept.

use crate::core::workbench::probes::ProbeRow;

/// Of one probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// File and id of the query.
    pub query: (String, String),
    pub attempt: u32,
    /// In its own lines; in words why there are none.
    pub text: Result<Text, String>,
}

/// Untrusted, its secrets covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub text: String,
    /// It wrote more, which is not kept.
    pub cut: bool,
}

impl Printed {
    /// Of a row's probe.
    pub fn of(row: &ProbeRow, text: Result<Text, String>) -> Self {
        let (path, id) = row.query.key();
        Self { query: (path.to_owned(), id.to_owned()), attempt: row.attempt, text }
    }

    pub fn is_of(&self, row: &ProbeRow) -> bool {
        let (path, id) = row.query.key();
        (self.query.0.as_str(), self.query.1.as_str(), self.attempt) == (path, id, row.attempt)
    }
}
