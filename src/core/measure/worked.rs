//! Worked sets with every figure known.

use super::{
    class::Class,
    confusion::{Level, cells_of},
    figures::Figures,
    rate::{Method, Rate},
    sequence::Pattern,
    testing::{ids, probe, row},
    *,
};

/// Five prompts, two attempts each.
fn five() -> Vec<Observation> {
    [
        row("cost").expects("cost").ran(&["cost", "cost"]),
        row("sec").expects("security").ran(&["cost", "security"]),
        row("rel").expects("reliability").ran(&["", "reliability"]),
        row("oos").ran(&["", "security"]),
        row("sus").expects("sustainability").ran(&["security", "security"]),
    ]
    .concat()
}

fn figures(observations: &[Observation]) -> Figures {
    let residents = ids("cost reliability security sustainability");
    Figures::of(observations, observations.len(), &residents)
}

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got - want).abs() < 1e-6, "{got} is not {want}");
}

#[track_caller]
fn is(rate: Rate, hits: f64, n: f64, low: f64, high: f64) {
    let interval = rate.interval.unwrap();
    near(rate.hits, hits);
    near(rate.n, n);
    near(rate.rate.unwrap(), hits / n);
    near(interval.low, low);
    near(interval.high, high);
}

#[test]
fn classes_of_the_five_prompts() {
    let figures = figures(&five());
    let expected = [
        ("cost", [2, 3, 2, 1, 0], Some(2.0 / 3.0), 1.0, 0.8),
        ("reliability", [2, 1, 1, 0, 1], Some(1.0), 0.5, 2.0 / 3.0),
        ("security", [2, 4, 1, 3, 1], Some(0.25), 0.5, 1.0 / 3.0),
        ("sustainability", [2, 0, 0, 0, 2], None, 0.0, 0.0),
    ];
    assert_eq!(figures.skills.len(), expected.len());
    for (skill, (id, counts, precision, recall, f1)) in figures.skills.iter().zip(expected) {
        let class = &skill.turn1;
        assert_eq!(skill.id.as_str(), id);
        assert_eq!([class.support, class.predicted, class.tp, class.fp, class.fn_], counts);
        assert_eq!(class.precision.rate, precision);
        near(class.recall.rate.unwrap(), recall);
        near(class.f1.value.unwrap(), f1);
    }
    let none = &figures.no_skill;
    assert_eq!([none.support, none.predicted, none.tp, none.fp, none.fn_], [2, 2, 1, 1, 1]);
    is(figures.skill(&"security".into()).unwrap().turn1.precision, 1.0, 4.0, 0.033630, 0.761498);
}

#[test]
fn the_headline_of_the_five_prompts() {
    let figures = figures(&five());
    let headline = &figures.headline;
    is(headline.top1, 5.0, 10.0, 0.217758, 0.782242);
    assert_eq!(headline.top1.interval.unwrap().method, Method::ClusteredWilson);
    is(headline.micro.precision, 4.0, 8.0, 0.180761, 0.819239);
    is(headline.micro.recall, 4.0, 8.0, 0.182188, 0.817812);
    near(headline.macros.precision.unwrap(), 0.479167);
    near(headline.macros.recall.value.unwrap(), 0.5);
    near(headline.macros.f1.unwrap(), 0.45);
    near(headline.macros_with_none.precision.unwrap(), 0.483333);
    near(headline.macros_with_none.recall.value.unwrap(), 0.5);
    near(headline.macros_with_none.f1.unwrap(), 0.46);
    assert_eq!(headline.abstention.rate, Some(0.2));
    assert_eq!(headline.false_abstention.rate, Some(0.125));
    assert_eq!(headline.out_of_scope_detection.rate, Some(0.5));
    assert_eq!(headline.misroute.rate, Some(0.4));
    assert_eq!(headline.reciprocal_rank.rate, Some(0.5));
    assert_eq!(headline.row_f1.rate, Some(0.5));
    assert_eq!(headline.redundancy, Some(0.1));
    assert_eq!(headline.selections.consistency.rate, Some(0.4));
    assert_eq!(headline.selections.agreement.rate, Some(0.4));
    assert_eq!(headline.completion.share(), Some(1.0));
}

