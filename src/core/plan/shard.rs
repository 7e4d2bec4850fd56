//! One of several parts of a plan that run apart, on other machines or at other times.
//!
//! Must not know where they run.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::core::query::{Query, unit::Numbers};

/// Shard `number` of `of`; 1-based, both at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Shard {
    number: u32,
    of: u32,
}

/// A shard as files have it, which anybody may have changed.
#[derive(Deserialize)]
struct Written {
    number: u32,
    of: u32,
}

/// Numbers that name no shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a shard and their number, such as 2/4")]
pub struct NoShard;

impl Shard {
    /// # Errors
    /// `number` is not in `1..=of`.
    pub fn new(number: u32, of: u32) -> Result<Self, NoShard> {
        if (1..=of).contains(&number) { Ok(Self { number, of }) } else { Err(NoShard) }
    }

    /// 1-based.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Indices of the rows that are this shard's, ascending.
    ///
    /// Units are dealt in the order of their first rows, so that a unit's rows and all their
    /// attempts stay together, and that neighbours in a file, which often expect the same skill,
    /// fall to different shards. Every row is exactly one shard's.
    pub fn rows<S>(self, queries: &[Arc<Query<S>>]) -> Vec<usize> {
        let mut units = Numbers::default();
        let rows = queries.iter().enumerate();
        let ours = rows.filter(|(_, query)| units.of(query) % self.of == self.number - 1);
        ours.map(|(at, _)| at).collect()
    }
}

impl TryFrom<Written> for Shard {
    type Error = NoShard;

    fn try_from(Written { number, of }: Written) -> Result<Self, NoShard> {
        Self::new(number, of)
    }
}

/// `2/4`
impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (number, of) = text.split_once('/').ok_or(NoShard)?;
        let read = |text: &str| text.trim().parse().map_err(|_| NoShard);
        Self::new(read(number)?, read(of)?)
    }
}

/// `2 of 4`
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::query::Label;

    fn rows(prompts: &[u8]) -> Vec<Arc<Query>> {
        let label = || Label::Complete { expected: vec![], alternatives: vec![] };
        let row = |(at, prompt): (usize, &u8)| {
            Arc::new(Query::new(format!("q{at}"), format!("prompt {prompt}"), label()))
        };
        prompts.iter().enumerate().map(row).collect()
    }

    #[test]
    fn units_are_dealt_in_turn() {
        let shard = |text: &str| text.parse::<Shard>().unwrap().rows(&rows(&[1, 2, 1, 3, 4]));
        assert_eq!((shard("1/2"), shard("2/2")), (vec![0, 2, 3], vec![1, 4]));
        assert_eq!((shard("1/1").len(), shard("9/9").len()), (5, 0));
    }

    #[test]
    fn what_is_no_shard_is_refused_in_files_too() {
        for text in ["0/4", "5/4", "1/0", "4", "a/b", "1/2/3", "-1/2", ""] {
            assert_eq!(text.parse::<Shard>(), Err(NoShard), "{text}");
        }
        assert_eq!("2/4".parse::<Shard>().map(|shard| shard.to_string()), Ok("2 of 4".into()));
        let read = serde_json::from_str::<Shard>;
        assert!(read(r#"{"number":1,"of":0}"#).is_err());
        assert_eq!(read(r#"{"number":2,"of":4}"#).unwrap(), "2/4".parse().unwrap());
    }

    proptest! {
        #[test]
        fn every_row_is_one_shards_and_units_stay_whole(
            prompts in prop::collection::vec(0..12_u8, 0..40), of in 1..9_u32
        ) {
            let rows = rows(&prompts);
            let shards: Vec<Vec<usize>> =
                (1..=of).map(|number| Shard::new(number, of).unwrap().rows(&rows)).collect();
            let mut all: Vec<usize> = shards.iter().flatten().copied().collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..rows.len()).collect::<Vec<_>>());
            let home = |prompt| shards.iter().position(|rows| {
                rows.iter().any(|&at| prompts[at] == prompt)
            });
            for (number, rows) in shards.iter().enumerate() {
                prop_assert!(rows.iter().all(|&at| home(prompts[at]) == Some(number)));
            }
            let sizes = shards.iter().map(|rows| {
                rows.iter().map(|&at| prompts[at]).collect::<std::collections::BTreeSet<_>>().len()
            });
            let (least, most) = sizes.fold((usize::MAX, 0), |(a, b), n| (a.min(n), b.max(n)));
            prop_assert!(most - least <= 1);
        }
    }
}
