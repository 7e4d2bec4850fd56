//! Worked gates, and what holds for any.

use proptest::prelude::*;

use super::*;
use crate::core::{
    measure::{
        Observation,
        gate::{Bound, Figure},
        testing::{ids, row},
    },
    trajectory::{EndedBy, Outcome, Trajectory},
};

/// `hits` of `n` queries that expect `a`; the others engage `b`.
fn run(hits: usize, n: usize) -> Vec<Observation> {
    let first = |at| if at < hits { "a" } else { "b" };
    (0..n).flat_map(|at| row(&format!("q{at}")).expects("a").ran(&[first(at)])).collect()
}

fn figures(observations: &[Observation]) -> Figures {
    Figures::of(observations, observations.len(), &ids("a b"))
}

fn bar(figure: Figure, skill: Option<&str>, bound: Bound, threshold: f64) -> Assertion {
    Assertion::new(figure, skill.map(SkillId::from), bound, threshold).unwrap()
}

fn judge(gate: &Gate, observations: &[Observation]) -> Report {
    gate.judge(&figures(observations))
}

fn gate(assertions: Vec<Assertion>) -> Gate {
    Gate { assertions, ..Gate::default() }
}

fn recall(threshold: f64) -> Assertion {
    bar(Figure::Recall, Some("a"), Bound::Minimum, threshold)
}

#[test]
fn the_interval_decides_and_says_how_many_more() {
    let report = judge(&gate(vec![recall(0.7)]), &run(75, 100));
    let judged = &report.assertions[0];
    assert_eq!((report.verdict, judged.verdict), (Verdict::Undecided, Ruling::Undecided));
    assert_eq!((judged.rate, judged.units, judged.n_eff), (Some(0.75), 100, Some(100.0)));
    // 638 queries in all.
    assert_eq!((judged.needed_probes, judged.reason), (Some(538), None));
    assert_eq!(judge(&gate(vec![recall(0.6)]), &run(75, 100)).verdict, Verdict::Pass);
    let failed = judge(&gate(vec![recall(0.9), recall(0.6)]), &run(75, 100));
    assert_eq!(failed.verdict, Verdict::Fail);
    assert_eq!(failed.assertions[0].needed_probes, Some(0));
    // The estimate is the bar itself: no number of probes decides.
    assert_eq!(judge(&gate(vec![recall(0.75)]), &run(75, 100)).assertions[0].needed_probes, None);
}

#[test]
fn maxima_go_the_other_way_round() {
    let at = |threshold| {
        let bars = vec![bar(Figure::Misroute, None, Bound::Maximum, threshold)];
        judge(&gate(bars), &run(95, 100)).verdict
    };
    assert_eq!([0.02, 0.05, 0.12].map(at), [Verdict::Fail, Verdict::Undecided, Verdict::Pass]);
}

#[test]
fn the_estimate_decides_where_asked_to() {
    let point = |threshold| Gate { decide: Decide::Point, ..gate(vec![recall(threshold)]) };
    assert_eq!(judge(&point(0.75), &run(75, 100)).verdict, Verdict::Pass);
    assert_eq!(judge(&point(0.76), &run(75, 100)).verdict, Verdict::Fail);
}

#[test]
fn what_cannot_pass_is_said() {
    let report = judge(&gate(vec![recall(0.8)]), &run(9, 9));
    let judged = &report.assertions[0];
    assert_eq!(judged.reason.unwrap().to_string(), "9 queries, 16 are needed even if all hit");
    assert_eq!(judged.needed_probes, Some(7));
    assert_eq!(judge(&gate(vec![recall(0.8)]), &run(16, 16)).verdict, Verdict::Pass);
    let misroute = bar(Figure::Misroute, None, Bound::Maximum, 0.1);
    let reason = judge(&gate(vec![misroute]), &run(9, 9)).assertions[0].reason.unwrap();
    assert_eq!(reason.to_string(), "9 queries, 35 are needed even if none does");
}

#[test]
fn too_much_missing_is_incomplete_and_undecided() {
    let torn = [run(90, 90), row("e").expects("a").ran(&["!"; 10])].concat();
    let report = judge(&gate(vec![recall(0.5)]), &torn);
    assert!(report.incomplete);
    assert_eq!(report.verdict, Verdict::Undecided);
    assert_eq!(
        report.assertions[0].reason.unwrap().to_string(),
        "incomplete: 90 % of the planned probes are scored, 95 % are needed"
    );
    let lax = Gate { floor: 0.9, ..gate(vec![recall(0.5)]) };
    assert_eq!(judge(&lax, &torn).verdict, Verdict::Pass);
    // Completion is judged by its figure alone.
    let complete = |least| bar(Figure::Completion, None, Bound::Minimum, least);
    assert_eq!(judge(&gate(vec![complete(0.9)]), &torn).verdict, Verdict::Pass);
    assert_eq!(judge(&gate(vec![complete(0.95)]), &torn).verdict, Verdict::Fail);
}

#[test]
fn what_is_undefined_or_unknown_is_undecided() {
    let bars = vec![
        bar(Figure::Recall, Some("b"), Bound::Minimum, 0.5),
        bar(Figure::Recall, Some("nobody"), Bound::Minimum, 0.5),
        bar(Figure::OutOfScopeDetection, None, Bound::Minimum, 0.5),
    ];
    let report = judge(&gate(bars), &run(5, 5));
    let reasons: Vec<_> = report.assertions.iter().map(|judged| judged.reason).collect();
    let expected = [Reason::Undefined, Reason::UnknownSkill, Reason::Undefined];
    assert_eq!(reasons, expected.map(Some));
    assert!(report.assertions.iter().all(|judged| judged.verdict == Ruling::Undecided));
    assert_eq!(judge(&gate(Vec::new()), &run(5, 5)).verdict, Verdict::Pass);
}

