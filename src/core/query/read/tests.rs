use proptest::prelude::*;

use crate::core::{
    diagnostic::Severity,
    query::{Label, Origin, Query, QuerySet},
};

fn lines(text: &str) -> QuerySet {
    QuerySet::read("evals/shop.jsonl", text, None)
}

/// The only row of `text`.
fn row(text: &str) -> Query {
    let mut set = lines(text);
    assert_eq!(set.diagnostics, [], "{text}");
    assert_eq!(set.queries.len(), 1, "{text}");
    set.queries.remove(0)
}

fn complete(expected: &[&str]) -> Label<String> {
    Label::Complete {
        expected: expected.iter().map(ToString::to_string).collect(),
        alternatives: Vec::new(),
    }
}

fn partial(should: &[&str], must_not: &[&str]) -> Label<String> {
    Label::Partial {
        should: should.iter().map(ToString::to_string).collect(),
        must_not: must_not.iter().map(ToString::to_string).collect(),
    }
}

/// Code, line and column of each diagnosis.
fn told(set: &QuerySet) -> Vec<(&str, Option<u32>, Option<u32>)> {
    set.diagnostics.iter().map(|told| (&*told.code, told.line, told.column)).collect()
}

#[test]
fn a_full_row_keeps_everything() {
    let query = row(concat!(
        r#"{"id": "q1", "prompt": "Book a table", "expected_skills": ["booking"], "#,
        r#""optional_skills": ["calendar"], "not_skills": ["menu"], "kind": "boundary", "#,
        r#""origin": "generated", "group": "g", "disputed": true, "workspace": "ws/a", "#,
        r#""notes": "n", "source": "s"}"#
    ));
    assert_eq!((query.id.as_str(), query.prompt.as_str()), ("q1", "Book a table"));
    assert_eq!(query.label, complete(&["booking"]));
    assert_eq!((query.neutral, query.forbidden), (vec!["calendar".into()], vec!["menu".into()]));
    assert_eq!(query.kind.as_deref(), Some("boundary"));
    assert_eq!((query.origin, query.group.as_deref()), (Origin::Generated, Some("g")));
    assert_eq!((query.disputed, query.turns), (true, false));
    assert_eq!(query.workspace.as_deref(), Some("ws/a"));
    assert_eq!((query.source.path.as_str(), query.source.line), ("evals/shop.jsonl", 1));
}

