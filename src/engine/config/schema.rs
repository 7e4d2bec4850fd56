//! The schema of a configuration file, for editors: from the same table as everything else.

use serde_json::{Map, Value, json};
use strum::IntoEnumIterator as _;

use super::{
    bars::{SECTION, SKILLS},
    prices::{NEEDED, PARTS, PRICES},
    settings::KEYS,
};
use crate::core::{
    lint::{Level, rules},
    measure::gate::{Bound, Figure},
};

/// A JSON schema of [`super::PROJECT_FILE`] and of [`super::USER_FILE`].
pub fn schema() -> Value {
    let mut properties = Map::new();
    for key in KEYS {
        let mut schema = key.takes.schema();
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("description".to_owned(), told(key.usual, key.scope.in_words()).into());
        }
        match key.name.split_once('.') {
            None => _ = properties.insert(key.name.to_owned(), schema),
            Some((section, name)) => {
                let table = properties.entry(section).or_insert_with(|| object(Map::new()));
                if let Some(inner) = table["properties"].as_object_mut() {
                    inner.insert(name.to_owned(), schema);
                }
            }
        }
    }
    properties.insert(SECTION.to_owned(), bars());
    properties.insert(PRICES.to_owned(), prices());
    if let Some(lint) = properties.get_mut("lint") {
        lint["properties"]["rules"] = levels();
    }
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "skillscope.toml",
        "description": "The configuration of skillscope: a person's own, and a project's.",
    });
    if let (Some(schema), Value::Object(rest)) = (schema.as_object_mut(), object(properties)) {
        schema.extend(rest);
    }
    schema
}

fn told(usual: &str, who: &str) -> String {
    match usual {
        "" => format!("Set by {who}."),
        usual => format!("Usually {usual}; set by {who}."),
    }
}

fn object(properties: Map<String, Value>) -> Value {
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// Figures of the run, and below `skills` those of a skill.
fn bars() -> Value {
    let figures = |has: fn(Figure) -> bool| -> Map<String, Value> {
        let figures = Figure::iter().filter(|figure| has(*figure));
        figures.map(|figure| (figure.name().to_owned(), bar())).collect()
    };
    let mut run = figures(Figure::of_runs);
    let skill = object(figures(Figure::of_skills));
    run.insert(SKILLS.to_owned(), json!({"type": "object", "additionalProperties": skill}));
    object(run)
}

/// A price a model.
fn prices() -> Value {
    let parts = PARTS.map(|part| (part.to_owned(), json!({"type": "number", "minimum": 0})));
    let mut price = object(Map::from_iter(parts));
    price["required"] = json!(NEEDED);
    price["description"] = "US dollars per million tokens; up_to is the most tokens of input that \
        they hold for."
        .into();
    json!({"type": "object", "additionalProperties": price, "description": "Set by you alone."})
}

/// A level a rule, by each of its names.
fn levels() -> Value {
    let levels: Vec<String> = Level::iter().map(|level| level.to_string()).collect();
    let level = json!({"enum": levels});
    let names = rules().iter().flat_map(|rule| [&[rule.id], rule.also].concat());
    object(names.map(|name| (name.to_owned(), level.clone())).collect())
}

/// A number, or one for an end of its own.
fn bar() -> Value {
    let number = json!({"type": "number", "minimum": 0});
    let ends = [Bound::Minimum, Bound::Maximum].map(|end| (end.to_string(), number.clone()));
    json!({"anyOf": [number, object(ends.into_iter().collect())]})
}
