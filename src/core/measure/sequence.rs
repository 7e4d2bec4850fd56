//! The score of one probe: its engagements in order against its label.
//!
//! Must not know other probes. Acceptable skills are stripped first; adjacent repeats were
//! collapsed when the trajectory was recorded and are not collapsed again.

use serde::Serialize;

use crate::core::{id::SkillId, measure::truth::Truth, query::Query, trajectory::Trajectory};

/// What a scored probe is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Score {
    /// The label says everything.
    Complete(Sequence),
    /// The label speaks of some skills only: a verdict on each.
    Partial(Vec<Verdict>),
}

/// The figures of one probe with a complete label; `None` out of scope, where they mean nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequence {
    /// A skill is expected.
    pub in_scope: bool,
    /// The first scored engagement is right; out of scope, nothing engaged.
    pub entrypoint: bool,
    /// A right skill engaged at some turn; out of scope, nothing engaged.
    pub trajectory: bool,
    /// Every expected skill engaged (one suffices with alternatives).
    pub all_reached: Option<bool>,
    /// Share of the expected skills that engaged, in \[0, 1\].
    pub coverage: Option<f64>,
    /// 1 / position of the first right engagement, 0 if there is none.
    pub reciprocal_rank: Option<f64>,
    /// F1 of the distinct engaged skills against the expected ones, 0 if none is right. With
    /// alternatives the first right skill that engaged stands for the expected one.
    pub row_f1: Option<f64>,
    /// Engagements beyond those needed; out of scope, all.
    pub redundancy: u32,
    /// Engagements of skills that are not right.
    pub wrong: u32,
    pub pattern: Pattern,
}

/// How a probe went, in a word.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    strum::Display,
    strum::EnumIter,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Pattern {
    /// Right skills only.
    OracleOnly,
    /// Right and wrong ones.
    Mixed,
    /// Wrong ones only.
    DistractorHijack,
    /// Nothing engaged although something should.
    Abandoned,
    /// Neutral helpers engaged, and nothing else: a miss, though some authors mean an alternative.
    OptionalOnly,
    /// Nothing engaged, rightly.
    CorrectAbstention,
    /// Something engaged although nothing should.
    UnwantedTrigger,
}

/// One statement of a partial label and what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub skill: SkillId,
    /// The label says that it should engage; else that it must not.
    pub should: bool,
    /// It engaged, at any turn.
    pub fired: bool,
}

impl Score {
    pub fn of(query: &Query<SkillId>, trajectory: &Trajectory) -> Self {
        Self::against(&Truth::of(&query.label), &stripped(query, trajectory), trajectory)
    }

    /// As [`Score::of`], with the reduced label and the stripped engagements at hand.
    pub(super) fn against(
        truth: &Truth<&SkillId>,
        engaged: &[&SkillId],
        trajectory: &Trajectory,
    ) -> Self {
        let Truth::Partial { should, must_not } = truth else {
            return Self::Complete(Sequence::of(truth, engaged, trajectory.engagements.is_empty()));
        };
        let verdict = |skill: &&SkillId, should| Verdict {
            skill: SkillId::clone(skill),
            should,
            fired: engaged.contains(skill),
        };
        let should = should.iter().map(|skill| verdict(skill, true));
        Self::Partial(should.chain(must_not.iter().map(|skill| verdict(skill, false))).collect())
    }

    /// The probe counts as right: entrypoint hit, or every verdict of a partial label kept.
    pub fn hit(&self) -> bool {
        match self {
            Self::Complete(sequence) => sequence.entrypoint,
            Self::Partial(verdicts) => verdicts.iter().all(|v| v.should == v.fired),
        }
    }

    pub fn complete(&self) -> Option<&Sequence> {
        match self {
            Self::Complete(sequence) => Some(sequence),
            Self::Partial(_) => None,
        }
    }
}

