//! What a rule found: which skill, where, why here, and what to do.

use std::ops::Range;

use serde::Serialize;

use crate::core::{
    id::SkillId,
    lint::{Level, Rule},
    skill::{Skill, TextSpan},
};

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    pub rule: &'static str,
    pub level: Level,
    /// `None` where it is about no skill of the catalog.
    pub skill: Option<SkillId>,
    /// The file that it is about as the catalog has it, relative to its root, with `/`.
    pub path: String,
    /// 1-based.
    pub line: Option<u32>,
    /// 1-based, in characters.
    pub column: Option<u32>,
    /// What is wrong and why here, one sentence.
    pub message: String,
    /// What to do about it, one sentence.
    pub remedy: String,
    /// The other skills that it is about, the most concerned first.
    pub with: Vec<SkillId>,
    /// The harness by whose rules it is wrong, by its id; `None` where by everybody's, or by those
    /// of several, which the message names.
    pub harness: Option<String>,
    /// `None` where only its author can mend it.
    pub fix: Option<Fix>,
    /// How bad it is among the findings of one rule; finite, more is worse.
    pub weight: f64,
}

/// A change to one file that loses nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// The file, as the finding names it.
    pub path: String,
    /// Bytes of the file as it was read.
    pub range: Range<usize>,
    /// What stands there instead.
    pub text: String,
    /// What the change does, a few words.
    pub says: String,
}

impl Finding {
    /// A finding about a file as a whole, with the rule's level and remedy.
    pub(super) fn of(rule: &Rule, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            rule: rule.id,
            level: rule.level,
            skill: None,
            path: path.into(),
            line: None,
            column: None,
            message: message.into(),
            remedy: rule.remedy.to_owned(),
            with: Vec::new(),
            harness: None,
            fix: None,
            weight: 0.0,
        }
    }

    /// A finding about a skill's description, where that has a place.
    pub(super) fn about(rule: &Rule, skill: &Skill, message: impl Into<String>) -> Self {
        let finding =
            Self { skill: Some(skill.id.clone()), ..Self::of(rule, skill.path.clone(), message) };
        match &skill.doc.description_span {
            Some(TextSpan { line, column, .. }) => {
                Self { line: Some(*line), column: Some(*column), ..finding }
            }
            None => finding,
        }
    }

    #[must_use]
    pub(super) fn with(self, with: Vec<SkillId>) -> Self {
        Self { with, ..self }
    }

    #[must_use]
    pub(super) fn weighing(self, weight: f64) -> Self {
        Self { weight, ..self }
    }
}