#[test]
fn a_figure_without_an_interval_is_judged_by_itself_and_says_so() {
    let bars = vec![bar(Figure::MacroF1, None, Bound::Minimum, 0.9)];
    let judged = judge(&gate(bars), &run(10, 10)).assertions.remove(0);
    assert_eq!((judged.verdict, judged.reason), (Ruling::Pass, Some(Reason::PointOnly)));
}

#[test]
fn early_exit_takes_the_word_from_figures_that_it_cuts() {
    let cut = |observations: &mut [Observation]| {
        for observation in observations {
            let Outcome::Scored(trajectory) = &*observation.outcome else { continue };
            let cut = Trajectory { ended_by: EndedBy::EarlyExit, ..trajectory.clone() };
            observation.outcome = Outcome::Scored(cut).into();
        }
    };
    let mut observations = run(40, 40);
    cut(&mut observations);
    let fires = bar(Figure::FalseFires, Some("b"), Bound::Maximum, 0.2);
    let bound = judge(&gate(vec![fires.clone(), recall(0.5)]), &observations);
    assert_eq!(bound.verdict, Verdict::Pass);
    assert_eq!(bound.assertions[0].verdict, Ruling::NotEvaluated);
    assert_eq!(bound.assertions[0].reason, Some(Reason::EarlyExit));
    // Nothing that speaks is left: that is no pass.
    assert_eq!(judge(&gate(vec![fires.clone()]), &observations).verdict, Verdict::Undecided);
    // So it is where labels are partial.
    let mut partial = row("p").should("a").must_not("b c").ran(&["a"; 40]);
    cut(&mut partial);
    let restraint = bar(Figure::Restraint, None, Bound::Minimum, 0.5);
    let judged = judge(&gate(vec![restraint]), &partial).assertions.remove(0);
    assert_eq!((judged.verdict, judged.reason), (Ruling::NotEvaluated, Some(Reason::EarlyExit)));
    let point = Gate { decide: Decide::Point, ..gate(vec![fires]) };
    let marked = judge(&point, &observations).assertions.remove(0);
    assert_eq!((marked.verdict, marked.reason), (Ruling::Pass, Some(Reason::EarlyExit)));
}

#[test]
fn on_a_part_of_the_rows_only_whole_skills_are_judged() {
    let bars = vec![
        recall(0.5),
        bar(Figure::Recall, Some("b"), Bound::Minimum, 0.5),
        bar(Figure::Precision, Some("a"), Bound::Minimum, 0.5),
        bar(Figure::Top1, None, Bound::Minimum, 0.5),
    ];
    let part = Some(ids("a").into_iter().collect());
    let report = judge(&Gate { part, ..gate(bars) }, &run(20, 20));
    let rulings: Vec<Ruling> = report.assertions.iter().map(|judged| judged.verdict).collect();
    use Ruling::{NotEvaluated, Pass};
    assert_eq!(rulings, [Pass, NotEvaluated, NotEvaluated, NotEvaluated]);
    assert_eq!(report.verdict, Verdict::Pass);
}

#[test]
fn undecided_is_let_through_as_told() {
    let open = judge(&gate(vec![recall(0.7)]), &run(75, 100));
    assert!(open.lets_through(true) && !open.lets_through(false));
    assert!(!judge(&gate(vec![recall(0.95)]), &run(75, 100)).lets_through(true));
}

#[test]
fn a_judgement_as_data() {
    let report = judge(&gate(vec![recall(0.8)]), &run(9, 9));
    let json = serde_json::to_value(&report).unwrap();
    let judged = &json["assertions"][0];
    assert_eq!(json["verdict"], "undecided");
    assert_eq!((&judged["metric"], &judged["skill"]), (&"recall".into(), &"a".into()));
    assert_eq!((&judged["bound"], &judged["threshold"]), (&"min".into(), &0.8.into()));
    assert_eq!((&judged["verdict"], &judged["units"]), (&"undecided".into(), &9.into()));
    assert_eq!(judged["reason"], "9 queries, 16 are needed even if all hit");
}

proptest! {
    #[test]
    fn a_higher_bar_is_never_easier(hits in 0usize..40, more in 0usize..40, t in 0.0..0.95f64) {
        let observations = run(hits, hits + more);
        let at = |threshold| judge(&gate(vec![recall(threshold)]), &observations).verdict;
        prop_assert!(at(t + 0.05) <= at(t));
    }

    #[test]
    fn bound_and_estimate_never_contradict(hits in 0usize..40, more in 0usize..40, t in 0.0..=1.0) {
        let observations = run(hits, hits + more);
        let bound = judge(&gate(vec![recall(t)]), &observations).verdict;
        let point = Gate { decide: Decide::Point, ..gate(vec![recall(t)]) };
        let point = judge(&point, &observations).verdict;
        prop_assert!(bound == Verdict::Undecided || bound == point);
    }

    #[test]
    fn f1_reaches_its_bar_where_its_share_does(hits in 1usize..40, more in 0usize..40) {
        let observations = run(hits, hits + more);
        let f1 = bar(Figure::F1, Some("a"), Bound::Minimum, 0.7);
        let judged = judge(&gate(vec![f1]), &observations).assertions.remove(0);
        let passed = judged.low.is_some_and(|low| low >= 0.7);
        prop_assert_eq!(judged.verdict == Ruling::Pass, passed);
        prop_assert!(judged.verdict != Ruling::Pass || hits >= 5);
    }
}
