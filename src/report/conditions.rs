//! What a figure was measured with: stands wherever one leaves the program.

use crate::{
    core::{
        plan::{Engages, Offered},
        workbench::{Board, board::Share},
    },
    report::figure::counted,
};

/// The line that every report ends with.
pub const ENDING: &str = "Measures selection, not usefulness.";

/// `155 queries, agent keyword (lexical stand-in), 1 attempt, max 3 turns and 12 steps, early exit on`,
/// and `4 probes at a time` where they take time
pub fn conditions(board: &Board) -> String {
    let agent = &board.agent;
    let share = board.share.as_ref();
    format!(
        "{}{}, agent {} ({}), {}, max {} turns and {} steps, early exit {}{}{}{}",
        counted(board.queries.queries.len(), "query", "queries"),
        share.map_or_else(String::new, |share| format!(" ({})", part(share))),
        agent.name,
        evidence(board),
        counted(agent.attempts as usize, "attempt", "attempts"),
        agent.limits.max_turns,
        agent.limits.max_steps,
        if agent.limits.early_exit { "on" } else { "off" },
        match agent.limits.engages {
            Engages::SkillFile => "",
            Engages::AnyFile => ", any file of a skill engages it",
        },
        part_of_catalog(agent.offered).map_or_else(String::new, |part| format!(", each on {part}")),
        agent.concurrency.map_or_else(String::new, |n| format!(", {n} probes at a time")),
    )
}

/// What a probe was offered, where that is not the whole catalog: `its expected skills alone`.
pub fn part_of_catalog(offered: Offered) -> Option<String> {
    match offered {
        Offered::All => None,
        Offered::Solo => Some("its expected skills alone".to_owned()),
        Offered::Near(rivals) => {
            let rivals = counted(rivals as usize, "nearest rival", "nearest rivals");
            Some(format!("its expected skills and the {rivals} of each"))
        }
        Offered::Retrieved(most) => {
            let skills = counted(most as usize, "skill that is", "skills that are");
            Some(format!("the {skills} nearest to it"))
        }
    }
}

/// `shard 2 of 4, of 155 in all`
fn part(share: &Share) -> String {
    format!("shard {}, of {} in all", share.shard, share.whole.queries.len())
}

/// Why there is nothing to tell of.
pub fn nothing(board: &Board) -> String {
    match &board.share {
        Some(share) if !share.whole.queries.is_empty() => {
            format!("No queries fall to {}: nothing is measured.", part(share))
        }
        _ => "No queries: nothing is measured.".to_owned(),
    }
}

/// Whose figures these are: what stands in their own line, or that a model chose.
pub fn evidence(board: &Board) -> String {
    let words: Vec<&str> = board.provenance().collect();
    if words.is_empty() { board.agent.evidence.to_string() } else { words.join(", ") }
}
