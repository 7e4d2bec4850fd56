//! Other tools' rules, kept as helpers of tests: where theirs and ours agree, and where ours differ
//! on purpose.

use super::{
    figures::Figures,
    testing::{ids, row},
    wilson::Confidence,
    *,
};

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got - want).abs() < 1e-6, "{got} is not {want}");
}

/// The interval of tools that take one correlation for every run: `attempts` of a query count as
/// 1 / (1 + (attempts - 1) · `icc`) draws each, at least one draw in all.
///
/// `icc` is clamped to \[0, 1\]; `None` where the rate is undefined.
fn fixed_icc(rate: &Rate, attempts: f64, icc: f64, confidence: Confidence) -> Option<Interval> {
    let draws = rate.n / (1.0 + (attempts - 1.0).max(0.0) * icc.clamp(0.0, 1.0));
    wilson::wilson(rate.rate?, draws.max(1.0), confidence, Method::ClusteredWilson)
}

/// One correlation for every run, whatever its attempts did.
#[test]
fn a_fixed_correlation() {
    let interval = |hits: f64, n: f64, attempts: f64, queries: f64, icc: f64| {
        // Attempts within queries go together by .6, queries within a skill by `icc`.
        let stage = |m: f64, icc: f64| 1.0 + (m - 1.0).max(0.0) * icc.clamp(0.0, 1.0);
        let worth = n / (stage(attempts, 0.6) * stage(queries, icc));
        let rate = Rate { hits, n, rate: Some(hits / n), ..Rate::default() };
        // The same by its own two arguments, where there is one stage.
        if queries == 1.0 {
            let one = fixed_icc(&rate, attempts, 0.6, Confidence::default()).unwrap();
            return (one.low, one.high);
        }
        let both = wilson::wilson(
            hits / n,
            worth.max(1.0),
            Confidence::default(),
            Method::ClusteredWilson,
        );
        both.map(|i| (i.low, i.high)).unwrap()
    };
    let known = [
        (7.0, 10.0, 5.0, 1.0, 0.0, 0.2237282306, 0.9497250862),
        (5.0, 10.0, 2.0, 1.0, 0.0, 0.1915099796, 0.8084900204),
        (50.0, 100.0, 5.0, 1.0, 0.0, 0.3300578065, 0.6699421935),
        (0.0, 5.0, 5.0, 1.0, 0.0, 0.0, 0.7231597876),
        (5.0, 5.0, 5.0, 1.0, 0.0, 0.2768402124, 1.0),
        (1.0, 2.0, 2.0, 1.0, 0.0, 0.0656928516, 0.9343071484),
        (1.0, 3.0, 3.0, 1.0, 0.0, 0.0330942601, 0.8795787193),
        (4.0, 6.0, 3.0, 1.0, 0.0, 0.1957578539, 0.9426388674),
        (60.0, 100.0, 5.0, 4.0, 0.3, 0.3607736136, 0.7994624795),
        (10.0, 20.0, 1.0, 4.0, 0.5, 0.2152160622, 0.7847839378),
        (10.0, 20.0, 1.0, 4.0, -0.5, 0.2992980082, 0.7007019918),
        (3.0, 15.0, 5.0, 3.0, 1.0, 0.0134978488, 0.8203980237),
    ];
    for (hits, n, attempts, queries, icc, low, high) in known {
        let got = interval(hits, n, attempts, queries, icc);
        near(got.0, low);
        near(got.1, high);
    }
    // Ours takes the correlation from the attempts themselves.
    let observations =
        [row("l").expects("l").ran(&["l", "l", "l"]), row("r").expects("r").ran(&["r", "b", ""])]
            .concat();
    let ours = Figures::of(&observations, 6, &ids("b l r")).headline.top1.interval.unwrap();
    near(ours.low, 0.183948);
    near(ours.high, 0.946653);
}

