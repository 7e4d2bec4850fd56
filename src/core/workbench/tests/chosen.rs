//! Now held against what somebody chose: a kept run, the skills of a revision.

use super::*;
use crate::core::{
    measure::{comparison::Obstacle, paired::Verdict},
    plan::Order,
    workbench::baselines::Fetched,
};

fn rows() -> Vec<QuerySet> {
    queries(&[("q1", "icing please", "cakes"), ("q2", "rolls", "bread")])
}

fn bench(skills: &[(&str, &str)]) -> Workbench {
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Queries(rows()), 0);
    bench.reduce(Input::Catalog(catalog(1, skills)), 1);
    bench
}

/// The state that a run over some skills left.
fn kept(skills: &[(&str, &str)], change: impl FnOnce(&mut State)) -> Input {
    let mut state = State::clone(&bench(skills).board().now);
    "run r".clone_into(&mut state.name);
    change(&mut state);
    Input::Baseline(Fetched::Run(Arc::new(state)))
}

#[test]
fn choosing_reads_first_and_changes_nothing_meanwhile() {
    let mut bench = bench(&AFTER);
    let name = |bench: &mut Workbench| bench.board().baseline.as_ref().unwrap().state.name.clone();
    let choice = BaselineChoice::Run("r".into());
    let effects = bench.reduce(Input::Request(Request::ChooseBaseline(choice.clone())), 2);
    assert!(matches!(&effects[..], [Effect::FetchBaseline(asked)] if *asked == choice));
    assert_eq!(name(&mut bench), "the state at start");
    bench.reduce(kept(&BEFORE, |_| ()), 3);
    assert_eq!(name(&mut bench), "run r");
    let start = Request::ChooseBaseline(BaselineChoice::Start);
    bench.reduce(Input::Request(start), 4);
    assert_eq!(name(&mut bench), "the state at start");
}

#[test]
fn a_kept_run_is_compared_by_its_records_and_says_what_differs() {
    let mut bench = bench(&AFTER);
    bench.reduce(kept(&BEFORE, |_| ()), 2);
    let board = bench.board();
    let compared = board.compared.as_ref().expect("another result");
    assert_eq!((board.order, compared.comparison.headline.differing), (Order::Apart, 1));
    assert_eq!(compared.comparison.headline.verdict, Verdict::CannotTell);
    assert_eq!(compared.differs[0].to_string(), "2 descriptions: bread, cakes");
    assert_eq!(board.baseline.as_ref().unwrap().lost_and_won(), (1, 0));

    // Another agent and other descriptions at once cannot be told apart.
    bench.reduce(kept(&BEFORE, |state| "other".clone_into(&mut state.agent.name)), 3);
    let board = bench.board();
    let comparison = &board.compared.as_ref().unwrap().comparison;
    assert_eq!(comparison.obstacle, Some(Obstacle::SeveralAspects));
    assert_eq!(comparison.headline.verdict, Verdict::NotComparable);
}

#[test]
fn a_run_that_was_broken_off_gives_no_verdict() {
    let mut bench = bench(&AFTER);
    let broken_off = |state: &mut State| {
        let row = Arc::make_mut(&mut state.probes).row_mut(0).unwrap();
        row.state = probes::ProbeState::Planned;
    };
    bench.reduce(kept(&BEFORE, broken_off), 2);
    let comparison = bench.board().compared.as_ref().unwrap().comparison.clone();
    assert_eq!((comparison.obstacle, comparison.headline.units), (Some(Obstacle::Unfinished), 1));
}

#[test]
fn skills_of_a_revision_are_measured_with_the_queries_of_now() {
    let mut bench = bench(&AFTER);
    let skills = Fetched::Skills { name: "git v1 1a2b3c4".into(), catalog: catalog(0, &BEFORE) };
    bench.reduce(Input::Baseline(skills), 2);
    let flips = |bench: &mut Workbench| bench.board().baseline.as_ref().unwrap().lost_and_won();
    assert_eq!(flips(&mut bench), (1, 0));
    bench.reduce(Input::Queries(queries(&[("q2", "rolls", "bread")])), 3);
    let board = bench.board();
    let against = board.baseline.as_ref().unwrap();
    assert_eq!((against.state.name.as_str(), against.lost_and_won()), ("git v1 1a2b3c4", (0, 0)));
    assert_eq!(against.state.probes.rows.len(), 1);
}
