//! A bar on one figure of a run or of a skill.
//!
//! Must not know results.

use serde::Serialize;

use crate::core::{
    id::SkillId,
    measure::gate::{Bound, Figure},
};

/// What must hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assertion {
    #[serde(rename = "metric")]
    pub figure: Figure,
    /// `None`: of the whole run.
    pub skill: Option<SkillId>,
    pub bound: Bound,
    pub threshold: f64,
}

/// Why a bar makes no sense.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Misplaced {
    #[error("{0} is no figure of a skill")]
    NotOfSkills(Figure),
    #[error("{0} is a figure of skills, not of a run")]
    NotOfRuns(Figure),
    #[error("{threshold} is no threshold for {figure}: it lies in [0, 1]")]
    OutOfRange { figure: Figure, threshold: f64 },
    #[error("{threshold} is no threshold for {figure}: it is 0 or more")]
    Negative { figure: Figure, threshold: f64 },
}

impl Assertion {
    /// A bar that can be judged.
    pub fn new(
        figure: Figure,
        skill: Option<SkillId>,
        bound: Bound,
        threshold: f64,
    ) -> Result<Self, Misplaced> {
        match &skill {
            Some(_) if !figure.of_skills() => return Err(Misplaced::NotOfSkills(figure)),
            None if !figure.of_runs() => return Err(Misplaced::NotOfRuns(figure)),
            _ => {}
        }
        match figure {
            Figure::Redundancy if !(threshold >= 0.0 && threshold.is_finite()) => {
                Err(Misplaced::Negative { figure, threshold })
            }
            figure if figure != Figure::Redundancy && !(0.0..=1.0).contains(&threshold) => {
                Err(Misplaced::OutOfRange { figure, threshold })
            }
            _ => Ok(Self { figure, skill, bound, threshold }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_where_their_figures_are() {
        let at = |figure, skill: Option<&str>, threshold| {
            Assertion::new(figure, skill.map(SkillId::from), Bound::Minimum, threshold).is_ok()
        };
        assert!(at(Figure::Recall, None, 0.7) && at(Figure::Recall, Some("a"), 0.7));
        assert!(!at(Figure::Misroute, Some("a"), 0.1) && !at(Figure::FalseFires, None, 0.1));
        assert!(!at(Figure::Recall, None, 1.1) && !at(Figure::Recall, None, f64::NAN));
        assert!(at(Figure::Redundancy, None, 1.5) && !at(Figure::Redundancy, None, -0.1));
        let error = Assertion::new(Figure::MacroF1, Some("a".into()), Bound::Minimum, 0.5);
        assert_eq!(error.unwrap_err().to_string(), "macro_f1 is no figure of a skill");
    }
}
