//! Plans that a cap ends before their end.

use std::cell::Cell;

use super::*;
use crate::core::{
    plan::{Caps, Over},
    workbench::probes::ProbeState,
};

fn rows() -> Vec<QuerySet> {
    queries(&[("q1", "rolls", "bread"), ("q2", "icing", "cakes"), ("q3", "bread", "bread")])
}

fn streaming(caps: Caps) -> Workbench {
    let script = Script::read("s.json", r#"{"schema": "skillscope.script/1"}"#).unwrap();
    let agent = Agent::Script(Arc::new(script));
    let settings = Settings { agent, stream: true, caps, concurrency: 1, ..Settings::default() };
    let mut bench = Workbench::new(settings);
    bench.reduce(Input::Queries(rows()), 0);
    let effects = bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 0);
    assert!(matches!(effects[..], [Effect::Cancel, Effect::Probe { plan: 1 }]), "{effects:?}");
    bench
}

fn probe(bench: &mut Workbench, at: usize, cost_usd: Option<f64>) -> Vec<Effect> {
    bench.reduce(Input::ProbeBegan(asked(1, at)), 10);
    let outcome = Outcome::Scored(Trajectory::default());
    bench.reduce(Input::ProbeEnded { of: asked(1, at), outcome, duration_ms: 5, cost_usd }, 20)
}

#[test]
fn what_waits_for_nobody_is_asked_until_the_cap_and_goes_on_from_there() {
    let caps = Caps { probes: Some(2), ..Caps::default() };
    let settings = Settings { caps, ..Settings::default() };
    let mut bench = Workbench::new(settings.clone());
    bench.reduce(Input::Queries(rows()), 0);
    bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 0);
    let board = bench.board();
    assert_eq!((board.run.counts.scored, board.run.left()), (2, 1));
    assert_eq!((board.run.cap, board.run.active()), (Some(Over::Probes), false));
    assert_eq!((board.now.figures.run.planned, board.now.figures.run.scored), (3, 2));

    let mut next = Workbench::new(settings);
    next.reduce(Input::Recorded(Arc::clone(&board.now.probes)), 0);
    next.reduce(Input::Queries(rows()), 0);
    next.reduce(Input::Catalog(catalog(1, &BEFORE)), 0);
    let whole = next.board();
    assert_eq!((whole.run.counts.scored, whole.run.cap), (3, None));
}

/// A clock that a millisecond passes on whenever somebody looks at it.
fn ticking() -> u64 {
    thread_local!(static NOW: Cell<u64> = const { Cell::new(0) });
    NOW.with(|now| now.replace(now.get() + 1))
}

#[test]
fn what_waits_for_nobody_ends_when_its_time_is_up_too() {
    let caps = |ms| Caps { duration_ms: Some(ms), ..Caps::default() };
    let settings = |ms| Settings { caps: caps(ms), clock: Some(ticking), ..Settings::default() };
    let measured = |ms, recorded: Option<&Board>| {
        let mut bench = Workbench::new(settings(ms));
        if let Some(board) = recorded {
            bench.reduce(Input::Recorded(Arc::clone(&board.now.probes)), 0);
        }
        bench.reduce(Input::Queries(rows()), 0);
        bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 0);
        bench.board()
    };
    let part = measured(3, None);
    assert_eq!((part.run.counts.scored, part.run.left()), (2, 1));
    assert_eq!((part.run.cap, part.run.active()), (Some(Over::Duration), false));
    let whole = measured(3, Some(&part));
    assert_eq!((whole.run.counts.scored, whole.run.cap), (3, None));
    assert_eq!(measured(0, None).run.counts.scored, 0);
    let none = Settings { caps: caps(0), ..Settings::default() };
    assert!(!none.time_is_up()(), "nobody told the time");
}

#[test]
fn a_plan_whose_money_is_used_up_says_so() {
    let mut bench = streaming(Caps { probes: Some(3), cost_usd: Some(0.3), duration_ms: None });
    probe(&mut bench, 0, Some(0.3));
    bench.reduce(Input::PlanDone { plan: 1, cap: Some(Over::Cost) }, 30);
    let board = bench.board();
    assert_eq!((board.run.cap, board.run.counts.scored), (Some(Over::Cost), 1));
}

#[test]
fn when_the_time_is_up_the_figures_are_of_what_there_is() {
    let mut bench = streaming(Caps { duration_ms: Some(1_000), ..Caps::default() });
    assert_eq!((bench.time_left(400), bench.time_left(2_000)), (Some(600), Some(0)));
    probe(&mut bench, 2, None);
    let effects = bench.reduce(Input::TimeIsUp, 1_000);
    assert!(matches!(effects[..], [Effect::Finish]), "{effects:?}");
    assert_eq!(bench.time_left(1_001), None);
    assert!(bench.reduce(Input::TimeIsUp, 1_001).is_empty());
    bench.reduce(Input::PlanDone { plan: 9, cap: None }, 1_002);
    assert!(bench.board().run.active(), "that was another plan");
    bench.reduce(Input::PlanDone { plan: 1, cap: None }, 1_003);
    let board = bench.board();
    assert_eq!((board.run.cap, board.run.active()), (Some(Over::Duration), false));
    assert_eq!((board.now.figures.run.scored, board.run.left()), (1, 2));
    assert_eq!(board.now.probes.rows[0].state, ProbeState::Planned);
}

#[test]
fn a_plan_without_caps_has_no_end_but_its_own() {
    let mut bench = streaming(Caps::default());
    assert_eq!(bench.time_left(u64::MAX), None);
    (0..3).for_each(|at| assert!(probe(&mut bench, at, Some(1e9)).is_empty()));
    bench.reduce(Input::PlanDone { plan: 1, cap: None }, 30);
    let board = bench.board();
    assert_eq!((board.run.cap, board.run.cancelled), (None, false));
}
