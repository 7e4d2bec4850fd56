//! The figures of the whole run that have a row, and what each of them means.
//!
//! Must not know skills.

use strum::EnumIter;

use crate::core::measure::{Estimate, Figures, Rate, completion::Completion};

/// A figure of the run; in the order of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter)]
pub enum RunRow {
    Top1,
    Trajectory,
    OutOfScope,
    Abstention,
    TriggerRecall,
    Restraint,
    Macro,
    MacroF1,
}

/// What a run row shows: a share of probes, or means over skills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown {
    Share(Rate),
    Means { left: Estimate, right: Option<Estimate> },
}

impl RunRow {
    /// `None` where nothing was counted. `in_scope`: without the rows that expect nothing.
    pub fn of(self, figures: &Figures, in_scope: bool) -> Option<Shown> {
        let headline = &figures.headline;
        let bare = |value| Estimate { value, ..Estimate::default() };
        let shown = match self {
            Self::Top1 if in_scope => Shown::Share(headline.top1_in_scope),
            Self::Trajectory if in_scope => Shown::Share(headline.trajectory_in_scope),
            Self::OutOfScope if in_scope => return None,
            Self::Abstention if in_scope => Shown::Share(headline.false_abstention),
            Self::Top1 => Shown::Share(headline.top1),
            Self::Trajectory => Shown::Share(headline.trajectory),
            Self::OutOfScope => Shown::Share(headline.out_of_scope_detection),
            Self::Abstention => Shown::Share(headline.abstention),
            Self::TriggerRecall => Shown::Share(figures.partial.as_ref()?.trigger_recall),
            Self::Restraint => Shown::Share(figures.partial.as_ref()?.restraint),
            Self::Macro => Shown::Means {
                left: headline.macros.recall,
                right: Some(bare(headline.macros.precision)),
            },
            Self::MacroF1 => Shown::Means { left: bare(headline.macros.f1), right: None },
        };
        let defined = match &shown {
            Shown::Share(rate) => rate.rate.is_some(),
            Shown::Means { left, right } => {
                left.value.or(right.and_then(|right| right.value)).is_some()
            }
        };
        defined.then_some(shown)
    }

    /// The probes that it is counted over.
    pub fn completion(self, figures: &Figures) -> &Completion {
        match (self, &figures.partial) {
            (Self::TriggerRecall | Self::Restraint, Some(partial)) => &partial.completion,
            _ => &figures.headline.completion,
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Top1 => "top-1",
            Self::Trajectory => "trajectory",
            Self::OutOfScope => "out of scope",
            Self::Abstention => "abstention",
            Self::TriggerRecall => "trigger recall",
            Self::Restraint => "restraint",
            Self::Macro => "macro, skills",
            Self::MacroF1 => "macro F1",
        }
    }

    /// What it is, in a sentence; `in_scope` as in [`RunRow::of`].
    pub fn meaning(self, in_scope: bool) -> &'static str {
        match self {
            Self::Top1 if in_scope => {
                "The first skill that engaged was right, of the probes that expect one."
            }
            Self::Trajectory if in_scope => {
                "A right skill engaged at some turn, of the probes that expect one."
            }
            Self::Abstention if in_scope => {
                "Nothing engaged, of the probes that expect a skill: each is a miss."
            }
            Self::Top1 => "The first skill that engaged was right, or rightly none did.",
            Self::Trajectory => "A right skill engaged at some turn, or rightly none did.",
            Self::OutOfScope => "Nothing engaged, of the probes that expect nothing.",
            Self::Abstention => "Nothing engaged, of all scored probes, rightly or not.",
            Self::TriggerRecall => {
                "Engaged at some turn, of the verdicts that one skill should; these labels speak of \
                single skills only."
            }
            Self::Restraint => {
                "Silent, of the verdicts that one skill must not engage; these labels speak of \
                single skills only."
            }
            Self::Macro => {
                "Each skill counts alike, however many prompts it has; (no skill) is \
                not among them. Recall and precision of the first engagement."
            }
            Self::MacroF1 => {
                "Mean F1 over the skills that prompts expect; (no skill) is not among \
                them. No interval is known for it."
            }
        }
    }
}
