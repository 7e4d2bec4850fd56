//! One record of a run's journal.

use serde::{Deserialize, Serialize};

use crate::core::trajectory::{Event, Outcome, Trajectory};

/// Something that happened, as one line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Counts up within the run; later records have larger ones.
    pub seq: u64,
    #[serde(flatten)]
    pub kind: Kind,
    /// `None` for what concerns the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<Probe>,
    /// Digest of everything that the probe's result may depend on; see
    /// [`crate::core::plan::ProbeKey`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Of the catalog that the probe was made on.
    pub generation: u64,
    /// Milliseconds since 1970-01-01 UTC, by the clock of the machine.
    pub at_ms: u64,
}

/// Which probe of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Probe {
    /// Index in the plan's queries.
    pub row: usize,
    /// 1-based; a retry after an error keeps its number.
    pub attempt: u32,
}

/// What a record says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Kind {
    ProbeStarted,
    Event {
        event: Event,
    },
    Scored {
        trajectory: Trajectory,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_ms: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost_usd: Option<f64>,
    },
    Errored {
        cause: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_ms: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost_usd: Option<f64>,
    },
    Note {
        text: String,
    },
    /// Nothing more is to come: every planned probe is scored.
    Sealed,
    /// Written by a later version; nothing is made of it.
    #[serde(other)]
    Unknown,
}

impl Kind {
    /// What is recorded of a probe that ended.
    pub fn ended(outcome: &Outcome, duration_ms: Option<u64>, cost_usd: Option<f64>) -> Self {
        match outcome {
            Outcome::Scored(trajectory) => {
                Self::Scored { trajectory: trajectory.clone(), duration_ms, cost_usd }
            }
            Outcome::Errored { cause } => {
                Self::Errored { cause: cause.clone(), duration_ms, cost_usd }
            }
        }
    }

    /// The outcome of a probe that ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Scored { trajectory, .. } => Some(Outcome::Scored(trajectory.clone())),
            Self::Errored { cause, .. } => Some(Outcome::Errored { cause: cause.clone() }),
            _ => None,
        }
    }

    /// How long the probe took and what it cost, of one that ended.
    pub fn took(&self) -> (Option<u64>, Option<f64>) {
        match self {
            Self::Scored { duration_ms, cost_usd, .. }
            | Self::Errored { duration_ms, cost_usd, .. } => (*duration_ms, *cost_usd),
            _ => (None, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::run::testing::record;

    #[test]
    fn a_record_is_one_flat_object() {
        let record = Record {
            seq: 3,
            kind: Kind::ended(&Outcome::Errored { cause: "rate limit".into() }, Some(12), None),
            probe: Some(Probe { row: 1, attempt: 2 }),
            key: Some("ab".into()),
            generation: 4,
            at_ms: 5,
        };
        let text = serde_json::to_string(&record).unwrap();
        let expected = r#"{"seq":3,"kind":"errored","cause":"rate limit","duration_ms":12,"probe":{"row":1,"attempt":2},"key":"ab","generation":4,"at_ms":5}"#;
        assert_eq!(text, expected);
    }

    #[test]
    fn what_a_later_version_says_is_unknown_and_no_fault() {
        let text = r#"{"seq":1,"kind":"mood","mood":"good","generation":1,"at_ms":2,"more":[]}"#;
        let record: Record = serde_json::from_str(text).unwrap();
        assert_eq!((record.seq, record.kind), (1, Kind::Unknown));
    }

    proptest! {
        #[test]
        fn a_record_reads_as_it_was_written(record in record(9)) {
            let text = serde_json::to_string(&record).unwrap();
            prop_assert!(!text.contains('\n'));
            prop_assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
        }
    }
}
