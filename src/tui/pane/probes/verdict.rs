//! How a probe went, in a mark and a word: the same in the table, the filter and the trajectory.
//!
//! Must not know where it is drawn.

use strum::{EnumIter, IntoEnumIterator};

use crate::{
    core::{
        measure::sequence::{Pattern, Score},
        trajectory::Outcome,
        workbench::{
            handoffs::Handoffs,
            probes::{ProbeRow, ProbeState},
        },
    },
    tui::theme::{Role, Symbols},
};

/// How a probe went, or how far it is. The order is the one to look through: worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter)]
pub enum Verdict {
    Errored,
    /// Skills that are not right engaged, and no right one.
    Wrong,
    /// A skill that hands such prompts on engaged, and none that is right.
    Absorbed,
    /// A right skill engaged, behind one that is not.
    Late,
    /// Something engaged although nothing should.
    Fired,
    /// Nothing engaged although something should.
    Abstained,
    /// Neutral helpers engaged and nothing else.
    Optional,
    /// Another miss: a partial label that was not kept.
    Miss,
    Running,
    Planned,
    Hit,
    /// Nothing engaged, rightly.
    Quiet,
}

impl Verdict {
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    pub fn of(row: &ProbeRow) -> Self {
        let outcome = match &row.state {
            ProbeState::Planned => return Self::Planned,
            ProbeState::Running => return Self::Running,
            ProbeState::Done(outcome) => outcome,
        };
        let trajectory = match &**outcome {
            Outcome::Errored { .. } => return Self::Errored,
            Outcome::Scored(trajectory) => trajectory,
        };
        match Score::of(&row.query, trajectory) {
            Score::Complete(sequence) if sequence.in_scope && sequence.entrypoint => Self::Hit,
            Score::Complete(sequence) => match sequence.pattern {
                Pattern::OracleOnly => Self::Hit,
                Pattern::Mixed => Self::Late,
                Pattern::DistractorHijack => Self::Wrong,
                Pattern::Abandoned => Self::Abstained,
                Pattern::OptionalOnly => Self::Optional,
                Pattern::CorrectAbstention => Self::Quiet,
                Pattern::UnwantedTrigger => Self::Fired,
            },
            Score::Partial(verdicts) => {
                let kept = verdicts.iter().all(|verdict| verdict.should == verdict.fired);
                let wanted = verdicts.iter().any(|verdict| verdict.should);
                let fired = verdicts.iter().any(|verdict| verdict.fired && !verdict.should);
                match (kept, wanted, fired) {
                    (true, true, _) => Self::Hit,
                    (true, false, _) => Self::Quiet,
                    (false, true, true) => Self::Wrong,
                    (false, false, _) => Self::Fired,
                    (false, true, false) if trajectory.engagements.is_empty() => Self::Abstained,
                    (false, true, false) => Self::Miss,
                }
            }
        }
    }

    /// The same with what is known of skills that hand prompts on.
    pub fn knowing(row: &ProbeRow, handoffs: &Handoffs) -> Self {
        match Self::of(row) {
            Self::Wrong | Self::Optional | Self::Miss if handoffs.absorbed_by(row).is_some() => {
                Self::Absorbed
            }
            verdict => verdict,
        }
    }

