//! Turn-1 classes: each skill (and no skill) as expected against as first engaged.
//!
//! Counts the rows that the matrix has: complete labels of one skill or none.

use serde::Serialize;

use crate::core::measure::{
    clustered::Units,
    ledger::{self, Ledger},
    rate::{Estimate, Rate},
    row::Row,
    wilson::Confidence,
};

/// The figures of one class. `tp + fn = support`, `tp + fp = predicted`, in probes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClassFigures {
    /// Probes that expect it.
    pub support: u32,
    /// Probes that engaged it first.
    pub predicted: u32,
    pub tp: u32,
    pub fp: u32,
    #[serde(rename = "fn")]
    pub fn_: u32,
    /// Undefined when it was never predicted.
    pub precision: Rate,
    /// Undefined when nothing expects it.
    pub recall: Rate,
    /// 0 when all of `tp` is missing, undefined when `fp` and `fn` are 0 too.
    pub f1: Estimate,
    /// Share of `support` that engaged it at any turn.
    pub trajectory_recall: Rate,
}

/// The per-unit sums behind all classes of one group of rows.
#[derive(Debug)]
pub struct Classes {
    /// One a skill number, then one for no skill.
    all: Vec<Sums>,
    /// Over skills, no skill left out.
    pub micro_recall: Units,
    pub micro_precision: Units,
    pub micro_j: Units,
}

#[derive(Clone, Debug, Default)]
pub struct Sums {
    support: u32,
    predicted: u32,
    tp: u32,
    pub recall: Units,
    precision: Units,
    pub j: Units,
    reached: Units,
}

impl Classes {
    /// `skills`: how many skill numbers there are.
    pub fn of(rows: &[&Row], skills: usize) -> Self {
        let none = u32::try_from(skills).unwrap_or(u32::MAX);
        let mut all = vec![Sums::default(); skills + 1];
        let [mut recall, mut precision, mut j, mut reached] = [(); 4].map(|()| Ledger::default());
        let [mut micro_recall, mut micro_precision, mut micro_j] =
            [(); 3].map(|()| Vec::<(u32, bool)>::new());
        for row in rows {
            let Some((expected, engaged)) = row.cell() else { continue };
            let hit = expected == engaged;
            let on_the_way = row.sequence.is_some_and(|sequence| sequence.trajectory);
            let (truth, prediction) = (expected.unwrap_or(none), engaged.unwrap_or(none));
            recall.note(truth, row.unit, hit);
            precision.note(prediction, row.unit, hit);
            reached.note(truth, row.unit, on_the_way);
            j.note(truth, row.unit, hit);
            if !hit {
                j.note(prediction, row.unit, false);
            }
            if expected.is_some() {
                micro_recall.push((row.unit, hit));
                micro_j.push((row.unit, hit));
            }
            if engaged.is_some() {
                micro_precision.push((row.unit, hit));
                if !hit {
                    micro_j.push((row.unit, false));
                }
            }
            // Numbers are below `skills`, and `none` is the last place.
            all[truth as usize].support += 1;
            all[prediction as usize].predicted += 1;
            all[truth as usize].tp += u32::from(hit);
        }
        let columns = [recall, precision, j, reached].map(|ledger| ledger.units(skills + 1));
        let [recall, precision, j, reached] = columns;
        for (at, sums) in all.iter_mut().enumerate() {
            // Each column has `skills + 1` entries.
            sums.recall = recall[at];
            sums.precision = precision[at];
            sums.j = j[at];
            sums.reached = reached[at];
        }
        Self {
            all,
            micro_recall: ledger::units(micro_recall),
            micro_precision: ledger::units(micro_precision),
            micro_j: ledger::units(micro_j),
        }
    }

    /// The classes of skills, in the order of their numbers.
    pub fn skills(&self) -> &[Sums] {
        self.all.split_last().map_or(&[], |(_, skills)| skills)
    }

    /// The class of rows that expect or engaged nothing.
    pub fn none(&self) -> Option<&Sums> {
        self.all.last()
    }
}

impl Sums {
    pub fn expected(&self) -> bool {
        self.support > 0
    }

    pub fn seen(&self) -> bool {
        self.support > 0 || self.predicted > 0
    }

    /// 0 for a class that is expected and never predicted: what macro averages take.
    pub fn precision_or_zero(&self) -> f64 {
        self.precision.share().unwrap_or(0.0)
    }

    pub fn figures(&self, confidence: Confidence) -> ClassFigures {
        ClassFigures {
            support: self.support,
            predicted: self.predicted,
            tp: self.tp,
            fp: self.predicted - self.tp, // A true positive is a prediction,
            fn_: self.support - self.tp,  // and supported.
            precision: self.precision.rate(confidence),
            recall: self.recall.rate(confidence),
            f1: self.j.f1(confidence),
            trajectory_recall: self.reached.rate(confidence),
        }
    }
}