#[test]
fn every_spelling_of_nobody_is_a_complete_empty_label() {
    for nobody in [
        r#""expected_skills": []"#,
        r#""expected_skills": null"#,
        r#""expected_skill": """#,
        r#""expected_skill": null"#,
        r#""expected_skill": "None""#,
        r#""expected_skill": "neither""#,
        r#""expect_skill": "(no skill)""#,
    ] {
        assert_eq!(
            row(&format!(r#"{{"prompt": "p", {nobody}}}"#)).label,
            complete(&[]),
            "{nobody}"
        );
    }
    assert_eq!(row(r#"{"query": "p", "expected_skill": " a "}"#).label, complete(&["a"]));
}

#[test]
fn not_skills_alone_are_a_partial_label() {
    let query = row(r#"{"prompt": "p", "not_skills": ["a", "b", "a"]}"#);
    assert_eq!((query.label, query.forbidden), (partial(&[], &["a", "b"]), vec![]));
    assert_eq!(row(r#"{"prompt": "p", "should_not_trigger": "a"}"#).label, partial(&[], &["a"]));
}

#[test]
fn alternatives_stand_beside_one_expected_skill() {
    let query = row(r#"{"prompt": "p", "expected_skill": "a", "acceptable_alternative": "b"}"#);
    let alternatives = vec!["b".to_owned()];
    assert_eq!(query.label, Label::Complete { expected: vec!["a".into()], alternatives });
    for none in [r#"["a", "c"]"#, "[]"] {
        let set = lines(&format!(
            r#"{{"prompt": "p", "expected_skills": {none}, "alternatives": ["b"]}}"#
        ));
        assert_eq!(told(&set), [("alternatives-without-one", Some(1), None)]);
        assert_eq!((set.refused, set.queries.len()), (1, 0));
    }
}

#[test]
fn contradictions_are_refused_by_name() {
    let table = [
        (r#""expected_skill": "a", "acceptable_skills": ["a"]"#, "expected-and-acceptable"),
        (
            r#""expected_skill": "a", "alternatives": "b", "optional_skills": "b""#,
            "expected-and-acceptable",
        ),
        (r#""expected_skills": ["b", "a"], "not_skills": ["a"]"#, "expected-and-forbidden"),
        (
            r#""expected_skills": [], "optional_skills": "a", "not_skills": "a""#,
            "acceptable-and-forbidden",
        ),
        (r#""expected_skill": "a", "expected_skills": ["b"]"#, "two-labels"),
        (r#""expected_skill": 7"#, "wrong-type"),
        (r#""should_trigger": true"#, "no-subject"),
    ];
    for (columns, code) in table {
        let text = format!(
            "{{\"prompt\": \"p\", {columns}}}\n{{\"prompt\": \"q\", \"not_skills\": [\"z\"]}}"
        );
        let set = lines(&text);
        assert_eq!(told(&set), [(code, Some(1), None)], "{columns}");
        assert_eq!((set.refused, set.queries.len()), (1, 1), "{columns}");
        assert!(!set.diagnostics[0].remedy.is_empty());
    }
}

#[test]
fn bad_lines_are_named_and_the_rest_loads() {
    let set = lines(concat!(
        "\u{feff}{\"id\": \"a\", \"prompt\": \"p\", \"expected_skills\": []}\r\n",
        "\r\n",
        "{\"prompt\": \"é\", }\n",
        "[1]\n",
        "{\"prompt\": \" \\n\", \"expected_skills\": []}\n",
        "{\"prompt\": \"p\", \"kind\": \"positive\"}\n",
        "{\"id\": \"a\", \"prompt\": \"p\", \"expected_skills\": []}\n",
        "{\"prompt\": \"p\", \"expected_skill\": \"x\"}",
    ));
    assert_eq!(
        told(&set),
        [
            ("json-syntax", Some(3), Some(17)),
            ("not-an-object", Some(4), None),
            ("no-prompt", Some(5), None),
            ("no-label", Some(6), None),
            ("repeated-id", Some(7), None),
        ]
    );
    assert!(set.diagnostics[4].message.contains("line 1"), "{}", set.diagnostics[4]);
    assert_eq!(set.refused, 5);
    let ids: Vec<&str> = set.queries.iter().map(|query| query.id.as_str()).collect();
    assert_eq!(ids, ["a", "shop-8"]);
}

#[test]
fn unknown_keys_are_noted_once() {
    let set = lines(concat!(
        "{\"prompt\": \"p\", \"expected_skill\": \"a\"}\n",
        "{\"prompt\": \"p\", \"expected_skill\": \"a\", \"expected_skils\": 1}\n",
        "{\"prompt\": \"p\", \"expected_skill\": \"a\", \"expected_skils\": 2}\n",
    ));
    assert_eq!(told(&set), [("unknown-key", Some(2), None)]);
    assert_eq!(set.diagnostics[0].severity, Severity::Note);
    assert_eq!(set.diagnostics[0].remedy, "Write `expected_skills` if that is meant.");
    assert_eq!(set.queries.len(), 3);
}

#[test]
fn trigger_sets_speak_of_the_skill_beside_them() {
    let text = "[\n  {\"query\": \"p\", \"should_trigger\": true},\n  {\"query\": \"q\", \"should_trigger\": false}\n]";
    let set = QuerySet::read("booking/evals/trigger-eval.json", text, Some("booking"));
    assert_eq!(set.diagnostics, []);
    let rows: Vec<_> =
        set.queries.into_iter().map(|row| (row.id, row.label, row.source.line)).collect();
    assert_eq!(
        rows,
        [
            ("booking-2".to_owned(), partial(&["booking"], &[]), 2),
            ("booking-3".to_owned(), partial(&[], &["booking"]), 3),
        ]
    );
    let set = QuerySet::read("trigger-eval.json", text, None);
    assert_eq!(told(&set), [("no-subject", Some(2), None), ("no-subject", Some(3), None)]);
}

#[test]
fn a_trigger_names_its_skill_in_several_ways() {
    let read = |text: &str| QuerySet::read("t.json", text, Some("near")).queries.remove(0).label;
    assert_eq!(read(r#"[{"prompt": "p", "expected": "trigger"}]"#), partial(&["near"], &[]));
    assert_eq!(read(r#"[{"prompt": "p", "expected": "skip"}]"#), partial(&[], &["near"]));
    assert_eq!(read(r#"[{"prompt": "p", "should_trigger": "far"}]"#), partial(&["far"], &[]));
    assert_eq!(read(r#"[{"prompt": "p", "should_trigger": null}]"#), partial(&[], &["near"]));
    assert_eq!(
        read(r#"[{"prompt": "p", "skill": "far", "should_activate": true}]"#),
        partial(&["far"], &[])
    );
    // Without a trigger the complete label stands; with one, an empty list claims no more than it.
    assert_eq!(read(r#"[{"prompt": "p", "expected": null}]"#), complete(&[]));
    assert_eq!(
        read(r#"[{"prompt": "p", "should_trigger": false, "expected_skill": null}]"#),
        partial(&[], &["near"])
    );
}

#[test]
fn an_object_may_hold_the_rows() {
    let text = concat!(
        "{\n \"skill_name\": \"old-name\", \"convention\": \"strict\",\n",
        " \"evals\": [\n  {\"prompt\": \"p\",\n   \"should_trigger\": true},\n  {\"prompt\": \"[{\", \"should_trigger\": true}\n ]}"
    );
    let set = QuerySet::read("evals.json", text, None);
    assert_eq!(set.diagnostics, []);
    assert_eq!(set.convention.as_deref(), Some("strict"));
    assert_eq!(set.queries[0].label, partial(&["old-name"], &[]));
    let places: Vec<u32> = set.queries.iter().map(|query| query.source.line).collect();
    assert_eq!(places, [4, 6]);
    let set = QuerySet::read("evals.json", text, Some("new-name"));
    assert_eq!(set.queries[0].label, partial(&["new-name"], &[]));
    for key in ["cases", "queries", "test_cases"] {
        let text =
            format!(r#"{{"{key}": [{{"query_id": 4, "text": "p", "expected_skill": "a"}}]}}"#);
        let set = QuerySet::read("q.json", &text, None);
        assert_eq!(set.diagnostics, []);
        assert_eq!((set.queries[0].id.as_str(), &set.queries[0].label), ("4", &complete(&["a"])));
    }
}

#[test]
fn later_turns_are_marked() {
    assert!(row(r#"{"prompt": "p", "expected_skill": "a", "turns": 3}"#).turns);
    assert!(!row(r#"{"prompt": "p", "expected_skill": "a", "turns": 1}"#).turns);
    let query = row(r#"{"turns": ["first", "second"], "expected_skill": "a"}"#);
    assert_eq!((query.prompt.as_str(), query.turns), ("first", true));
    let query = row(r#"{"turns": [{"role": "user", "content": "only"}], "expected_skill": "a"}"#);
    assert_eq!((query.prompt.as_str(), query.turns), ("only", false));
}

#[test]
fn other_data_is_left_out_with_one_remark() {
    let output =
        r#"{"skill_name": "a", "evals": [{"id": 1, "prompt": "p", "expected_output": "o"}]}"#;
    let manifest = "{\"path\": \"x\"}\n{\"path\": \"y\"}\n";
    for text in [output, manifest] {
        let set = QuerySet::read("evals.json", text, Some("a"));
        assert_eq!(told(&set), [("no-labels", None, None)]);
        assert_eq!((set.queries.len(), set.refused), (0, 0));
    }
}

#[test]
fn hopeless_files_are_told_as_such() {
    let set = QuerySet::read("q.json", "[{\"prompt\": \"é\" \"x\"}]", None);
    assert_eq!(told(&set), [("json-syntax", Some(1), Some(17))]);
    assert_eq!(set.refused, 1);
    assert_eq!(
        told(&QuerySet::read("q.txt", "Some words, and more.\n", None)),
        [("not-a-query-file", Some(1), None)]
    );
    assert_eq!(told(&QuerySet::read("q.csv", "id,prompt\n1,p", None)), [("no-labels", None, None)]);
    assert_eq!(told(&QuerySet::read("q.jsonl", " \n", None)), [("no-rows", None, None)]);
    assert_eq!(told(&QuerySet::read("q.json", "[]", None)), [("no-rows", None, None)]);
    let deep = format!("[{}", "[".repeat(100_000));
    assert_eq!(QuerySet::read("q.json", &deep, None).refused, 1);
    let many = "x\n".repeat(250);
    let set = lines(&many);
    assert_eq!((set.refused, set.diagnostics.len()), (250, 101));
    assert!(set.diagnostics[100].message.starts_with("150 more"), "{}", set.diagnostics[100]);
}

#[test]
fn rows_in_one_line_have_ids_of_their_own() {
    let text = r#"[{"query":"p","should_trigger":true},{"query":"q","should_trigger":false}]"#;
    let set = QuerySet::read("t.json", text, Some("near"));
    assert_eq!(set.diagnostics, []);
    let ids: Vec<&str> = set.queries.iter().map(|query| query.id.as_str()).collect();
    assert_eq!(ids, ["near-1", "near-1.2"]);
}

#[test]
fn the_first_line_may_speak_of_the_set() {
    let set = lines(concat!(
        "{\"convention\": \"by the book\", \"origin\": \"imported\"}\n",
        "{\"prompt\": \"p\", \"expected_skill\": \"a\"}\n",
        "{\"prompt\": \"q\", \"expected_skill\": \"a\", \"origin\": \"authored\"}\n",
        "  {\"prompt\": \"r\" \"x\"}\n",
    ));
    assert_eq!(told(&set), [("json-syntax", Some(4), Some(18))]);
    assert_eq!(set.convention.as_deref(), Some("by the book"));
    let origins: Vec<Origin> = set.queries.iter().map(|query| query.origin).collect();
    assert_eq!(origins, [Origin::Imported, Origin::Authored]);
}

#[test]
fn a_kind_alone_may_say_that_there_is_no_skill() {
    assert_eq!(row(r#"{"text": "p", "kind": "out_of_scope"}"#).label, complete(&[]));
    assert_eq!(
        row(r#"{"text": "p", "kind": "out_of_scope", "not_skills": "a"}"#).label,
        partial(&[], &["a"])
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn no_text_panics_and_every_refusal_has_a_reason(text in r#"(\{"(prompt|turns|expected_skill|not_skills|id)":|"[a-c]?"|\[|\]|\}|,|\n| |null|1|true){0,30}"#) {
        for path in ["q.jsonl", "q.json"] {
            let set = QuerySet::read(path, &text, Some("a"));
            prop_assert!(set.refused == 0 || !set.diagnostics.is_empty());
            for query in &set.queries {
                prop_assert!(!query.prompt.trim().is_empty());
            }
        }
    }

    #[test]
    fn written_rows_are_read_back(prompts in prop::collection::vec("[^\\s]\\PC{0,20}", 1..8)) {
        let text: String = prompts
            .iter()
            .map(|prompt| serde_json::json!({"prompt": prompt, "expected_skills": []}).to_string() + "\n")
            .collect();
        let set = lines(&text);
        let read: Vec<&str> = set.queries.iter().map(|query| query.prompt.as_str()).collect();
        prop_assert_eq!(read, prompts.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

const VALID: [&str; 6] = [
    "{\"id\": \"a\", \"prompt\": \"p\", \"expected_skills\": [\"x\"], \"optional_skills\": [\"y\"]}\n\
     {\"prompt\": \"q\", \"expected_skill\": \"\", \"not_skills\": [\"z\"], \"turns\": {\"2\": [\"x\"]}}\n",
    "[{\"query\": \"p\", \"should_trigger\": true}, {\"query\": \"q\", \"should_trigger\": false}]",
    "{\"skill_name\": \"x\", \"evals\": [{\"id\": 1, \"prompt\": \"p\", \"expectations\": [\"e\"]}]}",
    "id,prompt,expected_skills\n1,\"a, \"\"b\"\"\",x;y\n2,c,\n",
    "queries:\n  - prompt: p\n    expected_skills: [x]\n  - prompt: >-\n      q\n    expected_skill: null\n",
    "- id: one\n  prompt: \"p\"\n  skills: [x]\n  disputed: true\n",
];

proptest! {
    #![proptest_config(crate::fuzz::config())]

    #[test]
    fn broken_files_are_survived(
        text in crate::fuzz::text(&VALID),
        path in prop::sample::select(&["q.jsonl", "q.json", "q.csv", "q.yaml"][..]),
    ) {
        let set = crate::fuzz::steady(|| QuerySet::read(path, &text, Some("a")))?;
        prop_assert!(set.refused == 0 || !set.diagnostics.is_empty());
        for told in &set.diagnostics {
            prop_assert!(!told.message.is_empty() && !told.remedy.is_empty(), "{:?}", told);
        }
    }
}

/// Any value under keys that mean something.
fn document() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (0..3_u8).prop_map(Into::into),
        "(a|b|none|recall|recall.yes|skill_triggered|skill-invocation|\\$\\{row.prompt\\}|0.5| )"
            .prop_map(Into::into),
    ];
    let key = prop_oneof![
        "(prompt|input|turns|id|expected|expected_skill|expected_skills|should_trigger|skill)",
        "(not_skills|optional_skills|alternatives|graders|config|required|disallowed|type|kind)",
        "(queries|evals|dataset|rows|paths|success_criteria|suite_thresholds|skill_name)",
        "(initial_prompt|provenance|origin|convention|workspace|group|disputed|recall|x)",
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::vec((key.clone(), inner), 0..6)
                .prop_map(|pairs| serde_json::Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn no_document_panics_and_both_notations_say_the_same(value in document()) {
        let json = QuerySet::read("q.json", &value.to_string(), Some("near"));
        let again = QuerySet::read("q.json", &value.to_string(), Some("near"));
        prop_assert_eq!(&json.diagnostics, &again.diagnostics);
        prop_assert!(json.refused == 0 || !json.diagnostics.is_empty());
        if let (true, Ok(text)) = (value.is_object() || value.is_array(), serde_yaml::to_string(&value))
            && !text.starts_with(['{', '['])
        {
            let yaml = QuerySet::read("q.yaml", &text, Some("near"));
            let labels = |set: &QuerySet| -> Vec<_> {
                set.queries.iter().map(|row| (row.prompt.clone(), row.label.clone())).collect()
            };
            prop_assert_eq!(labels(&yaml), labels(&json), "{}", text);
        }
    }
}
