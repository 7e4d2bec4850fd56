use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::core::query::{Label, QuerySet};

fn sheet(path: &str, text: &str) -> Sheet {
    Sheet::read(path, text, None)
}

fn set(row: usize, key: &str, value: Value) -> Change {
    Change::Set { row, key: key.to_owned(), value }
}

fn new_row(id: &str) -> Change {
    let label = Label::Complete { expected: vec!["a".into()], alternatives: vec![] };
    Change::Append(Box::new(Query::new(id, "new", label)))
}

const LINES: &str = concat!(
    "\u{feff}{\"convention\": \"c\"}\r\n",
    "{ \"prompt\":\"p\" , \"expected_skill\":\"a\", \"zzz\": 1.50 }\r\n",
    "\r\n",
    "not json\r\n",
    "{\"prompt\": \"q\", \"not_skills\": [ \"b\" ]}",
);

#[test]
fn lines_that_are_not_named_stay() {
    let sheet = sheet("q.jsonl", LINES);
    assert_eq!(sheet.rewrite(&[]).as_deref(), Ok(LINES));
    let marked = sheet.rewrite(&[set(1, "disputed", json!(true))]).unwrap();
    assert_eq!(marked, LINES.replace("\"b\" ]}", "\"b\" ], \"disputed\": true}"));
    let shorter = sheet.rewrite(&[Change::Remove { row: 0 }]).unwrap();
    assert_eq!(
        shorter,
        LINES.replace("{ \"prompt\":\"p\" , \"expected_skill\":\"a\", \"zzz\": 1.50 }\r\n", "")
    );
    let longer = sheet.rewrite(&[new_row("n")]).unwrap();
    assert_eq!(
        longer,
        format!("{LINES}\r\n{{\"id\":\"n\",\"prompt\":\"new\",\"expected_skills\":[\"a\"]}}\r\n")
    );
    assert_eq!(sheet.rewrite(&[set(2, "kind", json!("x"))]), Err(Unwritable::NoRow(2)));
    // Changes of one row add up, and a row that goes takes them with it.
    let changes = [set(0, "kind", json!("x")), set(0, "group", json!("g"))];
    assert!(
        sheet
            .rewrite(&changes)
            .unwrap()
            .contains("\"zzz\": 1.50, \"kind\":\"x\", \"group\":\"g\" }")
    );
    let changes = [set(0, "kind", json!("x")), Change::Remove { row: 0 }];
    assert_eq!(sheet.rewrite(&changes).unwrap(), shorter);
}

