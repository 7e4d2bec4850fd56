//! Why a skill is not shown whole, said so that a person can act on it.

use std::fmt;

use crate::core::{diagnostic::Diagnostic, listing::Unit};

/// Why a skill is not shown whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// Its text is longer than the harness shows of any; in characters.
    TooLong { length: usize, limit: usize },
    /// All texts were cut to one length; in characters.
    CutAlike { length: usize, kept: usize },
    /// There was no room for its text when its turn came.
    NoRoom { needs: usize, left: usize, unit: Unit },
    /// There was room for no text at all.
    NoTexts,
    /// There was no room for its name.
    NoNames,
    /// Its text is longer than the harness takes of any; in characters.
    Unwelcome { length: usize, limit: usize },
    /// Its file gives no name, and the harness takes none without.
    Nameless,
    /// `disable-model-invocation`.
    Hidden,
    /// Not what the harness takes here, as the catalog says it.
    Elsewhere(String),
    /// What is wrong with the file, the decisive fault.
    Unreadable(Diagnostic),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { length, limit } => {
                write!(f, "{length} characters; the harness shows {limit} of a skill at most")
            }
            Self::CutAlike { length, kept } => {
                write!(f, "{kept} of {length} characters: over budget, every text is cut alike")
            }
            Self::NoRoom { needs, left, unit } => {
                write!(f, "needs {needs} {unit} more, and {left} were left when its turn came")
            }
            Self::NoTexts => f.write_str("the budget has room for names only"),
            Self::NoNames => f.write_str("the budget has no room for its name"),
            Self::Unwelcome { length, limit } => {
                write!(f, "{length} characters; the harness drops a skill with more than {limit}")
            }
            Self::Nameless => f.write_str("the harness drops a skill whose file gives no name"),
            Self::Hidden => f.write_str("hidden from the model by disable-model-invocation"),
            Self::Elsewhere(reason) => f.write_str(reason),
            Self::Unreadable(fault) => {
                if let (Some(line), Some(column)) = (fault.line, fault.column) {
                    write!(f, "{line}:{column}: ")?;
                }
                write!(f, "{} {}", fault.message, fault.remedy)
            }
        }
    }
}
