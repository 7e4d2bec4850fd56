//! A choice among names, for models that call no tools: the shape of the answer that they are asked
//! for, and what an answer says.
//!
//! Must not know how a model is asked.

use serde_json::{Value, json};
use thiserror::Error;

use crate::core::stream::aims::shortened;

/// The key of the answer's one field.
const KEY: &str = "skill";

/// The names that can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    names: Vec<String>,
    /// The word for none of them, which no skill is called by.
    none: String,
}

/// The answer is no choice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the answer is no JSON object with the field `{KEY}`: {begins}")]
pub struct NoChoice {
    begins: String,
}

impl Choices {
    pub fn of(names: Vec<String>) -> Self {
        let mut none = "none".to_owned();
        while names.contains(&none) {
            none.insert(0, '_');
        }
        Self { names, none }
    }

    pub fn none(&self) -> &str {
        &self.none
    }

    /// JSON schema of the answer.
    pub fn shape(&self) -> Value {
        let names: Vec<&str> = self.names.iter().chain([&self.none]).map(String::as_str).collect();
        json!({
            "type": "object",
            "properties": { KEY: { "type": "string", "enum": names } },
            "required": [KEY],
            "additionalProperties": false,
        })
    }

    /// The name that an answer gives, listed or not; `None` where it is the word for none, or null.
    ///
    /// # Errors
    /// The answer is something else. Nothing is guessed from prose.
    pub fn read(&self, answer: &str) -> Result<Option<String>, NoChoice> {
        let text = answer.trim();
        let fenced = text.strip_prefix("```").and_then(|text| text.strip_suffix("```"));
        let text = fenced.map_or(text, |text| text.strip_prefix("json").unwrap_or(text));
        let field = match serde_json::from_str(text) {
            Ok(Value::Object(mut fields)) => fields.remove(KEY),
            _ => None,
        };
        match field {
            Some(Value::Null) => Ok(None),
            Some(Value::String(name)) => Ok((name != self.none).then_some(name)),
            _ => Err(NoChoice { begins: shortened(answer).chars().take(200).collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fuzz;

    fn choices(names: &[&str]) -> Choices {
        Choices::of(names.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn only_a_field_is_a_choice() {
        let choices = choices(&["pdf", "tea"]);
        let named = |answer| choices.read(answer).ok();
        for answer in [
            r#"{"skill":"pdf"}"#,
            " { \"skill\" : \"pdf\", \"why\": \"tea\" }\n",
            "```json\n{\"skill\":\"pdf\"}\n```",
        ] {
            assert_eq!(named(answer), Some(Some("pdf".to_owned())), "{answer}");
        }
        assert_eq!(named(r#"{"skill":"other"}"#), Some(Some("other".to_owned())));
        for none in [r#"{"skill":"none"}"#, r#"{"skill":null}"#] {
            assert_eq!(named(none), Some(None), "{none}");
        }
        for other in [
            "pdf",
            "none",
            "",
            "I take {\"skill\":\"pdf\"}.",
            r#""pdf""#,
            r#"["pdf"]"#,
            r#"{"skill":1}"#,
            r#"{"skill":"pdf""#,
        ] {
            assert_eq!(named(other), None, "{other}");
        }
    }

    #[test]
    fn the_word_for_none_is_no_skill() {
        let choices = choices(&["none", "_none"]);
        assert_eq!(choices.none(), "__none");
        assert_eq!(choices.read(r#"{"skill":"none"}"#), Ok(Some("none".to_owned())));
        assert_eq!(
            choices.shape()["properties"]["skill"]["enum"],
            json!(["none", "_none", "__none"])
        );
    }

    proptest! {
        #![proptest_config(fuzz::config())]

        #[test]
        fn any_answer_is_read(answer in fuzz::text(&["{\"skill\":", "\"pdf\"", "```json", "}"])) {
            let choices = choices(&["pdf"]);
            if let Ok(Some(name)) = choices.read(&answer) {
                prop_assert!(answer.contains("skill") && name != "none");
            }
        }
    }
}
