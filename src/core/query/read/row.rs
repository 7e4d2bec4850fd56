//! One JSON object to one [`Query`].
//!
//! Must not know where the object stands in its file beyond a line number.

use serde_json::{Map, Value};

use crate::core::query::{
    Origin, Query, Source,
    read::{
        Place,
        column::Column,
        gather::Gather,
        label::{Claims, Refusal, Trigger},
    },
};

/// Names that authors write where no skill should engage.
const NOBODY: [&str; 5] = ["", "none", "neither", "null", "(no skill)"];

/// Reads a row and hands it, or the reason against it, to `gather`.
pub(super) fn take(place: &Place<'_>, value: &Value, line: u32, gather: &mut Gather) {
    let read = match value {
        Value::Object(row) => read(place, row, line, gather),
        other => Err(Refusal::NotAnObject(type_of(other))),
    };
    match read {
        Ok(query) => gather.row(query),
        Err(problem) => gather.refuse(line, None, &problem),
    }
}

fn read(
    place: &Place<'_>,
    row: &Map<String, Value>,
    line: u32,
    gather: &mut Gather,
) -> Result<Query, Refusal> {
    let (mut id, mut prompt, mut subject) = (None, None, None);
    let mut claims = Claims::default();
    let mut expected_by: Option<&str> = None;
    let mut rest = Rest::default();
    for (key, value) in row {
        let Some(column) = Column::of(key) else {
            gather.unknown_key(key, line);
            continue;
        };
        match column {
            Column::Id => id = id.or(scalar(key, value)?),
            Column::Prompt => prompt = prompt.or(text(value)),
            Column::Turns => {
                rest.turns |= later_turns(value);
                prompt = prompt.or(value.as_array().and_then(|turns| spoken(turns.first()?)));
            }
            Column::Expected | Column::ExpectedOrTrigger => {
                if column == Column::ExpectedOrTrigger
                    && let Some(yes) = yes_or_no(value)
                {
                    claims.trigger = Some(Trigger::Subject(yes));
                    continue;
                }
                let names = expected(key, value)?;
                if let (Some(one), Some(before)) = (expected_by, &claims.expected)
                    && *before != names
                {
                    let (one, other) = (one.to_owned(), key.clone());
                    return Err(Refusal::TwoLabels { one, other });
                }
                expected_by = Some(key);
                claims.expected = Some(names);
            }
            Column::Trigger => claims.trigger = Some(trigger(key, value)?),
            Column::Subject => subject = scalar(key, value)?,
            Column::Forbidden => add(&mut claims.forbidden, names(key, value)?),
            Column::Neutral => add(&mut claims.neutral, names(key, value)?),
            Column::Alternatives => add(&mut claims.alternatives, names(key, value)?),
            Column::Kind => rest.kind = scalar(key, value)?,
            Column::Origin => rest.origin = origin(key, value, line, gather)?,
            Column::Group => rest.group = scalar(key, value)?,
            Column::Disputed => rest.disputed = flag(key, value)?,
            Column::Workspace => rest.workspace = scalar(key, value)?,
            Column::Passenger => {}
        }
    }
    let prompt = prompt.ok_or(Refusal::NoPrompt)?;
    let (label, forbidden) = claims.label(subject.as_deref().or(place.subject))?;
    let id = id.unwrap_or_else(|| format!("{}-{line}", place.stem()));
    Ok(Query {
        neutral: claims.neutral,
        forbidden,
        kind: rest.kind,
        origin: rest.origin,
        group: rest.group,
        disputed: rest.disputed,
        turns: rest.turns,
        workspace: rest.workspace,
        source: Source { path: place.path.to_owned(), line },
        ..Query::new(id, prompt, label)
    })
}

/// The columns that say nothing about routing.
#[derive(Default)]
struct Rest {
    kind: Option<String>,
    origin: Origin,
    group: Option<String>,
    disputed: bool,
    turns: bool,
    workspace: Option<String>,
}

/// A prompt's text; blank is none.
fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// What the user says in a turn: a string, or an object that holds one.
fn spoken(turn: &Value) -> Option<String> {
    ["content", "prompt", "text", "user"].iter().find_map(|key| text(&turn[*key])).or(text(turn))
}

fn later_turns(value: &Value) -> bool {
    match value {
        Value::Number(count) => count.as_f64().is_some_and(|count| count > 1.0),
        Value::Array(turns) => turns.len() > 1,
        Value::Bool(yes) => *yes,
        _ => false,
    }
}

/// Text or number as text; null and blank are none.
fn scalar(key: &str, value: &Value) -> Result<Option<String>, Refusal> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
        Value::Number(number) => Ok(Some(number.to_string())),
        other => Err(wrong(key, other, "text")),
    }
}

/// A list of names; one name alone is a list of one, null and blank are an empty one.
fn names(key: &str, value: &Value) -> Result<Vec<String>, Refusal> {
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

fn expected(key: &str, value: &Value) -> Result<Vec<String>, Refusal> {
    let mut names = names(key, value)?;
    names.retain(|name| !NOBODY.iter().any(|nobody| name.eq_ignore_ascii_case(nobody)));
    Ok(names)
}

fn trigger(key: &str, value: &Value) -> Result<Trigger, Refusal> {
    match value {
        Value::Null => Ok(Trigger::Subject(false)),
        Value::String(name) => Ok(match yes_or_no(value) {
            Some(yes) => Trigger::Subject(yes),
            None if name.trim().is_empty() => Trigger::Subject(false),
            None => Trigger::Named(name.trim().to_owned()),
        }),
        Value::Bool(yes) => Ok(Trigger::Subject(*yes)),
        other => Err(wrong(key, other, "true, false or a skill's name")),
    }
}

fn flag(key: &str, value: &Value) -> Result<bool, Refusal> {
    match value {
        Value::Null => Ok(false),
        _ => yes_or_no(value).ok_or_else(|| wrong(key, value, "true or false")),
    }
}

fn yes_or_no(value: &Value) -> Option<bool> {
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

fn origin(key: &str, value: &Value, line: u32, gather: &mut Gather) -> Result<Origin, Refusal> {
    let Some(name) = scalar(key, value)? else { return Ok(Origin::default()) };
    Ok(serde_json::from_value(Value::from(name.to_ascii_lowercase())).unwrap_or_else(|_| {
        let remedy = "Use authored, imported, generated or drafted; the row counts as authored.";
        gather.odd_value(key, &name, line, remedy);
        Origin::default()
    }))
}

/// Appends what is not yet in the list.
fn add(list: &mut Vec<String>, names: Vec<String>) {
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
}

fn wrong(key: &str, value: &Value, wanted: &'static str) -> Refusal {
    Refusal::WrongType { key: key.to_owned(), found: type_of(value), wanted }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
