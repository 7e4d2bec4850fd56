//! One object that holds the rows, in JSON or YAML.

use serde_json::{Map, Value};

use crate::core::query::{
    sheet::Sheet,
    write::{
        house::{self, Row},
        loss::{Loss, Losses},
    },
};

/// Key under which the rows stand.
const ROWS: &str = "queries";

fn around(sheet: &Sheet) -> Map<String, Value> {
    let convention = sheet.set.convention.as_deref();
    let convention = convention.map(|words| ("convention".to_owned(), Value::from(words)));
    let others = sheet.around.iter().filter(|(key, _)| *key != ROWS);
    convention.into_iter().chain(others.map(|(key, value)| (key.clone(), value.clone()))).collect()
}

/// One row a line, so that a change of a row is a change of a line.
pub(super) fn json(sheet: &Sheet, rows: &[Row<'_>]) -> (String, usize) {
    let objects = rows.iter().map(|row| house::object(*row));
    (object(&around(sheet), ROWS, objects), rows.len())
}

/// An object with members, then with `objects`, one a line, under `key`.
pub(super) fn object(
    members: &Map<String, Value>,
    key: &str,
    objects: impl IntoIterator<Item = Map<String, Value>>,
) -> String {
    let mut out = String::from("{\n");
    for (name, value) in members {
        out.push_str(&format!("  {}: {value},\n", Value::from(name.as_str())));
    }
    let rows: Vec<String> =
        objects.into_iter().map(|object| format!("    {}", Value::Object(object))).collect();
    let rows = if rows.is_empty() { String::new() } else { format!("\n{}\n  ", rows.join(",\n")) };
    out.push_str(&format!("  {}: [{rows}]\n}}\n", Value::from(key)));
    out
}

/// Block style. A row that YAML cannot hold as it is (control characters) is left out.
pub(super) fn yaml(sheet: &Sheet, rows: &[Row<'_>], losses: &mut Losses) -> (String, usize) {
    let fits = |value: &Value| {
        let text = serde_yaml::to_string(value).ok()?;
        (serde_yaml::from_str::<Value>(&text).ok()? == *value).then_some(text)
    };
    let mut out = String::new();
    for (key, value) in around(sheet) {
        match fits(&Map::from_iter([(key.clone(), value)]).into()) {
            Some(text) => out.push_str(&text),
            None => losses.key_around(&key),
        }
    }
    let mut written = 0;
    let mut list = String::new();
    for row in rows {
        let item = Value::from(vec![Value::Object(house::object(*row))]);
        match fits(&item) {
            Some(text) => {
                list.push_str(&text);
                written += 1;
            }
            None => losses.add(Loss::Rows("YAML cannot hold all of its characters"), row.0),
        }
    }
    out.push_str(&if list.is_empty() {
        format!("{ROWS}: []\n")
    } else {
        format!("{ROWS}:\n{list}")
    });
    (out, written)
}
