//! What a figure was measured with: stands wherever one leaves the program.

use crate::{core::workbench::Board, report::figure::counted};

/// The line that every report ends with.
pub const ENDING: &str = "Measures selection, not usefulness.";

/// `155 queries, agent keyword (lexical stand-in), 1 attempt, max 3 turns and 12 steps, early exit on`
pub fn conditions(board: &Board) -> String {
    let agent = &board.agent;
    format!(
        "{}, agent {} ({}), {}, max {} turns and {} steps, early exit {}",
        counted(board.queries.queries.len(), "query", "queries"),
        agent.name,
        evidence(board),
        counted(agent.attempts as usize, "attempt", "attempts"),
        agent.limits.max_turns,
        agent.limits.max_steps,
        if agent.limits.early_exit { "on" } else { "off" },
    )
}

/// Whose figures these are: what stands in their own line, or that a model chose.
pub fn evidence(board: &Board) -> String {
    let words: Vec<&str> = board.provenance().collect();
    if words.is_empty() { board.agent.evidence.to_string() } else { words.join(", ") }
}
