//! A row or column of the confusion matrix: a skill, or none.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::core::id::SkillId;

/// What was expected, or what engaged first. Skills sort by id; [`Class::None`] sorts last.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    Skill(SkillId),
    /// `(no skill)`: nothing is expected, or nothing engaged.
    None,
}

impl Class {
    pub const NONE: &'static str = "(no skill)";

    pub fn skill(&self) -> Option<&SkillId> {
        match self {
            Self::Skill(id) => Some(id),
            Self::None => None,
        }
    }

    pub fn as_str(&self) -> &str {
        self.skill().map_or(Self::NONE, SkillId::as_str)
    }
}

impl From<Option<&SkillId>> for Class {
    fn from(skill: Option<&SkillId>) -> Self {
        skill.map_or(Self::None, |id| Self::Skill(id.clone()))
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Class {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_skill_sorts_after_every_skill() {
        let mut classes = [Class::None, Class::Skill("zz".into()), Class::Skill("(no".into())];
        classes.sort();
        assert_eq!(classes.map(|class| class.to_string()), ["(no", "zz", "(no skill)"]);
    }
}
