//! What an agent did in a probe that engaged no right skill, told by the tools that it called.
//!
//! Must not know whether that was right.

use crate::core::{trajectory::EventKind, workbench::probes::ProbeRow};

/// One sentence without a full stop, such as `answered after 2 file reads`.
pub fn instead(row: &ProbeRow) -> String {
    let mut counts = [0_usize; 4];
    for event in &row.events {
        if let EventKind::ToolCall { name, .. } = &event.kind
            && let Some(kind) = tool_kind(name)
            && let Some(count) = counts.get_mut(kind)
        {
            *count += 1;
        }
    }
    let words = [
        ("file read", "file reads"),
        ("shell command", "shell commands"),
        ("web look-up", "web look-ups"),
        ("other tool call", "other tool calls"),
    ];
    let used: Vec<String> = counts
        .iter()
        .zip(words)
        .filter(|(count, _)| **count > 0)
        .map(|(count, (one, many))| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    match used.is_empty() {
        true => "answered by itself, without tools".to_owned(),
        false => format!("answered after {}", used.join(", ")),
    }
}

/// The place in [`instead`]'s counts; a call of the skill tool is an attempt to engage.
fn tool_kind(name: &str) -> Option<usize> {
    let name = name.to_lowercase();
    let holds = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    match () {
        () if holds(&["skill"]) => None,
        () if holds(&["web", "fetch", "browse"]) => Some(2),
        () if holds(&["bash", "shell", "exec", "command", "terminal"]) => Some(1),
        () if holds(&["read", "grep", "glob", "ls", "list", "view", "search", "file"]) => Some(0),
        () => Some(3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_are_told_by_what_they_are_for() {
        let kinds = ["Skill", "Read", "Bash", "WebFetch", "mcp__crm"].map(tool_kind);
        assert_eq!(kinds, [None, Some(0), Some(1), Some(2), Some(3)]);
    }
}
