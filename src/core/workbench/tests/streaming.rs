//! Plans whose probes end one by one, and what a script plays.

use super::*;

#[test]
fn a_streamed_plan_counts_what_ended_and_forgets_older_plans() {
    let mut bench = Workbench::new(scripted(true));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    let effects = bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    let Some(Effect::Probe { plan }) = effects.last() else { panic!("{effects:?}") };
    let plan = *plan;
    assert!(bench.board().run.active());

    bench.reduce(Input::ProbeBegan(asked(plan, 0)), 2);
    let kind = EventKind::Engagement { skill: "cakes".into(), via: Via::Tool };
    bench.reduce(
        Input::ProbeSpoke { of: asked(plan, 0), event: Event { step: 1, at_ms: 5, kind } },
        3,
    );
    let board = bench.board();
    assert_eq!(board.run.counts.running, 1);
    assert_eq!(board.now.probes.rows[0].engaged(), [&"cakes".into()]);

    bench.reduce(ended(plan + 7, 0, "bread"), 4);
    assert_eq!(bench.board().run.counts.scored, 0, "the result of another plan");
    bench.reduce(ended(plan, 0, "cakes"), 5);
    bench.reduce(ended(plan, 1, "cakes"), 6);
    let board = bench.board();
    assert!(!board.run.active());
    assert_eq!(board.now.figures.headline.top1.rate, Some(0.5));
}

#[test]
fn a_cancelled_plan_leaves_nothing_under_way_and_the_rate_is_its_own() {
    let mut bench = Workbench::new(scripted(true));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    let effects = bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1_000);
    let Some(&Effect::Probe { plan }) = effects.last() else { panic!("{effects:?}") };
    bench.reduce(Input::ProbeBegan(asked(plan, 0)), 1_000);
    bench.reduce(Input::ProbeBegan(asked(plan, 1)), 1_000);
    bench.reduce(ended(plan, 0, "cakes"), 3_000);
    let run = bench.board().run;
    assert_eq!((run.elapsed_ms, run.left(), run.kept), (2_000, 1, 0));

    bench.reduce(Input::Request(Request::Cancel), 3_000);
    let board = bench.board();
    assert!(board.run.cancelled && board.run.counts.running == 0);
    assert_eq!(board.now.probes.rows[1].state, probes::ProbeState::Planned);

    bench.reduce(Input::Request(Request::RunRow(1)), 4_000);
    let run = bench.board().run;
    assert_eq!((run.kept, run.elapsed_ms), (1, 0), "what is kept took no time");
}

#[test]
fn a_script_knows_how_long_it_takes() {
    let end = |at_ms: u64| serde_json::json!([{"kind": "end", "at_ms": at_ms}]);
    let names: Vec<String> = (0..40).map(|n| format!("q{n}")).collect();
    let slow = |n: usize| if n < 4 { 6_000 } else { 500 };
    let parts: serde_json::Map<_, _> =
        names.iter().enumerate().map(|(n, name)| (name.clone(), end(slow(n)))).collect();
    let script = serde_json::json!({"schema": "skillscope.script/1", "queries": parts}).to_string();
    let script = Arc::new(Script::read("s.json", &script).unwrap());
    let mut bench =
        Workbench::new(Settings { agent: Agent::Script(script), stream: true, ..scripted(true) });
    let rows: Vec<_> = names.iter().map(|name| (&**name, "a prompt", "cakes")).collect();
    bench.reduce(Input::Queries(queries(&rows)), 0);
    let effects = bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 0);
    let Some(&Effect::Probe { plan }) = effects.last() else { panic!("{effects:?}") };
    assert_eq!(bench.board().run.eta_ms(), None, "nobody knows how many run at once");
    (0..4).for_each(|at| _ = bench.reduce(Input::ProbeBegan(asked(plan, at)), 0));
    // Half of four times six seconds, and thirty-six times half a second, in four lanes.
    assert_eq!(bench.board().run.eta_ms(), Some((12_000 + 18_000) / 4));
    for at in 0..4 {
        bench.reduce(ended(plan, at, "cakes"), 6_000);
        bench.reduce(Input::ProbeBegan(asked(plan, at + 4)), 6_000);
    }
    // The slow beginning says nothing about the rest.
    assert_eq!(bench.board().run.eta_ms(), Some((1_000 + 16_000) / 4));
}

#[test]
fn a_pause_takes_no_time_and_holds_until_somebody_asks_for_probes() {
    let mut bench = Workbench::new(scripted(true));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    let effects = bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1_000);
    let Some(&Effect::Probe { plan }) = effects.last() else { panic!("{effects:?}") };
    bench.reduce(Input::Request(Request::Pause), 2_000);
    bench.reduce(ended(plan, 0, "cakes"), 5_000);
    assert_eq!(bench.board().run.elapsed_ms, 1_000, "the clock of the plan stands still");
    let effects = bench.reduce(Input::Request(Request::Resume), 9_000);
    assert!(matches!(effects[..], [Effect::Pause(false)]), "{effects:?}");
    bench.reduce(Input::ProbeBegan(asked(plan, 1)), 9_500);
    assert_eq!(bench.board().run.elapsed_ms, 1_500);

    bench.reduce(Input::Request(Request::Pause), 10_000);
    bench.reduce(Input::Catalog(catalog(2, &AFTER)), 11_000);
    assert!(bench.board().run.paused, "a save is no wish to go on");
    let effects = bench.reduce(Input::Request(Request::RunAll), 12_000);
    assert!(
        matches!(effects[..], [Effect::Cancel, Effect::Probe { .. }, Effect::Pause(false)]),
        "what is to be cancelled must not begin first: {effects:?}"
    );
    assert!(!bench.board().run.paused);
}

