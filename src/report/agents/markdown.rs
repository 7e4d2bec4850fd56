//! Agents side by side as Markdown, for a pull request or a step summary.

use super::{Document, expected};
use crate::report::{
    conditions::ENDING,
    figure::{counted, with_interval},
    markdown::{cell, more, table, text},
};

/// Rows that are listed.
const LISTED: usize = 40;

/// The whole comparison.
pub fn markdown(document: &Document<'_>) -> String {
    let numbers: Vec<String> = (1..=document.agents.len()).map(|n| n.to_string()).collect();
    let with = |names: &[&'static str]| {
        names.iter().copied().map(str::to_owned).chain(numbers.clone()).collect::<Vec<String>>()
    };
    let wide = |header: &[String], rows: Vec<Vec<String>>| {
        table(header.iter().map(String::as_str).collect::<Vec<_>>(), rows)
    };
    let mut out = format!("## Agents\n\nWhat differs: {}\n\n", document.of.differing());
    let agents = document.agents.iter().zip(&numbers).map(|(agent, number)| {
        [
            number.clone(),
            cell(&agent.called),
            cell(agent.run),
            format!("{}/{}", agent.scored, agent.planned),
            with_interval(&agent.top1),
            with_interval(&agent.trajectory),
        ]
    });
    out.push_str(&table(["", "agent", "run", "scored", "top-1", "trajectory"], agents));
    let skills = document.skills.iter().map(|skill| {
        let recall = skill.recall.iter().map(with_interval);
        std::iter::once(cell(skill.id.as_str())).chain(recall).collect()
    });
    out.push_str("\n### Recall\n\n");
    out.push_str(&wide(&with(&["skill"]), skills.collect()));
    let parted = counted(document.rows.len(), "query", "queries");
    out.push_str(&format!("\n### They part on {parted}\n\n"));
    let rows = document.rows.iter().take(LISTED).map(|row| {
        let answers = row.answers.iter().map(|answer| cell(&super::cell(answer)));
        [cell(row.id), cell(&expected(row))].into_iter().chain(answers).collect()
    });
    if !document.rows.is_empty() {
        out.push_str(&wide(&with(&["query", "expected"]), rows.collect()));
    }
    out.push_str(&more(document.rows.len(), LISTED));
    out.push_str(&format!("\n{}\n\n{}\n", text(document.note), text(ENDING)));
    out
}
