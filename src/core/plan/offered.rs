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
    /// So many skills that are nearest to the row's prompt, whatever it expects: what a harness
    /// does that looks skills up before it shows them. From 1 on.
    Retrieved(u32),
}

impl Offered {
    /// What a row is offered follows from its label.
    pub fn goes_by_label(self) -> bool {
        matches!(self, Self::Solo | Self::Near(_))
    }
}

/// A name of no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected all, solo, near:K with K from 1 to {most}, such as near:5, or retrieved:K, such as \
     retrieved:8",
    most = KEPT
)]
pub struct NotOffered;

impl FromStr for Offered {
    type Err = NotOffered;

    fn from_str(text: &str) -> Result<Self, NotOffered> {
        match text {
            "all" => Ok(Self::All),
            "solo" => Ok(Self::Solo),
            text => {
                let (kind, many) = text.split_once(':').ok_or(NotOffered)?;
                let many: u32 = many.parse().map_err(|_| NotOffered)?;
                match kind {
                    "near" if (1..=KEPT).contains(&(many as usize)) => Ok(Self::Near(many)),
                    "retrieved" if many > 0 => Ok(Self::Retrieved(many)),
                    _ => Err(NotOffered),
                }
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
            Self::Retrieved(most) => write!(f, "retrieved:{most}"),
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
        let parts = [Offered::Solo, Offered::Near(5), Offered::Near(32), Offered::Retrieved(99)];
        for offered in parts.into_iter().chain([Offered::All]) {
            assert_eq!(offered.to_string().parse(), Ok(offered));
        }
        for text in [
            "near",
            "near:",
            "near:0",
            "near:x",
            "near:-1",
            "near:33",
            "some",
            "",
            "retrieved",
            "retrieved:0",
            "retrieved:-1",
        ] {
            assert_eq!(text.parse::<Offered>(), Err(NotOffered), "{text}");
        }
        assert!(serde_json::from_str::<Offered>("\"near:0\"").is_err());
    }
}
