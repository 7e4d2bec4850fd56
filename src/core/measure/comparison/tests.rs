//! Worked comparisons, and what holds for any two results.

use proptest::prelude::*;

use super::*;
use crate::core::measure::testing::{after, before, ids, row};

/// `n` queries that expect a skill, each with these attempts.
fn many(skill: &str, n: usize, attempts: &[&str]) -> Vec<Observation> {
    (0..n).flat_map(|at| row(&format!("{skill}{at}")).expects(skill).ran(attempts)).collect()
}

fn edited(names: &str) -> Terms {
    Terms { edited: ids(names).into_iter().collect(), ..Terms::default() }
}

/// A skill gains nine queries that another one took.
fn won() -> [Vec<Observation>; 2] {
    [
        [many("a", 9, &["b"]), many("b", 9, &["b"])].concat(),
        [many("a", 9, &["a"]), many("b", 9, &["b"])].concat(),
    ]
}

#[track_caller]
fn find<'a>(comparison: &'a Comparison, id: &str, measure: Measure) -> &'a SkillRow {
    let named = |row: &&SkillRow| row.id.as_str() == id && row.measure == measure;
    comparison.skills.iter().find(named).unwrap()
}

#[test]
fn an_agent_that_draws_nothing_flips_nothing_by_chance() {
    // Two queries of one prompt that go apart look like chance between attempts.
    let twins = |first: &str, second: &str| {
        let one = |id: &str, engaged: &str| {
            row(id).expects("a").with(|query| query.prompt = "p".into()).ran(&[engaged])
        };
        [one("t0", first), one("t1", second), many("b", 9, &["b"])].concat()
    };
    let [before, after] = [twins("a", "b"), twins("a", "a")];
    let of = |drawless| Comparison::of(&before, &after, &Terms { drawless, ..Terms::default() });
    assert!(of(false).noise.expected_flips > 0.0);
    let told = of(true);
    assert_eq!((told.noise.rho, told.noise.assumed), (1.0, false));
    assert!(told.noise.expected_flips < 1e-6, "{:?}", told.noise);
    assert_eq!(told.headline.needed.attempts, None);
}

#[test]
fn a_gain_is_better_for_the_headline_and_the_skills_concerned() {
    let [before, after] = won();
    let comparison = Comparison::of(&before, &after, &edited("a"));
    let headline = &comparison.headline;
    assert_eq!((headline.units, headline.differing, headline.looks), (18, 9, 1));
    assert_eq!((headline.delta, headline.p), (Some(0.5), Some(0.00390625)));
    assert_eq!(headline.arms.map(|arm| arm.rate), [Some(0.5), Some(1.0)]);
    assert_eq!(headline.verdict, Verdict::Better);
    assert_eq!(headline.needed.queries, Some(0));

    let rows: Vec<_> = comparison
        .skills
        .iter()
        .map(|row| {
            (row.id.as_str(), row.measure, row.family, row.units, row.differing, row.verdict)
        })
        .collect();
    use {Kin::*, Measure::*, Verdict::*};
    assert_eq!(
        rows,
        [
            ("a", Recall, Edited, 9, 9, Better),
            ("b", Recall, Other, 9, 0, CannotTell),
            ("a", FalseFire, Edited, 9, 0, CannotTell),
            // Its fall is good.
            ("b", FalseFire, Other, 9, 9, Better),
        ]
    );
    assert_eq!(find(&comparison, "a", Recall).p_adjusted, Some(0.00390625));
    assert_eq!(find(&comparison, "b", Recall).p_adjusted, None);
    assert_eq!(find(&comparison, "b", FalseFire).delta, Some(-1.0));
    assert_eq!((comparison.flips.flips.len(), comparison.flips.hit_flips()), (9, 9));

    let back = Comparison::of(&after, &before, &edited("a"));
    assert_eq!(back.headline.verdict, Worse);
    assert_eq!(find(&back, "b", FalseFire).verdict, Worse);
}

