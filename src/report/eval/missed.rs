//! What became of the prompts that no right skill took: kept by a router, answered, or done by other
//! means.
//!
//! Must not know forms.

use std::{cmp::Reverse, collections::BTreeMap};

use super::document::ProbeEntry;
use crate::core::workbench::Board;

/// What it is, for a heading.
pub(super) const MISSED: &str = "Where no right skill engaged";

/// What was done instead, and by how many probes, the most frequent first; empty where nothing is
/// told of it.
pub(super) fn missed(board: &Board) -> Vec<[String; 2]> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, probe) in ProbeEntry::all(board) {
        let what = match (probe.absorbed_by, &probe.instead) {
            (Some(router), _) => format!("absorbed by {router}, which hands such prompts on"),
            (None, Some(deed)) => deed.replace('-', " "),
            (None, None) => continue,
        };
        *counts.entry(what).or_default() += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|(_, count)| Reverse(*count));
    rows.into_iter().map(|(what, count)| [what, count.to_string()]).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        core::{
            plan::Evidence,
            query::{Label, Query},
            trajectory::{Engagement, Event, EventKind, Outcome, Trajectory},
            workbench::{
                State,
                board::AgentInfo,
                probes::{ProbeRow, ProbeState, ProbeTable},
            },
        },
        report::eval::{markdown, scorecard},
    };

    /// A probe that expects `refunds`, engaged these and called this tool.
    fn probe(id: &str, engaged: &[&str], tool: &str) -> Arc<ProbeRow> {
        let label = Label::Complete { expected: vec!["refunds".into()], alternatives: Vec::new() };
        let engagements = engaged.iter().zip(1..);
        let engagements = engagements
            .map(|(skill, turn)| Engagement { skill: (*skill).into(), turn, step: turn })
            .collect();
        let trajectory = Trajectory { engagements, ..Trajectory::default() };
        let called = EventKind::ToolCall { name: tool.to_owned(), detail: String::new() };
        Arc::new(ProbeRow {
            state: ProbeState::Done(Arc::new(Outcome::Scored(trajectory))),
            events: vec![Event { step: 1, at_ms: 1, kind: called }],
            ..ProbeRow::planned(Arc::new(Query::new(id, id, label)), 1, 1)
        })
    }

    fn board(evidence: Evidence) -> Board {
        let rows = vec![
            // The desk hands on here, and so it kept what it did not hand on there.
            probe("a", &["desk", "refunds"], "Skill"),
            probe("b", &["desk"], "Skill"),
            probe("c", &[], "Bash"),
            probe("d", &[], "Bash"),
        ];
        let queries = rows.iter().map(|row| Arc::clone(&row.query)).collect();
        let queries = crate::core::query::BoundSet { queries, ..Default::default() };
        let probes = Arc::new(ProbeTable { rows });
        let agent = AgentInfo { evidence, ..AgentInfo::default() };
        let now = State { probes, ..State::default() };
        Board { now: Arc::new(now), queries: Arc::new(queries), agent, ..Board::default() }
    }

    #[test]
    fn what_was_done_instead_is_counted_and_an_absorbed_prompt_once() {
        let told = missed(&board(Evidence::Model));
        let absorbed = "absorbed by desk, which hands such prompts on";
        assert_eq!(told, [["shell", "2"], [absorbed, "1"]].map(|row| row.map(str::to_owned)));
        assert_eq!(
            missed(&board(Evidence::StandIn)),
            Vec::<[String; 2]>::new(),
            "a rule does nothing"
        );
    }

    #[test]
    fn text_and_markdown_tell_it() {
        let text = scorecard(&board(Evidence::Model));
        assert!(
            text.contains("where no right skill engaged (") && text.contains("  2 shell"),
            "{text}"
        );
        let page = markdown(&board(Evidence::Model), None);
        assert!(page.contains("### Where no right skill engaged"), "{page}");
        assert!(page.contains("| absorbed by desk, which hands such prompts on | 1 |"), "{page}");
    }

    #[test]
    fn what_was_carried_over_is_in_the_document_only_where_there_is_some() {
        let mut board = board(Evidence::Model);
        let written = |board: &Board| {
            serde_json::to_value(crate::report::eval::Document::of(board)).expect("JSON")
        };
        assert_eq!(written(&board)["headline"].get("carried"), None);
        board.run.counts.carried = 3;
        assert_eq!(written(&board)["headline"]["carried"], 3);
    }
}
