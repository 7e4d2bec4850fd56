use proptest::prelude::*;
use serde_json::json;
use strum::IntoEnumIterator;

use super::*;
use crate::core::query::{Label, Origin, QuerySet, Source};

fn sheet(text: &str) -> Sheet {
    let sheet = Sheet::read("q.jsonl", text, Some("near"));
    assert_eq!(sheet.set.refused, 0, "{:?}", sheet.set.diagnostics);
    sheet
}

fn all(sheet: &Sheet) -> Vec<usize> {
    (0..sheet.set.queries.len()).collect()
}

fn convert(sheet: &Sheet, form: Form) -> Written {
    sheet.convert(&all(sheet), form, Some("near"))
}

/// Messages of what was lost.
fn lost(written: &Written) -> Vec<&str> {
    written.lost.iter().map(|told| told.message.as_str()).collect()
}

/// The rows without their places.
fn rows(set: &QuerySet) -> Vec<Query> {
    let bare = |row: &Query| Query { source: Source::default(), ..row.clone() };
    set.queries.iter().map(bare).collect()
}

fn extension(form: Form) -> &'static str {
    match form {
        Form::Jsonl | Form::ReachJsonl | Form::CoderEval => "q.jsonl",
        Form::Json | Form::ReachJson | Form::TriggerSet => "q.json",
        Form::Yaml => "q.yaml",
        Form::Csv | Form::ReachCsv => "q.csv",
    }
}

const SET: &str = concat!(
    "{\"convention\": \"by the book\"}\n",
    "{\"id\": \"a\", \"prompt\": \"p\", \"expected_skill\": \"x\", \"kind\": \"implicit\", \"notes\": \"n\"}\n",
    "{\"id\": \"b c\", \"prompt\": \"q\", \"expected_skill\": null, \"not_skills\": [\"y\"], \"top_k\": 3}\n",
    "{\"id\": \"d\", \"prompt\": \"r\", \"expected_skills\": [\"x\", \"near\"], \"weird\": {\"k\": []}}\n",
    "{\"id\": \"e\", \"prompt\": \"s\", \"should_trigger\": false, \"group\": \"g\"}\n",
);

#[test]
fn json_lines_and_documents_hold_everything() {
    let sheet = sheet(SET);
    for form in [Form::Jsonl, Form::Json, Form::Yaml] {
        let written = convert(&sheet, form);
        assert_eq!((lost(&written), written.rows), (vec![], 4), "{form}");
        let again = Sheet::read(extension(form), &written.text, None);
        assert_eq!(rows(&again.set), rows(&sheet.set), "{form}");
        assert_eq!(again.extras, sheet.extras, "{form}");
        assert_eq!(again.set.convention.as_deref(), Some("by the book"), "{form}");
    }
    assert!(convert(&sheet, Form::Json).text.starts_with(concat!(
        "{\n  \"convention\": \"by the book\",\n  \"queries\": [\n",
        "    {\"id\":\"a\",\"prompt\":\"p\",\"expected_skills\":[\"x\"],\"kind\":\"implicit\",\"notes\":\"n\"},\n"
    )));
}

#[test]
fn a_table_holds_what_is_flat() {
    let sheet = sheet(SET);
    let written = convert(&sheet, Form::Csv);
    assert_eq!(
        written.text,
        concat!(
            "id,prompt,expected_skills,not_skills,kind,group,notes,top_k\n",
            "a,p,x,,implicit,,n,\n",
            "b c,q,none,y,,,,3\n",
            "d,r,x;near,,,,,\n",
            "e,s,,near,,g,,\n",
        )
    );
    assert_eq!(
        lost(&written),
        [
            "This form has no place for `convention`, which stands around the rows.",
            "This form has no place for `weird` of 1 row.",
        ]
    );
    let again = QuerySet::read("q.csv", &written.text, None);
    assert_eq!(rows(&again), rows(&sheet.set));
}

