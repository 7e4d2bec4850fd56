//! What a setting takes: read from a file, said in words, and as the schema of the file has it.
//!
//! Must not know which settings there are.

use std::{
    fmt,
    path::{Component, Path},
    str::FromStr,
};

use serde_json::json;

use crate::{
    core::{
        lexical::fields::Fields,
        plan::{BaseUrl, Home, Rerun, Tools},
    },
    engine::secret::Secret,
};

/// A value as TOML has it, as far as settings need it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<String>),
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Rerun> for Value {
    fn from(rerun: Rerun) -> Self {
        Self::Text(rerun.to_string())
    }
}

impl From<Tools> for Value {
    fn from(tools: Tools) -> Self {
        Self::Text(tools.to_string())
    }
}

impl From<Home> for Value {
    fn from(home: Home) -> Self {
        Self::Text(home.to_string())
    }
}

impl From<Fields> for Value {
    fn from(fields: Fields) -> Self {
        let Fields { name, description, when_to_use } = fields;
        let all = [("name", name), ("description", description), ("when_to_use", when_to_use)];
        Self::List(all.iter().filter(|(_, on)| *on).map(|(name, _)| (*name).to_owned()).collect())
    }
}

impl fmt::Display for Value {
    /// As TOML has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            // Only plain names and paths without control characters are kept.
            Self::Text(text) => write!(f, "{text:?}"),
            Self::List(items) => write!(f, "{items:?}"),
        }
    }
}

/// What a setting takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    Flag,
    /// A whole number from 1 on.
    Count,
    /// A finite number from `least` to `most`, the ends among them unless `open`.
    Number {
        least: f64,
        most: f64,
        open: bool,
    },
    /// The name of such a thing, of which there is a list or not.
    Name(&'static str),
    /// One of a few words.
    Word(&'static [&'static str]),
    /// A path that leads from a project to something in it.
    Inside,
    /// Any path.
    Path,
    /// An address that requests go to.
    Address,
    /// The name of an environment variable.
    Variable,
    Fields,
}

impl fmt::Display for Takes {
    /// To stand after "expects".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Flag => f.write_str("true or false"),
            Self::Count => f.write_str("a whole number from 1 on"),
            Self::Number { least, most: f64::INFINITY, open: true } => {
                write!(f, "a number above {least}")
            }
            Self::Number { least, most: f64::INFINITY, .. } => {
                write!(f, "a number from {least} on")
            }
            Self::Number { least, most, open: true } => {
                write!(f, "a number between {least} and {most}")
            }
            Self::Number { least, most, .. } => write!(f, "a number from {least} to {most}"),
            Self::Name(of) => write!(f, "the name of {of}"),
            Self::Word([before @ .., last]) if !before.is_empty() => {
                write!(f, "{} or {last}", before.join(", "))
            }
            Self::Word(words) => f.write_str(&words.concat()),
            Self::Inside => f.write_str("the path of a file within the project"),
            Self::Path => f.write_str("the path of a file"),
            Self::Address => f.write_str("an address of http or https without a key in it"),
            Self::Variable => f.write_str("the name of an environment variable"),
            Self::Fields => f.write_str("a list of name, description, when_to_use"),
        }
    }
}

impl Takes {
    /// The JSON schema of what is taken.
    pub(super) fn schema(self) -> serde_json::Value {
        match self {
            Self::Flag => json!({"type": "boolean"}),
            Self::Count => json!({"type": "integer", "minimum": 1, "maximum": u32::MAX}),
            Self::Number { least, most, open } => {
                let (above, below) = match open {
                    true => ("exclusiveMinimum", "exclusiveMaximum"),
                    false => ("minimum", "maximum"),
                };
                let mut schema = json!({"type": "number", above: least});
                if let (Some(schema), true) = (schema.as_object_mut(), most.is_finite()) {
                    schema.insert(below.to_owned(), most.into());
                }
                schema
            }
            Self::Word(words) => json!({"enum": words}),
            Self::Name(_) | Self::Inside | Self::Path => json!({"type": "string", "minLength": 1}),
            Self::Address => json!({"type": "string", "pattern": "^https?://[^@?#\\s]+$"}),
            Self::Variable => json!({"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}),
            Self::Fields => {
                let names = ["name", "description", "when_to_use"];
                json!({"type": "array", "items": {"enum": names}})
            }
        }
    }

    pub(super) fn flag(self, value: Value) -> Option<bool> {
        match value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    pub(super) fn count(self, value: Value) -> Option<u32> {
        let Value::Number(number) = value else { return None };
        let whole = number.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&number);
        // In range and whole, so the cast is exact.
        whole.then_some(number as u32)
    }

    pub(super) fn number(self, value: Value) -> Option<f64> {
        let (Self::Number { least, most, open }, Value::Number(number)) = (self, value) else {
            return None;
        };
        let within = match open {
            true => least < number && number < most,
            false => least <= number && number <= most,
        };
        (number.is_finite() && within).then_some(number)
    }

    /// A name of no particular list, without what would have to be escaped.
    pub(super) fn name(self, value: Value) -> Option<String> {
        let plain = |c: char| c.is_ascii_graphic() && !"\"\\".contains(c);
        text(value).filter(|name| !name.is_empty() && name.chars().all(plain))
    }

    pub(super) fn inside(self, value: Value) -> Option<String> {
        let inside = |path: &str| {
            let mut parts = Path::new(path).components();
            !path.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        text(value).filter(|path| inside(path) && !path.chars().any(char::is_control))
    }

    /// One of the words that is taken, as what it stands for.
    pub(super) fn word<T: FromStr>(self, value: Value) -> Option<T> {
        let Self::Word(words) = self else { return None };
        text(value).filter(|word| words.contains(&&**word))?.parse().ok()
    }

    pub(super) fn path(self, value: Value) -> Option<String> {
        text(value).filter(|path| !path.is_empty() && !path.chars().any(char::is_control))
    }

    pub(super) fn address(self, value: Value) -> Option<String> {
        BaseUrl::new(&text(value)?).ok().map(String::from)
    }

    pub(super) fn variable(self, value: Value) -> Option<String> {
        text(value).filter(|name| Secret::may_be_in(name))
    }

    pub(super) fn fields(self, value: Value) -> Option<Fields> {
        match value {
            Value::List(names) => names.join(",").parse().ok(),
            _ => None,
        }
    }
}

pub(super) fn text(value: Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}
