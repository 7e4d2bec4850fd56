//! The runs of a project as a table.
//!
//! Must not know where they are kept.

use crate::{
    core::visible::line,
    report::{
        figure::UNDEFINED,
        table::{finish, table},
    },
};

/// One run, as a list tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunRow {
    pub id: String,
    /// When it was begun; empty if that cannot be told.
    pub made: String,
    /// Who chose, with the kind of evidence.
    pub agent: String,
    /// `None` if that cannot be told.
    pub queries: Option<usize>,
    /// Probes.
    pub planned: Option<usize>,
    /// Bytes of all that is kept of it.
    pub bytes: u64,
    pub state: String,
}

/// A row a run, in the order given.
pub fn text(runs: &[RunRow]) -> String {
    let mut rows =
        table(["run", "made (UTC)", "agent", "queries", "probes", "size", "state"], &[3, 4, 5]);
    let count =
        |count: Option<usize>| count.map_or_else(|| UNDEFINED.to_owned(), |n| n.to_string());
    for run in runs {
        rows.add_row([
            run.id.clone(),
            run.made.clone(),
            line(&run.agent).into_owned(),
            count(run.queries),
            count(run.planned),
            size(run.bytes),
            line(&run.state).into_owned(),
        ]);
    }
    finish(&rows)
}

/// `812 B`, `14 kB`, `3.1 MB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_short() {
        let sizes = [812, 14_999, 3_190_000].map(size);
        assert_eq!(sizes, ["812 B", "14 kB", "3.1 MB"]);
    }

    #[test]
    fn a_run_that_cannot_be_read_has_no_counts_and_no_escapes() {
        let broken =
            RunRow { id: "r".into(), state: "broken: \u{1b}[2J".into(), ..RunRow::default() };
        let text = text(&[broken]);
        assert!(text.contains("broken") && text.contains(UNDEFINED), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}