    /// A word or two, at most nine cells.
    pub fn word(self) -> &'static str {
        match self {
            Self::Errored => "errored",
            Self::Wrong => "wrong",
            Self::Absorbed => "absorbed",
            Self::Late => "late",
            Self::Fired => "fired",
            Self::Abstained => "abstained",
            Self::Optional => "optional",
            Self::Miss => "miss",
            Self::Running => "running",
            Self::Planned => "planned",
            Self::Hit => "hit",
            Self::Quiet => "quiet ok",
        }
    }

    /// The word explained, as the beginning or the whole of a sentence without a full stop.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Errored => "neither a hit nor a miss",
            Self::Wrong => "another skill engaged, and none that is right",
            Self::Absorbed => "a skill that hands such prompts on kept this one",
            Self::Late => "the right skill engaged, but not first",
            Self::Fired => "a skill engaged although none should",
            Self::Abstained => "no skill engaged although one should",
            Self::Optional => "only a neutral helper engaged",
            Self::Miss => "what the label asks for did not engage",
            Self::Running => "under way",
            Self::Planned => "waits for its turn",
            Self::Hit => "the right skill engaged first",
            Self::Quiet => "no skill that must not engage did",
        }
    }

    pub fn symbol(self, symbols: &'static Symbols) -> &'static str {
        match self {
            Self::Errored => symbols.errored,
            Self::Wrong | Self::Absorbed | Self::Late | Self::Fired | Self::Miss => symbols.wrong,
            Self::Abstained => symbols.abstained,
            Self::Optional => symbols.neutral,
            Self::Running => symbols.running,
            Self::Planned => symbols.planned,
            Self::Hit | Self::Quiet => symbols.expected,
        }
    }

    pub fn role(self) -> Role {
        match self {
            Self::Errored => Role::Error,
            Self::Wrong
            | Self::Absorbed
            | Self::Late
            | Self::Fired
            | Self::Abstained
            | Self::Miss => Role::Wrong,
            Self::Optional => Role::Neutral,
            Self::Running => Role::Accent,
            Self::Planned => Role::Dim,
            Self::Hit | Self::Quiet => Role::Expected,
        }
    }

    /// Something should have engaged, and nothing that is right did.
    pub fn missed_all(self) -> bool {
        matches!(self, Self::Wrong | Self::Absorbed | Self::Abstained | Self::Optional | Self::Miss)
    }

    /// Scored, and not as the label says.
    pub fn is_miss(self) -> bool {
        self > Self::Errored && self < Self::Running
    }

    /// Worth stopping at: a miss or an error.
    pub fn is_problem(self) -> bool {
        self < Self::Running
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{
        catalog::Catalog,
        query::{Label, Query},
        trajectory::{Engagement, Trajectory},
    };

    fn complete(expected: &[&str]) -> Label<crate::core::id::SkillId> {
        let expected = expected.iter().map(|skill| (*skill).into()).collect();
        Label::Complete { expected, alternatives: Vec::new() }
    }

    fn verdict(label: Label<crate::core::id::SkillId>, engaged: &[&str]) -> Verdict {
        let mut query = Query::new("q", "p", label);
        query.neutral = vec!["helper".into()];
        let engagements = engaged.iter().zip(1..);
        let engagements = engagements
            .map(|(skill, turn)| Engagement { skill: (*skill).into(), turn, step: turn })
            .collect();
        let outcome = Outcome::Scored(Trajectory { engagements, ..Trajectory::default() });
        let mut row = ProbeRow::planned(Arc::new(query), 1, 1);
        row.state = ProbeState::Done(Arc::new(outcome));
        Verdict::of(&row)
    }

    #[test]
    fn every_way_that_a_probe_can_go_has_its_word() {
        assert_eq!(verdict(complete(&["a"]), &["helper", "a"]), Verdict::Hit);
        assert_eq!(verdict(complete(&["a"]), &["b"]), Verdict::Wrong);
        assert_eq!(verdict(complete(&["a"]), &["b", "a"]), Verdict::Late);
        assert_eq!(verdict(complete(&["a"]), &[]), Verdict::Abstained);
        assert_eq!(verdict(complete(&["a"]), &["helper"]), Verdict::Optional);
        assert_eq!(verdict(complete(&[]), &[]), Verdict::Quiet);
        assert_eq!(verdict(complete(&[]), &["b"]), Verdict::Fired);
    }

    #[test]
    fn a_router_is_told_from_another_wrong_skill() {
        let probe = |engaged: &[&str]| {
            let engagements = engaged.iter().zip(1..);
            let engagements = engagements
                .map(|(skill, turn)| Engagement { skill: (*skill).into(), turn, step: turn })
                .collect();
            let outcome = Outcome::Scored(Trajectory { engagements, ..Trajectory::default() });
            let query = Query::new("q", "p", complete(&["a"]));
            let state = ProbeState::Done(Arc::new(outcome));
            ProbeRow { state, ..ProbeRow::planned(Arc::new(query), 1, 1) }
        };
        let mut handoffs = Handoffs::default();
        handoffs.learn(&probe(&["desk", "a"]), &Catalog::default());
        let all = [&["desk"][..], &["b"], &["desk", "a"], &[]];
        let all = all.map(|engaged| Verdict::knowing(&probe(engaged), &handoffs));
        use Verdict::{Absorbed, Abstained, Late, Wrong};
        assert_eq!(all, [Absorbed, Wrong, Late, Abstained]);
    }

    #[test]
    fn a_partial_label_is_held_to_what_it_says() {
        let label = |should: &[&str]| Label::Partial {
            should: should.iter().map(|skill| (*skill).into()).collect(),
            must_not: vec!["x".into()],
        };
        assert_eq!(verdict(label(&[]), &["b"]), Verdict::Quiet);
        assert_eq!(verdict(label(&[]), &["x"]), Verdict::Fired);
        assert_eq!(verdict(label(&["a"]), &["b", "a"]), Verdict::Hit);
        assert_eq!(verdict(label(&["a"]), &["x"]), Verdict::Wrong);
        assert_eq!(verdict(label(&["a"]), &[]), Verdict::Abstained);
        assert_eq!(verdict(label(&["a"]), &["b"]), Verdict::Miss);
    }

    #[test]
    fn an_error_is_a_problem_and_never_a_miss() {
        assert!(Verdict::Errored.is_problem() && !Verdict::Errored.is_miss());
        for verdict in Verdict::all() {
            assert!(!verdict.is_miss() || verdict.is_problem(), "{verdict:?}");
            assert!(verdict.word().len() <= 9, "{verdict:?}");
        }
    }
}