/// Beta-smoothed variances; pooled as soon as no query has a second attempt.
fn standard_error(queries: &[(f64, f64)]) -> Option<f64> {
    let variance = |(hits, n): (f64, f64)| {
        let rate = (hits + 0.5) / (n + 1.0);
        n * rate * (1.0 - rate)
    };
    let (hits, n) = queries.iter().fold((0.0, 0.0), |(h, n), q| (h + q.0, n + q.1));
    let single = queries.iter().all(|(_, n)| *n <= 1.0);
    let sum =
        if single { variance((hits, n)) } else { queries.iter().copied().map(variance).sum() };
    (n > 0.0).then(|| f64::sqrt(sum) / n)
}

#[test]
fn a_standard_error_that_jumps_with_the_second_attempt() {
    let known: [(&[(f64, f64)], f64); 8] = [
        (&[(3.0, 3.0), (0.0, 3.0)], 0.1350154312),
        (&[(1.0, 3.0), (3.0, 3.0)], 0.1692508001),
        (&[(1.0, 2.0), (1.0, 2.0)], 0.25),
        (&[(1.0, 1.0), (1.0, 1.0)], 0.2635231383),
        (&[(1.0, 1.0), (0.0, 1.0)], 0.3535533906),
        (&[(0.0, 1.0)], 0.4330127019),
        (&[(1.0, 1.0), (2.0, 2.0)], 0.2273709103),
        (&[(2.0, 2.0), (1.0, 2.0), (0.0, 2.0)], 0.1712337223),
    ];
    for (queries, want) in known {
        near(standard_error(queries).unwrap(), want);
    }
    near(standard_error(&[(5.0, 5.0); 10]).unwrap(), 0.0390867980);
    let third = [[(1.0, 1.0); 5].as_slice(), &[(0.0, 1.0); 10]].concat();
    near(standard_error(&third).unwrap(), 0.1226338554);
    assert_eq!(standard_error(&[]), None);
}

/// Two independent samples at a rate of one half, whatever the rate and the pairing.
#[test]
fn planning_without_pairs() {
    // The standard normal quantile at .8.
    let k = 0.5 * (Confidence::default().z() + 0.841_621_233_572_914_2f64).powi(2);
    let required = |d: f64| (k / (d * d)).ceil();
    let detectable = |n: f64| (k / n).sqrt().min(1.0);
    assert_eq!([0.5, 0.2, 0.1, 0.05, 1.0].map(required), [16.0, 99.0, 393.0, 1570.0, 4.0]);
    assert_eq!([0.3, 0.25, 0.15, 0.02].map(required), [44.0, 63.0, 175.0, 9812.0]);
    let inflated = [0.5, 0.25, 0.2, 0.1, 0.05].map(|d: f64| required(d / 1.265));
    assert_eq!(inflated, [26.0, 101.0, 157.0, 628.0, 2512.0]);
    near(detectable(5.0), 0.8859390348);
    near(detectable(100.0), 0.1981019906);
    // Paired, the same hundred queries show differences a third smaller.
    let plan = needed::Probed { queries: 100, attempts: 1.0, rho: planning::RHO };
    let ours = planning::Outlook::of(plan, 0.8, None, Confidence::default());
    assert!(ours.detectable.is_some_and(|d| d < 0.132), "{ours:?}");
}

/// One skill at a time: it should (not) engage, and it did (not), as `expected observed` pairs.
struct Binary {
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    accuracy: f64,
    macro_f1: f64,
    weighted_f1: f64,
}

