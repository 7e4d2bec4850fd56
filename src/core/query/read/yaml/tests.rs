use proptest::prelude::*;

use super::*;
use crate::core::query::{Label, Origin, QuerySet};

fn read(text: &str) -> QuerySet {
    QuerySet::read("q.yaml", text, Some("near"))
}

fn complete(expected: &[&str]) -> Label<String> {
    let expected = expected.iter().map(ToString::to_string).collect();
    Label::Complete { expected, alternatives: Vec::new() }
}

#[test]
fn an_object_holds_the_rows_and_speaks_of_them() {
    let set = read(concat!(
        "# header\n",
        "catalog_id: all\n",
        "notes: ''\n",
        "convention: strict\n",
        "provenance: {origin: generated, reviewed: null}\n",
        "queries:\n",
        "  - query_id: a\n",
        "    text: >-\n      Book a table\n      for two\n",
        "    kind: contextual\n",
        "    expected_skill: booking\n",
        "    acceptable_skills: [maps]\n",
        "  # between\n",
        "  - {query_id: 2, text: Sing, kind: out_of_scope}\n",
    ));
    assert_eq!(set.diagnostics, []);
    assert_eq!(set.convention.as_deref(), Some("strict"));
    let [a, b] = &set.queries[..] else { panic!("{:?}", set.queries) };
    assert_eq!((a.prompt.as_str(), a.source.line), ("Book a table for two", 7));
    assert_eq!((&a.label, &a.neutral[..]), (&complete(&["booking"]), &["maps".to_owned()][..]));
    assert_eq!((b.id.as_str(), b.source.line, &b.label), ("2", 15, &complete(&[])));
    assert!(set.queries.iter().all(|row| row.origin == Origin::Generated));
}

#[test]
fn scenarios_with_graders_and_flags() {
    let set = read(concat!(
        "scenarios:\n",
        "- prompt: p\n",
        "  graders:\n",
        "  - type: skill-invocation\n",
        "    config: {required: [a, b], disallowed: [c]}\n",
        "  - {type: contains, value: x}\n",
        "- prompt: q\n",
        "  expect_activation: no\n",
        "- input: {prompt: r}\n",
        "  expected: {skill_should_trigger: true, output_mode: text}\n",
        "- prompt: s\n",
        "  assertions: [{type: skill_should_not_trigger, expected: 'true'}]\n",
        "- prompt: t\n",
        "  should_trigger: [x, y]\n",
    ));
    assert_eq!(set.diagnostics, []);
    let labels: Vec<Label<String>> = set.queries.iter().map(|row| row.label.clone()).collect();
    let near = || vec!["near".to_owned()];
    assert_eq!(
        labels,
        [
            complete(&["a", "b"]),
            Label::Partial { should: vec![], must_not: near() },
            Label::Partial { should: near(), must_not: vec![] },
            Label::Partial { should: vec![], must_not: near() },
            Label::Partial { should: vec!["x".into(), "y".into()], must_not: vec![] },
        ]
    );
    assert_eq!(set.queries[0].forbidden, ["c"]);
}

#[test]
fn faults_have_a_place_and_a_remedy() {
    let set = read("- prompt: a: b\n  expected_skill: x\n");
    let [told] = &set.diagnostics[..] else { panic!("{:?}", set.diagnostics) };
    assert_eq!((&*told.code, told.line, set.refused), ("yaml-syntax", Some(1), 1));
    assert!(told.column.is_some() && !told.remedy.is_empty());
    let bomb = "a: &a [x,x,x,x,x,x,x,x]\n".to_owned()
        + &(0..300_000).map(|_| "- *a\n").collect::<String>();
    assert_eq!(read(&bomb).refused, 1);
    assert_eq!(read(&"[".repeat(50_000)).refused, 1);
}

#[test]
fn the_content_tells_yaml_from_prose() {
    for text in ["- prompt: p\n", "queries:\n- x\n", "# c\n---\nqueries: []\n", "-\n  a: b\n"] {
        assert!(looks_like(text), "{text}");
    }
    for text in ["Some words: more\n", "words\n", "", "http://x\n"] {
        assert!(!looks_like(text), "{text}");
    }
    let set = QuerySet::read("rows", "- {prompt: p, expected_skill: a}\n", None);
    assert_eq!((set.queries.len(), set.diagnostics.len()), (1, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn no_yaml_panics(text in "(- |prompt: |expected_skill: |queries:|\n|  |[a-c]|\\[|\\]|\\{|\\}|&a |\\*a|#|'|\"|null|: |,){0,24}") {
        let set = read(&text);
        prop_assert_eq!(&set.diagnostics, &read(&text).diagnostics);
        prop_assert!(set.refused == 0 || !set.diagnostics.is_empty());
    }
}
