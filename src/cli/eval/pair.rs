//! The two skills of `--pair`.

use std::str::FromStr;

use crate::{
    cli::{Failure, resolve},
    core::id::SkillId,
    engine::session::{self, Setup},
};

/// Two names as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names([String; 2]);

impl FromStr for Names {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let names: Vec<&str> = text.split(',').map(str::trim).collect();
        match names[..] {
            [a, b] if !a.is_empty() && !b.is_empty() && a != b => Ok(Self([a.into(), b.into()])),
            _ => Err("expected two skills, such as refunds,invoices"),
        }
    }
}

impl Names {
    /// The skills that are meant.
    ///
    /// # Errors
    /// A name means no skill or several, or both mean one; or the skills cannot be read.
    pub fn of(&self, setup: &Setup) -> Result<[SkillId; 2], Failure> {
        let board = session::words(setup)?;
        resolve::not_empty(&board)?;
        let [a, b] = &self.0;
        let (a, b) = (resolve::skill(&board, a)?, resolve::skill(&board, b)?);
        if a == b {
            return Err(Failure::Usage(format!("--pair names one skill twice: {a}")));
        }
        Ok([a, b])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_two_names() {
        assert_eq!("a, b".parse(), Ok(Names(["a".into(), "b".into()])));
        for text in ["a", "a,", ",b", "a,b,c", "a,a", ""] {
            assert!(text.parse::<Names>().is_err(), "{text}");
        }
    }
}
