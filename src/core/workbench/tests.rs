//! Inputs in, boards out: whole stretches of a sitting without a disk or a clock.

use std::sync::Arc;

mod capped;
mod comparing;
mod listing;

use super::*;
use crate::core::{
    catalog::Catalog,
    query::{Label, Query, QuerySet},
    skill::{Skill, SkillDoc},
    standin::script::Script,
    trajectory::{EndedBy, Engagement, Event, EventKind, Outcome, Trajectory, Via},
};

fn catalog(generation: u64, skills: &[(&str, &str)]) -> Arc<Catalog> {
    let skills = skills.iter().map(|&(id, description)| {
        Arc::new(Skill {
            id: id.into(),
            name: id.into(),
            folder: id.into(),
            plugin: None,
            path: format!("{id}/SKILL.md"),
            copies: vec![],
            doc: Arc::new(SkillDoc { description: description.into(), ..SkillDoc::default() }),
        })
    });
    Arc::new(Catalog { generation, skills: skills.collect(), ..Catalog::default() })
}

fn queries(rows: &[(&str, &str, &str)]) -> Vec<QuerySet> {
    let rows = rows.iter().map(|&(id, prompt, expected)| {
        let expected = expected.split_whitespace().map(str::to_owned).collect();
        Query::new(id, prompt, Label::Complete { expected, alternatives: vec![] })
    });
    vec![QuerySet { path: "q.jsonl".into(), queries: rows.collect(), ..QuerySet::default() }]
}

const BEFORE: [(&str, &str); 2] =
    [("bread", "Bake bread and rolls."), ("cakes", "Bake cakes with icing.")];
const AFTER: [(&str, &str); 2] =
    [("bread", "Bake bread, rolls, icing icing."), ("cakes", "Bake cakes.")];

#[test]
fn a_save_is_held_against_the_start_and_the_generation_before() {
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(
        Input::Queries(queries(&[("q1", "icing please", "cakes"), ("q2", "rolls", "bread")])),
        0,
    );
    assert_eq!(bench.board().now.generation(), 0, "nothing is measured before skills are read");

    bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 10);
    let board = bench.board();
    assert_eq!((board.run.counts.planned, board.run.counts.scored), (2, 2));
    assert_eq!(board.now.figures.headline.top1.rate, Some(1.0));
    assert!(board.baseline.as_ref().is_some_and(|against| against.is_same()));
    assert!(board.previous.is_none());

    bench.reduce(Input::Catalog(catalog(2, &AFTER)), 20);
    let board = bench.board();
    assert_eq!(board.now.figures.headline.top1.rate, Some(0.5));
    for against in [&board.baseline, &board.previous] {
        let against = against.as_ref().expect("there is a state to compare with");
        assert_eq!(against.lost_and_won(), (1, 0));
        assert_eq!(against.flips[0].query, "q1");
        assert_eq!(against.catalog.changed.len(), 2);
    }

    bench.reduce(Input::Request(Request::PinBaseline), 30);
    let board = bench.board();
    let against = board.baseline.as_ref().expect("a pinned baseline");
    assert_eq!(against.state.name, "pinned at generation 2");
    assert!(against.is_same());
}

#[test]
fn head_takes_the_place_of_the_start() {
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Queries(queries(&[("q1", "icing please", "cakes")])), 0);
    bench.reduce(Input::Catalog(catalog(1, &AFTER)), 1);
    bench.reduce(Input::Head { name: "git HEAD".into(), catalog: catalog(1, &BEFORE) }, 2);
    let board = bench.board();
    let against = board.baseline.as_ref().expect("git HEAD");
    assert_eq!((against.state.name.as_str(), against.lost_and_won()), ("git HEAD", (1, 0)));
    bench.reduce(Input::Request(Request::ChooseBaseline(BaselineChoice::Start)), 3);
    assert!(bench.board().baseline.as_ref().is_some_and(|against| against.is_same()));
}

