//! The table of all settings: name, who may set it, what it takes. Reading and reference derive
//! from it.

use super::{
    Config, Names, Source,
    value::{Takes, Value, text},
};
use crate::core::plan::Caps;

/// Who may set something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Anyone,
    /// Not a project's file: it is the user's safety or the user's screen.
    User,
    /// The user; a project's file may make less of it. It is the user's money and time.
    Lowers,
    /// The user; a project's file only once the user has agreed to it: it says what runs and where
    /// a key goes.
    Agreed,
}

impl Scope {
    pub(super) fn admits(self, source: Source) -> bool {
        match self {
            Self::Anyone | Self::Lowers => true,
            Self::User => source == Source::User,
            Self::Agreed => source != Source::Project,
        }
    }

    /// Who that is, in a few words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::User => "you alone",
            Self::Lowers => "you; a project lowers it",
            Self::Agreed => "you; a project once you agree",
        }
    }
}

/// One setting.
pub struct Key {
    /// Section and name, with a dot; without a section for those at the top.
    pub name: &'static str,
    pub scope: Scope,
    pub takes: Takes,
    /// What holds where nobody says anything, as TOML; empty where that depends on what is there.
    pub usual: &'static str,
    /// What a project may not go over where the user is silent.
    pub(super) most: fn() -> Option<f64>,
    /// The names that it takes, if it takes names.
    pub(super) among: fn(&Names) -> &[&'static str],
    /// Sets it; false if the value is none that it takes.
    pub(super) set: fn(&mut Config, Value, &Names) -> bool,
    /// Takes the value of the other configuration, or none.
    pub(super) restore: fn(&mut Config, &Config),
    pub(super) get: fn(&Config) -> Option<Value>,
}

impl Key {
    /// What a configuration says; `None` where it is silent.
    pub fn of(&self, config: &Config) -> Option<Value> {
        (self.get)(config)
    }

