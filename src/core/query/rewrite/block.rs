//! Rows of a YAML list in block style: whole items are taken out, put in, or written anew.
//!
//! Comments and blank lines between items stay. An item that is changed is written plainly, its
//! keys in their order; what YAML makes hard to follow (anchors) is refused, since the result is
//! read again and compared.

use std::{collections::BTreeMap, ops::Range};

use serde_json::{Map, Value};

use crate::core::query::{
    Query, Source,
    read::column::Column,
    rewrite::{Change, Unwritable, line_end},
    sheet::Sheet,
    write,
};

pub(super) fn rewrite(sheet: &Sheet, changes: &[Change]) -> Result<String, Unwritable> {
    let mut rows: BTreeMap<usize, Option<Map<String, Value>>> = BTreeMap::new();
    let mut added = Vec::new();
    for change in changes {
        match change {
            Change::Append(row) => added.push(write::object(row)),
            Change::Remove { row } => {
                item(sheet, *row)?;
                rows.insert(*row, None);
            }
            Change::Set { row, key, value } => {
                if !rows.contains_key(row) {
                    rows.insert(*row, Some(parsed(sheet, *row)?));
                }
                if let Some(Some(object)) = rows.get_mut(row) {
                    set(object, key, value);
                }
            }
        }
    }
    let mut out = sheet.text.clone();
    let end = line_end(&out);
    if !added.is_empty() {
        let last = sheet.spots.len().checked_sub(1).ok_or(Unwritable::NoRows)?;
        let at = item(sheet, last)?.end;
        let indent = indent(sheet, last);
        let glue =
            if out.get(..at).is_some_and(|before| before.ends_with('\n')) { "" } else { end };
        let items: Option<String> =
            added.iter().map(|object| rendered(object, &indent, end)).collect();
        out.insert_str(at, &format!("{glue}{}", items.ok_or(Unwritable::Row(last))?));
    }
    for (row, object) in rows.iter().rev() {
        let text = match object {
            Some(object) => {
                rendered(object, &indent(sheet, *row), end).ok_or(Unwritable::Row(*row))?
            }
            None => String::new(),
        };
        out.replace_range(item(sheet, *row)?, &text);
    }
    let first = rows.keys().next().copied().unwrap_or(sheet.spots.len());
    if others_stay(sheet, &out, &rows) { Ok(out) } else { Err(Unwritable::Row(first)) }
}

/// The lines of an item, comments and blank lines behind it left out.
fn item(sheet: &Sheet, row: usize) -> Result<Range<usize>, Unwritable> {
    let text = sheet.text.as_str();
    let spot = sheet.spots.get(row).ok_or(Unwritable::NoRow(row))?;
    let before = text.get(..spot.bytes.start).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let dash = before.get(start..).unwrap_or_default().find('-').unwrap_or(0);
    let (mut end, mut at) = (start, start);
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        let within = line.len() - line.trim_start_matches(' ').len();
        let blank = line.trim().is_empty();
        if at > start && !blank && within <= dash {
            break;
        }
        at += line.len();
        // A comment at the depth of the dash belongs to the next item, and so ends the loop.
        if !blank {
            end = at;
        }
    }
    Ok(start..end)
}

fn indent(sheet: &Sheet, row: usize) -> String {
    let start = item(sheet, row).map_or(0, |item| item.start);
    let line = sheet.text.get(start..).unwrap_or_default();
    " ".repeat(line.len() - line.trim_start_matches(' ').len())
}

/// The item as an object, if it can be read by itself.
fn parsed(sheet: &Sheet, row: usize) -> Result<Map<String, Value>, Unwritable> {
    let text = sheet.text.get(item(sheet, row)?).unwrap_or_default();
    let list: Option<Vec<Map<String, Value>>> = serde_yaml::from_str(text).ok();
    list.and_then(|list| list.into_iter().next()).ok_or(Unwritable::Row(row))
}

/// An object as an item at this depth, with these line ends.
fn rendered(object: &Map<String, Value>, indent: &str, end: &str) -> Option<String> {
    let text = serde_yaml::to_string(&[object]).ok()?;
    let line = |line: &str| {
        let indent = if line.is_empty() { "" } else { indent };
        format!("{indent}{line}{end}")
    };
    Some(text.lines().map(line).collect())
}

/// Sets a key, or the synonym that the object uses, as in JSON.
fn set(object: &mut Map<String, Value>, key: &str, value: &Value) {
    let synonym = || object.keys().find(|name| Column::are_synonyms(key, name));
    let key = if object.contains_key(key) { Some(key) } else { synonym().map(String::as_str) }
        .unwrap_or(key)
        .to_owned();
    let single = object.get(&key).is_some_and(|old| old.is_string() || old.is_null());
    let value = match value.as_array().map(Vec::as_slice) {
        Some([]) if single => Value::from(""),
        Some([one]) if single => one.clone(),
        _ => value.clone(),
    };
    if value.is_null() {
        object.shift_remove(&key);
    } else {
        object.insert(key, value);
    }
}

/// True when every row that was not named says what it said.
fn others_stay(
    sheet: &Sheet,
    text: &str,
    rows: &BTreeMap<usize, Option<Map<String, Value>>>,
) -> bool {
    let again = Sheet::read(&sheet.set.path, text, sheet.beside.as_deref());
    let removed = |at: &usize| matches!(rows.get(at), Some(None));
    let before = sheet.set.queries.iter().enumerate().filter(|(at, _)| !removed(at));
    let said = |row: &Query| {
        // Generated ids hold the line.
        Query { id: String::new(), source: Source::default(), ..row.clone() }
    };
    before
        .zip(again.set.queries.iter().map(Some).chain(std::iter::repeat(None)))
        .filter(|((at, _), _)| !rows.contains_key(at))
        .all(|((_, old), new)| new.is_some_and(|new| said(old) == said(new)))
}
