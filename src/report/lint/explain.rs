//! The rules themselves, for whoever asks what one means.

use std::fmt::Write as _;

use crate::{
    core::lint::{Rule, rules},
    report::table::{finish, table as rows},
};

/// Everything that is known of a rule.
pub fn explained(rule: &Rule) -> String {
    let mut out = format!("{} ({})\n", rule.id, rule.level);
    // Writing to a string cannot fail.
    if !rule.also.is_empty() {
        let _ = writeln!(out, "known elsewhere as {}", rule.also.join(", "));
    }
    let _ = writeln!(out, "\n{}\n\n{}\n", rule.why, rule.explain);
    let _ = writeln!(out, "What to do: {}", rule.remedy);
    let _ = writeln!(out, "How it is known: {}", rule.source);
    out
}

/// Every rule with its level and why it matters, in the order of the table.
pub fn table() -> String {
    let mut table = rows(["rule", "level", "why"], &[]);
    for rule in rules() {
        table.add_row([rule.id, &rule.level.to_string(), rule.why]);
    }
    finish(&table)
}
