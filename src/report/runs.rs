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
    pub state: String,
}

/// A row a run, in the order given.
pub fn text(runs: &[RunRow]) -> String {
    let mut rows = table(["run", "made (UTC)", "agent", "queries", "probes", "state"], &[3, 4]);
    let count =
        |count: Option<usize>| count.map_or_else(|| UNDEFINED.to_owned(), |n| n.to_string());
    for run in runs {
        rows.add_row([
            run.id.clone(),
            run.made.clone(),
            line(&run.agent).into_owned(),
            count(run.queries),
            count(run.planned),
            line(&run.state).into_owned(),
        ]);
    }
    finish(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_cannot_be_read_has_no_counts_and_no_escapes() {
        let broken =
            RunRow { id: "r".into(), state: "broken: \u{1b}[2J".into(), ..RunRow::default() };
        let text = text(&[broken]);
        assert!(text.contains("broken") && text.contains(UNDEFINED), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}