#[test]
fn a_late_look_decides_less() {
    let [before, after] = won();
    let at = |look| Comparison::of(&before, &after, &Terms { look, ..edited("a") });
    assert_eq!(at(4).headline.verdict, Verdict::Better);
    let tenth = at(10);
    assert_eq!(tenth.headline.verdict, Verdict::CannotTell);
    assert_eq!(tenth.headline.look().unwrap(), "look 10 at this baseline: p .004 x 55");
    assert_eq!(at(1).headline.look(), None);
    // Picture and word agree.
    assert_eq!(tenth.headline.bounds.unwrap().low, 0.0);
    let skill = find(&tenth, "a", Measure::Recall);
    assert_eq!((skill.verdict, skill.p_adjusted), (Verdict::CannotTell, None));
}

#[test]
fn verdicts_in_words() {
    let [before, after] = won();
    let won = Comparison::of(&before, &after, &edited("a"));
    assert_eq!(won.headline.to_string(), "better: +50.0 points [+19.2, +70.8], p .004");
    assert_eq!(
        find(&won, "b", Measure::Recall).to_string(),
        "cannot tell: 9 queries, 0 differ, a verdict takes 6"
    );
    assert_eq!(
        find(&won, "b", Measure::FalseFire).to_string(),
        "better: -100.0 points [-100.0, -47.8], p .004"
    );
    let few = Comparison::of(&many("a", 20, &["a"]), &many("a", 20, &["a"]), &Terms::default());
    assert_eq!(
        few.headline.to_string(),
        "cannot tell: +0.0 points [-12.6, +12.6]; no difference was seen"
    );
    let one = [many("a", 1, &["b"]), many("b", 19, &["b"])].concat();
    let right = [many("a", 1, &["a"]), many("b", 19, &["b"])].concat();
    let one = Comparison::of(&one, &right, &Terms::default());
    assert_eq!(one.headline.needed.queries, Some(135));
    assert_eq!(
        one.headline.to_string(),
        "cannot tell: +5.0 points [-10.8, +19.9]; about 135 more queries would decide a difference \
         of this size, attempts alone cannot"
    );
    assert_eq!(one.flips_in_words(), "1 flip; none expected from noise");
    assert_eq!(one.shared(), None);
}

#[test]
fn attempts_help_where_chance_lies_within_queries() {
    let mixed = |hits: usize, n: usize| {
        let attempts: Vec<&str> = (0..4).map(|at| if at < hits { "a" } else { "" }).collect();
        many("a", n, &attempts)
    };
    let comparison = Comparison::of(&mixed(1, 8), &mixed(2, 8), &Terms::default());
    assert_eq!(comparison.headline.verdict, Verdict::Better);
    let shuffled = |hits: [usize; 12]| -> Vec<Observation> {
        let ran = |(at, hits): (usize, usize)| {
            let attempts: Vec<&str> = (0..4).map(|at| if at < hits { "a" } else { "" }).collect();
            row(&format!("q{at}")).expects("a").ran(&attempts)
        };
        hits.into_iter().enumerate().flat_map(ran).collect()
    };
    let unclear = Comparison::of(
        &shuffled([1, 3, 2, 2, 1, 3, 2, 2, 1, 3, 2, 2]),
        &shuffled([3, 3, 2, 3, 1, 2, 3, 2, 2, 3, 1, 3]),
        &Terms::default(),
    );
    let needed = unclear.headline.needed;
    assert_eq!(needed.attempts, Some(17));
    assert_eq!(needed.probes, needed.queries.map(|queries| queries * 4 * 2));
}

