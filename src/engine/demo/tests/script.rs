//! The script: every prompt has a part, every way to end is shown, and the pace can be watched.

use std::collections::BTreeSet;

use super::{bundle, bundled, queries, snapshot};
use crate::core::{
    id::SkillId,
    plan::{Limits, Plan},
    query::Query,
    standin::script::Script,
    trajectory::{EndedBy, EventKind, Outcome, Tracker, Via},
};

pub(super) fn script() -> Script {
    Script::read(bundle::SCRIPT, bundled(bundle::SCRIPT)).expect("the bundled script is sound")
}

#[test]
fn every_prompt_has_a_part_and_every_part_a_prompt() {
    let ids: BTreeSet<String> =
        queries::sets().iter().flat_map(|set| &set.queries).map(|row| row.id.clone()).collect();
    let parts: BTreeSet<String> = script().queries().map(str::to_owned).collect();
    assert_eq!(parts, ids);
}

#[test]
fn every_edit_has_a_variant() {
    let edits: Vec<&str> = bundle::EDITS.iter().map(|(name, ..)| *name).collect();
    assert_eq!(script().variants().collect::<Vec<_>>(), edits);
}

#[test]
fn every_way_to_end_and_every_kind_of_event_is_shown() {
    let (script, snapshot, bound) = (script(), snapshot(&[]), queries::bound());
    let stage = script.on(&snapshot);
    let mut ends = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    for query in &bound.queries {
        let play = stage.play(query, 1, false);
        for event in &play.events {
            kinds.insert(match &event.kind {
                EventKind::Engagement { via: Via::FileRead, .. } => "file read",
                EventKind::Engagement { .. } => "engagement",
                EventKind::Thinking { .. } => "thinking",
                EventKind::Text { .. } => "text",
                EventKind::ToolCall { .. } => "call",
                EventKind::ToolResult { .. } => "result",
                EventKind::Touch { .. } => "touch",
                EventKind::Refused { .. } => "refused",
                EventKind::Retry { .. } => "retry",
                EventKind::Usage { .. } => "usage",
                EventKind::Foreign { .. } => "foreign",
                EventKind::End => "end",
            });
        }
        ends.insert(match play.outcome(query, &Limits::default()) {
            Outcome::Errored { .. } => format!("errored {}", query.id),
            Outcome::Scored(trajectory) if trajectory.engagements.is_empty() => {
                format!("{} without a skill", trajectory.ended_by)
            }
            Outcome::Scored(trajectory) => trajectory.ended_by.to_string(),
        });
    }
    let shown: Vec<&str> = kinds.into_iter().collect();
    assert_eq!(
        shown,
        [
            "call",
            "end",
            "engagement",
            "file read",
            "refused",
            "result",
            "retry",
            "text",
            "thinking",
            "touch"
        ],
        "a script pays for nothing, so it shows no usage"
    );
    let ends: Vec<String> = ends.into_iter().collect();
    assert_eq!(
        ends,
        [
            "answer",
            "answer without a skill",
            "early-exit",
            "errored price-05",
            "step-budget without a skill",
            "turn-budget"
        ]
    );
}

#[test]
fn a_failed_probe_succeeds_when_it_is_tried_again() {
    let (script, snapshot, bound) = (script(), snapshot(&[]), queries::bound());
    let query = bound.queries.iter().find(|query| query.id == "price-05").expect("a prompt");
    let again = script.on(&snapshot).play(query, 1, true).outcome(query, &Limits::default());
    let Outcome::Scored(trajectory) = again else { panic!("{again:?}") };
    assert_eq!(trajectory.ended_by, EndedBy::EarlyExit);
}

/// Four at a time in the plan's order: what is begun first can be read as it streams, the rest
/// fills the figures, and the whole takes about a minute.
#[test]
fn the_run_can_be_watched() {
    let (script, snapshot, bound) = (script(), snapshot(&[]), queries::bound());
    let stage = script.on(&snapshot);
    let seen_ms = |query: &Query<SkillId>| {
        let play = stage.play(query, 1, false);
        let mut tracker = Tracker::new(query, &Limits::default());
        let stop = play.events.iter().find(|event| tracker.observe(event).is_some());
        stop.map_or(play.lasts_ms, |event| event.at_ms)
    };
    let plan = Plan::new(bound.queries.iter().map(|query| query.id.as_str()), 1, 0);
    let lasts: Vec<u64> =
        plan.probes.iter().map(|probe| seen_ms(&bound.queries[probe.query])).collect();

    for (place, ms) in lasts.iter().take(48).enumerate() {
        assert!((2_000..=6_000).contains(ms), "probe {place} lasts {ms} ms");
    }
    let quick = lasts.iter().filter(|ms| **ms < 1_000).count();
    assert!(quick >= 90, "{quick} probes fill the figures quickly");
    let mut free_at = [0; 4];
    for ms in &lasts {
        let first = free_at.iter_mut().min().expect("four slots");
        *first += ms;
    }
    let whole = free_at.iter().max().copied().unwrap_or_default();
    assert!((40_000..=80_000).contains(&whole), "the run takes {whole} ms");
}
