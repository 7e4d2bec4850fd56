//! One document: an array of rows, an object that holds one, a suite, or a single row.
//!
//! Must not know whether it was JSON or YAML; where things stand is told by [`Places`].

use serde_json::{Map, Value};

use crate::core::query::{
    Origin,
    read::{
        Place,
        column::{AROUND, Column, ROWS},
        gather::Gather,
        row,
        spot::Spot,
        suite,
    },
};

/// Where the parts of a document stand.
pub(super) trait Places {
    /// The value below these keys, the outermost first.
    fn spot(&self, keys: &[&str]) -> Spot;
    /// The items of the list below these keys, in order.
    fn items(&self, keys: &[&str]) -> Vec<Spot>;
}

pub(super) fn read(place: &Place<'_>, value: &Value, places: &impl Places, gather: &mut Gather) {
    match value {
        Value::Array(items) => rows(place, items, places.items(&[]), gather),
        Value::Object(object) => {
            let held = ROWS.iter().find_map(|key| Some((*key, object.get(*key)?.as_array()?)));
            let Some((key, items)) = held else {
                return if suite::is_suite(object) {
                    suite::read(place, object, places, gather);
                } else {
                    row::take(place, value, places.spot(&[]), gather);
                };
            };
            suite::thresholds(place, object, places, gather);
            let place = head(place, object, key, places.spot(&[]).line, gather);
            rows(&place, items, places.items(&[key]), gather);
        }
        other => row::take(place, other, places.spot(&[]), gather),
    }
}

/// Reads what an object says about all the rows that it holds under `rows`.
pub(super) fn head<'a>(
    place: &Place<'a>,
    object: &'a Map<String, Value>,
    rows: &str,
    line: u32,
    gather: &mut Gather,
) -> Place<'a> {
    let mut place = *place;
    for (name, value) in object.iter().filter(|(name, _)| *name != rows) {
        if name != "convention" {
            gather.around(name, value);
        }
        match (name.as_str(), value) {
            ("convention", Value::String(words)) => gather.convention(words),
            ("provenance", Value::Object(facts)) => {
                place.origin = facts.get("origin").and_then(named_origin).unwrap_or(place.origin);
            }
            ("origin", value) if named_origin(value).is_some() => {
                place.origin = named_origin(value).unwrap_or(place.origin);
            }
            (name, _) if AROUND.contains(&name) => {}
            (_, Value::String(skill)) if Column::of(name) == Some(Column::Subject) => {
                // Where the file lies says more than what it says of itself: skills get renamed.
                place.subject = place.subject.or(Some(skill));
            }
            _ if Column::of(name) == Some(Column::Passenger) => {}
            _ => gather.unknown_key(name, line),
        }
    }
    place
}

fn named_origin(value: &Value) -> Option<Origin> {
    Origin::named(value.as_str()?)
}

pub(super) fn rows(place: &Place<'_>, items: &[Value], spots: Vec<Spot>, gather: &mut Gather) {
    if items.is_empty() {
        return gather.empty();
    }
    for (item, spot) in items.iter().zip(spots) {
        row::take(place, item, spot, gather);
    }
}