#[test]
fn a_head_that_moves_is_followed_and_one_that_goes_leaves_the_start() {
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Queries(queries(&[("q1", "icing please", "cakes")])), 0);
    bench.reduce(Input::Catalog(catalog(1, &AFTER)), 1);
    let head = |name: &str, skills| Input::Head { name: name.into(), catalog: catalog(1, skills) };
    bench.reduce(head("git HEAD 1", &BEFORE), 2);
    assert_eq!(bench.board().baseline.as_ref().map(|against| against.is_same()), Some(false));
    bench.reduce(head("git HEAD 2", &AFTER), 3);
    let board = bench.board();
    let against = board.baseline.as_ref().expect("git HEAD");
    assert_eq!((against.state.name.as_str(), against.is_same()), ("git HEAD 2", true));
    assert!(board.log.iter().any(|line| line.text.contains("HEAD moved: it is git HEAD 2")));
    bench.reduce(Input::NoHead { reason: "no repository any more".into() }, 4);
    let board = bench.board();
    assert_eq!(board.baseline.as_ref().expect("the start").state.name, "the state at start");
}

#[test]
fn other_queries_and_another_agent_are_put_to_the_start_too() {
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    bench.reduce(Input::Catalog(catalog(2, &AFTER)), 2);
    bench.reduce(Input::Queries(queries(&[("q1", "icing please", "cakes")])), 3);
    let lost = |bench: &mut Workbench| {
        let board = bench.board();
        let against = board.baseline.as_ref().expect("the start");
        assert_eq!(against.state.name, "the state at start");
        assert_eq!(against.state.generation(), 1);
        against.lost_and_won()
    };
    assert_eq!(lost(&mut bench), (1, 0));
    bench.set_agent(scripted(false));
    assert_eq!(lost(&mut bench), (1, 0));
}

#[test]
fn a_muted_skill_leaves_its_prompts_to_others() {
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Queries(queries(&[("q1", "bake icing", "cakes")])), 0);
    bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    bench.reduce(Input::Request(Request::Mute("cakes".into())), 2);
    let board = bench.board();
    assert_eq!(board.now.probes.rows[0].engaged(), [&"bread".into()]);
    bench.reduce(Input::Request(Request::Mute("cakes".into())), 3);
    assert_eq!(bench.board().now.probes.rows[0].engaged(), [&"cakes".into()]);
}

fn scripted(stream: bool) -> Settings {
    let text = r#"{"schema": "skillscope.script/1",
        "queries": {"q1": ["cakes"], "q2": ["bread"]},
        "variants": [{"name": "v", "when": {"skill": "cakes", "description_lacks": "icing"},
                      "queries": {"q1": ["bread"]}}]}"#;
    let script = Script::read("s.json", text).expect("a script");
    Settings { agent: Agent::Script(Arc::new(script)), stream, ..Settings::default() }
}

fn ended(plan: u64, at: usize, skill: &str) -> Input {
    let engagements = vec![Engagement { skill: skill.into(), turn: 1, step: 1 }];
    let outcome =
        Outcome::Scored(Trajectory { engagements, steps: 1, ended_by: EndedBy::EarlyExit });
    Input::ProbeEnded { plan, at, outcome, duration_ms: 300, cost_usd: None }
}

