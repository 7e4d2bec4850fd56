//! What holds for any rows and any outcomes.

use std::sync::Arc;

use proptest::{prelude::*, sample::subsequence};

use super::{
    figures::Figures,
    headline::Headline,
    rate::Rate,
    testing::{ids, probe},
    *,
};
use crate::core::{
    measure::{confusion::Level, sequence::stripped},
    query::Label,
    trajectory::Outcome,
};

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

fn some(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<SkillId>> {
    subsequence(NAMES.to_vec(), sizes).prop_shuffle().prop_map(|names| ids(&names.join(" ")))
}

/// Labels that the matrix has a row for.
fn simple() -> impl Strategy<Value = Label<SkillId>> {
    some(0..=1).prop_map(|expected| Label::Complete { expected, alternatives: Vec::new() })
}

/// Complete labels of every form.
fn complete() -> impl Strategy<Value = Label<SkillId>> {
    let set = some(2..=3).prop_map(|expected| (expected, Vec::new()));
    let either = some(2..=3).prop_map(|mut all| (all.split_off(all.len() - 1), all));
    let rest = prop_oneof![set, either];
    prop_oneof![
        simple(),
        rest.prop_map(|(expected, alternatives)| Label::Complete { expected, alternatives })
    ]
}

fn any_label() -> impl Strategy<Value = Label<SkillId>> {
    let partial = (some(0..=1), some(0..=2)).prop_map(|(should, mut must_not)| {
        must_not.retain(|skill| !should.contains(skill));
        Label::Partial { should, must_not }
    });
    prop_oneof![3 => complete(), 1 => partial]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let engaged = prop::collection::vec(prop::sample::select(NAMES.to_vec()), 0..4);
    prop_oneof![
        9 => engaged.prop_map(|names| Outcome::Scored(probe(&names.join(" ")))),
        1 => Just(Outcome::Errored { cause: "crash".into() }),
    ]
}

/// Queries with distinct ids, some with equal prompts, and up to three attempts of each.
fn run(label: impl Strategy<Value = Label<SkillId>>) -> impl Strategy<Value = Vec<Observation>> {
    let query = (label, some(0..=1), 0u8..8, prop::collection::vec(outcome(), 1..4));
    prop::collection::vec(query, 0..12).prop_map(|queries| {
        let observe = |(at, (label, mut neutral, prompt, outcomes)): (usize, _)| {
            let named: Vec<SkillId> = match &label {
                Label::Complete { expected, alternatives } => {
                    expected.iter().chain(alternatives).cloned().collect()
                }
                Label::Partial { should, must_not } => {
                    should.iter().chain(must_not).cloned().collect()
                }
            };
            Vec::retain(&mut neutral, |skill| !named.contains(skill));
            let query =
                Query { neutral, ..Query::new(format!("q{at}"), format!("{prompt}"), label) };
            let query = Arc::new(query);
            let outcomes: Vec<Outcome> = outcomes;
            (1..)
                .zip(outcomes)
                .map(|(attempt, outcome)| Observation {
                    query: Arc::clone(&query),
                    attempt,
                    outcome: Arc::new(outcome),
                })
                .collect::<Vec<_>>()
        };
        queries.into_iter().enumerate().flat_map(observe).collect()
    })
}

fn figures(observations: &[Observation]) -> Figures {
    Figures::of(observations, observations.len(), &ids("a b c d"))
}

/// Scored probes as (query, distinct scored engagements).
fn scored(observations: &[Observation]) -> Vec<(&Query<SkillId>, Vec<&SkillId>)> {
    observations
        .iter()
        .filter_map(|observation| {
            let Outcome::Scored(trajectory) = &*observation.outcome else { return None };
            let mut skills = stripped(&observation.query, trajectory);
            skills.sort();
            skills.dedup();
            Some((&*observation.query, skills))
        })
        .collect()
}

fn rates(figures: &Figures) -> Vec<Option<f64>> {
    let headline = |h: &Headline| {
        let rates = [
            h.top1,
            h.trajectory,
            h.top1_in_scope,
            h.trajectory_in_scope,
            h.all_reached,
            h.coverage,
            h.abstention,
            h.false_abstention,
            h.out_of_scope_detection,
            h.misroute,
            h.reciprocal_rank,
            h.row_f1,
            h.micro.precision,
            h.micro.recall,
        ];
        let mut out = rates.map(|rate: Rate| rate.rate).to_vec();
        out.extend([h.redundancy, h.macros.precision, h.macros.recall.value, h.macros.f1]);
        out.push(h.micro.f1.value);
        out
    };
    let mut out = headline(&figures.headline);
    for skill in &figures.skills {
        let (class, any) = (&skill.turn1, &skill.any);
        out.extend([class.precision, class.recall, class.trajectory_recall].map(|rate| rate.rate));
        out.extend([any.precision, any.recall, any.false_fires].map(|rate| rate.rate));
        out.extend([class.f1.value, any.f1.value]);
    }
    out.extend(figures.steals.iter().map(|steal| steal.share.rate));
    if let Some(partial) = &figures.partial {
        out.extend([partial.trigger_recall.rate, partial.restraint.rate]);
    }
    out
}

fn intervals(figures: &Figures) -> Vec<Rate> {
    let h = &figures.headline;
    let mut out = vec![
        h.top1,
        h.trajectory,
        h.coverage,
        h.reciprocal_rank,
        h.row_f1,
        h.micro.precision,
        h.selections.consistency,
        h.selections.agreement,
    ];
    for skill in &figures.skills {
        out.extend([skill.turn1.precision, skill.turn1.recall, skill.any.false_fires]);
    }
    out.extend(figures.steals.iter().map(|steal| steal.share));
    out
}

proptest! {
    #[test]
    fn classes_conserve_rows(run in run(simple())) {
        let figures = figures(&run);
        let classes: Vec<_> =
            figures.skills.iter().map(|skill| &skill.turn1).chain([&figures.no_skill]).collect();
        let sum = |of: fn(&classes::ClassFigures) -> u32| classes.iter().map(|c| of(c)).sum::<u32>();
        let scored = figures.run.scored as u32;
        prop_assert_eq!(sum(|c| c.support), scored);
        prop_assert_eq!(sum(|c| c.predicted), scored);
        prop_assert_eq!(f64::from(sum(|c| c.tp)), figures.headline.top1.hits);
        prop_assert_eq!(sum(|c| c.fn_), sum(|c| c.fp));
        for class in &classes {
            prop_assert_eq!(class.tp + class.fn_, class.support);
            prop_assert_eq!(class.tp + class.fp, class.predicted);
            let (tp, fp, fn_) = (f64::from(class.tp), f64::from(class.fp), f64::from(class.fn_));
            let f1 = (tp + fp + fn_ > 0.0).then(|| 2.0 * tp / (2.0 * tp + fp + fn_));
            prop_assert_eq!(f1.is_some(), class.f1.value.is_some());
            prop_assert!((f1.unwrap_or(0.0) - class.f1.value.unwrap_or(0.0)).abs() < 1e-12);
        }
        prop_assert_eq!(figures.confusion(Level::Turn1).total(), scored);
        prop_assert_eq!(figures.confusion(Level::Trajectory).total(), scored);
        let fps: u32 = figures.attractors.iter().map(|attractor| attractor.fp).sum();
        prop_assert_eq!(fps, figures.steals.iter().map(|steal| steal.count).sum::<u32>());
        let expected = figures.headline.misroute.hits;
        prop_assert_eq!(f64::from(fps), expected);
    }

    #[test]
    fn tables_conserve_rows_and_engagements(run in run(complete())) {
        let figures = figures(&run);
        let scored = scored(&run);
        let mut fires = 0;
        for skill in &figures.skills {
            let any = &skill.any;
            fires += any.tp + any.fp + any.alternative_fires;
            let speaks = scored.iter().filter(|(query, engaged)| {
                let Label::Complete { expected, alternatives } = &query.label else { return false };
                let fired = |id: &SkillId| engaged.contains(&id);
                let replaced = expected.contains(&skill.id)
                    && !fired(&skill.id)
                    && alternatives.iter().any(fired);
                let alternative = alternatives.contains(&skill.id) && fired(&skill.id);
                !(query.neutral.contains(&skill.id) || replaced || alternative)
            });
            prop_assert_eq!((any.tp + any.fp + any.fn_ + any.tn) as usize, speaks.count());
            prop_assert_eq!(any.recall.n, f64::from(any.tp + any.fn_));
            prop_assert_eq!(any.precision.n, f64::from(any.tp + any.fp));
            prop_assert_eq!(any.false_fires.hits, f64::from(any.fp));
        }
        let engagements: usize = scored.iter().map(|(_, engaged)| engaged.len()).sum();
        prop_assert_eq!(fires as usize, engagements);
    }

    #[test]
    fn hits_are_nested(run in run(any_label())) {
        let figures = figures(&run);
        let headline = &figures.headline;
        prop_assert!(headline.top1.hits <= headline.trajectory.hits);
        prop_assert!(headline.trajectory.hits <= headline.trajectory.n);
        prop_assert!(headline.all_reached.hits <= headline.trajectory_in_scope.hits);
        prop_assert!(headline.false_abstention.hits <= headline.abstention.hits);
        for skill in &figures.skills {
            prop_assert!(skill.turn1.recall.hits <= skill.turn1.trajectory_recall.hits);
        }
        let patterns: usize = headline.patterns.iter().map(|(_, count)| count).sum();
        prop_assert_eq!(patterns, headline.completion.scored);
    }

    #[test]
    fn order_of_arrival_changes_no_bit(run in run(any_label()), seed in any::<u64>()) {
        let mut shuffled = run.clone();
        shuffled.sort_by_cached_key(|observation| {
            use std::hash::{DefaultHasher, Hash, Hasher};
            let mut hasher = DefaultHasher::new();
            (seed, &observation.query.id, observation.attempt).hash(&mut hasher);
            hasher.finish()
        });
        prop_assert_eq!(figures(&run), figures(&shuffled));
    }

    #[test]
    fn one_by_one_is_as_from_scratch(run in run(any_label()), confidence in 0.5..0.99) {
        let confidence = Confidence::new(confidence).unwrap();
        let mut stream = Tally::new(&ids("a b c d"));
        for (seen, observation) in run.iter().enumerate() {
            let mut scratch = Tally::new(&ids("a b c d"));
            run[..seen].iter().for_each(|observation| scratch.add(observation));
            prop_assert_eq!(stream.figures(confidence), scratch.figures(confidence));
            stream.add(observation);
        }
    }

    #[test]
    fn doubled_attempts_change_no_rate(run in run(any_label())) {
        let again = run.iter().map(|observation| Observation {
            attempt: observation.attempt + 10,
            ..observation.clone()
        });
        let doubled: Vec<Observation> = run.iter().cloned().chain(again).collect();
        let (once, twice) = (rates(&figures(&run)), rates(&figures(&doubled)));
        prop_assert_eq!(once.len(), twice.len());
        for (once, twice) in once.iter().zip(&twice) {
            prop_assert_eq!(once.is_some(), twice.is_some());
            prop_assert!((once.unwrap_or(0.0) - twice.unwrap_or(0.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn an_error_enters_completion_alone(run in run(any_label())) {
        let kept: Vec<Observation> = run
            .iter()
            .filter(|observation| matches!(*observation.outcome, Outcome::Scored(_)))
            .cloned()
            .collect();
        let (with, without) = (figures(&run), figures(&kept));
        prop_assert_eq!(with.headline.top1, without.headline.top1);
        prop_assert_eq!(&with.confusion, &without.confusion);
        prop_assert_eq!(&with.steals, &without.steals);
        prop_assert_eq!(with.run.scored, without.run.scored);
        prop_assert_eq!(with.run.errored, run.len() - kept.len());
    }

    #[test]
    fn every_figure_is_a_number_in_range(run in run(any_label())) {
        let figures = figures(&run);
        for rate in rates(&figures).into_iter().flatten() {
            prop_assert!(rate.is_finite() && rate >= 0.0);
        }
        for rate in intervals(&figures) {
            prop_assert_eq!(rate.rate.is_some(), rate.interval.is_some());
            prop_assert_eq!(rate.rate.is_some(), rate.n > 0.0);
            if let (Some(share), Some(interval)) = (rate.rate, rate.interval) {
                prop_assert!(0.0 <= interval.low && interval.low <= share);
                prop_assert!(share <= interval.high && interval.high <= 1.0);
            }
        }
    }
}
