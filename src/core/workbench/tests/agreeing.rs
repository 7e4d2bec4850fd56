//! Probes of an agent that is asked for real wait until somebody agreed and it was seen to work.

use super::*;
use crate::core::{
    plan::{Caps, Rerun},
    workbench::{
        consent::{Absent, Answer, Consent, Found, Heard, Line, Step, Told},
        settings::LiveAgent,
    },
};

const SKILLS: [(&str, &str); 2] =
    [("bread", "Bake bread and rolls."), ("cakes", "Bake cakes with icing.")];
const EDITED: [(&str, &str); 2] =
    [("bread", "Bake bread and rolls."), ("cakes", "Decorate cakes with icing.")];

fn settings(name: &str, rerun: Rerun) -> Settings {
    let live = LiveAgent { name: name.into(), model: Some("m".into()), ..LiveAgent::default() };
    let agent = Agent::Live(Arc::new(live));
    let caps = Caps { probes: Some(3), ..Caps::default() };
    Settings { agent, rerun, caps, gated: true, concurrency: 4, ..Settings::default() }
}

fn bench(rerun: Rerun) -> (Workbench, Vec<Effect>) {
    let mut bench = Workbench::new(settings("real", rerun));
    let rows = [("q1", "rolls", "bread"), ("q2", "icing", "cakes")];
    bench.reduce(Input::Queries(queries(&rows)), 0);
    let effects = bench.reduce(Input::Catalog(catalog(1, &SKILLS)), 10);
    (bench, effects)
}

fn ask(bench: &mut Workbench, request: Request) -> Vec<Effect> {
    bench.reduce(Input::Request(request), 20)
}

fn hear(bench: &mut Workbench, heard: Heard) -> Vec<Effect> {
    bench.reduce(Input::Consent(heard), 30)
}

fn agree(effects: &[Effect]) -> Option<usize> {
    effects.iter().find_map(|effect| match effect {
        Effect::Agree { probes } => Some(*probes),
        _ => None,
    })
}

fn probes(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Probe { .. }))
}

fn told() -> Arc<Told> {
    let line = Line { name: "runs", text: "real".into() };
    Arc::new(Told { head: "real would be asked.".into(), lines: vec![line], over: false })
}

#[test]
fn the_first_probes_wait_for_a_yes_and_a_check_and_then_begin_by_themselves() {
    let (mut bench, effects) = bench(Rerun::Manual);
    assert!(agree(&effects).is_none() && !probes(&effects), "opening asks nothing: {effects:?}");
    let effects = ask(&mut bench, Request::RunAffected);
    assert_eq!((agree(&effects), probes(&effects)), (Some(2), false));
    assert!(bench.board().run.waits && bench.board().consent.is_none());
    hear(&mut bench, Heard::Needed(told()));
    assert_eq!(bench.board().consent, Some(Consent::Asks(told())));
    let effects = ask(&mut bench, Request::Agree(Answer::Yes));
    assert!(matches!(effects[..], [Effect::Agreed { remember: true }]), "{effects:?}");
    hear(&mut bench, Heard::Checks);
    let effects = hear(&mut bench, Heard::Open);
    assert!(probes(&effects) && bench.board().run.active() && bench.board().consent.is_none());
    // From now on nobody is in the way.
    assert!(probes(&ask(&mut bench, Request::RunRow(0))));
}

#[test]
fn a_no_leaves_everything_waiting_and_an_edit_does_not_ask_again() {
    let (mut bench, effects) = bench(Rerun::All);
    assert_eq!((agree(&effects), probes(&effects)), (Some(2), false));
    hear(&mut bench, Heard::Needed(told()));
    let effects = ask(&mut bench, Request::Agree(Answer::No));
    assert!(matches!(effects[..], [Effect::LeaveAgreeing]), "{effects:?}");
    let board = bench.board();
    assert!(board.consent.is_none() && board.run.waits && board.due.is_some());
    assert!(board.log.last().is_some_and(|line| line.text.contains("nobody agreed")));
    let effects = bench.reduce(Input::Catalog(catalog(2, &EDITED)), 40);
    assert!(agree(&effects).is_none() && !probes(&effects), "{effects:?}");
    assert_eq!(agree(&ask(&mut bench, Request::RunAll)), Some(2), "who asks is asked");
}