#[test]
fn the_matrix_of_the_five_prompts() {
    let figures = figures(&five());
    let turn1 = figures.confusion(Level::Turn1);
    let cell = |expected: &str, engaged: &str| {
        let class = |name: &str| Class::from((!name.is_empty()).then(|| name.into()).as_ref());
        turn1.count(&class(expected), &class(engaged))
    };
    assert_eq!(cell("security", "cost"), 1);
    assert_eq!(cell("", "security"), 1);
    assert_eq!(cell("sustainability", "security"), 2);
    assert_eq!(cell("reliability", ""), 1);
    assert_eq!(cell("reliability", "cost"), 0);
    assert_eq!((turn1.total(), turn1.errors().count()), (10, 4));
    assert_eq!(turn1.row(&Class::Skill("security".into())).len(), 2);

    let steals: Vec<(String, &str, u32)> = figures
        .steals
        .iter()
        .map(|steal| (steal.expected.to_string(), steal.engaged.as_str(), steal.count))
        .collect();
    assert_eq!(
        steals,
        [
            ("sustainability".to_owned(), "security", 2),
            ("security".to_owned(), "cost", 1),
            ("(no skill)".to_owned(), "security", 1),
        ]
    );
    // Both attempts of the only prompt: one draw.
    is(figures.steals[0].share, 2.0, 2.0, 0.206549, 1.0);
    let attractors: Vec<_> =
        figures.attractors.iter().map(|a| (a.id.as_str(), a.fp, a.from)).collect();
    assert_eq!(attractors, [("security", 3, 2), ("cost", 1, 1)]);
}

#[test]
fn two_prompts_of_three_attempts() {
    let observations = [
        row("l").expects("lifecycle").ran(&["lifecycle", "lifecycle", "lifecycle"]),
        row("r").expects("retention").ran(&["retention", "basics", ""]),
    ]
    .concat();
    let figures = Figures::of(&observations, 6, &ids("basics lifecycle retention"));
    is(figures.headline.top1, 4.0, 6.0, 0.183948, 0.946653);
    near(figures.headline.macros.f1.unwrap(), 0.75);
    let retention = figures.skill(&"retention".into()).unwrap();
    let draws = retention.turn1.recall.draws;
    assert_eq!((draws.units, draws.rho, draws.effective), (1, Some(1.0), Some(1.0)));
    let naive = wilson::naive(&retention.turn1.recall, Confidence::default()).unwrap();
    near(naive.low, 0.061492);
    near(naive.high, 0.792340);
    assert_eq!(figures.headline.selections.consistency.rate, Some(0.5));
    assert_eq!(figures.headline.selections.agreement.rate, Some(0.5));
    let basics = figures.skill(&"basics".into()).unwrap();
    assert_eq!((basics.turn1.recall.rate, basics.turn1.precision.rate), (None, Some(0.0)));
    assert_eq!(basics.turn1.f1.value, Some(0.0));
}

#[test]
fn macro_recall_thins_the_draws_by_how_skills_share_the_units() {
    let hit = |skill: &'static str, n: usize| [vec![skill; n], vec![""; 3 - n]].concat();
    let observations: Vec<Observation> =
        [("X", 3), ("X", 2), ("Y", 0), ("Z", 3), ("Z", 3), ("Z", 1)]
            .into_iter()
            .enumerate()
            .flat_map(|(at, (skill, hits))| {
                row(&format!("q{at}")).expects(skill).ran(&hit(skill, hits))
            })
            .collect();
    let recall = Figures::of(&observations, 18, &ids("X Y Z")).headline.macros.recall;
    near(recall.value.unwrap(), 0.537037);
    near(recall.interval.unwrap().low, 0.216159);
    near(recall.interval.unwrap().high, 0.829916);
}

#[test]
fn sequences_averaged() {
    let observations = [
        row("q1").expects("t").ran(&["a t"]),
        row("q2").expects("t").ran(&["t"]),
        row("q3").expects("t").ran(&["w"]),
        row("q4").ran(&[""]),
    ]
    .concat();
    let headline = Figures::of(&observations, 4, &ids("a t w")).headline;
    assert_eq!((headline.top1.hits, headline.trajectory.hits), (2.0, 3.0));
    assert_eq!((headline.top1_in_scope.hits, headline.top1_in_scope.n), (1.0, 3.0));
    near(headline.reciprocal_rank.rate.unwrap(), 0.5);
    near(headline.row_f1.rate.unwrap(), 0.555556);
    assert_eq!(headline.redundancy, Some(0.25));
    assert_eq!(headline.pattern(Pattern::DistractorHijack), 1);
    // One attempt says nothing about agreement.
    assert_eq!(headline.selections.consistency, Rate::default());
}

