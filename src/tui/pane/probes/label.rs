//! What a row's label asks for, skill by skill.
//!
//! Must not know whether it happened.

use crate::{
    core::{
        id::SkillId,
        query::{Label, Query},
    },
    tui::theme::{Role, Symbols},
};

/// What an engagement is worth under a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    Expected,
    Neutral,
    Wrong,
    /// The label says nothing about the skill.
    Unlabelled,
}

impl Worth {
    pub fn of(query: &Query<SkillId>, skill: &SkillId) -> Self {
        if query.neutral.contains(skill) {
            return Self::Neutral;
        }
        match &query.label {
            Label::Complete { expected, alternatives } => {
                let right = expected.contains(skill) || alternatives.contains(skill);
                if right { Self::Expected } else { Self::Wrong }
            }
            Label::Partial { should, .. } if should.contains(skill) => Self::Expected,
            Label::Partial { must_not, .. } if must_not.contains(skill) => Self::Wrong,
            Label::Partial { .. } => Self::Unlabelled,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Expected => "expected",
            Self::Neutral => "neutral",
            Self::Wrong => "wrong",
            Self::Unlabelled => "not labelled",
        }
    }

    pub fn role(self) -> Role {
        match self {
            Self::Expected => Role::Expected,
            Self::Neutral => Role::Neutral,
            Self::Wrong => Role::Wrong,
            Self::Unlabelled => Role::Dim,
        }
    }

    pub fn symbol(self, symbols: &'static Symbols) -> &'static str {
        match self {
            Self::Expected => symbols.expected,
            Self::Neutral | Self::Unlabelled => symbols.neutral,
            Self::Wrong => symbols.wrong,
        }
    }
}

/// The skills that should engage, those of a complete label or of a partial one.
pub fn expected(query: &Query<SkillId>) -> &[SkillId] {
    query.label.wanted()
}

/// Each alone is as right as the expected skill.
pub fn alternatives(query: &Query<SkillId>) -> &[SkillId] {
    match &query.label {
        Label::Complete { alternatives, .. } => alternatives,
        Label::Partial { .. } => &[],
    }
}

/// The skills that the row names as wrong.
pub fn forbidden(query: &Query<SkillId>) -> &[SkillId] {
    match &query.label {
        Label::Complete { .. } => &query.forbidden,
        Label::Partial { must_not, .. } => must_not,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neutral_is_asked_first_and_silence_is_not_wrong() {
        let label = Label::Complete { expected: vec!["a".into()], alternatives: vec!["b".into()] };
        let mut query = Query::new("q", "p", label);
        query.neutral = vec!["n".into()];
        let worth = |query: &Query<SkillId>, skill: &str| Worth::of(query, &skill.into());
        let all = ["a", "b", "n", "x"].map(|skill| worth(&query, skill));
        assert_eq!(all, [Worth::Expected, Worth::Expected, Worth::Neutral, Worth::Wrong]);

        query.label = Label::Partial { should: vec!["a".into()], must_not: vec!["x".into()] };
        let all = ["a", "b", "x"].map(|skill| worth(&query, skill));
        assert_eq!(all, [Worth::Expected, Worth::Unlabelled, Worth::Wrong]);
        assert_eq!(forbidden(&query), ["x".into()]);
    }
}
