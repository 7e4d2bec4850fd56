//! What a comparison counts: hits of one probe, by name.
//!
//! Must not know other probes.

use serde::{Deserialize, Serialize};

use crate::core::{
    id::SkillId,
    measure::{
        rate::Share,
        sequence::{Score, Verdict},
    },
    query::Query,
    trajectory::Trajectory,
};

/// The figure that a comparison's headline is about; named in the plan, before any result.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumIter,
    strum::EnumString,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Metric {
    /// Entrypoint hits of complete labels.
    #[default]
    #[serde(rename = "top-1")]
    #[strum(serialize = "top-1")]
    Top1,
    /// Trajectory hits of complete labels.
    Trajectory,
    /// Every expected skill engaged, of the complete labels that expect one.
    AllReached,
    /// Engaged, of what partial labels say should.
    TriggerRecall,
    /// Quiet, of what partial labels say must not engage.
    Restraint,
}

impl Metric {
    /// Hits and verdicts of a probe; none where its label does not speak of this figure.
    pub fn of(self, query: &Query<SkillId>, trajectory: &Trajectory) -> Share {
        let one = |hit: Option<bool>| Share {
            hits: usize::from(hit == Some(true)),
            n: usize::from(hit.is_some()),
        };
        match (self, Score::of(query, trajectory)) {
            (Self::Top1, Score::Complete(s)) => one(Some(s.entrypoint)),
            (Self::Trajectory, Score::Complete(s)) => one(Some(s.trajectory)),
            (Self::AllReached, Score::Complete(s)) => one(s.all_reached),
            (Self::TriggerRecall, Score::Partial(all)) => kept(&all, true),
            (Self::Restraint, Score::Partial(all)) => kept(&all, false),
            _ => Share::default(),
        }
    }
}

fn kept(verdicts: &[Verdict], should: bool) -> Share {
    let about = || verdicts.iter().filter(|verdict| verdict.should == should);
    Share { hits: about().filter(|verdict| verdict.fired == should).count(), n: about().count() }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;
    use crate::core::measure::testing::{probe, row};

    #[test]
    fn each_figure_counts_its_own_rows() {
        let counted = |query: &Query<SkillId>, sequence: &str| {
            Metric::iter()
                .map(|metric| metric.of(query, &probe(sequence)))
                .map(|share| format!("{}/{}", share.hits, share.n))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(counted(&row("q").expects("a").build(), "b a"), "0/1 1/1 1/1 0/0 0/0");
        assert_eq!(counted(&row("q").expects("a b").build(), "a"), "1/1 1/1 0/1 0/0 0/0");
        assert_eq!(counted(&row("q").build(), ""), "1/1 1/1 0/0 0/0 0/0");
        let partial = row("q").should("a").must_not("b c").build();
        assert_eq!(counted(&partial, "b a"), "0/0 0/0 0/0 1/1 1/2");
    }

    #[test]
    fn names_are_read_back() {
        for metric in Metric::iter() {
            assert_eq!(metric.to_string().parse(), Ok(metric));
        }
        assert_eq!(Metric::default().to_string(), "top-1");
    }
}