#[test]
fn sets_of_one_expected_skill_say_what_they_leave_out() {
    let sheet = sheet(SET);
    let written = convert(&sheet, Form::ReachCsv);
    assert_eq!(
        written.text,
        concat!(
            "id,text,kind,expected_skill,acceptable_skills,notes\n",
            "a,p,implicit,x,,n\n",
            "b c,q,out_of_scope,,,\n",
        )
    );
    assert_eq!(
        lost(&written)[1..],
        [
            "This form has no place for `not_skills` of 1 row.",
            "This form has no place for `top_k` of 1 row.",
            "1 row left out: several skills are expected.",
            "1 row left out: only part of the label is known.",
        ]
    );
    assert_eq!(written.lost[3].line, Some(4));
    let labels = |written: &Written, form| {
        let set = QuerySet::read(extension(form), &written.text, None);
        assert_eq!(set.diagnostics, [], "{form}");
        set.queries.into_iter().map(|row| row.label).collect::<Vec<_>>()
    };
    let wanted: Vec<Label<String>> =
        sheet.set.queries.iter().take(2).map(|row| row.label.clone()).collect();
    for form in [Form::ReachCsv, Form::ReachJson, Form::ReachJsonl, Form::CoderEval] {
        let written = convert(&sheet, form);
        assert_eq!((written.rows, labels(&written, form)), (2, wanted.clone()), "{form}");
    }
    let suite = convert(&sheet, Form::CoderEval);
    assert_eq!(
        suite.text,
        concat!(
            "{\"id\":\"a\",\"prompt\":\"p\",\"expected_skill\":\"x\"}\n",
            "{\"id\":\"b-c\",\"prompt\":\"q\",\"expected_skill\":\"\"}\n"
        )
    );
    assert!(lost(&suite).iter().any(|told| told.starts_with("`id` of 1 row was changed")));
}

#[test]
fn a_trigger_set_is_about_one_skill() {
    let sheet = sheet(SET);
    let written = convert(&sheet, Form::TriggerSet);
    let set = QuerySet::read("near/evals/trigger-eval.json", &written.text, Some("near"));
    let verdicts: Vec<bool> = set
        .queries
        .iter()
        .map(|row| matches!(&row.label, Label::Partial { should, .. } if !should.is_empty()))
        .collect();
    assert_eq!(verdicts, [false, false, true, false]);
    assert!(lost(&written).contains(
        &"`expected_skills` of 3 rows was changed: only whether this skill should engage is kept."
    ));
    // Partial rows about others say nothing about this one.
    assert_eq!(sheet.convert(&[3], Form::TriggerSet, Some("far")).rows, 0);
}

#[test]
fn refused_rows_and_what_stands_around_are_told() {
    let sheet = Sheet::read(
        "q.json",
        r#"{"catalog_id": "c", "owner": 7, "queries": [{"text": "p", "expected_skill": "a"}, {"text": ""}]}"#,
        None,
    );
    let written = sheet.convert(&[0], Form::Jsonl, None);
    assert_eq!(written.lost.len(), 3, "{:?}", written.lost);
    let written = sheet.convert(&[0], Form::ReachJson, None);
    assert!(written.text.contains("\"catalog_id\": \"c\""), "{}", written.text);
    assert_eq!(written.lost.len(), 2, "{:?}", written.lost);
    let written = sheet.convert(&[0], Form::Json, None);
    assert!(written.text.contains("\"owner\": 7"), "{}", written.text);
}

#[test]
fn forms_have_names() {
    for form in Form::iter() {
        assert_eq!(form.to_string().parse::<Form>().unwrap(), form);
    }
    assert_eq!(Form::ReachCsv.to_string(), "reach-csv");
}

/// Real and unreal names, prompts, values.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c]{1,3}", "[^\\s\\p{C}][ -~\n\té#:'\"|>-]{0,12}[^\\s\\p{C}]"]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-d]", "[a-z][a-z:/.-]{0,6}[a-z]", "[a-c][,;\\[][a-c]"]
}

