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
    let mut reading = Reading::of(place, spot.line);
    for (key, value) in row {
        match Column::of(key) {
            Some(Column::Origin) => {
                reading.query.origin = origin(key, value, spot.line, gather)?;
            }
            Some(column) => reading.column(column, key, value)?,
            None => {
                gather.unknown_key(key, spot.line);
                reading.keep(key, value);
            }
        }
    }
    reading.finish(place, spot)
}

/// A row as far as its keys have been read.
struct Reading<'a> {
    id: Option<String>,
    prompt: Option<String>,
    subject: Option<String>,
    claims: Claims,
    /// The key that gave the expected skills.
    expected_by: Option<&'a str>,
    /// Id, prompt and label still to be given.
    query: Query,
    extras: Map<String, Value>,
}

impl<'a> Reading<'a> {
    fn of(place: &Place<'_>, line: u32) -> Self {
        let label = Label::Partial { should: Vec::new(), must_not: Vec::new() };
        let query = Query {
            origin: place.origin,
            source: Source { path: place.path.to_owned(), line },
            ..Query::new("", "", label)
        };
        Self {
            id: None,
            prompt: None,
            subject: None,
            claims: Claims::default(),
            expected_by: None,
            query,
            extras: Map::new(),
        }
    }

    fn column(&mut self, column: Column, key: &'a str, value: &Value) -> Result<(), Refusal> {
        let Self { claims, query, .. } = self;
        match column {
            Column::Id => {
                let id = value::scalar(key, value)?;
                self.id = self.id.take().or(id);
            }
            Column::Prompt => self.prompt(key, value),
            Column::Turns => {
                query.turns |= value::later_turns(value);
                if let Some(turns) = value.as_array() {
                    let first = turns.first().and_then(value::spoken);
                    self.prompt = self.prompt.take().or(first);
                    self.keep(key, value);
                }
            }
            Column::Expected => self.expected(key, value)?,
            Column::ExpectedOrTrigger => match value::yes_or_no(value) {
                Some(yes) => claims.trigger = Some(Trigger::Subject(yes)),
                None => self.expected(key, value)?,
            },
            Column::Trigger => claims.trigger = Some(value::trigger(key, value)?),
            Column::Subject => {
                self.subject = value::scalar(key, value)?;
                self.keep(key, value);
            }
            Column::Forbidden => match value {
                Value::Bool(no) => claims.trigger = Some(Trigger::Subject(!no)),
                _ => value::add(&mut claims.forbidden, value::names(key, value)?),
            },
            Column::Neutral => value::add(&mut claims.neutral, value::names(key, value)?),
            Column::Alternatives => value::add(&mut claims.alternatives, value::names(key, value)?),
            Column::Graders => {
                let others = grader::read(key, value, claims)?;
                if !others.is_empty() {
                    self.keep(key, &Value::from(others));
                }
            }
            Column::Kind => query.kind = value::scalar(key, value)?,
            Column::Group => query.group = value::scalar(key, value)?,
            Column::Disputed => query.disputed = value::flag(key, value)?,
            Column::Workspace => query.workspace = value::scalar(key, value)?,
            // The origin is read by the caller, who can tell of odd ones.
            Column::Origin => {}
            Column::Passenger => self.keep(key, value),
        }
        Ok(())
    }

    fn keep(&mut self, key: &str, value: &Value) {
        self.extras.insert(key.to_owned(), value.clone());
    }

    /// Keeps those parts of a value that were not read.
    fn keep_others(&mut self, key: &str, parts: &Map<String, Value>, read: impl Fn(&str) -> bool) {
        let others = parts.iter().filter(|(name, _)| !read(name));
        let others: Map<_, _> = others.map(|(name, value)| (name.clone(), value.clone())).collect();
        if !others.is_empty() {
            self.extras.insert(key.to_owned(), Value::Object(others));
        }
    }

    fn prompt(&mut self, key: &str, value: &Value) {
        if self.prompt.is_some() {
            return self.keep(key, value);
        }
        self.prompt = value::spoken(value);
        if let Value::Object(parts) = value {
            self.keep_others(key, parts, |name| value::SPOKEN.contains(&name));
        }
    }

    /// Expected skills; an object holds, if anything, whether the subject should engage.
    fn expected(&mut self, key: &'a str, value: &Value) -> Result<(), Refusal> {
        if let Value::Object(parts) = value {
            if let Some(trigger) = nested_trigger(parts)? {
                self.claims.trigger = Some(trigger);
            }
            self.keep_others(key, parts, is_trigger);
            return Ok(());
        }
        let names = value::expected(key, value)?;
        if let (Some(one), Some(before)) = (self.expected_by, &self.claims.expected)
            && *before != names
        {
            return Err(Refusal::TwoLabels { one: one.to_owned(), other: key.to_owned() });
        }
        self.expected_by = Some(key);
        self.claims.expected = Some(names);
        Ok(())
    }

    fn finish(mut self, place: &Place<'_>, spot: Spot) -> Result<Taken, Refusal> {
        let prompt = self.prompt.ok_or(Refusal::NoPrompt)?;
        if self.claims.is_silent() && self.query.kind.as_deref() == Some(OUT_OF_SCOPE) {
            self.claims.expected = Some(Vec::new());
        }
        if matches!(self.claims.trigger, Some(Trigger::Subject(_))) {
            // From here on the label names the subject.
            self.extras.retain(|key, _| Column::of(key) != Some(Column::Subject));
        }
        let (label, forbidden) = self.claims.label(self.subject.as_deref().or(place.subject))?;
        let neutral = self.claims.neutral;
        let query = Query { prompt, label, forbidden, neutral, ..self.query };
        Ok(Taken { id: self.id, query, spot, extras: self.extras })
    }
}

/// Whether the subject should engage, where an `expected` holds that among other things.
fn nested_trigger(parts: &Map<String, Value>) -> Result<Option<Trigger>, Refusal> {
    let told = parts.iter().find(|(key, _)| is_trigger(key));
    told.map(|(key, value)| value::trigger(key, value)).transpose()
}

fn is_trigger(key: &str) -> bool {
    Column::of(key) == Some(Column::Trigger)
}

fn origin(key: &str, value: &Value, line: u32, gather: &mut Gather) -> Result<Origin, Refusal> {
    let Some(name) = value::scalar(key, value)? else { return Ok(Origin::default()) };
    Ok(Origin::named(&name).unwrap_or_else(|| {
        let remedy = "Use authored, imported, generated or drafted; the row counts as authored.";
        gather.odd_value(key, &name, line, remedy);
        Origin::default()
    }))
}
