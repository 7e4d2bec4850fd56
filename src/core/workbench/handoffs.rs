//! Which skill hands prompts on to which: as seen in probes, or as its own text says.
//!
//! A router that engages and hands a prompt to nobody has absorbed it: the specialist that should
//! have answered was one step away. Must not know how that is shown.

use std::collections::BTreeSet;

use crate::core::{
    catalog::Catalog,
    id::SkillId,
    lint::routes::{Name, Routes},
    plan::Evidence,
    query::{Label, Query},
    trajectory::{Outcome, Trajectory},
    workbench::{Board, probes::ProbeRow},
};

/// From whom to whom.
type Pair = (SkillId, SkillId);

/// What is known of handing on.
#[derive(Clone, Debug, Default)]
pub struct Handoffs {
    hands: BTreeSet<Pair>,
    /// Pairs whose texts were read.
    read: BTreeSet<Pair>,
}

impl Handoffs {
    /// All that the probes of a board tell; nothing of a rule, which never hands on.
    pub fn of(board: &Board) -> Self {
        let mut handoffs = Self::default();
        if board.agent.evidence == Evidence::StandIn {
            return handoffs;
        }
        for row in &board.now.probes.rows {
            handoffs.learn(row, &board.now.snapshot.catalog);
        }
        handoffs
    }

    /// Takes a probe in; `true` where more is known than before.
    pub fn learn(&mut self, row: &ProbeRow, catalog: &Catalog) -> bool {
        let Some(trajectory) = scored(row) else { return false };
        let known = self.hands.len();
        let engaged = &trajectory.engagements;
        let wanted = wanted(&row.query);
        for (at, to) in engaged.iter().enumerate().skip(1) {
            if wanted.contains(&&to.skill) {
                let before = engaged.iter().take(at).map(|from| &from.skill);
                let pairs = before.filter(|from| !wanted.contains(from));
                self.hands.extend(pairs.map(|from| (from.clone(), to.skill.clone())));
            }
        }
        if engaged.iter().all(|engagement| !wanted.contains(&&engagement.skill)) {
            for from in engaged {
                for to in &wanted {
                    self.read(&from.skill, to, catalog);
                }
            }
        }
        self.hands.len() > known
    }

    /// Looks once whether the text of one skill sends to the other.
    fn read(&mut self, from: &SkillId, to: &SkillId, catalog: &Catalog) {
        let pair = (from.clone(), to.clone());
        if !self.read.insert(pair.clone()) {
            return;
        }
        let (Some(from), Some(to)) = (catalog.get(from), catalog.get(to)) else { return };
        let doc = &from.doc;
        let texts = [Some(&*doc.description), doc.when_to_use.as_deref()];
        let name = Name::of(&to.name);
        if texts.into_iter().flatten().any(|text| Routes::of(text).lead_to(&name)) {
            self.hands.insert(pair);
        }
    }

    /// The skill that kept a prompt which it hands on elsewhere: it engaged, and nothing that should
    /// have did. `None` of every other probe.
    pub fn absorbed_by<'a>(&self, row: &'a ProbeRow) -> Option<&'a SkillId> {
        let trajectory = scored(row)?;
        let wanted = wanted(&row.query);
        let engaged = || trajectory.engagements.iter().map(|engagement| &engagement.skill);
        if engaged().any(|skill| wanted.contains(&skill)) {
            return None;
        }
        let hands = |from: &SkillId| {
            wanted.iter().any(|to| self.hands.contains(&(from.clone(), SkillId::clone(to))))
        };
        engaged().find(|skill| hands(skill))
    }
}

fn scored(row: &ProbeRow) -> Option<&Trajectory> {
    match &**row.outcome()? {
        Outcome::Scored(trajectory) => Some(trajectory),
        Outcome::Errored { .. } => None,
    }
}

/// The skills that are right for a row.
fn wanted(query: &Query<SkillId>) -> Vec<&SkillId> {
    let also: &[SkillId] = match &query.label {
        Label::Complete { alternatives, .. } => alternatives,
        Label::Partial { .. } => &[],
    };
    query.label.wanted().iter().chain(also).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{
        catalog::testing::catalog, trajectory::Engagement, workbench::probes::ProbeState,
    };

    fn probe(expected: &[&str], engaged: &[&str]) -> ProbeRow {
        let expected = expected.iter().map(|skill| (*skill).into()).collect();
        let query = Query::new("q", "p", Label::Complete { expected, alternatives: Vec::new() });
        let engagements = engaged.iter().zip(1..);
        let engagements = engagements
            .map(|(skill, turn)| Engagement { skill: (*skill).into(), turn, step: turn })
            .collect();
        let trajectory = Trajectory { engagements, ..Trajectory::default() };
        let state = ProbeState::Done(Arc::new(Outcome::Scored(trajectory)));
        ProbeRow { state, ..ProbeRow::planned(Arc::new(query), 1, 1) }
    }

    fn kept_by(handoffs: &Handoffs, row: &ProbeRow) -> Option<String> {
        handoffs.absorbed_by(row).map(ToString::to_string)
    }

    #[test]
    fn a_router_that_keeps_a_prompt_has_absorbed_it() {
        let (nobody, mut handoffs) = (Catalog::default(), Handoffs::default());
        let kept = probe(&["refunds"], &["desk"]);
        assert!(!handoffs.learn(&kept, &nobody));
        assert_eq!(kept_by(&handoffs, &kept), None, "a wrong skill is no router by itself");
        assert!(handoffs.learn(&probe(&["refunds"], &["desk", "refunds"]), &nobody));
        assert_eq!(kept_by(&handoffs, &kept).as_deref(), Some("desk"));
        let others = [
            probe(&["refunds"], &["desk", "refunds"]),
            probe(&["refunds"], &[]),
            probe(&["refunds"], &["bikes"]),
            probe(&["bikes"], &["desk"]),
            probe(&[], &["desk"]),
        ];
        for row in &others {
            assert_eq!(kept_by(&handoffs, row), None, "{row:?}");
        }
    }

    #[test]
    fn a_text_that_sends_on_is_enough() {
        let catalog = catalog(&[
            ("bikes", "Bikes. No refunds here."),
            ("desk", "The way in. For money back, use `refunds` instead."),
            ("refunds", "Gives money back."),
        ]);
        let mut handoffs = Handoffs::default();
        let [by_desk, by_bikes] = ["desk", "bikes"].map(|skill| probe(&["refunds"], &[skill]));
        assert!(handoffs.learn(&by_desk, &catalog) && !handoffs.learn(&by_bikes, &catalog));
        assert_eq!(kept_by(&handoffs, &by_desk).as_deref(), Some("desk"));
        assert_eq!(kept_by(&handoffs, &by_bikes), None);
        assert!(!handoffs.learn(&by_desk, &catalog), "nothing new");
    }

    #[test]
    fn an_acceptable_answer_is_right_and_an_error_is_nothing() {
        let mut handoffs = Handoffs::default();
        handoffs.learn(&probe(&["refunds"], &["desk", "refunds"]), &Catalog::default());
        let cause = "rate limit".to_owned();
        let state = ProbeState::Done(Arc::new(Outcome::Errored { cause }));
        let errored = ProbeRow { state, ..probe(&["refunds"], &[]) };
        assert_eq!(kept_by(&handoffs, &errored), None);
        let mut either = probe(&["refunds"], &["desk"]);
        let alternatives = vec!["desk".into()];
        let expected = vec!["refunds".into()];
        Arc::make_mut(&mut either.query).label = Label::Complete { expected, alternatives };
        assert_eq!(kept_by(&handoffs, &either), None);
    }
}
