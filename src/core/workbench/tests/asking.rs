//! An agent that is asked for real: what is asked, when, and what stands meanwhile.

use super::*;
use crate::core::{
    measure::{comparison::Obstacle, paired::Verdict},
    plan::{Caps, Over, Rerun, Why},
    workbench::{probes::ProbeState, settings::LiveAgent},
};

const SKILLS: [(&str, &str); 3] =
    [("bread", "Bake bread and rolls."), ("cakes", "Bake cakes with icing."), ("tea", "Brew tea.")];
const EDITED: [(&str, &str); 3] = [
    ("bread", "Bake bread and rolls."),
    ("cakes", "Decorate cakes with icing."),
    ("tea", "Brew tea."),
];

fn bench(rerun: Rerun) -> Workbench {
    let live = LiveAgent { name: "real".into(), model: Some("m".into()), ..LiveAgent::default() };
    let agent = Agent::Live(Arc::new(live));
    let caps = Caps { cost_usd: Some(0.25), ..Caps::default() };
    let mut bench =
        Workbench::new(Settings { agent, rerun, caps, concurrency: 4, ..Settings::default() });
    let rows = [("q1", "rolls", "bread"), ("q2", "icing", "cakes"), ("q3", "a pot", "tea")];
    bench.reduce(Input::Queries(queries(&rows)), 0);
    bench
}

fn save(bench: &mut Workbench, generation: u64, skills: &[(&str, &str)]) -> Vec<Effect> {
    bench.reduce(Input::Catalog(catalog(generation, skills)), 10)
}

fn of(plan: u64, at: usize, generation: u64) -> ProbeOf {
    ProbeOf { plan, at, generation }
}

fn answers(bench: &mut Workbench, of: ProbeOf, skill: &str) {
    bench.reduce(Input::ProbeBegan(of), 20);
    let engagements = vec![Engagement { skill: skill.into(), turn: 1, step: 1 }];
    let outcome =
        Outcome::Scored(Trajectory { engagements, steps: 1, ended_by: EndedBy::EarlyExit });
    let (duration_ms, cost_usd) = (300, Some(0.1));
    bench.reduce(Input::ProbeEnded { of, outcome, duration_ms, cost_usd }, 30);
}

fn plan(effects: &[Effect]) -> u64 {
    match effects
        .iter()
        .find_map(|e| if let Effect::Probe { plan } = e { Some(plan) } else { None })
    {
        Some(plan) => *plan,
        None => panic!("nothing is asked: {effects:?}"),
    }
}

/// A bench on which everything was asked on the first texts.
fn asked_once(rerun: Rerun) -> Workbench {
    let mut bench = bench(rerun);
    save(&mut bench, 1, &SKILLS);
    let plan = plan(&bench.reduce(Input::Request(Request::RunAll), 11));
    let skills = ["bread", "cakes", "tea"];
    skills.iter().enumerate().for_each(|(at, skill)| answers(&mut bench, of(plan, at, 1), skill));
    bench.reduce(Input::PlanDone { plan, cap: None }, 31);
    assert_eq!(bench.board().now.figures.headline.top1.rate, Some(1.0));
    bench
}

#[test]
fn nothing_is_asked_before_somebody_asks() {
    let mut bench = bench(Rerun::Manual);
    let effects = save(&mut bench, 1, &SKILLS);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Probe { .. })), "{effects:?}");
    let board = bench.board();
    assert!(!board.run.active() && board.run.waits);
    let due = board.due.clone().expect("three probes wait");
    assert_eq!((due.unasked, due.affected.len(), due.estimate.probes), (3, 0, 3));
    assert_eq!(due.estimate.cost_usd, None, "no probe has told its price yet");
    plan(&bench.reduce(Input::Request(Request::RunAffected), 11));
    assert!(bench.board().run.active() && bench.board().due.is_none());
}

#[test]
fn an_edit_leaves_what_it_cannot_have_moved_and_says_what_the_rest_would_cost() {
    let mut bench = asked_once(Rerun::Manual);
    let effects = save(&mut bench, 2, &EDITED);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Probe { .. })), "{effects:?}");
    let board = bench.board();
    assert_eq!((board.run.counts.carried, board.run.counts.scored), (3, 3));
    let due = board.due.clone().expect("rows wait");
    assert_eq!(due.affected.get(&1), Some(&Why::Named));
    assert!(!due.affected.contains_key(&2), "{due:?}");
    let n = due.affected.len() as f64;
    assert!((due.estimate.cost_usd.unwrap() - 0.1 * n).abs() < 1e-9);

    let plan = plan(&bench.reduce(Input::Request(Request::RunAffected), 40));
    let rows = bench.board().now.probes.rows.clone();
    assert_eq!((&rows[1].state, rows[1].generation), (&ProbeState::Planned, 2));
    assert!(rows[2].outcome().is_some() && rows[2].generation == 1);
    for at in due.affected.keys() {
        answers(&mut bench, of(plan, *at, 2), "bread");
    }
    let board = bench.board();
    assert!(board.due.is_none() && board.run.counts.settled());
    assert_eq!(board.run.counts.carried, 3 - due.affected.len());
}

