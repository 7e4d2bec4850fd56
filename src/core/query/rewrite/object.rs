//! One key of a JSON object in its text.

use std::ops::Range;

use serde_json::Value;

use crate::core::query::read::{column::Column, scan};

/// The text of an object with `key`, or the synonym that it uses, at `value`; `null` takes the
/// key out. A new key is put at the end, spaced as the others are.
pub(super) fn set(text: &str, key: &str, value: &Value) -> String {
    let members: Vec<(Range<usize>, Range<usize>)> = scan::members(text, 0).collect();
    let name = |of: &Range<usize>| scan::key(text, of.clone());
    let exact = members.iter().rposition(|(of, _)| name(of).as_deref() == Some(key));
    let means = |of| name(of).is_some_and(|name| Column::are_synonyms(key, &name));
    let synonym = || members.iter().rposition(|(of, _)| means(of));
    let mut out = text.to_owned();
    match (exact.or_else(synonym), value) {
        (None, Value::Null) => {}
        (Some(at), Value::Null) => out.replace_range(gap(text, &members, at), ""),
        (Some(at), value) => {
            let old = members.get(at).map_or(0..0, |(_, old)| old.clone());
            let value = shaped(text.get(old.clone()).unwrap_or_default(), value);
            out.replace_range(old, &value);
        }
        (None, value) => {
            let (end, comma, colon) = match (members.last(), members.first()) {
                (Some((_, last)), Some((first, first_value))) => {
                    let colon = text.get(first.end..first_value.start).unwrap_or(":");
                    (last.end, comma(text, &members), colon)
                }
                _ => (1, "", ": "),
            };
            out.insert_str(end, &format!("{comma}{}{colon}{value}", Value::from(key)));
        }
    }
    out
}

/// A single name stays a text where a text stood.
fn shaped(old: &str, value: &Value) -> String {
    match value.as_array().map(Vec::as_slice) {
        Some([]) if old.starts_with('"') => Value::from("").to_string(),
        Some([one]) if old.starts_with('"') || old == "null" => one.to_string(),
        _ => value.to_string(),
    }
}

/// What stands between two members: as between the last two, else a comma and a blank.
fn comma<'a>(text: &'a str, members: &[(Range<usize>, Range<usize>)]) -> &'a str {
    match members {
        [.., (_, before), (key, _)] => text.get(before.end..key.start).unwrap_or(", "),
        _ => ", ",
    }
}

/// The range of a member that goes, with one of the commas around it.
fn gap(text: &str, members: &[(Range<usize>, Range<usize>)], at: usize) -> Range<usize> {
    let (Some((key, value)), before, after) = (
        members.get(at),
        at.checked_sub(1).and_then(|before| members.get(before)),
        members.get(at + 1),
    ) else {
        return text.len()..text.len();
    };
    match (before, after) {
        (_, Some((next, _))) => key.start..next.start,
        (Some((_, before)), None) => before.end..value.end,
        (None, None) => key.start..value.end,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_value_changes_and_nothing_else() {
        let text = r#"{ "query":"a, }" ,  "expected_skill" : "x", "n": 1e5}"#;
        assert_eq!(
            set(text, "expected_skills", &json!(["y"])),
            r#"{ "query":"a, }" ,  "expected_skill" : "y", "n": 1e5}"#
        );
        assert_eq!(
            set(text, "expected_skills", &json!(["y", "z"])),
            r#"{ "query":"a, }" ,  "expected_skill" : ["y","z"], "n": 1e5}"#
        );
        assert_eq!(
            set(text, "expected_skills", &json!([])),
            r#"{ "query":"a, }" ,  "expected_skill" : "", "n": 1e5}"#
        );
        assert_eq!(
            set(text, "disputed", &json!(true)),
            r#"{ "query":"a, }" ,  "expected_skill" : "x", "n": 1e5, "disputed":true}"#
        );
        assert_eq!(set("{}", "a", &json!(1)), r#"{"a": 1}"#);
    }

    #[test]
    fn a_key_goes_with_its_comma() {
        let text = r#"{"a":1, "b":2, "c":3}"#;
        assert_eq!(set(text, "a", &Value::Null), r#"{"b":2, "c":3}"#);
        assert_eq!(set(text, "b", &Value::Null), r#"{"a":1, "c":3}"#);
        assert_eq!(set(text, "c", &Value::Null), r#"{"a":1, "b":2}"#);
        assert_eq!(set(text, "d", &Value::Null), text);
        assert_eq!(set(r#"{"a":1}"#, "a", &Value::Null), "{}");
        // The last one of equal keys is the one that counts.
        assert_eq!(set(r#"{"a":1,"a":2}"#, "a", &json!(3)), r#"{"a":1,"a":3}"#);
    }
}
