//! One JSON object a line; blank lines do not count.
//!
//! The first object may speak of the whole set instead: its `convention`, its `origin`.

use serde_json::{Map, Value};

use crate::core::query::read::{
    Place,
    column::Column,
    document,
    gather::{Gather, characters},
    label::Refusal,
    row,
    spot::Spot,
};

pub(super) fn read(place: &Place<'_>, text: &str, gather: &mut Gather) {
    let (mut rows, mut at) = (0_usize, 0);
    let first;
    let mut place = *place;
    let mut lines = text.split_inclusive('\n').zip(1_u32..).filter_map(|(line, number)| {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let line = line.trim();
        let spot = Spot { line: number, bytes: start..start + line.len() };
        (!line.is_empty()).then_some((line, spot))
    });
    let mut ahead = None;
    if let Some((line, spot)) = lines.next() {
        match serde_json::from_str(line) {
            Ok(Value::Object(object)) if is_head(&object) => {
                first = object;
                place = document::head(&place, &first, "", spot.line, gather);
            }
            _ => ahead = Some((line, spot)),
        }
    }
    for (line, spot) in ahead.into_iter().chain(lines) {
        rows += 1;
        match serde_json::from_str::<Value>(line) {
            Ok(value) => row::take(&place, &value, spot, gather),
            Err(error) => {
                let before = column_of(text, spot.bytes.start);
                let column = characters(line, error.column()).saturating_add(before);
                gather.refuse(spot.line, Some(column), &Refusal::of_syntax(&error));
            }
        }
    }
    if rows == 0 {
        gather.empty();
    }
}

/// True of an object that speaks of the set and not of a prompt.
pub(super) fn is_head(object: &Map<String, Value>) -> bool {
    let speaks = ["convention", "provenance", "schema", "$schema"];
    speaks.iter().any(|key| object.contains_key(*key))
        && !object.keys().any(|key| {
            matches!(Column::of(key), Some(Column::Prompt | Column::Turns | Column::Expected))
        })
}

/// Characters before a byte offset in its line.
fn column_of(text: &str, at: usize) -> u32 {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    u32::try_from(line.chars().count()).unwrap_or(u32::MAX)
}