#[test]
fn who_goes_back_to_an_earlier_text_has_its_results_at_once() {
    let mut bench = asked_once(Rerun::Manual);
    save(&mut bench, 2, &EDITED);
    save(&mut bench, 3, &SKILLS);
    let board = bench.board();
    assert_eq!((board.run.counts.carried, board.run.counts.scored), (0, 3));
    assert!(board.due.is_none(), "{:?}", board.due);
    assert_eq!(board.now.figures.headline.top1.rate, Some(1.0));
}

#[test]
fn an_edit_stops_only_what_it_may_have_moved() {
    let mut bench = bench(Rerun::Affected);
    save(&mut bench, 1, &SKILLS);
    let plan = plan(&bench.reduce(Input::Request(Request::RunAll), 11));
    (1..3).for_each(|at| _ = bench.reduce(Input::ProbeBegan(of(plan, at, 1)), 12));
    let effects = save(&mut bench, 2, &EDITED);
    let [Effect::Recall { plan: recalled, rows }, Effect::Probe { plan: on }] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!((*recalled, *on), (plan, plan), "the plan goes on");
    assert!(rows.contains(&0), "what waits is asked on the present texts");
    assert!(rows.contains(&1) && !rows.contains(&2), "{rows:?}");
    // What was asked on the texts before is not shown as of now.
    answers(&mut bench, of(plan, 1, 1), "bread");
    assert_eq!(bench.board().now.probes.rows[1].state, ProbeState::Planned);
    answers(&mut bench, of(plan, 2, 1), "tea");
    let rows = bench.board().now.probes.rows.clone();
    assert!(rows[2].outcome().is_some() && rows[2].generation == 1);
}

#[test]
fn another_prompt_under_the_same_name_was_never_asked() {
    let mut bench = asked_once(Rerun::Manual);
    let rows = [("q1", "a loaf", "bread"), ("q2", "icing", "cakes"), ("q3", "a pot", "tea")];
    bench.reduce(Input::Queries(queries(&rows)), 40);
    let board = bench.board();
    assert_eq!(board.now.probes.rows[0].state, ProbeState::Planned);
    assert_eq!((board.due.as_ref().unwrap().unasked, board.run.counts.carried), (1, 0));
}

#[test]
fn all_of_it_again_is_asked_whatever_is_known_and_the_start_stays_the_baseline() {
    let mut bench = asked_once(Rerun::Manual);
    save(&mut bench, 2, &EDITED);
    let plan = plan(&bench.reduce(Input::Request(Request::RunAll), 40));
    ["bread", "bread", "tea"]
        .iter()
        .enumerate()
        .for_each(|(at, skill)| answers(&mut bench, of(plan, at, 2), skill));
    let board = bench.board();
    assert_eq!(board.run.counts.carried, 0);
    let against = board.baseline.as_ref().expect("the start");
    assert_eq!(against.state.name, "the state at start");
    assert_eq!(against.lost_and_won(), (1, 0));
    assert!(board.compared.is_some());
}

#[test]
fn caps_are_named_before_they_are_reached() {
    let mut bench = asked_once(Rerun::Manual);
    let edited: Vec<_> = SKILLS.iter().map(|(id, _)| (*id, "Something else.")).collect();
    save(&mut bench, 2, &edited);
    let board = bench.board();
    let due = board.due.as_ref().expect("all rows wait");
    assert_eq!((due.affected.len(), due.over.as_slice()), (3, [Over::Cost].as_slice()));
}

#[test]
fn a_run_in_which_nothing_engaged_is_held_against_nothing() {
    let mut bench = asked_once(Rerun::All);
    let plan = plan(&save(&mut bench, 2, &EDITED));
    for at in 0..bench.board().now.probes.rows.len() {
        let of = of(plan, at, 2);
        if bench.board().now.probes.rows[at].state == ProbeState::Planned {
            bench.reduce(Input::ProbeBegan(of), 20);
            let outcome = Outcome::Scored(Trajectory { steps: 1, ..Trajectory::default() });
            let input = Input::ProbeEnded { of, outcome, duration_ms: 300, cost_usd: Some(0.0) };
            bench.reduce(input, 30);
        }
    }
    bench.reduce(Input::PlanDone { plan, cap: None }, 31);
    let board = bench.board();
    assert!(board.nothing_engaged(), "{:?}", board.run);
    let comparison = &board.compared.as_ref().expect("an edit").comparison;
    assert_eq!(comparison.obstacle, Some(Obstacle::NothingEngaged));
    assert_eq!(comparison.headline.verdict, Verdict::NotComparable);
    assert_eq!(comparison.headline.delta, Some(-1.0), "the figures stay");
}
