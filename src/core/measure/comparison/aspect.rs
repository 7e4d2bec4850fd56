//! In what two results differ besides their outcomes, and whether one may be held against the other.
//!
//! Must not know outcomes.

use serde::{Deserialize, Serialize};

use crate::core::measure::comparison::Obstacle;

/// One kind of thing that two results may differ in.
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
    strum::EnumIter,
    strum::EnumString,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Aspect {
    /// What a model is told of the skills: which there are, and their texts.
    Descriptions,
    /// The part of the catalog that each probe is offered.
    Catalog,
    /// Prompts and what is expected of them.
    Labels,
    Agent,
    Model,
    HarnessVersion,
    /// Engagements and responses that a probe may have.
    Budgets,
}

impl Aspect {
    /// Why results that differ in these give no verdict: two kinds at once cannot be told apart.
    /// None where one kind differs, or every kind that does was asked for by name.
    pub fn obstacle(differing: &[Self], asked: &[Self]) -> Option<Obstacle> {
        let asked = differing.iter().all(|aspect| asked.contains(aspect));
        (differing.len() > 1 && !asked).then_some(Obstacle::SeveralAspects)
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn two_kinds_at_once_must_be_asked_for_by_name() {
        use Aspect::*;
        let obstacle = |differing: &[Aspect], asked: &[Aspect]| Aspect::obstacle(differing, asked);
        assert_eq!(obstacle(&[], &[]), None);
        assert_eq!(obstacle(&[Descriptions], &[]), None);
        assert_eq!(obstacle(&[Agent, Model], &[]), Some(Obstacle::SeveralAspects));
        assert_eq!(obstacle(&[Agent, Model], &[Model]), Some(Obstacle::SeveralAspects));
        assert_eq!(obstacle(&[Agent, Model], &[Model, Agent, Labels]), None);
    }

    #[test]
    fn names_are_read_back() {
        for aspect in Aspect::iter() {
            assert_eq!(aspect.to_string().parse(), Ok(aspect));
        }
        assert_eq!(Aspect::HarnessVersion.to_string(), "harness-version");
    }
}
