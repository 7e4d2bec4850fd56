//! Now held against the baseline: verdicts, looks, what differs, and figures of half a plan.

use super::*;
use crate::core::measure::{
    comparison::{Aspect, Obstacle},
    paired::Verdict,
};

/// Twelve prompts that want `cakes` by its word, and as many that want `bread`.
fn set() -> Vec<QuerySet> {
    let rows = (0..12).flat_map(|n| {
        [("icing", "cakes"), ("rolls", "bread")]
            .map(|(word, expected)| (format!("{expected}{n}"), format!("{word} no {n}"), expected))
    });
    let query = |(id, prompt, expected): (String, String, &str)| {
        let expected = vec![expected.to_owned()];
        Query::new(&id, &prompt, Label::Complete { expected, alternatives: vec![] })
    };
    vec![QuerySet {
        path: "q.jsonl".into(),
        queries: rows.map(query).collect(),
        ..QuerySet::default()
    }]
}

fn bench() -> Workbench {
    let mut bench = Workbench::new(Settings::default());
    bench.reduce(Input::Queries(set()), 0);
    bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    bench
}

#[test]
fn a_worse_edit_is_called_worse_and_its_reverse_takes_it_back() {
    let mut bench = bench();
    let board = bench.board();
    assert!(board.compared.is_none(), "now is the baseline");
    assert_eq!((board.interim.queries, board.interim.complete), (24, true));
    assert_eq!(board.history.iter().map(|mark| mark.verdict).collect::<Vec<_>>(), [None]);

    bench.reduce(Input::Catalog(catalog(2, &AFTER)), 2);
    let board = bench.board();
    let compared = board.compared.as_ref().expect("an edit");
    let headline = &compared.comparison.headline;
    assert_eq!((headline.verdict, headline.looks), (Verdict::Worse, 1));
    assert_eq!((headline.units, headline.differing, headline.delta), (24, 12, Some(-0.5)));
    assert_eq!(compared.differs.len(), 1);
    assert_eq!(compared.differs[0].to_string(), "2 descriptions: bread, cakes");
    let edited: Vec<_> = compared.edits_of(&"cakes".into()).map(|edit| edit.field).collect();
    assert_eq!(edited, ["description"]);
    assert_eq!(compared.comparison.flips.hit_flips(), 12);

    bench.reduce(Input::Catalog(catalog(3, &BEFORE)), 3);
    let board = bench.board();
    let compared = board.compared.as_ref().expect("another generation");
    let headline = &compared.comparison.headline;
    assert_eq!((headline.verdict, headline.differing), (Verdict::CannotTell, 0));
    assert!(compared.differs.is_empty() && compared.edits.is_empty());
    assert_eq!(headline.looks, 1, "the baseline's own results are no look");
    let marks: Vec<_> = board.history.iter().map(|m| (m.generation, m.rate, m.verdict)).collect();
    assert_eq!(
        marks,
        [
            (1, Some(1.0), None),
            (2, Some(0.5), Some(Verdict::Worse)),
            (3, Some(1.0), Some(Verdict::CannotTell))
        ]
    );
}

#[test]
fn every_other_result_is_a_look_until_there_is_another_baseline() {
    let mut bench = bench();
    let third = [("bread", "Bake bread and rolls."), ("cakes", "Nothing of that.")];
    for (generation, skills) in [(2, AFTER), (3, third)] {
        bench.reduce(Input::Catalog(catalog(generation, &skills)), generation);
    }
    let looks = |bench: &mut Workbench| {
        let board = bench.board();
        board.compared.as_ref().map(|compared| compared.comparison.headline.looks)
    };
    assert_eq!(looks(&mut bench), Some(2));
    bench.reduce(Input::Catalog(catalog(4, &AFTER)), 4);
    assert_eq!(looks(&mut bench), Some(2), "seen before");
    bench.reduce(Input::Request(Request::PinBaseline), 5);
    assert_eq!(looks(&mut bench), None, "now is what was pinned");
    bench.reduce(Input::Catalog(catalog(5, &BEFORE)), 6);
    assert_eq!(looks(&mut bench), Some(1));
    let board = bench.board();
    assert_eq!(board.compared.as_ref().unwrap().comparison.headline.verdict, Verdict::Better);
    let verdicts: Vec<_> = board.history.iter().filter_map(|mark| mark.verdict).collect();
    assert_eq!(verdicts, [Verdict::Better], "of this baseline alone");
}