#[test]
fn a_streamed_plan_counts_what_ended_and_forgets_older_plans() {
    let mut bench = Workbench::new(scripted(true));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    let effects = bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    let Some(Effect::Probe { plan }) = effects.last() else { panic!("{effects:?}") };
    let plan = *plan;
    assert!(bench.board().run.active());

    bench.reduce(Input::ProbeBegan { plan, at: 0 }, 2);
    let kind = EventKind::Engagement { skill: "cakes".into(), via: Via::Tool };
    bench.reduce(Input::ProbeSpoke { plan, at: 0, event: Event { step: 1, at_ms: 5, kind } }, 3);
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
    bench.reduce(Input::ProbeBegan { plan, at: 0 }, 1_000);
    bench.reduce(Input::ProbeBegan { plan, at: 1 }, 1_000);
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
fn who_claims_the_triggers_of_others_is_trouble_before_who_overlaps() {
    let skills = [
        ("cakes", "Bake cakes with marzipan layers and sugar roses."),
        ("cakes-too", "Bake cakes with marzipan layers and sugar figures."),
        (
            "desk",
            "Front desk. Use when the user says \"write an invoice\", \"cancel my standing \
                  order\" or \"book the tasting room\". Also answers the door and the telephone.",
        ),
        (
            "invoices",
            "Use when the user says \"write an invoice\" or \"cancel my standing order\".",
        ),
        ("tastings", "Use when the user says \"book the tasting room\" for an evening."),
    ];
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Catalog(catalog(1, &skills)), 0);
    let board = bench.board();
    let rows: Vec<_> = board.trouble.iter().map(|row| (row.name.as_str(), row.claims)).collect();
    let ratio = |name: &str| board.trouble.iter().find(|row| row.name == name).unwrap().ratio;
    assert!(ratio("cakes") > ratio("desk"), "{rows:?}");
    assert_eq!(rows[0].0, "desk", "{rows:?}");
    assert!(rows[0].1 > 0 && rows.last().unwrap().1 == 0, "{rows:?}");
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
    (0..4).for_each(|at| _ = bench.reduce(Input::ProbeBegan { plan, at }, 0));
    // Half of four times six seconds, and thirty-six times half a second, in four lanes.
    assert_eq!(bench.board().run.eta_ms(), Some((12_000 + 18_000) / 4));
    for at in 0..4 {
        bench.reduce(ended(plan, at, "cakes"), 6_000);
        bench.reduce(Input::ProbeBegan { plan, at: at + 4 }, 6_000);
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
    bench.reduce(Input::ProbeBegan { plan, at: 1 }, 9_500);
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
    bench.reduce(Input::ProbeEnded { plan, at: 0, outcome, duration_ms: 1, cost_usd: None }, 2);
    bench.reduce(Input::ProbeBegan { plan, at: 1 }, 3);
    bench.reduce(Input::Request(Request::RetryErrored), 4);
    let board = bench.board();
    let rows = &board.now.probes.rows;
    assert!(rows.iter().all(|row| row.state == probes::ProbeState::Planned), "{rows:?}");
    assert!(rows[0].again && !rows[1].again);
}

#[test]
fn an_exact_lexicon_takes_the_place_of_one_of_the_same_texts_only() {
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    let late = Arc::new(bench.board().now.lexicon.refined(|| true).unwrap());
    bench.reduce(Input::Catalog(catalog(2, &AFTER)), 2);
    bench.reduce(Input::Words(Arc::clone(&late)), 3);
    assert!(!Arc::ptr_eq(&bench.board().now.lexicon, &late));
    let exact = Arc::new(bench.board().now.lexicon.refined(|| true).unwrap());
    bench.reduce(Input::Words(Arc::clone(&exact)), 4);
    assert!(Arc::ptr_eq(&bench.board().now.lexicon, &exact));
}

#[test]
fn a_huge_catalog_says_how_far_it_is_refreshed() {
    let names: Vec<String> = (0..4_100).map(|at| format!("s{at:04}")).collect();
    let skills: Vec<_> = names.iter().map(|name| (name.as_str(), name.as_str())).collect();
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Request(Request::Seen(vec!["s0007".into()])), 0);
    bench.reduce(Input::Catalog(catalog(1, &skills)), 1);
    bench.reduce(Input::Refreshing(512), 2);
    assert_eq!(bench.board().refreshing, Some((512, 4_100)));
    let now = Arc::clone(&bench.board().now.lexicon);
    let known = |at: usize| now.neighbourhood().rows[at].self_score > 0.0;
    assert_eq!([known(6), known(7)], [false, true], "what is on the screen is known at once");
    bench.reduce(Input::Words(Arc::new(now.refined(|| true).unwrap())), 3);
    assert_eq!(bench.board().refreshing, None);
}

#[test]
fn what_a_script_plays_as_before_is_not_played_again() {
    let mut bench = Workbench::new(scripted(false));
    bench.reduce(Input::Queries(queries(&[("q1", "a", "cakes"), ("q2", "b", "bread")])), 0);
    bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    assert_eq!(bench.board().now.figures.headline.top1.rate, Some(1.0));
    bench.set_agent(scripted(true));
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
            bench.reduce(Input::ProbeSpoke { plan, at, event }, 3);
        }
        bench.reduce(Input::ProbeEnded { plan, at, outcome, duration_ms: 1, cost_usd: None }, 3);
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
    bench.reduce(ended(plan, 0, "bread"), 3);
    let board = bench.board();
    let against = board.baseline.as_ref().expect("the start");
    assert_eq!(against.lost_and_won(), (1, 0));
}

#[test]
fn a_streamed_comparison_is_the_whole_comparison() {
    let (mut bench, plan) = streamed_twice();
    bench.reduce(ended(plan, 0, "bread"), 3);
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
    bench.reduce(ended(plan, 0, "bread"), 3);
    // No board was asked for in between: the figures of the old plan are still to be summed.
    bench.set_agent(Settings::default());
    let board = bench.board();
    assert_eq!(board.agent.name, "keyword");
    assert_eq!(board.now.figures.run.scored, 2, "the figures are those of the keyword agent");
}
