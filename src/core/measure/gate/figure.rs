//! The figures that a bar can be set on, by name.
//!
//! Must not know bars.

use serde::{Deserialize, Serialize};

use crate::core::{
    id::SkillId,
    measure::{Estimate, Figures, SkillFigures, completion::Completion},
};

/// A figure of a run, of a skill, or of both.
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
    strum::IntoStaticStr,
    strum::Display,
    strum::EnumIter,
    strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Figure {
    /// Entrypoint hits.
    Top1,
    /// Of a run: right first engagements of all rows that expect a skill.
    Recall,
    Precision,
    F1,
    /// Reached at any turn; in scope.
    TrajectoryRecall,
    EngagedRecall,
    EngagedPrecision,
    EngagedF1,
    FalseFires,
    MacroRecall,
    MacroPrecision,
    MacroF1,
    AllReached,
    Abstention,
    FalseAbstention,
    OutOfScopeDetection,
    Misroute,
    ReciprocalRank,
    RowF1,
    Redundancy,
    TriggerRecall,
    Restraint,
    /// Scored probes of those planned.
    Completion,
}

impl Figure {
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// A run has this figure.
    pub fn of_runs(self) -> bool {
        use Figure::*;
        !matches!(self, EngagedRecall | EngagedPrecision | EngagedF1 | FalseFires)
    }

    /// A skill has this figure.
    pub fn of_skills(self) -> bool {
        use Figure::*;
        let turn1 = matches!(self, Recall | Precision | F1 | TrajectoryRecall);
        turn1 || !self.of_runs() || self == Completion
    }

    /// Misfires after an early exit would have changed it.
    pub fn cut_by_early_exit(self) -> bool {
        use Figure::*;
        matches!(self, EngagedPrecision | EngagedF1 | FalseFires | Redundancy | RowF1 | Restraint)
    }

    /// Rows that expect other skills enter a skill's figure.
    pub fn needs_all_rows(self) -> bool {
        use Figure::*;
        matches!(self, Precision | F1 | EngagedPrecision | EngagedF1 | FalseFires)
    }

    /// F1 = 2J / (1 + J) of a share J, on which its draws are counted.
    pub fn is_f1(self) -> bool {
        matches!(self, Self::F1 | Self::EngagedF1)
    }

    /// The figure, undefined where nothing entered it; `None` where there is no such skill, or no
    /// such figure at this level.
    pub fn of(self, figures: &Figures, skill: Option<&SkillId>) -> Option<Estimate> {
        match skill {
            None if self.of_runs() => Some(self.of_run(figures)),
            Some(id) if self.of_skills() => figures.skill(id).map(|skill| self.of_skill(skill)),
            _ => None,
        }
    }

    fn of_run(self, figures: &Figures) -> Estimate {
        let headline = &figures.headline;
        let partial = figures.partial.as_ref();
        match self {
            Self::Top1 => headline.top1.into(),
            Self::Recall => headline.micro.recall.into(),
            Self::Precision => headline.micro.precision.into(),
            Self::F1 => headline.micro.f1,
            Self::TrajectoryRecall => headline.trajectory_in_scope.into(),
            Self::MacroRecall => headline.macros.recall,
            Self::MacroPrecision => bare(headline.macros.precision),
            Self::MacroF1 => bare(headline.macros.f1),
            Self::AllReached => headline.all_reached.into(),
            Self::Abstention => headline.abstention.into(),
            Self::FalseAbstention => headline.false_abstention.into(),
            Self::OutOfScopeDetection => headline.out_of_scope_detection.into(),
            Self::Misroute => headline.misroute.into(),
            Self::ReciprocalRank => headline.reciprocal_rank.into(),
            Self::RowF1 => headline.row_f1.into(),
            Self::Redundancy => bare(headline.redundancy),
            Self::TriggerRecall => partial.map(|p| p.trigger_recall.into()).unwrap_or_default(),
            Self::Restraint => partial.map(|p| p.restraint.into()).unwrap_or_default(),
            Self::Completion => bare(figures.run.share()),
            Self::EngagedRecall | Self::EngagedPrecision | Self::EngagedF1 | Self::FalseFires => {
                Estimate::default()
            }
        }
    }

    fn of_skill(self, skill: &SkillFigures) -> Estimate {
        let (turn1, any) = (&skill.turn1, &skill.any);
        match self {
            Self::Recall => turn1.recall.into(),
            Self::Precision => turn1.precision.into(),
            Self::F1 => turn1.f1,
            Self::TrajectoryRecall => turn1.trajectory_recall.into(),
            Self::EngagedRecall => any.recall.into(),
            Self::EngagedPrecision => any.precision.into(),
            Self::EngagedF1 => any.f1,
            Self::FalseFires => any.false_fires.into(),
            Self::Completion => bare(skill.completion.share()),
            _ => Estimate::default(),
        }
    }

    /// What must be complete before the figure counts: the run, and the skill where there is one.
    pub(super) fn rests_on<'a>(
        self,
        figures: &'a Figures,
        skill: Option<&SkillId>,
    ) -> [Option<&'a Completion>; 2] {
        let run = match (self, &figures.partial) {
            (Self::TriggerRecall | Self::Restraint, Some(partial)) => &partial.completion,
            _ => &figures.headline.completion,
        };
        [Some(run), skill.and_then(|id| figures.skill(id)).map(|skill| &skill.completion)]
    }
}

fn bare(value: Option<f64>) -> Estimate {
    Estimate { value, ..Estimate::default() }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;
    use crate::core::measure::testing::{ids, row};

    #[test]
    fn every_figure_has_a_level_where_it_is_found() {
        let observations = [
            row("q").expects("a").ran(&["a", "b"]),
            row("o").ran(&["", "b"]),
            row("p").should("a").must_not("b").ran(&["a", "a"]),
        ]
        .concat();
        let figures = Figures::of(&observations, 6, &ids("a b"));
        use Figure::*;
        // No sound interval is known for these, or none is needed.
        let bare = [MacroPrecision, MacroF1, Redundancy, Completion];
        for figure in Figure::iter() {
            assert_eq!(figure.to_string().parse(), Ok(figure));
            let at = [figure.of(&figures, None), figure.of(&figures, Some(&"a".into()))];
            assert_eq!(at.map(|found| found.is_some()), [figure.of_runs(), figure.of_skills()]);
            for found in at.into_iter().flatten() {
                assert!(found.value.is_some(), "{figure}");
                assert_eq!(found.interval.is_none(), bare.contains(&figure), "{figure}");
            }
        }
        assert_eq!(Figure::Recall.of(&figures, Some(&"none".into())), None);
    }
}