#[test]
fn nothing_in_common_and_obstacles_are_not_comparable() {
    let apart = Comparison::of(&many("a", 3, &["a"]), &many("b", 3, &["b"]), &Terms::default());
    assert_eq!(apart.headline.verdict, Verdict::NotComparable);
    assert_eq!((apart.headline.delta, apart.headline.bounds, apart.headline.p), (None, None, None));
    assert_eq!((apart.flips.only_before, apart.flips.only_after), (3, 3));
    assert_eq!(apart.headline.to_string(), "not comparable: —");

    let [before, after] = won();
    let terms = Terms { obstacle: Some(Obstacle::StopRules), ..edited("a") };
    let held = Comparison::of(&before, &after, &terms);
    assert_eq!(held.headline.delta, Some(0.5));
    assert_eq!(held.headline.needed, Needed::default());
    assert_eq!(held.headline.bounds.map(|bounds| bounds.low), Some(0.0));
    assert!(held.skills.iter().all(|row| row.verdict == Verdict::NotComparable));
}

#[test]
fn a_headline_and_a_skill_as_data() {
    let [before, after] = won();
    let comparison = Comparison::of(&before, &after, &edited("a"));
    let json = serde_json::to_value(&comparison.headline).unwrap();
    assert_eq!((&json["metric"], &json["verdict"]), (&"top-1".into(), &"better".into()));
    assert_eq!((&json["p"], &json["needed_queries"]), (&0.00390625.into(), &0.into()));
    assert!(json["low"].as_f64().unwrap() > 0.0 && json["high"].is_f64());
    let json = serde_json::to_value(find(&comparison, "b", Measure::FalseFire)).unwrap();
    assert_eq!((&json["measure"], &json["family"]), (&"false-fire".into(), &"other".into()));
    let apart = Comparison::of(&before, &[], &Terms::default());
    let json = serde_json::to_value(&apart.headline).unwrap();
    assert_eq!(json["verdict"], "not-comparable");
    for undefined in ["delta", "low", "high", "p", "needed_queries", "needed_probes"] {
        assert_eq!(json.get(undefined), Some(&serde_json::Value::Null), "{undefined}");
    }
}

#[test]
fn errors_disputes_and_rows_of_one_arm_stay_out() {
    let comparison = Comparison::of(&before(), &after(), &Terms::default());
    // kept, lost, won, moved: an errored probe is in neither arm.
    assert_eq!((comparison.headline.units, comparison.headline.differing), (4, 2));
    let disputed = row("d").expects("a").with(|query| query.disputed = true);
    let with = [before(), disputed.ran(&["a"])].concat();
    let disputed = row("d").expects("a").with(|query| query.disputed = true);
    let other = [after(), disputed.ran(&["b"])].concat();
    let again = Comparison::of(&with, &other, &Terms::default());
    assert_eq!(again, comparison);
}

#[test]
fn shared_records_and_changed_labels_are_counted() {
    let [before, after] = won();
    let shared: Vec<Observation> = [&after[..9], &before[9..]].concat();
    let comparison = Comparison::of(&before, &shared, &Terms::default());
    assert_eq!(comparison.same_records, 9);
    assert_eq!(comparison.shared().unwrap(), "9 same records, not a second measurement");
    let relabelled = row("a0").expects("b").ran(&["b"]);
    let comparison = Comparison::of(&before, &relabelled, &Terms::default());
    assert_eq!((comparison.relabelled, comparison.headline.units), (1, 1));
    assert_eq!(comparison.headline.delta, Some(1.0));
}

#[test]
fn equal_prompts_and_groups_are_one_unit() {
    let ask = |id: &str, first: &'static str| {
        row(id).expects("a").with(|query| query.prompt = "do  it".into()).ran(&[first])
    };
    let before = [ask("x", "a"), ask("y", "")].concat();
    let after = [ask("x", "a"), ask("y", "a")].concat();
    let headline = Comparison::of(&before, &after, &Terms::default()).headline;
    assert_eq!((headline.units, headline.delta), (1, Some(0.5)));
}

