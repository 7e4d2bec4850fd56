//! The table of all settings: name, who may set it, what it takes. Reading and reference derive
//! from it.

use std::{
    fmt,
    path::{Component, Path},
};

use super::{Config, Names, Source};
use crate::core::lexical::fields::Fields;

/// Who may set something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Anyone,
    /// Not a project's file: it is the user's safety or the user's screen.
    User,
}

impl Scope {
    pub(super) fn admits(self, source: Source) -> bool {
        self == Self::Anyone || source == Source::User
    }
}

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

/// One setting.
pub struct Key {
    /// Section and name, with a dot; without a section for those at the top.
    pub name: &'static str,
    pub scope: Scope,
    /// What it takes, to stand after "expects".
    pub takes: &'static str,
    /// What holds where nobody says anything, as TOML; empty where that depends on what is there.
    pub usual: &'static str,
    /// The names that it takes, if it takes names.
    pub(super) among: fn(&Names) -> &[&'static str],
    /// Sets it; false if the value is none that it takes.
    pub(super) set: fn(&mut Config, Value, &Names) -> bool,
    pub(super) get: fn(&Config) -> Option<Value>,
}

impl Key {
    /// What a configuration says; `None` where it is silent.
    pub fn of(&self, config: &Config) -> Option<Value> {
        (self.get)(config)
    }
}

macro_rules! key {
    ($name:literal, $scope:ident, $takes:literal, $usual:literal, $field:ident, $read:expr) => {
        Key {
            name: $name,
            scope: Scope::$scope,
            takes: $takes,
            usual: $usual,
            among: |_| &[],
            set: |config, value, _| set(&mut config.$field, $read(value)),
            get: |config| config.$field.clone().map(Value::from),
        }
    };
    ($name:literal, $scope:ident, $takes:literal, $usual:literal, $field:ident among $names:ident) => {
        Key {
            name: $name,
            scope: Scope::$scope,
            takes: $takes,
            usual: $usual,
            among: |names| &names.$names,
            set: |config, value, names| {
                let named = text(value).filter(|name| names.$names.contains(&name.as_str()));
                set(&mut config.$field, named)
            },
            get: |config| config.$field.clone().map(Value::from),
        }
    };
}

/// Every setting there is, in the order of the reference.
pub const KEYS: &[Key] = &[
    key!("trusted", User, "true or false", "false", trusted, flag),
    key!("look.theme", User, "the name of a theme", "\"auto\"", theme among themes),
    key!("look.ascii", User, "true or false", "", ascii, flag),
    key!("look.mouse", User, "true or false", "true", mouse, flag),
    key!("catalog.as", Anyone, "the name of a harness", "", harness among harnesses),
    key!("listing.model", Anyone, "the name of a model", "", model, plain_name),
    key!("listing.context", Anyone, "a whole number from 1 on", "", context, count),
    key!("listing.budget", Anyone, "a whole number from 1 on", "", budget, count),
    key!(
        "lexical.fields",
        Anyone,
        "a list of name, description, when_to_use",
        "[\"name\", \"description\", \"when_to_use\"]",
        fields,
        |value| {
            match value {
                Value::List(names) => names.join(",").parse().ok(),
                _ => None,
            }
        }
    ),
    key!("lexical.k1", Anyone, "a number from 0 on", "1.5", k1, |value| number(value, |n| n
        >= 0.0)),
    key!("lexical.b", Anyone, "a number from 0 to 1", "0.75", b, |value| {
        number(value, |n| (0.0..=1.0).contains(&n))
    }),
    key!("lexical.include_hidden", Anyone, "true or false", "false", include_hidden, flag),
    key!("probe.agent", Anyone, "the name of an agent", "\"keyword\"", agent among agents),
    key!("probe.attempts", Anyone, "a whole number from 1 on", "1", attempts, count),
    key!("probe.max_turns", Anyone, "a whole number from 1 on", "3", max_turns, count),
    key!("probe.max_steps", Anyone, "a whole number from 1 on", "12", max_steps, count),
    key!("probe.early_exit", Anyone, "true or false", "true", early_exit, flag),
    key!("measure.confidence", Anyone, "a number between 0 and 1", "0.95", confidence, |value| {
        number(value, |n| n > 0.0 && n < 1.0)
    }),
    key!(
        "lint.max_description_length",
        Anyone,
        "a whole number from 1 on",
        "1024",
        max_description_length,
        count
    ),
    key!("lint.max_name_length", Anyone, "a whole number from 1 on", "64", max_name_length, count),
    key!(
        "lint.min_description_length",
        Anyone,
        "a whole number from 1 on",
        "20",
        min_description_length,
        count
    ),
    key!("lint.catalog_budget", Anyone, "a whole number from 1 on", "30000", catalog_budget, count),
    key!("lint.near_duplicate", Anyone, "a number from 0 to 1", "0.8", near_duplicate, |value| {
        number(value, |n| (0.0..=1.0).contains(&n))
    }),
    key!("check.baseline", Anyone, "the path of a file within the project", "", baseline, inside),
    key!("check.margin", Anyone, "a number from 0 to 1", "", margin, |value| {
        number(value, |n| (0.0..=1.0).contains(&n))
    }),
];

/// Puts a value in place of the one known before; a bad one leaves that.
fn set<T>(field: &mut Option<T>, read: Option<T>) -> bool {
    let known = read.is_some();
    *field = read.or(field.take());
    known
}

fn flag(value: Value) -> Option<bool> {
    match value {
        Value::Flag(flag) => Some(flag),
        _ => None,
    }
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// A path that leads from a folder to something in it.
fn inside(value: Value) -> Option<String> {
    let inside = |path: &str| {
        let mut parts = Path::new(path).components();
        !path.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
    };
    text(value).filter(|path| inside(path) && !path.chars().any(char::is_control))
}

/// A name of no particular table, without what would have to be escaped.
fn plain_name(value: Value) -> Option<String> {
    let plain = |name: &String| name.chars().all(|c| c.is_ascii_graphic() && !"\"\\".contains(c));
    text(value).filter(|name| !name.is_empty() && plain(name))
}

fn number(value: Value, fits: impl Fn(f64) -> bool) -> Option<f64> {
    match value {
        Value::Number(number) if number.is_finite() && fits(number) => Some(number),
        _ => None,
    }
}

fn count(value: Value) -> Option<u32> {
    let whole = |n: f64| n.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&n);
    // In range and whole, so the cast is exact.
    number(value, whole).map(|number| number as u32)
}
