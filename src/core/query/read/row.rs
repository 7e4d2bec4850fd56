//! One row, as keys with values, to one [`Query`].
//!
//! Must not know the format of the file; a row's place is handed on as it came.

use serde_json::{Map, Value};

use crate::core::query::{
    Label, Origin, Query, Source,
    read::{
        Place,
        column::Column,
        gather::{Gather, Taken},
        grader,
        label::{Claims, Refusal, Trigger},
        spot::Spot,
        value,
    },
};

/// The kind by which some sets alone say that no skill should engage.
const OUT_OF_SCOPE: &str = "out_of_scope";

/// Reads a row and hands it, or the reason against it, to `gather`.
pub(super) fn take(place: &Place<'_>, value: &Value, spot: Spot, gather: &mut Gather) {
    let line = spot.line;
    let read = match value {
        Value::Object(row) => read(place, row, spot, gather),
        other => Err(Refusal::NotAnObject(value::type_of(other))),
    };
    match read {
        Ok(taken) => gather.row(place, taken),
        Err(problem) => gather.refuse(line, None, &problem),
    }
}

fn read(
    place: &Place<'_>,
    row: &Map<String, Value>,
    spot: Spot,
    gather: &mut Gather,
) -> Result<Taken, Refusal> {
    let line = spot.line;
    let (mut id, mut prompt, mut subject) = (None, None, None);
    let mut claims = Claims::default();
    let mut expected_by: Option<&str> = None;
    let mut rest = Rest { origin: place.origin, ..Rest::default() };
    let mut extras = Map::new();
    for (key, value) in row {
        let Some(column) = Column::of(key) else {
            gather.unknown_key(key, line);
            extras.insert(key.clone(), value.clone());
            continue;
        };
        match column {
            Column::Id => id = id.or(value::scalar(key, value)?),
            Column::Prompt => {
                if prompt.is_some() {
                    extras.insert(key.clone(), value.clone());
                } else if let Value::Object(parts) = value {
                    prompt = value::spoken(value);
                    keep_others(&mut extras, key, parts, |name| value::SPOKEN.contains(&name));
                } else {
                    prompt = value::spoken(value);
                }
            }
            Column::Turns => {
                rest.turns |= value::later_turns(value);
                if let Some(turns) = value.as_array() {
                    prompt = prompt.or(turns.first().and_then(value::spoken));
                    extras.insert(key.clone(), value.clone());
                }
            }
            Column::Expected | Column::ExpectedOrTrigger => {
                if let Value::Object(parts) = value {
                    claims.trigger = nested_trigger(parts)?.or(claims.trigger);
                    keep_others(&mut extras, key, parts, is_trigger);
                    continue;
                }
                if column == Column::ExpectedOrTrigger
                    && let Some(yes) = value::yes_or_no(value)
                {
                    claims.trigger = Some(Trigger::Subject(yes));
                    continue;
                }
                let names = value::expected(key, value)?;
                if let (Some(one), Some(before)) = (expected_by, &claims.expected)
                    && *before != names
                {
                    let (one, other) = (one.to_owned(), key.clone());
                    return Err(Refusal::TwoLabels { one, other });
                }
                expected_by = Some(key);
                claims.expected = Some(names);
            }
            Column::Trigger => claims.trigger = Some(value::trigger(key, value)?),
            Column::Subject => {
                subject = value::scalar(key, value)?;
                extras.insert(key.clone(), value.clone());
            }
            Column::Forbidden => match value {
                Value::Bool(no) => claims.trigger = Some(Trigger::Subject(!no)),
                _ => value::add(&mut claims.forbidden, value::names(key, value)?),
            },
            Column::Neutral => value::add(&mut claims.neutral, value::names(key, value)?),
            Column::Alternatives => value::add(&mut claims.alternatives, value::names(key, value)?),
            Column::Graders => {
                let others = grader::read(key, value, &mut claims)?;
                if !others.is_empty() {
                    extras.insert(key.clone(), Value::from(others));
                }
            }
            Column::Kind => rest.kind = value::scalar(key, value)?,
            Column::Origin => rest.origin = origin(key, value, line, gather)?,
            Column::Group => rest.group = value::scalar(key, value)?,
            Column::Disputed => rest.disputed = value::flag(key, value)?,
            Column::Workspace => rest.workspace = value::scalar(key, value)?,
            Column::Passenger => {
                extras.insert(key.clone(), value.clone());
            }
        }
    }
    let prompt = prompt.ok_or(Refusal::NoPrompt)?;
    if claims.is_silent() && rest.kind.as_deref() == Some(OUT_OF_SCOPE) {
        claims.expected = Some(Vec::new());
    }
    let (label, forbidden) = claims.label(subject.as_deref().or(place.subject))?;
    if matches!(label, Label::Partial { .. }) {
        // The label names the subject by now.
        extras.retain(|key, _| Column::of(key) != Some(Column::Subject));
    }
    let query = Query {
        neutral: claims.neutral,
        forbidden,
        kind: rest.kind,
        origin: rest.origin,
        group: rest.group,
        disputed: rest.disputed,
        turns: rest.turns,
        workspace: rest.workspace,
        source: Source { path: place.path.to_owned(), line },
        ..Query::new(String::new(), prompt, label)
    };
    Ok(Taken { id, query, spot, extras })
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

/// Whether the subject should engage, where an `expected` holds that among other things.
fn nested_trigger(parts: &Map<String, Value>) -> Result<Option<Trigger>, Refusal> {
    let told = parts.iter().find(|(key, _)| is_trigger(key));
    told.map(|(key, value)| value::trigger(key, value)).transpose()
}

fn is_trigger(key: &str) -> bool {
    Column::of(key) == Some(Column::Trigger)
}

/// Keeps those parts of a value that were not read.
fn keep_others(
    extras: &mut Map<String, Value>,
    key: &str,
    parts: &Map<String, Value>,
    read: impl Fn(&str) -> bool,
) {
    let others = parts.iter().filter(|(name, _)| !read(name));
    let others: Map<_, _> = others.map(|(name, value)| (name.clone(), value.clone())).collect();
    if !others.is_empty() {
        extras.insert(key.to_owned(), Value::Object(others));
    }
}

fn origin(key: &str, value: &Value, line: u32, gather: &mut Gather) -> Result<Origin, Refusal> {
    let Some(name) = value::scalar(key, value)? else { return Ok(Origin::default()) };
    Ok(Origin::named(&name).unwrap_or_else(|| {
        let remedy = "Use authored, imported, generated or drafted; the row counts as authored.";
        gather.odd_value(key, &name, line, remedy);
        Origin::default()
    }))
}
