//! A test suite for skills: prompts from a template and a table of rows, bars on its criteria.
//!
//! Must not know outcomes: bars are kept as data.

use serde_json::{Map, Value};

use crate::core::{
    diagnostic::Severity,
    query::{
        Source,
        read::{
            Place,
            column::Column,
            document::{self, Places},
            gather::Gather,
            value,
        },
        threshold::{Metric, Threshold},
    },
};

/// What a criterion that looks at skills is called.
const CRITERION: &str = "skill_triggered";

/// True of an object that describes such a suite.
pub(super) fn is_suite(object: &Map<String, Value>) -> bool {
    object.get("dataset").is_some_and(Value::is_object)
        || criteria(object).any(|(_, criterion)| is_about_skills(criterion))
}

/// Reads rows and bars.
///
/// Rows stand in `dataset.rows`; the prompt and the expected skill of each are what the suite's
/// templates (`${row.prompt}`) make of it. A suite without a dataset is one row. Rows that stand
/// in other files (`dataset.paths`) are named, not read.
pub(super) fn read(
    place: &Place<'_>,
    suite: &Map<String, Value>,
    places: &impl Places,
    gather: &mut Gather,
) {
    for (key, value) in suite.iter().filter(|(key, _)| *key != "dataset") {
        gather.around(key, value);
    }
    thresholds(place, suite, places, gather);
    let template = Template::of(suite);
    let dataset = suite.get("dataset");
    if let Some(files) = dataset.and_then(|dataset| dataset.get("paths")) {
        let line = places.spot(&["dataset", "paths"]).line;
        let files = value::names("paths", files).unwrap_or_default();
        for file in files {
            gather.tell(
                Severity::Note,
                "rows-elsewhere",
                Some((line, None)),
                format!("Rows of this suite stand in `{file}`, which was not read with it."),
                "Name that file too, if it is not among those that were found.",
            );
        }
    }
    match dataset.and_then(|dataset| dataset.get("rows")) {
        Some(Value::Array(rows)) => {
            let rows: Vec<Value> = rows.iter().map(|row| template.fill(row)).collect();
            document::rows(place, &rows, places.items(&["dataset", "rows"]), gather);
        }
        _ if dataset.is_none() => {
            let row = template.fill(&Value::Object(Map::new()));
            document::rows(place, &[row], vec![places.spot(&[])], gather);
        }
        _ => {}
    }
}

/// Reads the bars of the criteria that look at skills.
pub(super) fn thresholds(
    place: &Place<'_>,
    suite: &Map<String, Value>,
    places: &impl Places,
    gather: &mut Gather,
) {
    let spots = places.items(&["success_criteria"]);
    for (at, criterion) in criteria(suite).filter(|(_, criterion)| is_about_skills(criterion)) {
        let bars = ["suite_thresholds", "thresholds"].iter().find_map(|key| criterion.get(*key));
        let skill = criterion.get("skill_name").and_then(Value::as_str).map(str::trim);
        let Some((bars, skill)) = bars.and_then(Value::as_object).zip(skill) else { continue };
        let line = spots.get(at).map_or(1, |spot| spot.line);
        for (name, least) in bars {
            let metric = Metric::named(name);
            let least = least.as_f64().filter(|least| (0.0..=1.0).contains(least));
            let (Some(metric), Some(least)) = (metric, least) else {
                gather.tell(
                    Severity::Warning,
                    "unknown-bar",
                    Some((line, None)),
                    format!("The bar `{name}` of `{skill}` cannot be checked here."),
                    "Bars are recall, precision, f1 and completion_rate, from 0 to 1.",
                );
                continue;
            };
            let source = Source { path: place.path.to_owned(), line };
            gather.threshold(Threshold { skill: skill.to_owned(), metric, least, source });
        }
    }
}

fn criteria(suite: &Map<String, Value>) -> impl Iterator<Item = (usize, &Map<String, Value>)> {
    let list = suite.get("success_criteria").and_then(Value::as_array);
    let items = list.into_iter().flatten().enumerate();
    items.filter_map(|(at, criterion)| Some((at, criterion.as_object()?)))
}

fn is_about_skills(criterion: &Map<String, Value>) -> bool {
    criterion.get("type").and_then(Value::as_str) == Some(CRITERION)
}

/// What the suite makes of a row.
#[derive(Default)]
struct Template<'a> {
    prompt: Option<&'a str>,
    expected: Option<&'a str>,
}

impl<'a> Template<'a> {
    fn of(suite: &'a Map<String, Value>) -> Self {
        let expected = |(_, criterion): (usize, &'a Map<String, Value>)| {
            is_about_skills(criterion).then(|| criterion.get("expected_skill")?.as_str())?
        };
        Self {
            prompt: suite.get("initial_prompt").and_then(Value::as_str),
            expected: criteria(suite).find_map(expected),
        }
    }

    /// The row with its prompt and label as the templates give them.
    fn fill(&self, row: &Value) -> Value {
        let Value::Object(fields) = row else { return row.clone() };
        let mut filled = fields.clone();
        let mut set = |name: &str, column: Column, template: Option<&str>| {
            // A template that only repeats the row's own column has nothing to add.
            let own = fields.keys().find(|key| Column::of(key) == Some(column));
            let Some(template) = template else { return };
            if own.is_some_and(|own| template == format!("${{row.{own}}}")) {
                return;
            }
            filled.retain(|key, _| Column::of(key) != Some(column));
            filled.insert(name.to_owned(), Value::from(fill(template, fields)));
        };
        set("prompt", Column::Prompt, self.prompt);
        set("expected_skill", Column::Expected, self.expected);
        Value::Object(filled)
    }
}

/// Replaces every `${row.field}`; a field that is null, missing or no scalar is replaced by
/// nothing.
fn fill(template: &str, fields: &Map<String, Value>) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("${row.") {
        out.push_str(before);
        let Some((field, behind)) = after.split_once('}') else {
            out.push_str("${row.");
            rest = after;
            continue;
        };
        match fields.get(field) {
            Some(Value::String(text)) => out.push_str(text),
            Some(scalar @ (Value::Number(_) | Value::Bool(_))) => out.push_str(&scalar.to_string()),
            _ => {}
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests;
