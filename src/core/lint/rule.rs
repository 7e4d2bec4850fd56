//! One row of the table: what a rule is called, how much it matters, and what it looks for.

use serde::{Deserialize, Serialize};

use crate::core::{
    diagnostic::Severity,
    lint::{Finding, Subject},
};

/// How much a rule's findings matter; the gravest is the least.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::EnumIter,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Level {
    /// The skill is lost, or some harness loses it.
    Error,
    /// The skill works, but probably not as its author meant.
    Warn,
    /// Worth knowing.
    Info,
    /// Not looked for.
    Ignore,
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warn,
            Severity::Note => Self::Info,
        }
    }
}

/// A rule: its words are for people, its id is for flags, files and machines.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Lower case with hyphens, stable.
    pub id: &'static str,
    /// Other names under which the rule is known elsewhere; several rules may share one.
    pub also: &'static [&'static str],
    /// Unless somebody sets another. Findings that weigh less than the rest may have a lower one.
    pub level: Level,
    /// Why it matters, one line.
    pub why: &'static str,
    /// What to do, where the finding does not say it more precisely.
    pub remedy: &'static str,
    /// Where the fact comes from that the rule rests on.
    pub source: &'static str,
    /// A few sentences for whoever asks.
    pub explain: &'static str,
    pub(super) run: fn(&Self, &Subject<'_>, &mut Vec<Finding>),
}

impl Rule {
    pub(super) fn run(&self, subject: &Subject<'_>, found: &mut Vec<Finding>) {
        (self.run)(self, subject, found);
    }

    /// Whether it goes by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.id == name || self.also.contains(&name)
    }
}
