//! One JSON document: an array of rows, an object that holds one, or a single row.

use serde_json::Value;

use crate::core::query::read::{
    Place,
    column::{AROUND, Column, ROWS},
    gather::Gather,
    row, scan,
};

pub(super) fn read(place: &Place<'_>, text: &str, value: &Value, gather: &mut Gather) {
    let start = scan::blanks(text.as_bytes(), 0);
    let mut lines = Lines { text, at: 0, line: 1 };
    match value {
        Value::Array(items) => rows(place, items, start, &mut lines, gather),
        Value::Object(object) => {
            let held = ROWS.iter().find_map(|key| Some((*key, object.get(*key)?.as_array()?)));
            let Some((key, items)) = held else {
                return row::take(place, value, lines.of(start), gather);
            };
            let mut subject = place.subject;
            for (name, value) in object.iter().filter(|(name, _)| *name != key) {
                match (name.as_str(), value) {
                    ("convention", Value::String(words)) => gather.convention(words),
                    (name, _) if AROUND.contains(&name) => {}
                    (_, Value::String(skill)) if Column::of(name) == Some(Column::Subject) => {
                        // Where the file lies says more than what it says of itself: skills get
                        // renamed.
                        subject = subject.or(Some(skill));
                    }
                    _ => gather.unknown_key(name, lines.of(start)),
                }
            }
            let at = scan::member(text, start, key).unwrap_or(start);
            rows(&Place { subject, ..*place }, items, at, &mut lines, gather);
        }
        other => row::take(place, other, lines.of(start), gather),
    }
}

fn rows(place: &Place<'_>, items: &[Value], at: usize, lines: &mut Lines<'_>, gather: &mut Gather) {
    if items.is_empty() {
        return gather.empty();
    }
    for (item, at) in items.iter().zip(scan::elements(lines.text, at)) {
        row::take(place, item, lines.of(at), gather);
    }
}

/// Line numbers of ascending offsets, counted in one pass.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl Lines<'_> {
    /// 1-based line of a byte offset that is not below the last one asked for.
    fn of(&mut self, offset: usize) -> u32 {
        let passed = self.text.as_bytes().get(self.at..offset).unwrap_or_default();
        let ends = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(ends).unwrap_or(u32::MAX));
        self.at = self.at.max(offset);
        self.line
    }
}
