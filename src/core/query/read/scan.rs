//! Where the parts of a JSON document stand: offsets that a parsed value does not keep.
//!
//! For text that is already known to be valid JSON; on anything else the offsets mean nothing, but
//! every function ends and stays inside the text. Iterative and linear.

use std::ops::Range;

/// Byte ranges of the elements of the array that begins at `at`, the blanks around them left out.
pub(super) fn elements(text: &str, at: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut next = blanks(bytes, at + 1);
    std::iter::from_fn(move || {
        let start = next;
        if matches!(bytes.get(start), None | Some(b']')) {
            return None;
        }
        let after = value(bytes, start);
        let end = blanks(bytes, after);
        next = blanks(bytes, end + 1);
        if bytes.get(end) != Some(&b',') {
            next = bytes.len();
        }
        Some(start..trimmed(bytes, start, after))
    })
}

/// The end of a value that begins at `start`, without the blanks before `end`.
fn trimmed(bytes: &[u8], start: usize, end: usize) -> usize {
    let found = bytes.get(start..end).unwrap_or_default();
    start + found.trim_ascii_end().len()
}

/// Byte ranges of the keys (with their quotes) and values of the object that begins at `at`.
pub(in crate::core::query) fn members(
    text: &str,
    at: usize,
) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + '_ {
    let bytes = text.as_bytes();
    let mut next = blanks(bytes, at + 1);
    std::iter::from_fn(move || {
        if bytes.get(next) != Some(&b'"') {
            return None;
        }
        let key = next..string(bytes, next);
        let start = blanks(bytes, blanks(bytes, key.end) + 1);
        let after = value(bytes, start);
        next = blanks(bytes, blanks(bytes, after) + 1);
        Some((key, start..trimmed(bytes, start, after)))
    })
}

/// The key that stands at `range`, quotes and escapes undone.
pub(in crate::core::query) fn key(text: &str, range: Range<usize>) -> Option<String> {
    serde_json::from_str(text.get(range)?).ok()
}

/// Byte range of the value of the last member named `name` of the object that begins at `at`.
pub(super) fn member(text: &str, at: usize, name: &str) -> Option<Range<usize>> {
    let named = |of: Range<usize>| key(text, of).is_some_and(|key| key == name);
    members(text, at).filter(|(key, _)| named(key.clone())).last().map(|(_, value)| value)
}

/// Offset after the value that begins at `at`, the blanks behind it left out.
pub(in crate::core::query) fn end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    trimmed(bytes, at, value(bytes, at))
}

/// Offset of the first byte at or after `at` that is no white space.
pub(in crate::core::query) fn blanks(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Offset after the value that begins at `at`.
fn value(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = string(bytes, at),
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' | b',' if depth == 0 => return at,
            b'}' | b']' => {
                depth -= 1;
                at += 1;
                if depth == 0 {
                    return at;
                }
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        }
        if depth == 0 {
            return at;
        }
    }
    at
}

/// Offset after the string whose opening quote is at `at`.
fn string(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    #[test]
    fn elements_begin_and_end_where_they_do() {
        let text = r#" [ {"a": "],["}, [1,[2]] ,"x\"]", 4 , null]"#;
        let starts: Vec<&str> = elements(text, 1).map(|at| &text[at]).collect();
        assert_eq!(starts, [r#"{"a": "],["}"#, "[1,[2]]", r#""x\"]""#, "4", "null"]);
        assert_eq!(elements("[]", 0).count(), 0);
        assert_eq!(elements("[ ]", 0).count(), 0);
    }

    #[test]
    fn a_member_is_found_at_its_own_depth() {
        let text = r#"{"skill": {"evals": 1}, "n": 12, "ev\u0061ls": [7] }"#;
        let at = member(text, 0, "evals").expect("it is there");
        assert_eq!(&text[at], "[7]");
        assert_eq!(member(text, 0, "cases"), None);
        assert_eq!(member("{}", 0, "cases"), None);
    }

    proptest! {
        #[test]
        fn offsets_agree_with_the_parser(items in prop::collection::vec(
            prop_oneof![
                any::<i32>().prop_map(Value::from),
                ".{0,6}".prop_map(Value::from),
                prop::collection::vec(".{0,3}", 0..3).prop_map(Value::from),
            ], 0..6), pretty in any::<bool>()) {
            let value = Value::from(items.clone());
            let text = if pretty {
                serde_json::to_string_pretty(&value).unwrap()
            } else {
                value.to_string()
            };
            let ranges: Vec<Range<usize>> = elements(&text, 0).collect();
            prop_assert_eq!(ranges.len(), items.len());
            for (range, item) in ranges.into_iter().zip(items) {
                prop_assert_eq!(serde_json::from_str::<Value>(&text[range]).unwrap(), item);
            }
        }

        #[test]
        fn nothing_panics(text in r#"[\[\]{}",:\\ a1é]{0,24}"#, at in 0_usize..30) {
            let _ = elements(&text, at).count();
            let _ = member(&text, at, "a");
        }
    }
}