/// The engagements that are scored, in order: neutral helpers left out, repeats kept.
pub fn stripped<'a>(query: &Query<SkillId>, trajectory: &'a Trajectory) -> Vec<&'a SkillId> {
    trajectory
        .engagements
        .iter()
        .map(|engagement| &engagement.skill)
        .filter(|skill| !query.neutral.contains(skill))
        .collect()
}

impl Sequence {
    /// `silent`: nothing engaged at all, not even a neutral helper.
    fn of(truth: &Truth<&SkillId>, engaged: &[&SkillId], silent: bool) -> Self {
        let right = |skill: &&&SkillId| truth.wants(*skill);
        let wrong = count(engaged.iter().filter(|skill| !right(skill)).count());
        let expected = truth.expected();
        if expected.is_empty() {
            let none = engaged.is_empty();
            return Self {
                in_scope: false,
                entrypoint: none,
                trajectory: none,
                all_reached: None,
                coverage: None,
                reciprocal_rank: None,
                row_f1: None,
                redundancy: count(engaged.len()),
                wrong,
                pattern: if none { Pattern::CorrectAbstention } else { Pattern::UnwantedTrigger },
            };
        }
        let first = engaged.iter().position(|skill| right(&skill));
        // What F1 and coverage hold the engagements against.
        let wanted: &[&SkillId] = match (truth, first) {
            (Truth::Either { .. }, Some(at)) => &engaged[at..=at],
            _ => expected,
        };
        let reached = wanted.iter().filter(|skill| engaged.contains(skill)).count();
        let distinct = (0..engaged.len()).filter(|&i| !engaged[..i].contains(&engaged[i])).count();
        let share = |of: usize| reached as f64 / of as f64;
        let row_f1 = if reached == 0 {
            0.0
        } else {
            // `reached` engaged, so neither count is 0.
            2.0 * share(distinct) * share(wanted.len()) / (share(distinct) + share(wanted.len()))
        };
        Self {
            in_scope: true,
            entrypoint: first == Some(0),
            trajectory: first.is_some(),
            all_reached: Some(reached == wanted.len()),
            coverage: Some(share(wanted.len())),
            reciprocal_rank: Some(first.map_or(0.0, |at| 1.0 / (at + 1) as f64)),
            row_f1: Some(row_f1),
            redundancy: count(engaged.len().saturating_sub(expected.len())),
            wrong,
            pattern: match (first.is_some(), wrong > 0) {
                (true, false) => Pattern::OracleOnly,
                (true, true) => Pattern::Mixed,
                (false, true) => Pattern::DistractorHijack,
                (false, false) if silent => Pattern::Abandoned,
                (false, false) => Pattern::OptionalOnly,
            },
        }
    }
}

