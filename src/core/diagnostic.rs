//! What is wrong with an input, said so that a person can act on it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// How much a diagnosis matters.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Severity {
    /// The input is lost, or was rescued in a way that other readers will not follow.
    Error,
    /// The input is used, but probably does not do what its author meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// Whether it is as grave as this, or graver.
    pub fn reaches(self, least: Self) -> bool {
        // Graver is less: errors come first.
        self <= least
    }
}

/// The first of many names, and how many more there are: `a, b and 3 more`.
pub fn first_of(
    names: impl ExactSizeIterator<Item = impl std::fmt::Display>,
    most: usize,
) -> String {
    let more = names.len().saturating_sub(most);
    let named: Vec<String> = names.take(most).map(|name| name.to_string()).collect();
    match more {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// One diagnosis: where, what, why, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Path relative to the root or working directory, with `/`.
    pub path: String,
    /// 1-based.
    pub line: Option<u32>,
    /// 1-based, in characters.
    pub column: Option<u32>,
    /// Stable, lower case with hyphens, for example `yaml-colon`.
    pub code: Cow<'static, str>,
    pub severity: Severity,
    /// What happened and why, one sentence.
    pub message: String,
    /// What to do about it, one sentence.
    pub remedy: String,
}

impl Diagnostic {
    /// A diagnosis of a whole file; see [`Diagnostic::at`] for a place in it.
    pub fn new(
        severity: Severity,
        code: &'static str,
        path: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            path: path.into(),
            line: None,
            column: None,
            code: Cow::Borrowed(code),
            severity,
            message: message.into(),
            remedy: remedy.into(),
        }
    }

    /// The same diagnosis at a 1-based line and column.
    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.path)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        write!(f, ": {} [{}]", self.message, self.code)?;
        if !self.remedy.is_empty() {
            write!(f, " {}", self.remedy)?;
        }
        Ok(())
    }
}
