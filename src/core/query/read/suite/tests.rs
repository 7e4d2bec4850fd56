use proptest::prelude::*;

use super::*;
use crate::core::query::{Label, QuerySet, sheet::Sheet, write::Form};

const SUITE: &str = r#"task_id: activation
dataset:
  paths: [booking.jsonl, negative.jsonl]
  rows:
    - {id: a, prompt: Book a table, expected_skill: booking}
    - {id: b, prompt: Sing, expected_skill: ""}
initial_prompt: "Please: ${row.prompt}"
success_criteria:
  - type: skill_triggered
    skill_name: booking
    expected_skill: "${row.expected_skill}"
    suite_thresholds:
      recall.yes: 0.7
      precision.yes: 0.8
      macro_f1: 0.5
  - type: skill_triggered
    skill_name: menu
    expected_skill: "${row.expected_skill}"
    thresholds: {recall: 0.9}
  - {type: file_exists, path: x}
"#;

fn label(expected: &[&str]) -> Label<String> {
    let expected = expected.iter().map(ToString::to_string).collect();
    Label::Complete { expected, alternatives: Vec::new() }
}

#[test]
fn rows_are_filled_in_and_bars_kept_in_both_spellings() {
    let set = QuerySet::read("suite.yaml", SUITE, None);
    let rows: Vec<_> = set
        .queries
        .iter()
        .map(|row| (row.id.as_str(), row.prompt.as_str(), row.source.line, row.label.clone()))
        .collect();
    assert_eq!(
        rows,
        [
            ("a", "Please: Book a table", 5, label(&["booking"])),
            ("b", "Please: Sing", 6, label(&[])),
        ]
    );
    let bars: Vec<_> = set
        .thresholds
        .iter()
        .map(|bar| (bar.skill.as_str(), bar.metric, bar.least, bar.source.line))
        .collect();
    assert_eq!(
        bars,
        [
            ("booking", Metric::Recall, 0.7, 9),
            ("booking", Metric::Precision, 0.8, 9),
            ("menu", Metric::Recall, 0.9, 16),
        ]
    );
    let told: Vec<_> = set.diagnostics.iter().map(|told| (&*told.code, told.line)).collect();
    assert_eq!(
        told,
        [("unknown-bar", Some(9)), ("rows-elsewhere", Some(3)), ("rows-elsewhere", Some(3))]
    );
}

#[test]
fn columns_of_other_names_come_in_through_the_template() {
    let set = QuerySet::read(
        "suite.yaml",
        concat!(
            "dataset: {rows: [{id: a, words: p, target: x}]}\n",
            "initial_prompt: ${row.words}\n",
            "success_criteria:\n",
            "- {type: skill_triggered, skill_name: x, expected_skill: '${row.target}'}\n",
        ),
        None,
    );
    let [row] = &set.queries[..] else { panic!("{:?}", set.diagnostics) };
    assert_eq!((row.prompt.as_str(), &row.label), ("p", &label(&["x"])));
}

#[test]
fn a_suite_without_rows_is_one_row() {
    let set = QuerySet::read(
        "task.json",
        r#"{"initial_prompt": "p", "success_criteria": [{"type": "skill_triggered", "skill_name": "x", "expected_skill": ""}]}"#,
        None,
    );
    assert_eq!(set.diagnostics, []);
    assert_eq!(set.queries[0].label, label(&[]));
}

#[test]
fn bars_survive_where_rows_stand_in_the_object() {
    let sheet = Sheet::read("suite.yaml", SUITE, None);
    for (form, path) in [(Form::Json, "q.json"), (Form::Yaml, "q.yaml")] {
        let written = sheet.convert(&[0, 1], form, None);
        assert_eq!(written.lost, []);
        let again = QuerySet::read(path, &written.text, None);
        let bars = |set: &QuerySet| -> Vec<_> {
            let bar = |bar: &Threshold| (bar.skill.clone(), bar.metric, bar.least);
            set.thresholds.iter().map(bar).collect()
        };
        assert_eq!(bars(&again), bars(&sheet.set), "{form}");
        assert_eq!(again.queries.len(), 2, "{form}");
        assert!(again.diagnostics.iter().all(|told| told.code == "unknown-bar"), "{form}");
    }
    let rows = sheet.convert(&[0, 1], Form::Jsonl, None);
    assert!(rows.lost.iter().any(|told| told.message.contains("`success_criteria`")));
}

proptest! {
    #[test]
    fn templates_without_fields_stay_and_none_panics(text in "(\\$|\\{|row\\.|\\}|a|é){0,16}") {
        let fields = Map::new();
        let filled = fill(&text, &fields);
        if !text.contains("${row.") {
            prop_assert_eq!(filled, text);
        } else {
            prop_assert!(filled.len() <= text.len());
        }
    }
}
