//! One scored probe with its skills as numbers: what every figure is summed from.

use crate::core::{
    measure::{sequence::Sequence, truth::Truth},
    query::Query,
    trajectory::EndedBy,
};

/// A skill's number within one tally.
pub type Number = u32;

/// Which figures a row enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Main,
    /// The label is in dispute.
    Disputed,
    /// The label speaks of later user turns.
    Turns,
}

impl Group {
    pub fn of<S>(query: &Query<S>) -> Self {
        if query.disputed {
            Self::Disputed
        } else if query.turns {
            Self::Turns
        } else {
            Self::Main
        }
    }
}

#[derive(Clone, Debug)]
pub struct Row {
    /// Number of its query.
    pub query: u32,
    pub unit: u32,
    pub group: Group,
    pub truth: Truth<Number>,
    pub neutral: Vec<Number>,
    /// Engagements without neutral helpers, in order, with repeats.
    pub engaged: Vec<Number>,
    /// The first engagement, neutral or not.
    pub raw_first: Option<Number>,
    pub ended_by: EndedBy,
    /// `None` for a partial label.
    pub sequence: Option<Sequence>,
}

impl Row {
    pub fn first(&self) -> Option<Number> {
        self.engaged.first().copied()
    }

    /// Row and column of the matrix, for the labels that have a row there: one skill or none.
    pub fn cell(&self) -> Option<(Option<Number>, Option<Number>)> {
        match self.truth {
            Truth::Empty => Some((None, self.first())),
            Truth::Single(expected) => Some((Some(expected), self.first())),
            _ => None,
        }
    }

    /// In scope, and no right skill engaged.
    pub fn missed(&self) -> bool {
        self.sequence.is_some_and(|sequence| sequence.in_scope && !sequence.trajectory)
    }

    /// A turn or step budget ended the probe.
    pub fn cut_by_budget(&self) -> bool {
        matches!(self.ended_by, EndedBy::TurnBudget | EndedBy::StepBudget)
    }
}