    /// What may not be gone over, where a project's file goes over it: what the user said before
    /// it, or what is usual where money is spent.
    pub(super) fn raises(&self, known: &Config, said: &Config) -> Option<f64> {
        let number = |config: &Config| match self.of(config) {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        };
        let most = number(known).or((self.most)())?;
        (self.scope == Scope::Lowers && number(said)? > most).then_some(most)
    }
}

macro_rules! key {
    ($name:literal, $scope:ident, $takes:expr, $usual:literal, $field:ident among $names:ident) => {
        Key {
            name: $name,
            scope: Scope::$scope,
            takes: $takes,
            usual: $usual,
            most: || None,
            among: |names| &names.$names,
            set: |config, value, names| {
                let named = text(value).filter(|name| names.$names.contains(&name.as_str()));
                set(&mut config.$field, named)
            },
            restore: |config, known| config.$field.clone_from(&known.$field),
            get: |config| config.$field.clone().map(Value::from),
        }
    };
    ($name:literal, $scope:ident, $takes:expr, $usual:literal, $field:ident by $read:ident) => {
        key!($name, $scope, $takes, $usual, $field by $read up to (|| None))
    };
    ($name:literal, $scope:ident, $takes:expr, $usual:literal, $field:ident by $read:ident
        up to $most:expr) => {
        Key {
            name: $name,
            scope: Scope::$scope,
            takes: $takes,
            usual: $usual,
            most: $most,
            among: |_| &[],
            set: |config, value, _| set(&mut config.$field, $takes.$read(value)),
            restore: |config, known| config.$field.clone_from(&known.$field),
            get: |config| config.$field.clone().map(Value::from),
        }
    };
}

const POSITIVE: Takes = Takes::Number { least: 0.0, most: f64::INFINITY, open: true };
const SHARE: Takes = Takes::Number { least: 0.0, most: 1.0, open: false };

/// Every setting there is, in the order of the reference.
pub const KEYS: &[Key] = &[
    key!("trusted", User, Takes::Flag, "false", trusted by flag),
    key!("look.theme", User, Takes::Name("a theme"), "\"auto\"", theme among themes),
    key!("look.ascii", User, Takes::Flag, "", ascii by flag),
    key!("look.mouse", User, Takes::Flag, "true", mouse by flag),
    key!("catalog.as", Anyone, Takes::Name("a harness"), "", harness among harnesses),
    key!("listing.model", Anyone, Takes::Name("a model"), "", model by name),
    key!("listing.context", Anyone, Takes::Count, "", context by count),
    key!("listing.budget", Anyone, Takes::Count, "", budget by count),
    key!("lexical.fields", Anyone, Takes::Fields, "[\"name\", \"description\", \"when_to_use\"]",
        fields by fields),
    key!("lexical.k1", Anyone, Takes::Number { least: 0.0, most: f64::INFINITY, open: false },
        "1.5", k1 by number),
    key!("lexical.b", Anyone, SHARE, "0.75", b by number),
    key!("lexical.include_hidden", Anyone, Takes::Flag, "false", include_hidden by flag),
    key!("probe.agent", Anyone, Takes::Name("an agent"), "\"keyword\"", agent among agents),
    key!("probe.base_url", Agreed, Takes::Address, "", base_url by address),
    key!("probe.api_key_env", Agreed, Takes::Variable, "", api_key_env by variable),
    key!("probe.choice", Anyone, Takes::Flag, "false", choice by flag),
    key!("probe.tools", Anyone, Takes::Word(&["usual", "minimal"]), "\"usual\"", tools by word),
    key!("probe.home", Agreed, Takes::Word(&["isolated", "real"]), "\"isolated\"", home by word),
    key!("probe.mapping", Agreed, Takes::Path, "", mapping by path),
    key!("probe.timeout", Anyone, Takes::Count, "200", timeout by count),
    key!("probe.temperature", Anyone, Takes::Number { least: 0.0, most: 2.0, open: false }, "",
        temperature by number),
    key!("probe.attempts", Anyone, Takes::Count, "1", attempts by count),
    key!("probe.max_turns", Anyone, Takes::Count, "3", max_turns by count),
    key!("probe.max_steps", Anyone, Takes::Count, "12", max_steps by count),
    key!("probe.early_exit", Anyone, Takes::Flag, "true", early_exit by flag),
    key!("run.concurrency", Anyone, Takes::Count, "4", concurrency by count),
    key!("run.rerun", User, Takes::Word(&["manual", "affected", "all"]), "\"manual\"",
        rerun by word),
    key!("run.max_probes", Lowers, Takes::Count, "", max_probes by count
        up to || Caps::PAID.probes.map(|probes| probes as f64)),
    key!("run.max_cost", Lowers, POSITIVE, "", max_cost by number up to || Caps::PAID.cost_usd),
    key!("run.max_minutes", Lowers, POSITIVE, "", max_minutes by number
        up to || Caps::PAID.minutes()),
    key!("measure.confidence", Anyone, Takes::Number { least: 0.0, most: 1.0, open: true }, "0.95",
        confidence by number),
    key!("lint.max_description_length", Anyone, Takes::Count, "1024",
        max_description_length by count),
    key!("lint.max_name_length", Anyone, Takes::Count, "64", max_name_length by count),
    key!("lint.min_description_length", Anyone, Takes::Count, "20",
        min_description_length by count),
    key!("lint.catalog_budget", Anyone, Takes::Count, "30000", catalog_budget by count),
    key!("lint.near_duplicate", Anyone, SHARE, "0.8", near_duplicate by number),
    key!("check.baseline", Anyone, Takes::Inside, "", baseline by inside),
    key!("check.margin", Anyone, SHARE, "", margin by number),
];

/// Puts a value in place of the one known before; a bad one leaves that.
fn set<T>(field: &mut Option<T>, read: Option<T>) -> bool {
    let known = read.is_some();
    *field = read.or(field.take());
    known
}
