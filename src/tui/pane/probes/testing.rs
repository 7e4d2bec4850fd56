//! Boards of a bakery's probes in any state, for the tests of this view.

use std::sync::Arc;

use crate::core::{
    catalog::Catalog,
    query::{BoundSet, Label, Query},
    snapshot::Snapshot,
    trajectory::{Engagement, Event, EventKind, Outcome, Trajectory, Via},
    workbench::{
        Board, State,
        board::RunStatus,
        changes::{Against, Flip},
        probes::{ProbeRow, ProbeState, ProbeTable},
    },
};

/// A probe that nobody has begun; it expects `bread`.
pub fn planned(id: &str) -> ProbeRow {
    let label = Label::Complete { expected: vec!["bread".into()], alternatives: Vec::new() };
    let mut query = Query::new(id, format!("Bake rolls for {id}, please"), label);
    query.neutral = vec!["scales".into()];
    query.source.path = "queries.jsonl".into();
    query.source.line = 7;
    ProbeRow::planned(Arc::new(query), 1, 1)
}

/// One that engaged a skill after a thought and a tool call, and goes on.
pub fn running(id: &str, skill: &str) -> ProbeRow {
    let event = |step, at_ms, kind| Event { step, at_ms, kind };
    let text = |text: &str| text.to_owned();
    ProbeRow {
        state: ProbeState::Running,
        events: vec![
            event(1, 200, EventKind::Thinking { text: text("Dough first.\nThen an oven.") }),
            event(1, 400, EventKind::ToolCall { name: text("Read"), detail: text("a\u{1b}.md") }),
            event(2, 600, EventKind::Engagement { skill: skill.into(), via: Via::Tool }),
            event(2, 700, EventKind::Refused { name: text("till"), reason: text("hidden") }),
        ],
        ..planned(id)
    }
}

/// One that ended with these engagements.
pub fn done(id: &str, engaged: &[&str]) -> ProbeRow {
    let engagements = engaged.iter().zip(1..);
    let engagements = engagements
        .map(|(skill, turn)| Engagement { skill: (*skill).into(), turn, step: turn })
        .collect();
    let trajectory = Trajectory { engagements, steps: 2, ..Trajectory::default() };
    ProbeRow {
        state: ProbeState::Done(Arc::new(Outcome::Scored(trajectory))),
        duration_ms: Some(1_240),
        ..running(id, engaged.first().unwrap_or(&"scales"))
    }
}

pub fn errored(id: &str, cause: &str) -> ProbeRow {
    let outcome = Outcome::Errored { cause: cause.into() };
    ProbeRow { state: ProbeState::Done(Arc::new(outcome)), ..planned(id) }
}

/// A board of these probes, with the counts of its run.
pub fn board(rows: Vec<ProbeRow>) -> Board {
    let probes = ProbeTable { rows: rows.into_iter().map(Arc::new).collect() };
    let queries = BoundSet {
        queries: probes.rows.iter().map(|row| Arc::clone(&row.query)).collect(),
        ..BoundSet::default()
    };
    let counts = probes.counts(1);
    let catalog = Catalog { generation: 1, ..Catalog::default() };
    Board {
        now: Arc::new(State {
            snapshot: Snapshot::of(Arc::new(catalog)),
            probes: Arc::new(probes),
            ..State::default()
        }),
        queries: Arc::new(queries),
        run: RunStatus { counts, elapsed_ms: 4_000, ..RunStatus::default() },
        ..Board::default()
    }
}

/// The board against a baseline on which the named probes went otherwise.
pub fn flipped(mut board: Board, before: Vec<ProbeRow>, flips: &[(&str, bool)]) -> Board {
    let probes = ProbeTable { rows: before.into_iter().map(Arc::new).collect() };
    let state = State { name: "git HEAD".into(), probes: Arc::new(probes), ..State::default() };
    let flip = |(query, now): &(&str, bool)| Flip { query: (*query).into(), attempt: 1, now: *now };
    board.baseline = Some(Arc::new(Against {
        state: Arc::new(state),
        flips: flips.iter().map(flip).collect(),
        ..Against::default()
    }));
    board
}
