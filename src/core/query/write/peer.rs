//! Forms that know one expected skill a row and no more: rows of other tools.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::core::query::{
    Label, Query,
    sheet::Sheet,
    write::{
        document,
        house::Row,
        loss::{Loss, Losses},
        table,
    },
};

/// The kinds that such a set may name; the last one goes with rows for no skill and no others.
const KINDS: [&str; 4] = ["implicit", "contextual", "neighbor_negative", "out_of_scope"];

const COLUMNS: [&str; 6] = ["id", "text", "kind", "expected_skill", "acceptable_skills", "notes"];

pub(super) fn reach_json(sheet: &Sheet, rows: &[Row<'_>], losses: &mut Losses) -> (String, usize) {
    let around = |key: &str| sheet.around.get(key).cloned();
    let mut members = Map::new();
    members.insert("catalog_id".to_owned(), around("catalog_id").unwrap_or_else(|| "".into()));
    members.insert("notes".to_owned(), around("notes").unwrap_or_else(|| "".into()));
    if let Some(provenance) = around("provenance") {
        members.insert("provenance".to_owned(), provenance);
    }
    let rows: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            let mut row = reach(*row, losses)?;
            let id = row.shift_remove("id").unwrap_or_default();
            row.shift_insert(0, "query_id".to_owned(), id);
            Some(row)
        })
        .collect();
    let written = rows.len();
    (document::object(&members, "queries", rows), written)
}

pub(super) fn reach_lines(rows: &[Row<'_>], losses: &mut Losses) -> (String, usize) {
    let rows: Vec<_> = rows.iter().filter_map(|row| reach(*row, losses)).collect();
    let written = rows.len();
    (rows.into_iter().map(|row| format!("{}\n", Value::Object(row))).collect(), written)
}

pub(super) fn reach_table(rows: &[Row<'_>], losses: &mut Losses) -> (String, usize) {
    let parted = |names: &[String]| names.iter().any(|name| name.contains([',', ';']));
    let mut fits = |(row, _): &&Row<'_>| {
        let label = matches!(&row.label, Label::Complete { expected, .. } if parted(expected));
        let torn = label || parted(&row.neutral);
        if torn {
            losses.add(Loss::Rows("a name holds what parts names in a table"), row);
        }
        !torn
    };
    let rows: Vec<_> = rows.iter().filter(&mut fits).copied().collect();
    let rows: Vec<_> = rows.into_iter().filter_map(|row| reach(row, losses)).collect();
    let cell = |row: &Map<String, Value>, column: &str| match row.get(column) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(",")
        }
        _ => String::new(),
    };
    let header = COLUMNS.map(str::to_owned).to_vec();
    let cells = |row| COLUMNS.iter().map(|column| cell(row, column)).collect();
    (table::records(b',', std::iter::once(header).chain(rows.iter().map(cells))), rows.len())
}

pub(super) fn suite_lines(rows: &[Row<'_>], losses: &mut Losses) -> (String, usize) {
    let mut out = String::new();
    let mut written = 0;
    let mut taken = HashSet::new();
    for &(row, extras) in rows {
        let Some(expected) = single(row, losses) else { continue };
        let id = plain_id(&row.id, &mut taken);
        if id != row.id {
            let how = "such ids hold letters, digits, `_`, `.` and `-` only";
            losses.add(Loss::Changed("id".to_owned(), how), row);
        }
        losses.beyond(&["id", "prompt", "expected_skills"], (row, extras));
        let expected = expected.unwrap_or_default();
        let row = serde_json::json!({"id": id, "prompt": row.prompt, "expected_skill": expected});
        out.push_str(&format!("{row}\n"));
        written += 1;
    }
    (out, written)
}

/// The id in the characters that are allowed, made unique by a number.
fn plain_id(id: &str, taken: &mut HashSet<String>) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let id: String = id.chars().map(|c| if plain(c) { c } else { '-' }).collect();
    let id = id.trim_start_matches(['-', '.']);
    let id = if id.is_empty() { "row" } else { id };
    let numbered = (2..=usize::MAX).map(|n| format!("{id}-{n}"));
    let free = std::iter::once(id.to_owned()).chain(numbered).find(|id| !taken.contains(id));
    let id = free.unwrap_or_default();
    taken.insert(id.clone());
    id
}

/// The row in six columns.
fn reach((row, extras): Row<'_>, losses: &mut Losses) -> Option<Map<String, Value>> {
    let expected = single(row, losses)?;
    let [.., out_of_scope] = KINDS;
    let kind = match (expected, row.kind.as_deref()) {
        (None, kind) => {
            if kind.is_some_and(|kind| kind != out_of_scope) {
                losses.add(Loss::Changed("kind".to_owned(), "it follows from the label"), row);
            }
            Some(out_of_scope)
        }
        (Some(_), Some(kind)) if KINDS.contains(&kind) && kind != out_of_scope => Some(kind),
        (Some(_), kind) => {
            if kind.is_some() {
                losses.add(Loss::Key("kind".to_owned()), row);
            }
            None
        }
    };
    let notes = extras.get("notes").and_then(Value::as_str);
    let kept = ["id", "prompt", "expected_skills", "optional_skills", "kind", "notes"];
    // Notes that are no text stay behind.
    let kept = if notes.is_some() { &kept[..] } else { &kept[..5] };
    losses.beyond(kept, (row, extras));
    let mut out = Map::new();
    let values: [Value; 6] = [
        row.id.as_str().into(),
        row.prompt.as_str().into(),
        kind.into(),
        expected.into(),
        row.neutral.as_slice().into(),
        notes.unwrap_or_default().into(),
    ];
    out.extend(COLUMNS.map(str::to_owned).into_iter().zip(values));
    Some(out)
}

/// The expected skill, if any; the row itself is lost where it says something else.
fn single<'a>(row: &'a Query, losses: &mut Losses) -> Option<Option<&'a str>> {
    let Label::Complete { expected, .. } = &row.label else {
        losses.add(Loss::Rows("only part of the label is known"), row);
        return None;
    };
    match expected.as_slice() {
        [] => Some(None),
        [one] => Some(Some(one.as_str())),
        _ => {
            losses.add(Loss::Rows("several skills are expected"), row);
            None
        }
    }
}