#[test]
fn a_check_that_fails_is_told_and_can_be_put_away() {
    let (mut bench, _) = bench(Rerun::Manual);
    ask(&mut bench, Request::RunAll);
    hear(&mut bench, Heard::Checks);
    let step = Step {
        what: "program".into(),
        found: Found::Fail,
        said: "it is not there".into(),
        remedy: Some("Install it.".into()),
    };
    hear(&mut bench, Heard::Found(step.clone()));
    let effects = hear(&mut bench, Heard::Shut);
    let board = bench.board();
    assert!(!probes(&effects) && board.run.waits);
    assert_eq!(board.consent, Some(Consent::Failed(vec![step])));
    let last = board.log.last().expect("it is told");
    assert!(last.text.ends_with("it is not there. Install it."), "{}", last.text);
    ask(&mut bench, Request::Agree(Answer::No));
    assert!(bench.board().consent.is_none());
    assert_eq!(agree(&ask(&mut bench, Request::RunAll)), Some(2), "it can be tried again");
}

#[test]
fn a_check_can_be_stopped() {
    let (mut bench, _) = bench(Rerun::Manual);
    ask(&mut bench, Request::RunAll);
    hear(&mut bench, Heard::Checks);
    let effects = ask(&mut bench, Request::Agree(Answer::No));
    assert!(matches!(effects[..], [Effect::LeaveAgreeing]), "{effects:?}");
    assert!(bench.board().consent.is_none() && bench.board().run.waits);
}

#[test]
fn over_a_cap_a_yes_of_before_does_not_do() {
    let (mut bench, _) = bench(Rerun::Manual);
    ask(&mut bench, Request::RunAffected);
    hear(&mut bench, Heard::Open);
    assert_eq!(agree(&ask(&mut bench, Request::RunAll)), None);
    // Four probes where three may be made.
    let rows = [
        ("q1", "rolls", "bread"),
        ("q2", "icing", "cakes"),
        ("q3", "a", "bread"),
        ("q4", "b", "cakes"),
    ];
    bench.reduce(Input::Queries(queries(&rows)), 40);
    assert_eq!(agree(&ask(&mut bench, Request::RunAll)), Some(4));
}

#[test]
fn another_agent_is_another_question_and_the_first_is_known_on_return() {
    let (mut bench, _) = bench(Rerun::Manual);
    ask(&mut bench, Request::RunAffected);
    hear(&mut bench, Heard::Open);
    bench.set_agent(settings("other", Rerun::Manual), None);
    assert_eq!(agree(&ask(&mut bench, Request::RunAll)), Some(2));
    hear(&mut bench, Heard::Needed(told()));
    bench.set_agent(settings("real", Rerun::Manual), None);
    assert!(bench.board().consent.is_none(), "the other's question went with it");
    assert!(probes(&ask(&mut bench, Request::RunAll)));
}

#[test]
fn results_of_an_agent_are_there_when_it_is_turned_back_to_and_never_another_s() {
    let (mut bench, _) = bench(Rerun::Manual);
    ask(&mut bench, Request::RunAffected);
    let effects = hear(&mut bench, Heard::Open);
    let plan = effects.iter().find_map(|effect| match effect {
        Effect::Probe { plan } => Some(*plan),
        _ => None,
    });
    let plan = plan.expect("they begin");
    for (at, skill) in ["bread", "bread"].into_iter().enumerate() {
        let of = ProbeOf { plan, at, generation: 1 };
        let engagements = vec![Engagement { skill: skill.into(), turn: 1, step: 1 }];
        let ended_by = EndedBy::Answer;
        let outcome = Outcome::Scored(Trajectory { engagements, steps: 1, ended_by });
        bench.reduce(Input::ProbeEnded { of, outcome, duration_ms: 1, cost_usd: None }, 50);
    }
    bench.reduce(Input::PlanDone { plan, cap: None }, 51);
    let top1 = |bench: &mut Workbench| bench.board().now.figures.headline.top1.rate;
    assert_eq!(top1(&mut bench), Some(0.5));
    bench.set_agent(Settings { gated: true, ..Settings::default() }, None);
    assert_eq!(top1(&mut bench), Some(1.0), "the keyword rules do better");
    bench.set_agent(settings("other", Rerun::Manual), None);
    assert_eq!(top1(&mut bench), None, "nobody was asked yet");
    bench.set_agent(settings("real", Rerun::Manual), None);
    assert_eq!(top1(&mut bench), Some(0.5));
}

#[test]
fn an_agent_that_is_not_to_be_had_is_told_until_somebody_has_seen_it() {
    let (mut bench, _) = bench(Rerun::Manual);
    let why = "claude is not on the PATH.".to_owned();
    let absent = Absent { agent: "claude-code".into(), why, instead: "keyword".into() };
    hear(&mut bench, Heard::Absent(absent.clone()));
    assert_eq!(bench.board().consent, Some(Consent::Absent(absent)));
    bench.reduce(Input::Request(Request::Agree(Answer::No)), 9);
    assert_eq!(bench.board().consent, None);
}
