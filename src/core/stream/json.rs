//! Fields of a line, by their paths: what is missing or of another type is nothing.
//!
//! Must not know formats.

use serde_json::Value;

use crate::core::stream::story::Spent;

/// The text at a JSON pointer; empty where there is none.
pub(super) fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    id(value, pointer).unwrap_or_default()
}

/// The text at a JSON pointer, if there is one.
pub(super) fn id<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str()
}

pub(super) fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

pub(super) fn is_true(value: &Value, pointer: &str) -> bool {
    value.pointer(pointer) == Some(&Value::Bool(true))
}

/// Counts at several pointers, added up.
pub(super) fn sum(value: &Value, pointers: &[&str]) -> u64 {
    let count = |pointer: &&str| value.pointer(pointer)?.as_u64();
    pointers.iter().filter_map(count).fold(0, u64::saturating_add)
}

/// An amount of money; never below 0.
pub(super) fn money(value: &Value, pointer: &str) -> Option<f64> {
    value.pointer(pointer)?.as_f64().map(|amount| amount.max(0.0))
}

/// Tokens and money at their pointers.
pub(super) fn spent(value: &Value, input: &[&str], output: &[&str], cost: &str) -> Spent {
    Spent { input: sum(value, input), output: sum(value, output), cost_usd: money(value, cost) }
}

/// What a result says: a text, or a list of blocks with texts.
pub(super) fn said(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts: Vec<&str> = blocks.iter().filter_map(|block| id(block, "/text")).collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

/// `401 authentication_error: the message`, of the parts that are there.
pub(super) fn cause(status: Option<&Value>, kind: &str, message: &str) -> String {
    let status = status.filter(|status| status.is_number()).map(Value::to_string);
    let head: Vec<&str> =
        status.as_deref().into_iter().chain([kind]).filter(|part| !part.is_empty()).collect();
    match (head.join(" "), message) {
        (head, "") => head,
        (head, message) if head.is_empty() => message.to_owned(),
        (head, message) => format!("{head}: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_is_nothing() {
        let value =
            json!({"a": {"b": "c", "n": 2, "m": 3}, "l": [{"text": "x"}, {}, {"text": "y"}]});
        assert_eq!((text(&value, "/a/b"), text(&value, "/a/n"), id(&value, "/z")), ("c", "", None));
        assert_eq!((sum(&value, &["/a/n", "/a/m", "/q"]), list(&value, "/a").len()), (5, 0));
        assert_eq!(said(&value["l"]), "x\ny");
        assert_eq!(money(&json!({"c": -1.5}), "/c"), Some(0.0));
    }

    #[test]
    fn causes_say_what_they_have() {
        assert_eq!(cause(Some(&json!(401)), "auth", "no key"), "401 auth: no key");
        assert_eq!(cause(Some(&json!(null)), "", "no key"), "no key");
        assert_eq!(cause(Some(&json!(500)), "", ""), "500");
    }
}
