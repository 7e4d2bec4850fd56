//! Inputs in, boards out: whole stretches of a sitting without a disk or a clock.

use std::sync::Arc;

mod agreeing;
mod asking;
mod capped;
mod chosen;
mod comparing;
mod confirmed;
mod listing;
mod streaming;

use super::{request::ProbeOf, *};
use crate::core::{
    catalog::{Catalog, testing},
    query::{Label, Query, QuerySet},
    standin::script::Script,
    trajectory::{EndedBy, Engagement, Event, EventKind, Outcome, Trajectory, Via},
};

fn catalog(generation: u64, skills: &[(&str, &str)]) -> Arc<Catalog> {
    Arc::new(Catalog { generation, ..testing::catalog(skills) })
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
    bench.set_agent(scripted(false), None);
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

fn asked(plan: u64, at: usize) -> ProbeOf {
    ProbeOf { plan, at, generation: 1 }
}

fn ended(plan: u64, at: usize, skill: &str) -> Input {
    ended_on(1, plan, at, skill)
}

/// A probe that was asked on the catalog of that generation has its end.
fn ended_on(generation: u64, plan: u64, at: usize, skill: &str) -> Input {
    let engagements = vec![Engagement { skill: skill.into(), turn: 1, step: 1 }];
    let outcome =
        Outcome::Scored(Trajectory { engagements, steps: 1, ended_by: EndedBy::EarlyExit });
    let of = ProbeOf { plan, at, generation };
    Input::ProbeEnded { of, outcome, duration_ms: 300, cost_usd: None }
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
