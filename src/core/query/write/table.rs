//! A table in this program's own columns; names of a cell are parted by semicolons.

use csv::WriterBuilder;
use serde_json::{Map, Value};

use crate::core::query::write::{
    house::{self, Row},
    loss::{Loss, Losses},
};

/// Columns in their order, before those of unknown keys; only those in use are written.
const COLUMNS: [&str; 13] = [
    "id",
    "prompt",
    "expected_skills",
    "alternatives",
    "should_trigger",
    "not_skills",
    "optional_skills",
    "kind",
    "origin",
    "group",
    "disputed",
    "turns",
    "workspace",
];

/// What a cell says where no skill should engage and a blank would say nothing.
const NOBODY: &str = "none";

pub(super) fn write(rows: &[Row<'_>], losses: &mut Losses) -> (String, usize) {
    let mut objects = Vec::with_capacity(rows.len());
    for (row, extras) in rows {
        let mut object = house::object((row, extras));
        let nobody =
            object.get("expected_skills").is_some_and(|names| *names == Value::Array(vec![]));
        if nobody && object.contains_key("not_skills") {
            object.insert("expected_skills".to_owned(), NOBODY.into());
        }
        let lists = |key: &str, value: &Value| value.is_array() && COLUMNS.contains(&key);
        let lost: Vec<String> = object
            .iter()
            .filter(|(key, value)| !lists(key, value) && cell(value).is_none() && !value.is_null())
            .map(|(key, _)| key.clone())
            .collect();
        object.retain(|key, _| !lost.contains(key));
        for key in lost {
            losses.add(Loss::Key(key), row);
        }
        if object.get("turns").is_none() && row.turns {
            object.insert("turns".to_owned(), true.into());
        }
        objects.push(object);
    }
    let mut columns: Vec<&str> = COLUMNS
        .into_iter()
        .filter(|key| objects.iter().any(|row| row.contains_key(*key)))
        .collect();
    for key in objects.iter().flat_map(Map::keys) {
        if !columns.contains(&key.as_str()) {
            columns.push(key);
        }
    }
    let cells = |object: &Map<String, Value>| -> Vec<String> {
        columns.iter().map(|key| object.get(*key).map_or_else(String::new, text)).collect()
    };
    let header = columns.iter().map(|key| (*key).to_owned()).collect();
    let table = std::iter::once(header).chain(objects.iter().map(cells));
    let text = records(b',', table);
    (text, rows.len())
}

/// The cells as a table: quotes where they are needed, LF.
pub(in crate::core::query) fn records(
    delimiter: u8,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let mut writer =
        WriterBuilder::new().flexible(true).delimiter(delimiter).from_writer(Vec::new());
    for row in rows {
        // Into memory, any number of cells: there is nothing to fail.
        let _ = writer.write_record(&row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// A cell that says the same when it is read.
pub(in crate::core::query) fn text(value: &Value) -> String {
    match value {
        Value::Array(_) => names(value).unwrap_or_else(|| value.to_string()),
        value => cell(value).unwrap_or_else(|| value.to_string()),
    }
}

fn cell(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Names parted by semicolons, unless one of them would be taken apart.
fn names(value: &Value) -> Option<String> {
    let names: Vec<&str> = value.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let plain = |name: &&str| !name.contains([',', ';', '[']) && !name.trim().is_empty();
    names.iter().all(plain).then(|| names.join(";"))
}
