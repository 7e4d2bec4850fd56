//! Worked comparisons, and what holds for any.

use proptest::prelude::*;

use super::{interval::pseudo_weight, *};

/// Units as `1/3 3/3 x 4`: hits of attempts before, after, and how many such units.
fn pairs(text: &str) -> Vec<Pair> {
    let share = |text: &str| {
        let (hits, n) = text.split_once('/').unwrap();
        Share { hits: hits.parse().unwrap(), n: n.parse().unwrap() }
    };
    text.split(", ")
        .flat_map(|part| {
            let (pair, times) = part.split_once(" x ").unwrap_or((part, "1"));
            let (before, after) = pair.split_once(' ').unwrap();
            let pair = Pair::new(share(before), share(after)).unwrap();
            std::iter::repeat_n(pair, times.parse().unwrap())
        })
        .collect()
}

fn compare(text: &str) -> Paired {
    Paired::of(pairs(text), Confidence::default())
}

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got - want).abs() < 1e-6, "{got} is not {want}");
}

#[test]
fn worked_comparisons() {
    let (one, three) = ("0/1 1/1 x 8, 1/1 0/1, 1/1 1/1 x 30, 0/1 0/1 x 11", "0/3 3/3 x 2");
    let three = format!("{three}, 1/3 3/3 x 3, 2/3 3/3 x 4, 3/3 2/3 x 2, 3/3 3/3 x 7, 0/3 0/3 x 2");
    let known = [
        (one, 1.0, 0.14, [0.015081, 0.254150], 0.039062, Verdict::Better),
        ("1/1 1/1 x 50", 1.0, 0.0, [-0.053304, 0.053304], 1.0, Verdict::CannotTell),
        (&three, 0.769731, 0.233333, [0.022096, 0.402146], 0.024414, Verdict::Better),
        (
            "0/3 3/3 x 6, 3/3 3/3 x 9, 0/3 0/3 x 5",
            1.0,
            0.3,
            [0.047988, 0.497466],
            0.031250,
            Verdict::Better,
        ),
        ("0/1 1/1 x 6, 1/1 1/1 x 4", 1.0, 0.6, [0.134782, 0.865218], 0.031250, Verdict::Better),
        (
            "1/3 3/3, 2/2 1/1, 0/1 2/3, 3/3 3/3, 1/2 2/2",
            0.667356,
            0.366667,
            [-0.133418, 0.657228],
            0.25,
            Verdict::CannotTell,
        ),
    ];
    for (text, weight, delta, [low, high], p, verdict) in known {
        let paired = compare(text);
        near(pseudo_weight(&paired.arms), weight);
        near(paired.delta.unwrap(), delta);
        near(paired.p.unwrap(), p);
        assert_eq!(paired.verdict(paired.p, Good::Rise), verdict, "{text}");
        let drawn = paired.drawn(verdict).unwrap();
        near(drawn.low, low);
        near(drawn.high, high);
    }
}

#[test]
fn an_interval_alone_decides_nothing_and_is_drawn_up_to_0() {
    let paired = compare("0/1 1/1 x 5, 1/1 1/1 x 15");
    near(paired.interval.unwrap().low, 0.011544);
    near(paired.p.unwrap(), 0.0625);
    let verdict = paired.verdict(paired.p, Good::Rise);
    assert_eq!(verdict, Verdict::CannotTell);
    let drawn = paired.drawn(verdict).unwrap();
    assert_eq!(drawn.low, 0.0);
    near(drawn.high, 0.443002);
    // Nor does a small p of five units, wherever it came from.
    assert_eq!(paired.verdict(Some(0.01), Good::Rise), Verdict::CannotTell);
    assert_eq!(paired.verdict(None, Good::Rise), Verdict::CannotTell);
}

#[test]
fn a_rise_of_what_should_fall_is_worse() {
    let paired = compare("0/1 1/1 x 6, 1/1 1/1 x 4");
    assert_eq!(paired.verdict(paired.p, Good::Fall), Verdict::Worse);
    let back = compare("1/1 0/1 x 6, 1/1 1/1 x 4");
    assert_eq!(back.verdict(back.p, Good::Rise), Verdict::Worse);
    assert_eq!(back.verdict(back.p, Good::Fall), Verdict::Better);
}

#[test]
fn nothing_in_common_is_not_comparable() {
    let none = Paired::of(Vec::new(), Confidence::default());
    assert_eq!((none.delta, none.interval, none.p), (None, None, None));
    assert_eq!(none.verdict(None, Good::Rise), Verdict::NotComparable);
    assert_eq!(Pair::new(Share { hits: 0, n: 0 }, Share { hits: 1, n: 1 }), None);
}

fn any_pairs() -> impl Strategy<Value = Vec<Pair>> {
    let share = (1usize..6).prop_flat_map(|n| (0..=n, Just(n)));
    let share = share.prop_map(|(hits, n)| Share { hits, n });
    let pair = (share.clone(), share).prop_map(|(before, after)| Pair { before, after });
    prop::collection::vec(pair, 1..60)
}

proptest! {
    #[test]
    fn swapped_arms_mirror_everything(pairs in any_pairs()) {
        let swapped =
            pairs.iter().map(|p| Pair { before: p.after, after: p.before }).collect();
        let there = Paired::of(pairs, Confidence::default());
        let back = Paired::of(swapped, Confidence::default());
        prop_assert!((there.delta.unwrap() + back.delta.unwrap()).abs() < 1e-12);
        prop_assert_eq!(there.p, back.p);
        let (there, back) = (there.interval.unwrap(), back.interval.unwrap());
        prop_assert!((there.low + back.high).abs() < 1e-12);
        prop_assert!((there.high + back.low).abs() < 1e-12);
    }

    #[test]
    fn order_changes_no_bit(pairs in any_pairs(), by in 0usize..60) {
        let mut turned = pairs.clone();
        turned.rotate_left(by % pairs.len());
        let of = |pairs| Paired::of(pairs, Confidence::default());
        prop_assert_eq!(of(pairs), of(turned));
    }

    #[test]
    fn the_difference_lies_inside_and_the_picture_agrees_with_the_word(pairs in any_pairs()) {
        let paired = Paired::of(pairs, Confidence::default());
        let (delta, interval) = (paired.delta.unwrap(), paired.interval.unwrap());
        prop_assert!(-1.0 <= interval.low && interval.high <= 1.0);
        prop_assert!(interval.low <= delta + 1e-12 && delta <= interval.high + 1e-12);
        let verdict = paired.verdict(paired.p, Good::Rise);
        let decided = matches!(verdict, Verdict::Better | Verdict::Worse);
        prop_assert_eq!(paired.drawn(verdict).unwrap().exclude_zero(), decided);
        prop_assert!(!decided || paired.differing >= FEWEST);
    }

    #[test]
    fn a_result_compared_with_itself_says_nothing(pairs in any_pairs()) {
        let same = pairs.iter().map(|p| Pair { before: p.after, after: p.after }).collect();
        let paired = Paired::of(same, Confidence::default());
        prop_assert_eq!((paired.delta, paired.p, paired.differing), (Some(0.0), Some(1.0), 0));
    }
}