impl Binary {
    /// A denominator of 0 gives 0; a label on neither side has no figures at all.
    fn of([tp, fp, fn_, tn]: [u32; 4]) -> Self {
        let [tp, fp, fn_, tn] = [tp, fp, fn_, tn].map(f64::from);
        let over = |a: f64, b: f64| if b > 0.0 { a / b } else { 0.0 };
        let label = |tp: f64, fp: f64, fn_: f64| {
            let (precision, recall) = (over(tp, tp + fp), over(tp, tp + fn_));
            let f1 = over(2.0 * precision * recall, precision + recall);
            (tp + fp + fn_ > 0.0).then_some((precision, recall, f1))
        };
        let (yes, no) = (label(tp, fp, fn_), label(tn, fn_, fp));
        let f1s: Vec<f64> = [yes, no].iter().flatten().map(|(_, _, f1)| *f1).collect();
        let n = tp + fp + fn_ + tn;
        let weighted = |label: Option<(f64, f64, f64)>, n: f64| label.map_or(0.0, |l| l.2 * n);
        Self {
            precision: yes.map(|yes| yes.0),
            recall: yes.map(|yes| yes.1),
            f1: yes.map(|yes| yes.2),
            accuracy: (tp + tn) / n,
            macro_f1: f1s.iter().sum::<f64>() / f1s.len() as f64,
            weighted_f1: (weighted(yes, tp + fn_) + weighted(no, fp + tn)) / n,
        }
    }
}

/// The same pairs as a run of ours: `tp`, `fp`, `fn` and `tn` of the skill.
fn figures([tp, fp, fn_, tn]: [u32; 4]) -> Figures {
    let rows = |n, name: &'static str, expected: &'static str, first: &'static str| {
        (0..n).flat_map(move |at| row(&format!("{name}{at}")).expects(expected).ran(&[first]))
    };
    let observations: Vec<Observation> = rows(tp, "tp", "a", "a")
        .chain(rows(fp, "fp", "", "a"))
        .chain(rows(fn_, "fn", "a", ""))
        .chain(rows(tn, "tn", "", ""))
        .collect();
    Figures::of(&observations, observations.len(), &ids("a"))
}

#[test]
fn one_skill_at_a_time() {
    let known = [
        ([2, 3, 0, 14], Some([0.4, 1.0, 0.5714]), [0.8421, 0.7373, 0.8683]),
        ([0, 0, 0, 5], None, [1.0, 1.0, 1.0]),
        ([0, 0, 3, 4], Some([0.0, 0.0, 0.0]), [0.5714, 0.3636, 0.4156]),
        ([0, 2, 0, 3], Some([0.0, 0.0, 0.0]), [0.6, 0.375, 0.75]),
        ([4, 0, 0, 0], Some([1.0, 1.0, 1.0]), [1.0, 1.0, 1.0]),
    ];
    for (pairs, yes, whole) in known {
        let theirs = Binary::of(pairs);
        let figures_of_yes = [theirs.precision, theirs.recall, theirs.f1];
        for (got, want) in figures_of_yes.into_iter().zip([0, 1, 2].map(|at| yes.map(|y| y[at]))) {
            assert_eq!(got.is_some(), want.is_some());
            assert!((got.unwrap_or(0.0) - want.unwrap_or(0.0)).abs() < 5e-5);
        }
        let all = [theirs.accuracy, theirs.macro_f1, theirs.weighted_f1];
        assert!(all.iter().zip(whole).all(|(got, want)| (got - want).abs() < 5e-5), "{all:?}");

        let ours = figures(pairs);
        let skill = &ours.skills[0].turn1;
        near(ours.headline.top1.rate.unwrap(), theirs.accuracy);
        // Where ours is defined it is theirs; where it is not, theirs is 0 or has no key.
        for (ours, theirs) in [
            (skill.precision.rate, theirs.precision),
            (skill.recall.rate, theirs.recall),
            (skill.f1.value, theirs.f1),
        ] {
            match ours {
                Some(ours) => near(ours, theirs.unwrap()),
                None => assert!(theirs.is_none_or(|theirs| theirs == 0.0)),
            }
        }
    }
    // A class that nothing expects is no class to average over: theirs would be .375.
    near(figures([0, 2, 0, 3]).headline.macros_with_none.f1.unwrap(), 0.75);
}