/// Engagements of a probe are limited by its turn budget, a `u32`.
fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::testing::{probe, row};

    /// Expected / acceptable / sequence, skills as single letters.
    fn score(expected: &str, neutral: &str, sequence: &str) -> Sequence {
        let query = row("q").expects(expected).accepts(neutral).build();
        *Score::of(&query, &probe(sequence)).complete().unwrap()
    }

    #[track_caller]
    fn check(got: Sequence, booleans: (u8, u8), values: [f64; 2], redundancy: u32, p: Pattern) {
        assert_eq!((u8::from(got.entrypoint), u8::from(got.trajectory)), booleans);
        let rank_f1 = [got.reciprocal_rank.unwrap(), got.row_f1.unwrap()];
        for (got, want) in rank_f1.into_iter().zip(values) {
            assert!((got - want).abs() < 5e-5, "{rank_f1:?}");
        }
        assert_eq!((got.redundancy, got.pattern), (redundancy, p));
    }

    #[test]
    fn one_expected_skill() {
        use Pattern::*;
        check(score("t", "", "t"), (1, 1), [1.0, 1.0], 0, OracleOnly);
        check(score("t", "", "g t"), (0, 1), [0.5, 0.6667], 1, Mixed);
        check(score("t", "", "t b c d e"), (1, 1), [1.0, 0.3333], 4, Mixed);
        check(score("t", "", "t t t"), (1, 1), [1.0, 1.0], 2, OracleOnly);
        check(score("t", "", "w"), (0, 0), [0.0, 0.0], 0, DistractorHijack);
        check(score("t", "", ""), (0, 0), [0.0, 0.0], 0, Abandoned);
        check(score("t", "", "g h t"), (0, 1), [0.3333, 0.5], 2, Mixed);
        check(score("t", "", "g t g t"), (0, 1), [0.5, 0.6667], 3, Mixed);
        check(score("t", "", "a b a"), (0, 0), [0.0, 0.0], 2, DistractorHijack);
        check(score("t", "r", "r t"), (1, 1), [1.0, 1.0], 0, OracleOnly);
        // Others call this abandoned; a helper that answered alone has a bucket of its own here.
        check(score("t", "r", "r"), (0, 0), [0.0, 0.0], 0, OptionalOnly);
        check(score("t", "r", "g r t t"), (0, 1), [0.5, 0.6667], 2, Mixed);
    }

    #[test]
    fn out_of_scope() {
        for (neutral, sequence, right, redundancy) in
            [("", "", true, 0), ("", "x", false, 1), ("r", "r", true, 0), ("r", "x r y", false, 2)]
        {
            let got = score("", neutral, sequence);
            assert_eq!((got.entrypoint, got.trajectory), (right, right));
            assert_eq!((got.redundancy, got.wrong), (redundancy, redundancy));
            assert_eq!((got.reciprocal_rank, got.row_f1, got.coverage), (None, None, None));
            assert_eq!(got.all_reached, None);
            let pattern = if right { Pattern::CorrectAbstention } else { Pattern::UnwantedTrigger };
            assert_eq!(got.pattern, pattern);
        }
    }

    #[test]
    fn a_set_wants_all() {
        use Pattern::*;
        let both = score("a b", "r", "a b");
        check(both, (1, 1), [1.0, 1.0], 0, OracleOnly);
        assert_eq!((both.all_reached, both.coverage), (Some(true), Some(1.0)));
        let late = score("a b", "r", "x a");
        check(late, (0, 1), [0.5, 0.5], 0, Mixed);
        assert_eq!((late.all_reached, late.coverage, late.wrong), (Some(false), Some(0.5), 1));
        let half = score("a b", "r", "r b");
        check(half, (1, 1), [1.0, 0.6667], 0, OracleOnly);
        assert_eq!((half.all_reached, half.coverage), (Some(false), Some(0.5)));
        check(score("a b", "r", "x"), (0, 0), [0.0, 0.0], 0, DistractorHijack);
        check(score("a b", "r", "r"), (0, 0), [0.0, 0.0], 0, OptionalOnly);
    }

    #[test]
    fn an_alternative_alone_is_right() {
        let query = row("q").expects("a").or("b").build();
        let score = |sequence| *Score::of(&query, &probe(sequence)).complete().unwrap();
        let got = score("b");
        check(got, (1, 1), [1.0, 1.0], 0, Pattern::OracleOnly);
        assert_eq!((got.all_reached, got.coverage, got.wrong), (Some(true), Some(1.0), 0));
        // The first right skill stands for the expected one; the other then is one too many.
        check(score("x b a"), (0, 1), [0.5, 0.5], 2, Pattern::Mixed);
        assert_eq!(score("x").coverage, Some(0.0));
    }

    #[test]
    fn a_partial_label_gives_a_verdict_a_skill() {
        let query = row("q").should("a").must_not("b c").build();
        let score = Score::of(&query, &probe("c a"));
        let verdict = |skill: &str, should, fired| Verdict { skill: skill.into(), should, fired };
        let verdicts =
            vec![verdict("a", true, true), verdict("b", false, false), verdict("c", false, true)];
        assert!(!score.hit());
        assert_eq!(score, Score::Partial(verdicts));
        assert!(Score::of(&query, &probe("a x")).hit());
    }
}