fn query() -> impl Strategy<Value = Query> {
    let names = || prop::collection::btree_set(name(), 0..3);
    let word = || prop::option::of("[a-z]{1,4}");
    let flags = (any::<bool>(), any::<bool>(), 0..4_usize, 0..5_usize);
    (text(), names(), names(), names(), (word(), word(), word()), flags).prop_map(
        |(prompt, right, others, neutral, (kind, group, workspace), flags)| {
            let (disputed, turns, origin, form) = flags;
            let right: Vec<String> = right.into_iter().collect();
            let rest = |names: std::collections::BTreeSet<String>, not: &[String]| {
                names.into_iter().filter(|name| !not.contains(name)).collect::<Vec<_>>()
            };
            let others = rest(others, &right);
            let neutral = rest(neutral, &[right.clone(), others.clone()].concat());
            let mut forbidden = Vec::new();
            let label = match form {
                0 if !right.is_empty() || !others.is_empty() => {
                    Label::Partial { should: right, must_not: others }
                }
                1 if right.len() == 1 => Label::Complete { expected: right, alternatives: others },
                _ => {
                    forbidden = others;
                    Label::Complete { expected: right, alternatives: vec![] }
                }
            };
            let origins = [Origin::Authored, Origin::Imported, Origin::Generated, Origin::Drafted];
            Query {
                neutral,
                forbidden,
                kind,
                origin: origins[origin],
                group,
                disputed,
                turns,
                workspace,
                ..Query::new("", prompt, label)
            }
        },
    )
}

/// The queries as a file of lines, numbered.
fn written(queries: &[Query]) -> String {
    let number = |(at, row): (usize, &Query)| Query { id: format!("q{at}"), ..row.clone() };
    let rows = queries.iter().enumerate().map(number);
    rows.map(|row| format!("{}\n", Value::Object(object(&row)))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_row_survives_every_form_that_has_a_place_for_it(queries in prop::collection::vec(query(), 1..5)) {
        let sheet = sheet(&written(&queries));
        for (row, query) in sheet.set.queries.iter().zip(&queries) {
            let bare = Query { id: String::new(), source: Source::default(), ..row.clone() };
            prop_assert_eq!(&bare, query);
        }
        for form in [Form::Jsonl, Form::Json, Form::Yaml, Form::Csv] {
            let written = convert(&sheet, form);
            prop_assert_eq!(&written.lost, &[], "{}", form);
            let again = Sheet::read(extension(form), &written.text, None);
            prop_assert_eq!(&again.set.diagnostics, &[], "{}: {}", form, written.text);
            prop_assert_eq!(rows(&again.set), rows(&sheet.set), "{}: {}", form, written.text);
        }
    }

    #[test]
    fn rows_are_carried_or_told(queries in prop::collection::vec(query(), 1..5)) {
        let sheet = sheet(&written(&queries));
        for form in Form::iter() {
            let written = convert(&sheet, form);
            let told = written.lost.iter().any(|told| told.code == "row-not-carried");
            prop_assert_eq!(written.rows < queries.len(), told, "{}", form);
            let again = QuerySet::read(extension(form), &written.text, Some("near"));
            prop_assert_eq!(again.queries.len(), written.rows, "{}: {}", form, written.text);
        }
    }

    #[test]
    fn other_keys_come_along(value in prop_oneof![
        Just(json!(null)), Just(json!({"a": [1, {"b": "x: y"}]})), text().prop_map(Value::from),
        any::<i64>().prop_map(Value::from), any::<bool>().prop_map(Value::from),
    ]) {
        let row = json!({"id": "a", "prompt": "p", "expected_skills": ["x"], "zzz": value});
        let sheet = sheet(&format!("{row}\n"));
        for form in [Form::Jsonl, Form::Json, Form::Yaml] {
            let again = Sheet::read(extension(form), &convert(&sheet, form).text, None);
            prop_assert_eq!(&again.extras, &sheet.extras, "{}", form);
        }
    }
}
