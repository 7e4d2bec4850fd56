//! A bar as people write it: on the run, on every skill, or on one.
//!
//! Must not know files or flags.

use std::{fmt, str::FromStr};

use strum::IntoEnumIterator;

use crate::core::{
    id::SkillId,
    measure::gate::{Assertion, Bound, Figure, Misplaced},
    nearest::nearest,
    query::threshold::{self, Threshold},
};

/// What a bar stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum On {
    Run,
    /// Each skill that a model could pick, unless a bar of its own stands on it.
    EverySkill,
    /// As written: what it names depends on the catalog.
    Skill(String),
}

/// One bar; can be judged at its level.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub on: On,
    pub figure: Figure,
    pub bound: Bound,
    pub threshold: f64,
}

/// Why a text is no bar.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoBar {
    #[error("expected a bar such as recall>=0.7, refunds:precision>=0.9 or *:false_fires<=0.1")]
    Form,
    #[error("`{0}` is no figure; did you mean `{1}`?")]
    NotQuite(String, &'static str),
    #[error("`{0}` is no figure")]
    NoFigure(String),
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
}

/// What every skill is called.
const EVERY: &str = "*";

impl Bar {
    /// A bar that can be judged.
    ///
    /// # Errors
    /// The figure is none of that level, or the threshold is out of its range.
    pub fn new(on: On, figure: Figure, bound: Bound, threshold: f64) -> Result<Self, Misplaced> {
        let skill = (on != On::Run).then(|| SkillId::from(EVERY));
        Assertion::new(figure, skill, bound, threshold)?;
        Ok(Self { on, figure, bound, threshold })
    }

    /// A bar that a query file sets. That a skill stays quiet where nobody wants it is the same as
    /// that it does not fire there.
    pub fn of_file(threshold: &Threshold) -> Self {
        let (figure, bound, least) = match threshold.metric {
            threshold::Metric::Recall => (Figure::EngagedRecall, Bound::Minimum, threshold.least),
            threshold::Metric::Precision => {
                (Figure::EngagedPrecision, Bound::Minimum, threshold.least)
            }
            threshold::Metric::F1 => (Figure::EngagedF1, Bound::Minimum, threshold.least),
            threshold::Metric::Restraint => {
                (Figure::FalseFires, Bound::Maximum, 1.0 - threshold.least)
            }
            threshold::Metric::Completion => (Figure::Completion, Bound::Minimum, threshold.least),
        };
        Self { on: On::Skill(threshold.skill.clone()), figure, bound, threshold: least }
    }

    /// The bar in place of another on the same thing.
    pub fn replaces(&self, other: &Self) -> bool {
        (&self.on, self.figure, self.bound) == (&other.on, other.figure, other.bound)
    }

    /// `more` over `bars`: where both speak of the same thing, `more` holds.
    pub fn layer(bars: &mut Vec<Self>, more: impl IntoIterator<Item = Self>) {
        for bar in more {
            bars.retain(|known| !bar.replaces(known));
            bars.push(bar);
        }
    }

    /// What the bars demand of a run over `residents`. `named` says which skill a label names; a
    /// label that names none becomes an assertion that stays undecided.
    ///
    /// The run first, then skills by id.
    pub fn demands(
        bars: &[Self],
        residents: &[SkillId],
        named: impl Fn(&str) -> Option<SkillId>,
    ) -> Vec<Assertion> {
        let demand = |bar: &Self, skill| Assertion {
            figure: bar.figure,
            skill,
            bound: bar.bound,
            threshold: bar.threshold,
        };
        let mut out: Vec<Assertion> = Vec::new();
        for bar in bars {
            match &bar.on {
                On::Run => out.push(demand(bar, None)),
                On::Skill(label) => {
                    let id = named(label).unwrap_or_else(|| SkillId::from(label.as_str()));
                    out.push(demand(bar, Some(id)));
                }
                On::EverySkill => {}
            }
        }
        for bar in bars.iter().filter(|bar| bar.on == On::EverySkill) {
            for id in residents {
                let own = out.iter().any(|own| {
                    let at = (own.skill.as_ref(), own.figure, own.bound);
                    at == (Some(id), bar.figure, bar.bound)
                });
                if !own {
                    out.push(demand(bar, Some(id.clone())));
                }
            }
        }
        out.sort_by(|a, b| (&a.skill, a.figure).cmp(&(&b.skill, b.figure)));
        out
    }
}

