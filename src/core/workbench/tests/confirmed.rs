//! Both arms probed afresh, by turns.

use super::*;
use crate::core::plan::Over;
use crate::core::{
    measure::{comparison::Obstacle, paired::Verdict},
    plan::Order,
    workbench::probes::ProbeState,
};

/// An edit under a streaming script, measured, and held against the start.
fn bench() -> Workbench {
    let mut bench = Workbench::new(scripted(true));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    for (generation, skills) in [(1, BEFORE), (2, AFTER)] {
        let effects = bench.reduce(Input::Catalog(catalog(generation, &skills)), generation);
        let Some(&Effect::Probe { plan }) = effects.last() else { panic!("{effects:?}") };
        for (at, row) in bench.board().now.probes.rows.iter().enumerate() {
            if row.outcome().is_none() {
                bench.reduce(ended_on(generation, plan, at, "bread"), generation);
            }
        }
    }
    assert!(bench.board().compared.is_some());
    bench
}

/// The plans of now and of the other arm.
fn confirm(bench: &mut Workbench) -> (u64, u64) {
    let effects = bench.reduce(Input::Request(Request::Confirm), 9);
    let [Effect::Pause(true), Effect::Cancel, Effect::Probe { plan }, rest @ ..] = &effects[..]
    else {
        panic!("{effects:?}")
    };
    let [Effect::ProbeBaseline { plan: other }, Effect::Pause(false)] = rest else {
        panic!("{effects:?}")
    };
    assert_ne!(plan, other);
    (*plan, *other)
}

fn verdict(bench: &mut Workbench) -> (Option<Obstacle>, usize, Verdict) {
    let comparison = bench.board().compared.as_ref().expect("two arms").comparison.clone();
    (comparison.obstacle, comparison.headline.units, comparison.headline.verdict)
}

#[test]
fn the_arms_end_together_and_only_then_speak() {
    let mut bench = bench();
    let start = Arc::clone(&bench.board().baseline.as_ref().unwrap().state);
    let (plan, other) = confirm(&mut bench);
    let waits =
        |table: &probes::ProbeTable| table.rows.iter().all(|row| row.state == ProbeState::Planned);
    assert!(waits(&bench.fresh().expect("another arm").probes));
    assert!(waits(&bench.board().now.probes) && bench.board().run.beside);

    // What one arm has alone says nothing.
    (0..2).for_each(|at| _ = bench.reduce(ended_on(2, plan, at, "bread"), 10));
    let unfinished = (Some(Obstacle::Unfinished), 0, Verdict::NotComparable);
    assert_eq!(verdict(&mut bench), unfinished);
    bench.reduce(ended(other, 0, "cakes"), 11);
    assert_eq!(
        bench.board().baseline.as_ref().unwrap().lost_and_won(),
        (1, 0),
        "flips show at once"
    );
    bench.reduce(ended(other, 1, "bread"), 12);
    let board = bench.board();
    let baseline = &board.baseline.as_ref().unwrap().state;
    assert_eq!(
        (baseline.name.as_str(), board.order),
        ("the state at start, probed afresh", Order::Interleaved)
    );
    assert_eq!(baseline.figures.headline.top1.rate, Some(1.0));
    assert!(!board.run.beside);
    assert!(Arc::ptr_eq(&baseline.snapshot.catalog, &start.snapshot.catalog));
    assert_eq!(verdict(&mut bench), (None, 2, Verdict::CannotTell));
    assert_eq!(bench.board().compared.as_ref().unwrap().comparison.headline.looks, 1);

    // A further generation was not probed beside it.
    bench.reduce(Input::Catalog(catalog(3, &BEFORE)), 13);
    assert_eq!(bench.board().order, Order::Apart);
    confirm(&mut bench);
    let board = bench.board();
    let again = &board.baseline.as_ref().unwrap().state.name;
    assert_eq!(again, "the state at start, probed afresh", "the name does not grow");
}

#[test]
fn an_arm_that_is_broken_off_leaves_the_baseline_as_it_was() {
    let name = |bench: &mut Workbench| bench.board().baseline.as_ref().unwrap().state.name.clone();
    let edit = || Input::Catalog(catalog(3, &[("bread", "x"), ("cakes", "y")]));
    let inputs: [fn() -> Input; 2] =
        [|| Input::Request(Request::Cancel), || Input::Request(Request::RunRow(0))];
    for input in inputs.map(|input| input()).into_iter().chain([edit()]) {
        let mut bench = bench();
        let (_, other) = confirm(&mut bench);
        assert_eq!(name(&mut bench), "the state at start, probed afresh");
        bench.reduce(input, 10);
        assert_eq!(name(&mut bench), "the state at start");
        bench.reduce(ended(other, 0, "cakes"), 11);
        assert!(bench.fresh().is_none(), "a late result is nobody's");
    }
}

#[test]
fn an_arm_that_a_cap_ended_gives_no_verdict() {
    let mut bench = bench();
    let (plan, other) = confirm(&mut bench);
    bench.reduce(ended(other, 0, "cakes"), 10);
    bench.reduce(Input::PlanDone { plan: other, cap: Some(Over::Cost) }, 10);
    (0..2).for_each(|at| _ = bench.reduce(ended_on(2, plan, at, "bread"), 10));
    assert!(bench.fresh().is_none());
    assert_eq!(verdict(&mut bench), (Some(Obstacle::Unfinished), 1, Verdict::NotComparable));
}