#[test]
fn agreement_counts_pairs_of_attempts() {
    let headline = Figures::of(&row("q").expects("a").ran(&["a", "a", "b"]), 3, &[]).headline;
    near(headline.selections.agreement.rate.unwrap(), 0.333333);
    assert_eq!(headline.selections.consistency.rate, Some(0.0));
}

#[test]
fn helpers_are_stripped_from_selections_but_not_from_raw_ones() {
    let observations = row("q").expects("a").accepts("r").ran(&["r a", "a"]);
    let headline = Figures::of(&observations, 2, &ids("a r")).headline;
    assert_eq!(headline.selections.consistency.rate, Some(1.0));
    assert_eq!(headline.raw_selections.consistency.rate, Some(0.0));
}

#[test]
fn tables_of_all_three_label_forms() {
    let observations = [
        row("set").expects("a b").ran(&["a c"]),
        row("either").expects("a").or("b").ran(&["b", "a b", "", "c"]),
        row("helper").expects("a").accepts("r").ran(&["r a"]),
        row("should").should("a").ran(&["a", "c"]),
        row("must-not").must_not("a c").ran(&["c"]),
        row("error").expects("a").ran(&["!"]),
    ]
    .concat();
    let figures = Figures::of(&observations, 10, &ids("a b c r"));
    let table = |id: &str| {
        let any = &figures.skill(&id.into()).unwrap().any;
        ([any.tp, any.fp, any.fn_, any.tn], any.alternative_fires)
    };
    // a: set TP; either: left out, TP, FN, FN; helper TP; should TP, FN; must-not TN.
    assert_eq!(table("a"), ([4, 0, 3, 1], 0));
    // b: set FN; either: two alternative fires, two TN; helper TN.
    assert_eq!(table("b"), ([0, 0, 1, 3], 2));
    // c: set FP; either: three TN, one FP; helper TN; must-not FP. Nothing is known of it in `should`.
    assert_eq!(table("c"), ([0, 3, 0, 4], 0));
    // r: TN but in the row where it is neutral.
    assert_eq!(table("r"), ([0, 0, 0, 5], 0));
    let a = figures.skill(&"a".into()).unwrap();
    assert_eq!((a.any.recall.hits, a.any.recall.n), (4.0, 7.0));
    assert_eq!((a.any.false_fires.hits, a.any.false_fires.n), (0.0, 1.0));
    // Only `helper` is a row of the matrix; sets and alternatives are in the headline.
    assert_eq!(figures.confusion(Level::Turn1).total(), 1);
    assert_eq!((figures.headline.top1.hits, figures.headline.top1.n), (4.0, 6.0));
    assert_eq!((a.completion.planned, a.completion.errored), (7, 1));
    let partial = figures.partial.unwrap();
    assert_eq!((partial.trigger_recall.hits, partial.trigger_recall.n), (1.0, 2.0));
    assert_eq!((partial.restraint.hits, partial.restraint.n), (1.0, 2.0));
}