#[test]
fn the_metric_of_the_plan_decides() {
    let arm = |sequence: &'static str| {
        let rows = (0..8).map(|at| row(&format!("q{at}")).expects("a").ran(&[sequence]));
        let partial = (0..7).map(|at| row(&format!("p{at}")).should("a").ran(&[sequence]));
        rows.chain(partial).flatten().collect::<Vec<_>>()
    };
    let (before, after) = (arm("b a"), arm("a"));
    let of =
        |metric| Comparison::of(&before, &after, &Terms { metric, ..Terms::default() }).headline;
    assert_eq!((of(Metric::Top1).units, of(Metric::Top1).delta), (8, Some(1.0)));
    assert_eq!((of(Metric::Trajectory).units, of(Metric::Trajectory).delta), (8, Some(0.0)));
    let recall = of(Metric::TriggerRecall);
    assert_eq!((recall.units, recall.delta), (7, Some(0.0)));
    assert_eq!(of(Metric::Restraint).verdict, Verdict::NotComparable);
}

fn any_arm() -> impl Strategy<Value = Vec<Observation>> {
    let names = ["", "a", "b", "c", "a b", "!"];
    let attempts = prop::collection::vec(prop::sample::select(names.to_vec()), 1..4);
    prop::collection::vec(attempts, 18).prop_map(|queries| {
        let ran = |(at, attempts): (usize, Vec<&str>)| {
            let expected = ["a", "b", "c", "", "a b", "c"][at % 6];
            row(&format!("q{at}")).expects(expected).ran(&attempts)
        };
        queries.into_iter().enumerate().flat_map(ran).collect()
    })
}

fn turned(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Better => Verdict::Worse,
        Verdict::Worse => Verdict::Better,
        other => other,
    }
}

proptest! {
    #[test]
    fn swapped_arms_turn_every_verdict(x in any_arm(), y in any_arm()) {
        let terms = edited("a");
        let (there, back) = (Comparison::of(&x, &y, &terms), Comparison::of(&y, &x, &terms));
        prop_assert_eq!(there.headline.verdict, turned(back.headline.verdict));
        prop_assert_eq!(there.headline.p, back.headline.p);
        prop_assert_eq!(there.skills.len(), back.skills.len());
        for (row, other) in there.skills.iter().zip(&back.skills) {
            prop_assert_eq!((&row.id, row.p_adjusted), (&other.id, other.p_adjusted));
            prop_assert_eq!(row.verdict, turned(other.verdict));
        }
        prop_assert!((there.noise.expected_flips - back.noise.expected_flips).abs() < 1e-9);
    }

    #[test]
    fn a_result_against_itself_cannot_tell(x in any_arm()) {
        let same = Comparison::of(&x, &x, &edited("b"));
        prop_assert!(matches!(
            same.headline.verdict, Verdict::CannotTell | Verdict::NotComparable
        ));
        prop_assert!(same.skills.iter().all(|row| row.verdict == Verdict::CannotTell));
        prop_assert!(same.flips.flips.is_empty());
    }

    #[test]
    fn order_of_arrival_changes_nothing(x in any_arm(), y in any_arm(), by in 0usize..50) {
        let mut shifted = y.clone();
        shifted.rotate_left(by % y.len());
        prop_assert_eq!(
            Comparison::of(&x, &y, &edited("a")), Comparison::of(&x, &shifted, &edited("a"))
        );
    }

    #[test]
    fn a_verdict_never_rests_on_fewer_than_six(x in any_arm(), y in any_arm()) {
        let comparison = Comparison::of(&x, &y, &edited("a"));
        for row in &comparison.skills {
            let decided = matches!(row.verdict, Verdict::Better | Verdict::Worse);
            prop_assert!(!decided || row.differing >= 6);
            prop_assert!(row.differing <= row.units);
            prop_assert_eq!(row.p_adjusted.is_some(), row.differing >= row.least_differing);
            prop_assert!(row.p_adjusted >= row.p || row.p_adjusted.is_none());
        }
    }
}
