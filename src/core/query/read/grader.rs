//! Labels that stand in a row's graders: which skills a test requires, and which it disallows.
//!
//! Must not know rows. Graders of other things than skills are passed over.

use serde_json::{Map, Value};

use crate::core::query::read::{
    label::{Claims, Refusal, Trigger},
    value,
};

const REQUIRED: [&str; 3] = ["required", "required_skills", "expected_skills"];
const DISALLOWED: [&str; 3] = ["disallowed", "disallowed_skills", "forbidden_skills"];

/// Adds what the graders say about skills to `claims`, and hands the other graders back.
///
/// Such a grader is an object whose `type` speaks of a skill, or one without a type that requires
/// or disallows something; its lists stand in it or in its
/// `config`.
pub(super) fn read(key: &str, graders: &Value, claims: &mut Claims) -> Result<Vec<Value>, Refusal> {
    let mut others = Vec::new();
    let graders = match graders {
        Value::Array(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    for value in graders {
        let Some(grader) = value.as_object() else {
            others.push(value.clone());
            continue;
        };
        match type_of(grader).as_str() {
            "skill_should_trigger" => claims.trigger = Some(Trigger::Subject(holds(grader))),
            "skill_should_not_trigger" => claims.trigger = Some(Trigger::Subject(!holds(grader))),
            kind if kind.contains("skill") || (kind.is_empty() && names_skills(grader)) => {
                let settings = grader.get("config").and_then(Value::as_object).unwrap_or(grader);
                let list = |names: [&str; 3]| {
                    let found = names.iter().find_map(|name| settings.get(*name));
                    found.map(|list| value::names(key, list)).transpose()
                };
                if let Some(required) = list(REQUIRED)? {
                    value::add(claims.expected.get_or_insert_default(), required);
                }
                value::add(&mut claims.forbidden, list(DISALLOWED)?.unwrap_or_default());
            }
            _ => others.push(value.clone()),
        }
    }
    Ok(others)
}

/// One without a type says by its lists what it is.
fn names_skills(grader: &Map<String, Value>) -> bool {
    [REQUIRED[0], DISALLOWED[0]].iter().any(|name| grader.contains_key(*name))
}

fn type_of(grader: &Map<String, Value>) -> String {
    let kind = grader.get("type").and_then(Value::as_str).unwrap_or_default();
    kind.to_ascii_lowercase().replace('-', "_")
}

/// An assertion without a value, or with a true one.
fn holds(grader: &Map<String, Value>) -> bool {
    grader.get("expected").and_then(value::yes_or_no).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use crate::core::query::{Label, QuerySet};

    #[test]
    fn lists_say_what_a_grader_without_a_type_is() {
        let row = |grader: &str| {
            let text = format!(r#"[{{"prompt": "x", "grader": {grader}}}]"#);
            QuerySet::read("q.json", &text, None).queries.pop()
        };
        let found = row(r#"{"required": ["a"], "disallowed": ["b"]}"#).unwrap();
        let expected = vec!["a".to_owned()];
        assert_eq!(found.label, Label::Complete { expected, alternatives: vec![] });
        assert_eq!(found.forbidden, ["b"]);
        assert_eq!(row(r#"{"type": "regex", "required": ["a"]}"#), None);
        assert_eq!(row(r#"{"score": 1}"#), None);
    }
}