#[test]
fn levels_of_the_matrix() {
    let query = row("q").expects("a").accepts("r").build();
    let cells = |sequence, level| {
        let cells = cells_of(&query, &probe(sequence), level);
        cells.iter().map(|(_, engaged)| engaged.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(cells("r b a b", Level::Turn1), "b");
    assert_eq!(cells("r b a b", Level::Trajectory), "a");
    assert_eq!(cells("r b a b", Level::Any), "b a");
    assert_eq!(cells("r b c", Level::Trajectory), "b");
    assert_eq!(cells("r", Level::Any), "(no skill)");
    for query in [row("s").expects("a b"), row("o").expects("a").or("b"), row("p").should("a")] {
        assert!(cells_of(&query.build(), &probe("a"), Level::Turn1).is_empty());
    }
    let disputed = row("d").expects("a").with(|query| query.disputed = true).build();
    assert!(cells_of(&disputed, &probe("a"), Level::Turn1).is_empty());
}

#[test]
fn disputed_and_multi_turn_rows_stand_apart() {
    let observations = [
        row("q").expects("a").ran(&["a"]),
        row("d").expects("a").with(|query| query.disputed = true).ran(&["b"]),
        row("t").expects("a").with(|query| query.turns = true).ran(&["!", "a"]),
    ]
    .concat();
    let figures = Figures::of(&observations, 4, &ids("a b"));
    assert_eq!((figures.headline.top1.hits, figures.headline.top1.n), (1.0, 1.0));
    let apart = |group: Option<Apart>| group.unwrap().headline;
    assert_eq!(apart(figures.disputed.clone()).top1.rate, Some(0.0));
    assert_eq!(apart(figures.turns.clone()).top1.rate, Some(1.0));
    assert_eq!(apart(figures.turns.clone()).completion.errored, 1);
    assert_eq!(figures.skill(&"a".into()).unwrap().turn1.support, 1);
    assert_eq!(figures.skill(&"a".into()).unwrap().any.tp, 1);
    assert_eq!((figures.run.planned, figures.run.scored, figures.run.errored), (4, 3, 1));
    assert_eq!((figures.partial, figures.attractors.len()), (None, 0));
}

#[test]
fn nothing_measured_is_undefined_everywhere() {
    let figures = Figures::of(&[], 5, &ids("a"));
    assert_eq!(figures.headline.top1, Rate::default());
    assert_eq!(figures.headline.macros.precision, None);
    assert_eq!(figures.headline.redundancy, None);
    assert_eq!(figures.run.share(), Some(0.0));
    assert_eq!((figures.headline.completion.planned, figures.run.pending()), (5, 5));
    assert_eq!(figures.skills.len(), 1);
    assert_eq!(figures.skills[0].any.false_fires.rate, None);
}

#[test]
fn a_retry_replaces_an_error_and_a_second_score_is_a_clash() {
    let mut tally = Tally::new(&ids("a b"));
    let [miss, hit] = [["b"], ["a"]].map(|attempt| row("q").expects("a").ran(&attempt).remove(0));
    let error = row("q").expects("a").ran(&["!"]).remove(0);
    for observation in [&error, &hit, &miss, &error] {
        tally.add(observation);
    }
    let figures = tally.figures(Confidence::default());
    assert_eq!((figures.headline.top1.hits, figures.headline.top1.n), (1.0, 1.0));
    assert_eq!((figures.run.planned, figures.run.errored, figures.clashes), (1, 0, 1));
}

#[test]
fn a_planned_query_counts_for_its_skill_before_it_runs() {
    let mut tally = Tally::new(&ids("a"));
    tally.plan(&row("q").expects("a").build(), 3);
    tally.plan(&row("p").must_not("a").build(), 2);
    tally.add(&row("q").expects("a").ran(&["a"])[0]);
    let figures = tally.figures(Confidence::default());
    let completion = &figures.skill(&"a".into()).unwrap().completion;
    assert_eq!((completion.planned, completion.scored), (3, 1));
    assert_eq!((figures.headline.completion.planned, figures.run.planned), (3, 5));
    assert_eq!(figures.partial.unwrap().completion.planned, 2);
}

#[test]
fn prompts_that_repeat_are_one_draw() {
    let same = |id: &str| row(id).expects("a").with(|query| query.prompt = "do  it".into());
    let observations = [same("x").ran(&["a"]), same("y").ran(&["a"])].concat();
    let top1 = Figures::of(&observations, 2, &ids("a")).headline.top1;
    is(top1, 2.0, 2.0, 0.206549, 1.0);
}

#[test]
fn misses_that_a_budget_ended_are_told_apart() {
    use crate::core::trajectory::{EndedBy, Outcome, Trajectory};
    let ended = |ended_by| {
        let outcome = Outcome::Scored(Trajectory { ended_by, ..Trajectory::default() });
        Observation {
            outcome: outcome.into(),
            ..row(&format!("{ended_by}")).expects("a").ran(&["a"]).remove(0)
        }
    };
    let observations = [EndedBy::Answer, EndedBy::StepBudget, EndedBy::TurnBudget].map(ended);
    let figures = Figures::of(&observations, 3, &ids("a"));
    assert_eq!(figures.headline.misses_by_budget, Share { hits: 2, n: 3 });
    assert_eq!(figures.skills[0].misses_by_budget, Share { hits: 2, n: 3 });
}
