//! The rules by which a program's JSON lines are read, as data.
//!
//! Must not know streams: what a rule finds is told elsewhere.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

/// More would be no rules any more.
const MOST: usize = 200;

/// All of them. Every rule that fits a line tells its part of it, in their order.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// Tools that load a skill, with the argument that holds its name.
    #[serde(default)]
    pub skill_tools: BTreeMap<String, String>,
    /// Tools that read a file, with the argument that holds its path.
    #[serde(default)]
    pub read_tools: BTreeMap<String, String>,
    /// Tools that run a script, with the argument that holds it.
    #[serde(default)]
    pub shell_tools: BTreeMap<String, String>,
    pub events: Vec<Rule>,
}

/// What a line, or an item of a list in it, tells. Places are JSON pointers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    pub is: Is,
    /// What the line has to hold.
    #[serde(default)]
    pub when: Conditions,
    /// A list in the line, of which every item is told by itself; places are then those in the item.
    pub each: Option<Pointer>,
    /// What such an item has to hold.
    #[serde(default)]
    pub and: Conditions,
    /// Of the line: names the model response that it belongs to; another name begins another.
    pub response: Option<Pointer>,
    pub text: Option<Pointer>,
    pub id: Option<Pointer>,
    pub tool: Option<Pointer>,
    pub arguments: Option<Pointer>,
    /// Of a skill, or the path of a file.
    pub name: Option<Pointer>,
    /// What has to hold for a result to be a success; any is without it.
    #[serde(default)]
    pub ok: Conditions,
    #[serde(default)]
    pub input: Vec<Pointer>,
    #[serde(default)]
    pub output: Vec<Pointer>,
    pub cost: Option<Pointer>,
    /// Usage is of all responses so far.
    #[serde(default)]
    pub in_all: bool,
}

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Is {
    Text,
    Thinking,
    /// A model response begins.
    Step,
    /// A tool is called.
    Call,
    /// What came of a call.
    Result,
    /// A skill was loaded, by its `name`.
    Skill,
    /// A file was read, by its path in `name`.
    File,
    Usage,
    Retry,
    /// The folder that it runs in.
    Folder,
    Error,
    /// The agent is done.
    End,
}

impl Is {
    /// Told by the model itself, and so within one of its responses.
    pub(super) fn is_of_the_model(self) -> bool {
        matches!(self, Self::Text | Self::Thinking | Self::Call | Self::Skill | Self::File)
    }
}

/// Values at places; a list stands for any of its items.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Conditions(BTreeMap<Pointer, Value>);

impl Conditions {
    pub(super) fn hold(&self, value: &Value) -> bool {
        self.0.iter().all(|(at, wanted)| {
            let found = value.pointer(at.as_str()).unwrap_or(&Value::Null);
            match wanted {
                Value::Array(any) => any.contains(found),
                wanted => wanted == found,
            }
        })
    }
}

/// A JSON pointer: empty, or parts behind a slash each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Pointer(String);

impl Pointer {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Pointer {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.is_empty() || text.starts_with('/') {
            true => Ok(Self(text)),
            false => Err(format!("`{text}` is no place in a line: write /{text}")),
        }
    }
}

/// Why rules cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MappingError {
    #[error("there are no rules: a table [[events]] each says what a line means")]
    Empty,
    #[error("{0} rules are more than {MOST}")]
    TooMany(usize),
    #[error(
        "no rule is the end, so that every probe would count as broken off: the last event of the \
         program needs a rule with is = \"end\""
    )]
    Endless,
    #[error("rule {number} is {is} and does not say where its `{field}` is")]
    Lacks { number: usize, is: Is, field: &'static str },
    #[error(
        "rule {number} has `and`, which speaks of the items of a list: name the list with `each`"
    )]
    NoList { number: usize },
}

impl Mapping {
    /// # Errors
    /// Something is missing that no stream could be read without.
    pub fn check(&self) -> Result<(), MappingError> {
        match self.events.len() {
            0 => return Err(MappingError::Empty),
            n if n > MOST => return Err(MappingError::TooMany(n)),
            _ => {}
        }
        if !self.events.iter().any(|rule| rule.is == Is::End) {
            return Err(MappingError::Endless);
        }
        for (rule, number) in self.events.iter().zip(1..) {
            let lacks = |field| Err(MappingError::Lacks { number, is: rule.is, field });
            match rule.is {
                Is::Text | Is::Thinking | Is::Error | Is::Retry | Is::Folder
                    if rule.text.is_none() =>
                {
                    return lacks("text");
                }
                Is::Call if rule.tool.is_none() => return lacks("tool"),
                Is::Skill | Is::File if rule.name.is_none() => return lacks("name"),
                Is::Usage if rule.input.is_empty() && rule.output.is_empty() => {
                    return lacks("input");
                }
                _ => {}
            }
            if rule.each.is_none() && rule.and != Conditions::default() {
                return Err(MappingError::NoList { number });
            }
        }
        Ok(())
    }

    /// A rule says where model responses begin.
    pub(super) fn tells_responses(&self) -> bool {
        self.events.iter().any(|rule| rule.is == Is::Step || rule.response.is_some())
    }
}
