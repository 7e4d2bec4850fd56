//! The orders in which probes can be looked through.
//!
//! Must not know which rows show.

use std::cmp::Ordering;

use super::{label, roll::Entry};

/// How the rows are sorted. All orders but the first keep to the files within.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the probes began, those that wait at the end.
    #[default]
    Run,
    File,
    /// Errors and misses first.
    Outcome,
    /// Hits that were lost first, then misses that were won.
    Flips,
    Expected,
}

impl Order {
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Run => Self::File,
            Self::File => Self::Outcome,
            Self::Outcome => Self::Flips,
            Self::Flips => Self::Expected,
            Self::Expected => Self::Run,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Run => "as they come",
            Self::File => "in file order",
            Self::Outcome => "problems first",
            Self::Flips => "flips first",
            Self::Expected => "by expected skill",
        }
    }

    /// Which of two rows comes first; equal ones keep the order of their files.
    pub fn compare(self, a: &Entry, b: &Entry) -> Ordering {
        let flip = |entry: &Entry| match entry.flip {
            Some(false) => 0,
            Some(true) => 1,
            None => 2,
        };
        match self {
            Self::Run => a.began.cmp(&b.began),
            Self::File => Ordering::Equal,
            Self::Outcome => a.verdict.cmp(&b.verdict),
            Self::Flips => flip(a).cmp(&flip(b)),
            Self::Expected => label::expected(&a.row.query).cmp(label::expected(&b.row.query)),
        }
    }
}
