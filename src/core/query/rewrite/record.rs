//! One cell of a record of a table in its text, and a new record.

use serde_json::{Map, Value};

use crate::core::query::{
    read::{column::Column, table},
    rewrite::Unwritable,
    write,
};

/// The names of the columns.
pub(super) fn header(text: &str, delimiter: u8) -> Option<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (record, _) = table::records(text, delimiter).next()?;
    Some(record.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect())
}

/// The record with another value in the column `key`, or its synonym.
pub(super) fn set(
    header: &[String],
    text: &str,
    delimiter: u8,
    key: &str,
    value: &Value,
) -> Result<String, Unwritable> {
    let Some(column) = column(header, key) else {
        return if value.is_null() {
            Ok(text.to_owned())
        } else {
            Err(Unwritable::NoColumn(key.to_owned()))
        };
    };
    let record = table::records(text, delimiter).next().map(|(record, _)| record);
    let mut cells: Vec<String> =
        record.iter().flatten().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect();
    if let Some(cell) = cells.get_mut(column) {
        *cell = write::cell(value);
    }
    Ok(line(cells, delimiter))
}

/// An object as a record under this header.
pub(super) fn of(
    header: &[String],
    object: &Map<String, Value>,
    delimiter: u8,
) -> Result<String, Unwritable> {
    let mut cells = vec![String::new(); header.len()];
    for (key, value) in object {
        // An empty list of expected skills is what a blank cell says.
        let blank = value.as_array().is_some_and(Vec::is_empty);
        let cell = column(header, key).and_then(|column| cells.get_mut(column));
        match cell {
            Some(cell) => *cell = write::cell(value),
            None if blank => {}
            None => return Err(Unwritable::NoColumn(key.clone())),
        }
    }
    Ok(line(cells, delimiter))
}

fn column(header: &[String], key: &str) -> Option<usize> {
    let exact = header.iter().position(|name| name == key);
    exact.or_else(|| header.iter().position(|name| Column::are_synonyms(key, name)))
}

fn line(cells: Vec<String>, delimiter: u8) -> String {
    write::records(delimiter, [cells]).trim_end_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_cell_changes_and_others_say_the_same() {
        let columns = ["id", "text", "expected_skill"].map(str::to_owned);
        let set = |key, value: Value| set(&columns, "a,\"b, \"\"c\"\"\",x", b',', key, &value);
        assert_eq!(set("expected_skills", json!(["y"])), Ok("a,\"b, \"\"c\"\"\",y".to_owned()));
        assert_eq!(set("disputed", json!(true)), Err(Unwritable::NoColumn("disputed".to_owned())));
        assert_eq!(set("disputed", Value::Null), Ok("a,\"b, \"\"c\"\"\",x".to_owned()));
        assert_eq!(header("\u{feff}id;text\n", b';'), Some(vec!["id".into(), "text".into()]));
    }
}
