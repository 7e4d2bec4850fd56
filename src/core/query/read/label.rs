//! From the label columns of a row to a [`Label`], or the reason why there is none.
//!
//! Must not know formats or catalogs.

use thiserror::Error;

use crate::core::query::Label;

/// What the columns of a row say about routing, before they are weighed against each other.
#[derive(Debug, Default)]
pub(super) struct Claims {
    /// Skills that should engage; empty for none; `None` when the row does not say.
    pub(super) expected: Option<Vec<String>>,
    /// Whether the subject should engage.
    pub(super) trigger: Option<Trigger>,
    pub(super) neutral: Vec<String>,
    pub(super) forbidden: Vec<String>,
    pub(super) alternatives: Vec<String>,
}

/// What a `should_trigger` says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// About the subject of the file or row.
    Subject(bool),
    /// These skills should engage.
    Named(Vec<String>),
}

/// Why a row was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Refusal {
    #[error("The row is no JSON: {0}.")]
    Syntax(String),
    #[error("The file is no YAML: {0}.")]
    YamlSyntax(String),
    #[error("The row is {0}, not an object.")]
    NotAnObject(&'static str),
    #[error("The row has no prompt.")]
    NoPrompt,
    #[error("The row does not say which skill should engage.")]
    NoLabel,
    #[error("`should_trigger` speaks of a skill, and nothing says which.")]
    NoSubject,
    #[error("`{key}` is {found}, not {wanted}.")]
    WrongType { key: String, found: &'static str, wanted: &'static str },
    #[error("The id `{id}` was already used in line {first}.")]
    RepeatedId { id: String, first: u32 },
    #[error("`{one}` and `{other}` give the expected skill differently.")]
    TwoLabels { one: String, other: String },
    #[error("The row has {cells} cells and the header {columns}.")]
    Ragged { cells: usize, columns: usize },
    #[error("A quote that opens in this row is never closed.")]
    OpenQuote,
    #[error("`{0}` is both expected and acceptable.")]
    ExpectedAndNeutral(String),
    #[error("`{0}` is both expected and forbidden.")]
    ExpectedAndForbidden(String),
    #[error("`{0}` is both acceptable and forbidden.")]
    NeutralAndForbidden(String),
    #[error("The row has alternatives beside {0} expected skills.")]
    AlternativesWithoutOne(usize),
}

impl Refusal {
    /// The parser's own words without its place, which stands in the diagnosis.
    pub(super) fn of_syntax(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let words = text.rsplit_once(" at line ").map_or(text.as_str(), |(words, _)| words);
        Self::Syntax(words.to_owned())
    }

    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "json-syntax",
            Self::YamlSyntax(_) => "yaml-syntax",
            Self::NotAnObject(_) => "not-an-object",
            Self::NoPrompt => "no-prompt",
            Self::NoLabel => "no-label",
            Self::NoSubject => "no-subject",
            Self::WrongType { .. } => "wrong-type",
            Self::RepeatedId { .. } => "repeated-id",
            Self::TwoLabels { .. } => "two-labels",
            Self::Ragged { .. } => "ragged-row",
            Self::OpenQuote => "open-quote",
            Self::ExpectedAndNeutral(_) => "expected-and-acceptable",
            Self::ExpectedAndForbidden(_) => "expected-and-forbidden",
            Self::NeutralAndForbidden(_) => "acceptable-and-forbidden",
            Self::AlternativesWithoutOne(_) => "alternatives-without-one",
        }
    }

    pub(super) fn remedy(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "Mend the JSON; in a file of lines each row is one line.",
            Self::YamlSyntax(_) => {
                "Mend the YAML; quote texts that hold `: ` or begin with a sign."
            }
            Self::NotAnObject(_) => {
                "Write the row as `{\"prompt\": ..., \"expected_skills\": [...]}`."
            }
            Self::NoPrompt => "Give the row a `prompt` that is not blank.",
            Self::NoLabel => {
                "Add `expected_skills` (an empty list for no skill), `not_skills` or `should_trigger`."
            }
            Self::NoSubject => "Keep the file beside its SKILL.md, or give it a `skill`.",
            Self::WrongType { .. } => "Correct the value.",
            Self::RepeatedId { .. } => "Give the row an id of its own, or none.",
            Self::TwoLabels { .. } => "Keep one of the two keys.",
            Self::Ragged { .. } => "Quote cells that hold commas, and leave blank ones in place.",
            Self::OpenQuote => "Close the quote; write a quote within a cell as two.",
            Self::ExpectedAndNeutral(_) => {
                "Take it out of one list; a skill that is as right as the expected one is an \
                 `alternatives` entry."
            }
            Self::ExpectedAndForbidden(_) | Self::NeutralAndForbidden(_) => {
                "Take it out of one of the two lists."
            }
            Self::AlternativesWithoutOne(_) => {
                "Alternatives stand beside exactly one expected skill; of several expected skills \
                 all should engage."
            }
        }
    }
}

impl Claims {
    /// True when nothing was said about any skill.
    pub(super) fn is_silent(&self) -> bool {
        self.expected.is_none() && self.trigger.is_none() && self.forbidden.is_empty()
    }

    /// Weighs the columns: the label, and the forbidden skills that stand beside a complete one.
    ///
    /// A list of expected skills is a complete label. Without one, `should_trigger` and
    /// `not_skills` say something about the skills they name and nothing about any other.
    pub(super) fn label(
        &mut self,
        subject: Option<&str>,
    ) -> Result<(Label<String>, Vec<String>), Refusal> {
        let trigger = self.trigger.take();
        let mut forbidden = std::mem::take(&mut self.forbidden);
        let alternatives = std::mem::take(&mut self.alternatives);
        let complete = match self.expected.take() {
            // `false` beside "expects nothing" says no more than `false` alone.
            Some(expected) if expected.is_empty() && trigger.is_some() => None,
            expected => expected,
        };
        let mut should = Vec::new();
        match trigger {
            None => {}
            Some(Trigger::Named(skills)) => should = skills,
            Some(Trigger::Subject(yes)) => {
                let subject = subject.ok_or(Refusal::NoSubject)?.to_owned();
                if yes { &mut should } else { &mut forbidden }.push(subject);
            }
        }
        if complete.is_none() && should.is_empty() && forbidden.is_empty() {
            return Err(Refusal::NoLabel);
        }
        let wanted = complete.as_ref().unwrap_or(&should);
        let right = || wanted.iter().chain(&alternatives);
        if let Some(skill) = right().find(|skill| self.neutral.contains(skill)) {
            return Err(Refusal::ExpectedAndNeutral(skill.clone()));
        }
        if let Some(skill) = right().find(|skill| forbidden.contains(skill)) {
            return Err(Refusal::ExpectedAndForbidden(skill.clone()));
        }
        if let Some(skill) = self.neutral.iter().find(|skill| forbidden.contains(skill)) {
            return Err(Refusal::NeutralAndForbidden(skill.clone()));
        }
        let single = complete.as_ref().map_or(0, Vec::len);
        if !alternatives.is_empty() && single != 1 {
            return Err(Refusal::AlternativesWithoutOne(wanted.len()));
        }
        Ok(match complete {
            Some(expected) => {
                let alternatives =
                    alternatives.into_iter().filter(|skill| !expected.contains(skill)).collect();
                (Label::Complete { expected, alternatives }, forbidden)
            }
            None => (Label::Partial { should, must_not: forbidden }, Vec::new()),
        })
    }
}
