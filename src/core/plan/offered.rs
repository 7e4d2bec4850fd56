//! Which skills stand beside each other when a row is probed.
//!
//! Must not know how near two skills are.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::core::lexical::KEPT;

/// The part of the catalog that the agent is offered in a probe.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(into = "String", try_from = "String")]
pub enum Offered {
    /// Every resident skill.
    #[default]
    All,
    /// The skills that the row expects, and no other.
    Solo,
    /// Those, and so many of the nearest rivals of each: 1..=[`KEPT`], since no more are known.
    Near(u32),
}

/// A name of no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected all, solo, or near:K with K from 1 to {most}, such as near:5", most = KEPT)]
pub struct NotOffered;

impl FromStr for Offered {
    type Err = NotOffered;

    fn from_str(text: &str) -> Result<Self, NotOffered> {
        match text {
            "all" => Ok(Self::All),
            "solo" => Ok(Self::Solo),
            text => {
                let rivals = text.strip_prefix("near:").and_then(|k| k.parse().ok());
                let known = |k: &u32| (1..=KEPT).contains(&(*k as usize));
                rivals.filter(known).map(Self::Near).ok_or(NotOffered)
            }
        }
    }
}

impl fmt::Display for Offered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Solo => f.write_str("solo"),
            Self::Near(rivals) => write!(f, "near:{rivals}"),
        }
    }
}

impl From<Offered> for String {
    fn from(offered: Offered) -> Self {
        offered.to_string()
    }
}

impl TryFrom<String> for Offered {
    type Error = NotOffered;

    fn try_from(text: String) -> Result<Self, NotOffered> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for offered in [Offered::All, Offered::Solo, Offered::Near(5), Offered::Near(32)] {
            assert_eq!(offered.to_string().parse(), Ok(offered));
        }
        for text in ["near", "near:", "near:0", "near:x", "near:-1", "near:33", "some", ""] {
            assert_eq!(text.parse::<Offered>(), Err(NotOffered), "{text}");
        }
        assert!(serde_json::from_str::<Offered>("\"near:0\"").is_err());
    }
}
