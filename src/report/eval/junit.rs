//! The probes as JUnit: a case a probe, grouped by what is expected.

use std::collections::BTreeMap;

use quick_junit::SerializeError;

use super::{
    document::ProbeEntry,
    rows::{expected, went},
};
use crate::{
    core::workbench::Board,
    report::junit::{Suite, errored, failed, passed, skipped, write},
};

/// Every probe; a miss fails its case, an errored probe is an error and never a miss.
///
/// # Errors
/// The writer's own; no text can cause one.
pub fn junit(board: &Board) -> Result<String, SerializeError> {
    let mut suites: BTreeMap<String, Suite> = BTreeMap::new();
    for (_, probe) in ProbeEntry::all(board) {
        let (expected, engaged) = (expected(&probe), went(&probe));
        let status = match (probe.cause, probe.hit) {
            (Some(cause), _) => errored(cause),
            (None, Some(true)) => passed(),
            (None, Some(false)) => {
                failed("miss", &format!("expected {expected}, engaged {engaged}"))
            }
            (None, None) => skipped("not run"),
        };
        let suite = suites.entry(expected).or_insert_with_key(|name| Suite::new(name));
        suite.add(&format!("{} #{}", probe.id, probe.attempt), status);
    }
    write("skillscope eval", suites.into_values())
}
