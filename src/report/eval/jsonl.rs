//! One line a probe.

use super::document::ProbeEntry;
use crate::core::workbench::Board;

/// Every probe as a JSON object on a line of its own, in the order of the query files.
///
/// # Errors
/// None that a probe can cause; the writer's own.
pub fn jsonl(board: &Board) -> Result<String, serde_json::Error> {
    let mut out = String::new();
    for (_, entry) in ProbeEntry::all(board) {
        out.push_str(&serde_json::to_string(&entry)?);
        out.push('\n');
    }
    Ok(out)
}
