//! The values that rows hold: what counts as text, a list of names, yes or no.
//!
//! Must not know which key means what.

use serde_json::Value;

use crate::core::query::read::label::{Refusal, Trigger};

/// Names that authors write where no skill should engage.
const NOBODY: [&str; 5] = ["", "none", "neither", "null", "(no skill)"];

/// Keys of an object that may hold what the user says.
pub(super) const SPOKEN: [&str; 4] = ["content", "prompt", "text", "user"];

/// A prompt's text; blank is none.
fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// What the user says: a string, or an object that holds one.
pub(super) fn spoken(turn: &Value) -> Option<String> {
    let held = |key: &&str| turn.get(key).and_then(text);
    SPOKEN.iter().find_map(held).or_else(|| text(turn))
}

pub(super) fn later_turns(value: &Value) -> bool {
    match value {
        Value::Number(count) => count.as_f64().is_some_and(|count| count > 1.0),
        Value::Array(turns) => turns.len() > 1,
        Value::Bool(yes) => *yes,
        Value::String(text) => match text.trim().parse::<f64>() {
            Ok(count) => count > 1.0,
            Err(_) => yes_or_no(value) == Some(true),
        },
        _ => false,
    }
}

/// Text or number as text; null and blank are none.
pub(super) fn scalar(key: &str, value: &Value) -> Result<Option<String>, Refusal> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
        Value::Number(number) => Ok(Some(number.to_string())),
        other => Err(wrong(key, other, "text")),
    }
}

/// A list of names; one name alone is a list of one, null and blank are an empty one.
pub(super) fn names(key: &str, value: &Value) -> Result<Vec<String>, Refusal> {
    let mut out = Vec::new();
    let items = match value {
        Value::Array(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    for item in items {
        match item {
            Value::Null => {}
            Value::String(name) => {
                let name = name.trim();
                if !name.is_empty() {
                    add(&mut out, vec![name.to_owned()]);
                }
            }
            other => return Err(wrong(key, other, "a skill's name or a list of names")),
        }
    }
    Ok(out)
}

pub(super) fn expected(key: &str, value: &Value) -> Result<Vec<String>, Refusal> {
    let mut names = names(key, value)?;
    names.retain(|name| !NOBODY.iter().any(|nobody| name.eq_ignore_ascii_case(nobody)));
    Ok(names)
}

pub(super) fn trigger(key: &str, value: &Value) -> Result<Trigger, Refusal> {
    match value {
        Value::Null => Ok(Trigger::Subject(false)),
        Value::Array(_) => Ok(Trigger::Named(names(key, value)?)),
        Value::String(name) => Ok(match yes_or_no(value) {
            Some(yes) => Trigger::Subject(yes),
            None if name.trim().is_empty() => Trigger::Subject(false),
            None => Trigger::Named(vec![name.trim().to_owned()]),
        }),
        Value::Bool(yes) => Ok(Trigger::Subject(*yes)),
        other => Err(wrong(key, other, "true, false or a skill's name")),
    }
}

pub(super) fn flag(key: &str, value: &Value) -> Result<bool, Refusal> {
    match value {
        Value::Null => Ok(false),
        _ => yes_or_no(value).ok_or_else(|| wrong(key, value, "true or false")),
    }
}

pub(super) fn yes_or_no(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(yes) => Some(*yes),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "trigger" => Some(true),
            "false" | "no" | "skip" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Appends what is not yet in the list.
pub(super) fn add(list: &mut Vec<String>, names: Vec<String>) {
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
}

pub(super) fn wrong(key: &str, value: &Value, wanted: &'static str) -> Refusal {
    Refusal::WrongType { key: key.to_owned(), found: type_of(value), wanted }
}

pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