#[test]
fn an_edit_and_other_labels_at_once_cannot_be_told_apart() {
    let mut bench = bench();
    bench.reduce(Input::Request(Request::PinBaseline), 2);
    bench.reduce(Input::Catalog(catalog(2, &AFTER)), 3);
    let mut sets = set();
    for query in &mut sets[0].queries {
        query.label = Label::Complete { expected: vec!["bread".into()], alternatives: vec![] };
    }
    bench.reduce(Input::Queries(sets), 4);
    let board = bench.board();
    let comparison = &board.compared.as_ref().expect("a pinned baseline").comparison;
    assert_eq!(comparison.obstacle, Some(Obstacle::SeveralAspects));
    assert_eq!(comparison.headline.verdict, Verdict::NotComparable);
    assert_eq!(comparison.relabelled, 12);

    // Asked for by name it is answered, until they are asked for no more.
    let asked = |bench: &mut Workbench, aspects: &[Aspect]| {
        bench.reduce(Input::Request(Request::Vary(aspects.to_vec())), 5);
        let board = bench.board();
        let comparison = &board.compared.as_ref().expect("still pinned").comparison;
        (comparison.obstacle, comparison.headline.looks)
    };
    let both = [Aspect::Descriptions, Aspect::Labels];
    let several = Some(Obstacle::SeveralAspects);
    assert_eq!(asked(&mut bench, &both[..1]), (several, 1));
    assert_eq!(asked(&mut bench, &both), (None, 1), "the same result is no other look");
    assert_eq!(asked(&mut bench, &[]), (several, 1));
}

#[test]
fn half_a_plan_shows_whole_blocks_of_its_order_and_no_verdict() {
    let mut bench = Workbench::new(scripted(true));
    bench.reduce(Input::Queries(set()), 0);
    let effects = bench.reduce(Input::Catalog(catalog(1, &BEFORE)), 1);
    let Some(&Effect::Probe { plan }) = effects.last() else { panic!("{effects:?}") };
    let order = bench.board().now.probes.plan(bench.settings().seed);
    let places: Vec<usize> =
        order.probes.iter().map(|probe| bench.board().now.probes.place(*probe)).collect();
    let shown = |bench: &mut Workbench| {
        let board = bench.board();
        (board.interim.queries, board.now.figures.headline.top1.n)
    };
    // Those at the end of the order finish first, as hits do: they show nothing yet.
    for at in &places[10..20] {
        bench.reduce(ended(plan, *at, "cakes"), 2);
    }
    assert_eq!(shown(&mut bench), (0, 0.0));
    for at in &places[..9] {
        bench.reduce(ended(plan, *at, "cakes"), 3);
    }
    assert_eq!(shown(&mut bench), (0, 0.0));
    bench.reduce(ended(plan, places[9], "cakes"), 4);
    assert_eq!(shown(&mut bench), (20, 20.0));
    assert_eq!(bench.board().interim.to_string(), "interim, 20 of 24 queries: no verdict yet");
    for at in &places[20..] {
        bench.reduce(ended(plan, *at, "cakes"), 5);
    }
    assert_eq!(shown(&mut bench), (24, 24.0));

    // An edit is held against the start, block by block, and judged at the end of its plan.
    let effects = bench.reduce(Input::Catalog(catalog(2, &AFTER)), 6);
    let plan = effects.iter().find_map(|effect| match effect {
        Effect::Probe { plan } => Some(*plan),
        _ => None,
    });
    let plan = plan.expect("a plan");
    for (n, at) in places.iter().enumerate() {
        bench.reduce(ended_on(2, plan, *at, "bread"), 7);
        let board = bench.board();
        let compared = board.compared.as_ref().expect("the start");
        let headline = &compared.comparison.headline;
        match n + 1 {
            24 => assert_eq!((compared.comparison.obstacle, headline.units), (None, 24)),
            done => {
                assert_eq!(compared.comparison.obstacle, Some(Obstacle::Unfinished));
                assert_eq!(
                    (headline.verdict, headline.units),
                    (Verdict::NotComparable, done / 10 * 10)
                );
            }
        }
    }
}

#[test]
fn confirming_probes_both_arms_and_counts_from_one() {
    let mut bench = bench();
    bench.reduce(Input::Catalog(catalog(2, &AFTER)), 2);
    assert!(bench.reduce(Input::Request(Request::Confirm), 3).is_empty());
    assert!(bench.board().compared.is_some(), "a stand-in would only say the same again");

    let mut bench = Workbench::new(scripted(false));
    let rows = [("q1", "a", "cakes"), ("q2", "b", "bread")];
    bench.reduce(Input::Queries(queries(&rows)), 0);
    let third = [("bread", "x"), ("cakes", "Without the word.")];
    for (generation, skills) in [(1, BEFORE), (2, AFTER), (3, third)] {
        bench.reduce(Input::Catalog(catalog(generation, &skills)), generation);
    }
    let before = bench.board();
    bench.reduce(Input::Request(Request::Confirm), 4);
    let board = bench.board();
    let headline = &board.compared.as_ref().expect("the start").comparison.headline;
    assert_eq!(headline.looks, 1);
    let records = |board: &Board| board.baseline.as_ref().map(|b| Arc::clone(&b.state.probes));
    let (old, new) = (records(&before).unwrap(), records(&board).unwrap());
    assert!(!Arc::ptr_eq(&old, &new), "the baseline was probed afresh too");
}
