//! One JSON object a line; blank lines do not count.

use serde_json::Value;

use crate::core::query::read::{
    Place,
    gather::{Gather, characters},
    label::Refusal,
    row,
};

pub(super) fn read(place: &Place<'_>, text: &str, gather: &mut Gather) {
    let mut rows = 0;
    for (line, number) in text.lines().zip(1_u32..) {
        if line.trim().is_empty() {
            continue;
        }
        rows += 1;
        match serde_json::from_str::<Value>(line) {
            Ok(value) => row::take(place, &value, number, gather),
            Err(error) => {
                let column = characters(line, error.column());
                gather.refuse(number, Some(column), &Refusal::of_syntax(&error));
            }
        }
    }
    if rows == 0 {
        gather.empty();
    }
}
