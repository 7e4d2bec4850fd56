//! Rows in this program's own keys: everything that a row says has a place.

use serde_json::{Map, Value};

use crate::core::query::{Label, Origin, Query, sheet::Sheet};

/// A row and what it says beside its label.
pub(super) type Row<'a> = (&'a Query, &'a Map<String, Value>);

/// One object a line; where there is a convention, the first line states it.
pub(super) fn lines(sheet: &Sheet, rows: &[Row<'_>]) -> (String, usize) {
    let head = sheet.set.convention.as_ref();
    let head =
        head.map(|convention| Map::from_iter([("convention".into(), convention.as_str().into())]));
    let objects = head.into_iter().chain(rows.iter().map(|row| object(*row)));
    let text = objects.map(|object| format!("{}\n", Value::Object(object))).collect();
    (text, rows.len())
}

/// The row as an object. Keys that say nothing are left out.
pub(super) fn object((row, extras): Row<'_>) -> Map<String, Value> {
    let mut out = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            out.insert(key.to_owned(), value);
        }
    };
    let some = |names: &[String]| (!names.is_empty()).then(|| Value::from(names));
    let text = |text: &Option<String>| text.as_deref().map(Value::from);
    put("id", Some(row.id.as_str().into()));
    put("prompt", Some(row.prompt.as_str().into()));
    match &row.label {
        Label::Complete { expected, alternatives } => {
            put("expected_skills", Some(Value::from(expected.as_slice())));
            put("alternatives", some(alternatives));
            put("not_skills", some(&row.forbidden));
        }
        Label::Partial { should, must_not } => {
            put("should_trigger", some(should));
            put("not_skills", some(must_not));
        }
    }
    put("optional_skills", some(&row.neutral));
    put("kind", text(&row.kind));
    put("origin", (row.origin != Origin::Authored).then(|| row.origin.to_string().into()));
    put("group", text(&row.group));
    put("disputed", row.disputed.then_some(Value::Bool(true)));
    put("turns", (row.turns && !extras.contains_key("turns")).then_some(Value::Bool(true)));
    put("workspace", text(&row.workspace));
    for (key, value) in extras {
        out.entry(key).or_insert_with(|| value.clone());
    }
    out
}
