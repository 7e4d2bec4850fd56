use proptest::prelude::*;

use super::*;

fn row(id: usize, skill: Option<&str>, group: Option<&str>) -> Query {
    let expected = skill.map(str::to_owned).into_iter().collect();
    let label = Label::Complete { expected, alternatives: vec![] };
    Query {
        group: group.map(str::to_owned),
        ..Query::new(format!("q{id}"), format!("p{id}"), label)
    }
}

/// So many rows of each class, each with a prompt of its own.
fn rows(classes: &[(&str, usize)]) -> Vec<Query> {
    let mut rows = Vec::new();
    for (skill, count) in classes {
        for _ in 0..*count {
            rows.push(row(
                rows.len(),
                Some(skill).filter(|skill| !skill.is_empty()).copied(),
                None,
            ));
        }
    }
    rows
}

fn refs(rows: &[Query]) -> Vec<&Query> {
    rows.iter().collect()
}

fn counts(rows: &[Query], drawn: &[usize]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for at in drawn {
        *counts.entry(class(&rows[*at])).or_default() += 1;
    }
    counts
}

#[test]
fn a_sample_keeps_the_mix() {
    let rows = rows(&[("a", 60), ("b", 30), ("", 10)]);
    let drawn = sample(&refs(&rows), 10, 1);
    let wanted = [("(no skill)".to_owned(), 1), ("a".to_owned(), 6), ("b".to_owned(), 3)];
    assert_eq!(counts(&rows, &drawn.rows), wanted.into());
    assert_ne!(drawn, sample(&refs(&rows), 10, 2));
    assert_eq!(sample(&refs(&rows), 2, 1).left_out, ["(no skill)"]);
    assert_eq!(sample(&refs(&rows), 1_000, 1).rows.len(), 100);
    assert_eq!(sample::<String>(&[], 5, 1), Sample::default());
}

#[test]
fn a_split_has_every_class_in_both_parts() {
    let rows = rows(&[("a", 50), ("b", 2), ("", 8)]);
    let parts = split(&refs(&rows), 0.2, 7).unwrap();
    let held = counts(&rows, &parts.held_out);
    assert_eq!((held["a"], held["b"], held["(no skill)"]), (9, 1, 2));
    assert_eq!(parts.kept.len() + parts.held_out.len(), 60);
    assert_eq!(split(&refs(&rows), 0.2, 7), Ok(parts));
}

#[test]
fn a_class_that_cannot_be_parted_is_named() {
    let rows = rows(&[("a", 50), ("lone", 1), ("other", 1)]);
    let refused = split(&refs(&rows), 0.5, 7).unwrap_err();
    assert_eq!(refused, SplitError::EmptyClass(vec!["lone".into(), "other".into()]));
    assert!(refused.to_string().ends_with("`lone`, `other`."), "{refused}");
    for share in [0.0, 1.0, f64::NAN, -1.0] {
        assert!(matches!(split(&refs(&rows), share, 7), Err(SplitError::Share(_))));
    }
    // Two rows of one group are one unit.
    let grouped = [row(1, Some("a"), Some("g")), row(2, Some("a"), Some("g"))];
    assert!(split(&refs(&grouped), 0.5, 7).is_err());
}

#[test]
fn classes_are_told_apart_by_what_they_say() {
    let partial = |should: &[&str], must_not: &[&str]| {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        Query::new("q", "p", Label::Partial { should: names(should), must_not: names(must_not) })
    };
    assert_eq!(class(&partial(&["b", "a"], &[])), "a + b");
    assert_eq!(class(&partial(&[], &["b"])), "not b");
}

proptest! {
    #[test]
    fn units_stay_together_and_nothing_is_lost(
        classes in prop::collection::vec((0..4_usize, prop::option::of(0..6_usize)), 1..60),
        share in 0.05..0.95_f64, size in 0..70_usize, seed in any::<u64>()
    ) {
        let skills = [None, Some("a"), Some("b"), Some("c")];
        let groups = ["g0", "g1", "g2", "g3", "g4", "g5"];
        let rows: Vec<Query> = classes.iter().enumerate()
            .map(|(at, (skill, group))| row(at, skills[*skill], group.map(|g| groups[g]))).collect();
        let whole = |part: &[usize]| {
            let units: BTreeSet<_> = part.iter().map(|at| rows[*at].unit()).collect();
            (0..rows.len()).filter(|at| units.contains(&rows[*at].unit())).eq(part.iter().copied())
        };
        let drawn = sample(&refs(&rows), size, seed);
        prop_assert!(whole(&drawn.rows));
        let units = |part: &[usize]| part.iter().map(|at| rows[*at].unit()).collect::<BTreeSet<_>>().len();
        let all: Vec<usize> = (0..rows.len()).collect();
        prop_assert_eq!(units(&drawn.rows), size.min(units(&all)));
        match split(&refs(&rows), share, seed) {
            Ok(parts) => {
                prop_assert!(whole(&parts.kept) && whole(&parts.held_out));
                let mut both = [parts.kept.clone(), parts.held_out.clone()].concat();
                both.sort_unstable();
                prop_assert_eq!(both, all);
                prop_assert_eq!(counts(&rows, &parts.kept).len(), counts(&rows, &parts.held_out).len());
            }
            Err(SplitError::EmptyClass(classes)) => prop_assert!(!classes.is_empty()),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn a_new_row_moves_few_others(n in 4..40_usize, seed in any::<u64>()) {
        let rows = rows(&[("a", n)]);
        let with = sample(&refs(&rows), 3, seed).rows;
        let without = sample(&refs(&rows[..n - 1]), 3, seed).rows;
        let stayed = with.iter().filter(|at| without.contains(at)).count();
        prop_assert!(stayed >= 2);
    }
}