#[test]
fn rows_probed_again_leave_no_probe_of_the_plan_before_under_way() {
    let mut bench = Workbench::new(scripted(true));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    let effects = bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    let Some(&Effect::Probe { plan }) = effects.last() else { panic!("{effects:?}") };
    let outcome = Outcome::Errored { cause: "rate limit".into() };
    bench.reduce(
        Input::ProbeEnded { of: asked(plan, 0), outcome, duration_ms: 1, cost_usd: None },
        2,
    );
    bench.reduce(Input::ProbeBegan(asked(plan, 1)), 3);
    bench.reduce(Input::Request(Request::RetryErrored), 4);
    let board = bench.board();
    let rows = &board.now.probes.rows;
    assert!(rows.iter().all(|row| row.state == probes::ProbeState::Planned), "{rows:?}");
    assert!(rows[0].again && !rows[1].again);
}

#[test]
fn what_a_script_plays_as_before_is_not_played_again() {
    let mut bench = Workbench::new(scripted(false));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    assert_eq!(bench.board().now.figures.headline.top1.rate, Some(1.0));
    bench.set_agent(scripted(true), None);
    // Everything waits after a change of agent; let it end as the script says.
    let plan = bench.reduce(Input::Request(Request::RunAll), 2);
    let Some(&Effect::Probe { plan }) = plan.last() else { panic!("{plan:?}") };
    let table = state::plan(
        &bench.board().now.snapshot,
        &bench.board().queries,
        &scripted(true),
        &State::at_once(
            "x".into(),
            bench.board().now.snapshot.clone(),
            Arc::clone(&bench.board().queries),
            &scripted(true),
            &bench.board().now,
        )
        .probes,
    );
    assert!(table.rows.iter().all(|row| row.outcome().is_some()), "nothing changed, nothing runs");
    for (at, row) in table.rows.iter().enumerate() {
        let outcome = (**row.outcome().expect("done")).clone();
        for event in row.events.clone() {
            bench.reduce(Input::ProbeSpoke { of: asked(plan, at), event }, 3);
        }
        bench.reduce(
            Input::ProbeEnded { of: asked(plan, at), outcome, duration_ms: 1, cost_usd: None },
            3,
        );
    }
    bench.reduce(Input::Catalog(catalog(2, &AFTER)), 4);
    let board = bench.board();
    let waiting: Vec<_> = board
        .now
        .probes
        .rows
        .iter()
        .filter(|row| row.outcome().is_none())
        .map(|row| row.query.id.as_str())
        .collect();
    assert_eq!(waiting, ["q1"], "the edit changed what happens to q1 alone");
}

/// Two generations under a streamed script; the last plan waits for its two probes.
fn streamed_twice() -> (Workbench, u64) {
    let mut bench = Workbench::new(scripted(true));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    let mut plan = 0;
    for (generation, skills) in [(1, &BEFORE), (2, &AFTER)] {
        let effects = bench.reduce(Input::Catalog(catalog(generation, skills)), generation);
        let Some(Effect::Probe { plan: begun }) = effects.last() else { panic!("{effects:?}") };
        plan = *begun;
        if generation == 1 {
            bench.reduce(ended(plan, 0, "cakes"), 1);
            bench.reduce(ended(plan, 1, "bread"), 1);
        }
    }
    (bench, plan)
}

#[test]
fn an_edit_in_the_middle_of_the_first_plan_is_held_against_the_whole_start() {
    let mut bench = Workbench::new(scripted(true));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    assert!(bench.board().baseline.is_none(), "now is the start, and half of it");
    let effects = bench.reduce(Input::Catalog(catalog(2, &AFTER)), 2);
    let Some(&Effect::Probe { plan }) = effects.last() else { panic!("{effects:?}") };
    let board = bench.board();
    let against = board.baseline.as_ref().expect("the start");
    assert_eq!(against.state.generation(), 1);
    assert_eq!(against.state.figures.headline.top1.rate, Some(1.0));
    bench.reduce(ended_on(2, plan, 0, "bread"), 3);
    let board = bench.board();
    let against = board.baseline.as_ref().expect("the start");
    assert_eq!(against.lost_and_won(), (1, 0));
}

#[test]
fn a_streamed_comparison_is_the_whole_comparison() {
    let (mut bench, plan) = streamed_twice();
    bench.reduce(ended_on(2, plan, 0, "bread"), 3);
    let board = bench.board();
    let against = board.previous.as_ref().expect("a generation before");
    let whole = changes::Against::of(Arc::clone(&against.state), &board.now);
    assert_eq!(against.lost_and_won(), (1, 0));
    assert_eq!((&against.flips, &against.figures), (&whole.flips, &whole.figures));
    assert_eq!((&against.catalog, &against.overlap), (&whole.catalog, &whole.overlap));
}

#[test]
fn a_result_that_nobody_has_seen_yet_leaves_the_next_measurement_alone() {
    let (mut bench, plan) = streamed_twice();
    bench.reduce(ended_on(2, plan, 0, "bread"), 3);
    // No board was asked for in between: the figures of the old plan are still to be summed.
    bench.set_agent(Settings::default(), None);
    let board = bench.board();
    assert_eq!(board.agent.name, "keyword");
    assert_eq!(board.now.figures.run.scored, 2, "the figures are those of the keyword agent");
}