impl Figure {
    /// A figure by its name.
    ///
    /// # Errors
    /// No figure is called so; the nearest that is.
    pub fn named(name: &str) -> Result<Self, Option<&'static str>> {
        name.parse().map_err(|_| nearest(name, Self::iter().map(Self::name)))
    }

    /// The side that is good where nobody says which.
    pub fn usual_bound(self) -> Bound {
        match self {
            Self::FalseFires | Self::FalseAbstention | Self::Misroute | Self::Redundancy => {
                Bound::Maximum
            }
            _ => Bound::Minimum,
        }
    }
}

impl FromStr for Bar {
    type Err = NoBar;

    /// `[SKILL:]FIGURE>=N` or `<=`; `*` is every skill.
    fn from_str(text: &str) -> Result<Self, NoBar> {
        let (what, bound, number) = match (text.split_once(">="), text.split_once("<=")) {
            (Some((what, number)), None) => (what, Bound::Minimum, number),
            (None, Some((what, number))) => (what, Bound::Maximum, number),
            _ => return Err(NoBar::Form),
        };
        // A plugin's skill has a colon of its own, a figure has none.
        let (on, figure) = match what.rsplit_once(':') {
            None => (On::Run, what),
            Some((EVERY, figure)) => (On::EverySkill, figure),
            Some((skill, figure)) => (On::Skill(skill.trim().to_owned()), figure),
        };
        let threshold = number.trim().parse().map_err(|_| NoBar::Form)?;
        let figure = figure.trim();
        let figure = Figure::named(figure).map_err(|near| match near {
            Some(near) => NoBar::NotQuite(figure.to_owned(), near),
            None => NoBar::NoFigure(figure.to_owned()),
        })?;
        Ok(Self::new(on, figure, bound, threshold)?)
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.on {
            On::Run => {}
            On::EverySkill => write!(f, "{EVERY}:")?,
            On::Skill(label) => write!(f, "{label}:")?,
        }
        write!(f, "{}{}{}", self.figure, self.bound.sign(), self.threshold)
    }
}

impl Bound {
    pub fn sign(self) -> &'static str {
        match self {
            Self::Minimum => ">=",
            Self::Maximum => "<=",
        }
    }
}

impl fmt::Display for Assertion {
    /// `recall of refunds >= 0.9`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.figure)?;
        if let Some(skill) = &self.skill {
            write!(f, " of {skill}")?;
        }
        write!(f, " {} {}", self.bound.sign(), self.threshold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(text: &str) -> Bar {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_bar_is_read_as_it_is_written() {
        for text in ["recall>=0.7", "*:false_fires<=0.1", "shop:refunds:precision>=0.9"] {
            assert_eq!(bar(text).to_string(), text);
        }
        assert_eq!(bar(" recall >= 0.70 "), bar("recall>=0.7"));
        assert_eq!(bar("shop:refunds:f1>=1").on, On::Skill("shop:refunds".into()));
    }

    #[test]
    fn what_is_no_bar_is_told_why() {
        for (text, part) in [
            ("recall", "such as recall>=0.7"),
            ("recall=0.7", "such as"),
            ("recall>=x", "such as"),
            ("recal>=0.7", "did you mean `recall`?"),
            ("recall>=70", "lies in [0, 1]"),
            ("*:misroute<=0.1", "no figure of a skill"),
            ("false_fires<=0.1", "a figure of skills"),
        ] {
            let error = text.parse::<Bar>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_bar_of_its_own_stands_in_place_of_everybodys() {
        let mut bars = vec![bar("*:recall>=0.7"), bar("top1>=0.5"), bar("b:recall>=0.6")];
        Bar::layer(&mut bars, [bar("b:recall>=0.9"), bar("gone:recall>=0.1")]);
        let residents = ["a", "b"].map(SkillId::from);
        let named = |label: &str| residents.iter().find(|id| id.as_str() == label).cloned();
        let told: Vec<String> =
            Bar::demands(&bars, &residents, named).iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            ["top1 >= 0.5", "recall of a >= 0.7", "recall of b >= 0.9", "recall of gone >= 0.1"]
        );
    }
}
