//! When a probe has shown all that its label asks for.
//!
//! Must not know budgets or streams.

use serde::{Deserialize, Serialize};

use crate::core::{
    id::SkillId,
    query::{Label, Query},
};

/// The early-exit rule of a row. Part of what makes a record reusable: after a relabelling, an
/// early-exited record is stale unless this is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "stop", content = "skills")]
pub enum StopRule {
    /// Only the agent's own end or a budget ends the probe: out-of-scope rows, and every row when
    /// early exit is off.
    Never,
    /// When all of these have engaged; sorted.
    All(Vec<SkillId>),
    /// When one of these has engaged; sorted.
    Any(Vec<SkillId>),
}

impl StopRule {
    /// The rule of a label: all of an expected set, any of it where there are alternatives, the
    /// skills that should engage of a partial row, else its first forbidden one.
    pub fn of(query: &Query<SkillId>) -> Self {
        let rule = match &query.label {
            Label::Complete { expected, alternatives } if alternatives.is_empty() => {
                Self::All(expected.clone())
            }
            Label::Complete { expected, alternatives } => {
                Self::Any([expected.as_slice(), alternatives].concat())
            }
            Label::Partial { should, must_not } if should.is_empty() => Self::Any(must_not.clone()),
            Label::Partial { should, .. } => Self::All(should.clone()),
        };
        match rule {
            Self::Never => Self::Never,
            Self::All(skills) | Self::Any(skills) if skills.is_empty() => Self::Never,
            Self::All(skills) => Self::All(sorted(skills)),
            Self::Any(skills) => Self::Any(sorted(skills)),
        }
    }

    /// True when the skills engaged so far are enough.
    pub fn met<'a>(&self, engaged: impl Iterator<Item = &'a SkillId> + Clone) -> bool {
        match self {
            Self::Never => false,
            Self::All(skills) => skills.iter().all(|skill| engaged.clone().any(|e| e == skill)),
            Self::Any(skills) => engaged.clone().any(|e| skills.contains(e)),
        }
    }
}

fn sorted(mut skills: Vec<SkillId>) -> Vec<SkillId> {
    skills.sort_unstable();
    skills
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(skills: &[&str]) -> Vec<SkillId> {
        skills.iter().map(|skill| SkillId::from(*skill)).collect()
    }

    fn rule(label: Label<SkillId>) -> StopRule {
        StopRule::of(&Query::new("q", "p", label))
    }

    fn complete(expected: &[&str], alternatives: &[&str]) -> StopRule {
        rule(Label::Complete { expected: ids(expected), alternatives: ids(alternatives) })
    }

    fn partial(should: &[&str], must_not: &[&str]) -> StopRule {
        rule(Label::Partial { should: ids(should), must_not: ids(must_not) })
    }

    #[test]
    fn each_label_has_its_rule() {
        assert_eq!(complete(&["b", "a"], &[]), StopRule::All(ids(&["a", "b"])));
        assert_eq!(complete(&["b"], &["a"]), StopRule::Any(ids(&["a", "b"])));
        assert_eq!(complete(&[], &[]), StopRule::Never);
        assert_eq!(partial(&["a"], &[]), StopRule::All(ids(&["a"])));
        assert_eq!(partial(&[], &["b", "a"]), StopRule::Any(ids(&["a", "b"])));
        assert_eq!(partial(&["a"], &["b"]), StopRule::All(ids(&["a"])));
    }

    #[test]
    fn a_set_is_met_when_it_is_whole() {
        let engaged = ids(&["x", "a"]);
        assert!(!StopRule::All(ids(&["a", "b"])).met(engaged.iter()));
        assert!(StopRule::All(ids(&["a", "x"])).met(engaged.iter()));
        assert!(StopRule::Any(ids(&["a", "b"])).met(engaged.iter()));
        assert!(!StopRule::Never.met(engaged.iter()));
    }
}
