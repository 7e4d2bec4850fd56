//! A run held against its bars.
//!
//! An interval decides, so that a wrong pass and a wrong fail are bounded at the bar itself: about
//! 2.5 % each. Must not know how bars are configured.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::core::{
    id::SkillId,
    measure::{
        Estimate, Figures,
        completion::Completion,
        gate::{
            Assertion, Figure, Reason, Verdict, decide,
            reach::{needed_probes, too_few},
        },
        rate::{Interval, Method},
    },
};

/// What is compared with the bar.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, strum::Display, strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Decide {
    /// The near end of the interval.
    #[default]
    Bound,
    /// The estimate, as other tools do: near the bar, identical descriptions pass and fail in turn.
    Point,
}

/// How a run is judged.
#[derive(Clone, Debug)]
pub struct Gate {
    pub assertions: Vec<Assertion>,
    pub decide: Decide,
    /// Share of the planned probes that must be scored.
    pub floor: f64,
    /// Where only a part of the rows ran: the skills of which all rows did.
    pub part: Option<BTreeSet<SkillId>>,
}

/// What is said of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum Ruling {
    Fail,
    Undecided,
    /// It gates nothing.
    #[strum(serialize = "not evaluated")]
    NotEvaluated,
    Pass,
}

/// One assertion with what was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    #[serde(flatten)]
    pub assertion: Assertion,
    pub rate: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// Units behind the figure.
    pub units: u32,
    /// Independent draws that they are worth.
    pub n_eff: Option<f64>,
    pub verdict: Ruling,
    /// Further probes until it is decided in 80 %, if the rate stays what it is; 0 when it is.
    pub needed_probes: Option<u64>,
    pub reason: Option<Reason>,
}

/// A run with all its rulings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Fail if any assertion fails, else undecided if any is or none was evaluated, else pass.
    pub verdict: Verdict,
    /// Too few of the planned probes were scored, in the run or for a skill with a bar.
    pub incomplete: bool,
    pub assertions: Vec<Judged>,
}

impl Report {
    /// The same of a run in which nothing engaged at all: no ruling of it means anything.
    #[must_use]
    pub fn in_doubt(mut self) -> Self {
        for judged in &mut self.assertions {
            judged.verdict = Ruling::Undecided;
            judged.reason = Some(Reason::NothingEngaged);
        }
        Self { verdict: Verdict::Undecided, incomplete: true, ..self }
    }
}

impl Default for Gate {
    fn default() -> Self {
        let (assertions, decide) = (Vec::new(), Decide::default());
        Self { assertions, decide, floor: Completion::FLOOR, part: None }
    }
}

impl Gate {
    /// Judges a finished run. A gate without assertions passes.
    pub fn judge(&self, figures: &Figures) -> Report {
        let assertions: Vec<Judged> =
            self.assertions.iter().map(|assertion| self.ruling(assertion, figures)).collect();
        let any = |ruling| assertions.iter().any(|judged| judged.verdict == ruling);
        let all_idle = || assertions.iter().all(|judged| judged.verdict == Ruling::NotEvaluated);
        let verdict = match () {
            () if any(Ruling::Fail) => Verdict::Fail,
            () if any(Ruling::Undecided) => Verdict::Undecided,
            () if !assertions.is_empty() && all_idle() => Verdict::Undecided,
            () => Verdict::Pass,
        };
        let incomplete = |judged: &Judged| matches!(judged.reason, Some(Reason::Incomplete { .. }));
        Report {
            verdict,
            incomplete: self.below(&figures.run).is_some() || assertions.iter().any(incomplete),
            assertions,
        }
    }

    fn ruling(&self, assertion: &Assertion, figures: &Figures) -> Judged {
        let found = assertion.figure.of(figures, assertion.skill.as_ref());
        let estimate = found.unwrap_or_default();
        let (verdict, reason) = match found {
            None => (Ruling::Undecided, Some(Reason::UnknownSkill)),
            Some(_) => self.decided(assertion, &estimate, figures),
        };
        let needed_probes = match verdict {
            Ruling::Pass | Ruling::Fail => Some(0),
            Ruling::Undecided => needed_probes(assertion, &estimate, figures.confidence),
            Ruling::NotEvaluated => None,
        };
        Judged {
            assertion: assertion.clone(),
            rate: estimate.value,
            low: estimate.interval.map(|interval| interval.low),
            high: estimate.interval.map(|interval| interval.high),
            units: estimate.draws.units,
            n_eff: estimate.draws.effective,
            verdict,
            needed_probes,
            reason,
        }
    }

    fn decided(
        &self,
        assertion: &Assertion,
        estimate: &Estimate,
        figures: &Figures,
    ) -> (Ruling, Option<Reason>) {
        let Assertion { figure, skill, bound, threshold } = assertion;
        let whole = self.part.as_ref().is_none_or(|part| {
            !figure.needs_all_rows() && skill.as_ref().is_some_and(|skill| part.contains(skill))
        });
        if !whole {
            return (Ruling::NotEvaluated, Some(Reason::Part));
        }
        let partial = figures.partial.as_ref().map_or(0, |partial| partial.early_exits);
        let cut = figure.cut_by_early_exit() && figures.headline.early_exits + partial > 0;
        if cut && self.decide == Decide::Bound {
            return (Ruling::NotEvaluated, Some(Reason::EarlyExit));
        }
        let Some(value) = estimate.value else {
            return (Ruling::Undecided, Some(Reason::Undefined));
        };
        let point = ruling(decide(at(value), *bound, *threshold));
        if *figure == Figure::Completion {
            return (point, None);
        }
        let rests_on = figure.rests_on(figures, skill.as_ref());
        if let Some(short) = rests_on.into_iter().flatten().find_map(|done| self.below(done)) {
            return (Ruling::Undecided, Some(short));
        }
        match (self.decide, estimate.interval) {
            (Decide::Point, _) => (point, cut.then_some(Reason::EarlyExit)),
            (Decide::Bound, None) => (point, Some(Reason::PointOnly)),
            (Decide::Bound, Some(interval)) => {
                let found = ruling(decide(interval, *bound, *threshold));
                let hopeless = || too_few(assertion, estimate, figures.confidence);
                (found, if found == Ruling::Undecided { hopeless() } else { None })
            }
        }
    }

    fn below(&self, done: &Completion) -> Option<Reason> {
        let share = done.share().filter(|share| *share < self.floor)?;
        Some(Reason::Incomplete { share, floor: self.floor })
    }
}

impl Report {
    /// Whether the gate lets the run through, an undecided one as told.
    pub fn lets_through(&self, undecided: bool) -> bool {
        match self.verdict {
            Verdict::Pass => true,
            Verdict::Undecided => undecided,
            Verdict::Fail => false,
        }
    }
}

/// An estimate as an interval of no width.
fn at(value: f64) -> Interval {
    Interval { low: value, high: value, confidence: 0.0, method: Method::Wilson }
}

fn ruling(verdict: Verdict) -> Ruling {
    match verdict {
        Verdict::Pass => Ruling::Pass,
        Verdict::Fail => Ruling::Fail,
        Verdict::Undecided => Ruling::Undecided,
    }
}

#[cfg(test)]
mod tests;