#[test]
fn lists_keep_their_commas() {
    let text = "[\n  {\"prompt\": \"p\", \"expected_skill\": \"a\"},\n  {\"prompt\": \"q\", \"expected_skill\": \"a\"}\n]\n";
    let list = sheet("q.json", text);
    let [p, q] = ["p", "q"].map(|p| format!("{{\"prompt\": \"{p}\", \"expected_skill\": \"a\"}}"));
    assert_eq!(list.keep(&[1]).unwrap(), format!("[\n  {q}\n]\n"));
    assert_eq!(list.keep(&[0]).unwrap(), format!("[\n  {p}\n]\n"));
    assert_eq!(list.keep(&[]).unwrap(), "[\n  \n]\n");
    let n = "{\"id\":\"n\",\"prompt\":\"new\",\"expected_skills\":[\"a\"]}";
    assert_eq!(list.rewrite(&[new_row("n")]).unwrap(), format!("[\n  {p},\n  {q},\n  {n}\n]\n"));
    let held =
        sheet("q.json", r#"{"notes": "n", "queries": [{"text": "p", "expected_skill": null}]}"#);
    assert_eq!(
        held.rewrite(&[set(0, "expected_skills", json!(["a"]))]).unwrap(),
        r#"{"notes": "n", "queries": [{"text": "p", "expected_skill": "a"}]}"#
    );
}

#[test]
fn tables_keep_their_other_records() {
    let text = "id,text,expected_skill\r\n\"a\",\"p\r\nq\",x\r\nb, r ,\r\n";
    let table = sheet("q.csv", text);
    assert_eq!(
        table.rewrite(&[set(1, "expected_skills", json!(["y"]))]).unwrap(),
        text.replace("b, r ,", "b, r ,y")
    );
    assert_eq!(table.keep(&[1]).unwrap(), "id,text,expected_skill\r\nb, r ,\r\n");
    assert_eq!(table.rewrite(&[new_row("n")]).unwrap(), format!("{text}n,new,a\r\n"));
}

#[test]
fn yaml_lists_keep_what_stands_around_a_row() {
    let text = concat!(
        "# top\n",
        "queries:\n",
        "  # about p\n",
        "  - prompt: >-   # folded\n      p\n      and more\n",
        "    expected_skill: a  # why\n",
        "\n",
        "  # about q\n",
        "  - {prompt: q, expected_skill: b}\n",
        "  - prompt: r\n    expected_skill: a\n    zzz: [1, 2]\n",
        "notes: end\n",
    );
    let yaml = sheet("q.yaml", text);
    let without_p = yaml.rewrite(&[Change::Remove { row: 0 }]).unwrap();
    assert_eq!(
        without_p,
        text.replace(
            "  - prompt: >-   # folded\n      p\n      and more\n    expected_skill: a  # why\n",
            ""
        )
    );
    assert_eq!(
        yaml.rewrite(&[set(1, "expected_skills", json!(["c"]))]).unwrap(),
        text.replace(
            "  - {prompt: q, expected_skill: b}\n",
            "  - prompt: q\n    expected_skill: c\n"
        )
    );
    let marked = yaml.rewrite(&[set(2, "disputed", json!(true)), set(2, "group", json!("g"))]);
    let old = "    zzz: [1, 2]\n";
    assert_eq!(
        marked.unwrap(),
        text.replace(old, "    zzz:\n    - 1\n    - 2\n    disputed: true\n    group: g\n")
    );
    let longer = yaml.rewrite(&[new_row("x1"), Change::Remove { row: 2 }]).unwrap();
    let old = "  - prompt: r\n    expected_skill: a\n    zzz: [1, 2]\n";
    let new = "  - id: x1\n    prompt: new\n    expected_skills:\n    - a\n";
    assert_eq!(longer, text.replace(old, new));
    // Another row leans on this one.
    let leaning = "- {prompt: &x p, expected_skill: a}\n- {prompt: *x, expected_skill: b}\n";
    let leaning = sheet("q.yaml", leaning);
    assert_eq!(leaning.rewrite(&[Change::Remove { row: 0 }]), Err(Unwritable::Row(0)));
    assert!(leaning.rewrite(&[Change::Remove { row: 1 }]).is_ok());
}

#[test]
fn what_has_no_certain_rows_is_refused() {
    let text = "[{prompt: p, expected_skill: a}]\n";
    let yaml = sheet("q.yaml", text);
    assert_eq!(yaml.rewrite(&[]).as_deref(), Ok(text));
    assert!(matches!(yaml.keep(&[]), Err(Unwritable::Layout(_))));
    let one = sheet("q.json", "{\n\"prompt\": \"p\", \"expected_skill\": \"a\"\n}\n");
    assert!(matches!(one.keep(&[]), Err(Unwritable::Layout(_))));
    assert_eq!(sheet("q.json", "[]").rewrite(&[new_row("n")]), Err(Unwritable::NoRows));
}

/// What a row says, but for its place and a generated id.
fn said(set: &QuerySet) -> Vec<(String, Label<String>, bool)> {
    set.queries.iter().map(|row| (row.prompt.clone(), row.label.clone(), row.disputed)).collect()
}

proptest! {
    #[test]
    fn one_change_changes_one_row(
        prompts in prop::collection::vec("[^\\s]\\PC{0,12}", 1..6),
        pick in any::<prop::sample::Index>(), layout in 0..4_usize, pretty in any::<bool>()
    ) {
        let rows: Vec<Value> = prompts.iter()
            .map(|p| json!({"prompt": p, "expected_skill": "a", "disputed": false})).collect();
        let (path, text) = match layout {
            0 => ("q.jsonl", rows.iter().map(|row| format!("{row}\n")).collect()),
            1 if pretty => ("q.json", serde_json::to_string_pretty(&rows).unwrap()),
            1 => ("q.json", Value::from(rows).to_string()),
            layout => {
                let (path, form) = if layout == 2 {
                    ("q.csv", write::Form::Csv)
                } else {
                    ("q.yaml", write::Form::Yaml)
                };
                let list = sheet("q.json", &Value::from(rows).to_string());
                let all: Vec<usize> = (0..prompts.len()).collect();
                let written = list.convert(&all, form, None);
                // YAML may not hold every character.
                prop_assume!(written.rows == prompts.len());
                (path, written.text)
            }
        };
        let before = sheet(path, &text);
        let row = pick.index(prompts.len());
        let removed = sheet(path, &before.rewrite(&[Change::Remove { row }]).unwrap());
        let mut wanted = said(&before.set);
        wanted.remove(row);
        prop_assert_eq!(said(&removed.set), wanted);
        let value = json!(["b"]);
        let marked = before.rewrite(&[set(row, "expected_skills", value)]).unwrap();
        let mut wanted = said(&before.set);
        wanted[row].1 = Label::Complete { expected: vec!["b".into()], alternatives: vec![] };
        prop_assert_eq!(said(&sheet(path, &marked).set), wanted);
    }
}
