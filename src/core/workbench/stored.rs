//! Now held against a stored run, which it must not fall behind.
//!
//! The stored run's records are tested, not its figures. Must not know where it is stored, nor when
//! another takes its place.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{
    catalog,
    id::SkillId,
    measure::{
        Confidence,
        comparison::{Aspect, Comparison},
        completion::Completion,
        gate::{Ratchet, ratchet},
    },
    query::{BoundSet, Query},
    workbench::{
        compared::{Arms, Compared},
        differs::{Difference, differences},
        probes::{ProbeRow, ProbeTable},
        state::State,
    },
};

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    pub comparison: Comparison,
    pub differs: Vec<Difference>,
    pub ratchet: Ratchet,
    /// Stored rows that have another label or prompt now, and so are left out.
    pub relabelled: usize,
}

/// What is known of the stored run beside its state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    pub confidence: Confidence,
    /// The largest loss that may not be ruled out, in \[0, 1\]; without one, only what is worse fails.
    pub margin: Option<f64>,
    /// Which look at the stored run it is, from 1; 0 counts as 1.
    pub look: u32,
    /// The stored prompts were left out, so labels alone tell whether a row is the same.
    pub redacted: bool,
}

impl Held {
    /// Compares `now` with `before` on the rows that mean the same in both.
    ///
    /// # Errors
    /// The differences that forbid it: another agent, another model, other limits, another stop
    /// rule or another part of the catalog. What those changed would be taken for a change of the skills.
    pub fn against(before: &State, now: &State, terms: Terms) -> Result<Self, Vec<Difference>> {
        let (before, relabelled) = alike(before, now, terms.redacted);
        let catalog = catalog::diff(&before.snapshot.catalog, &now.snapshot.catalog);
        let mut forbidden = differences(&before, now, &catalog);
        forbidden.retain(|difference| {
            matches!(
                difference.aspect(),
                Some(Aspect::Agent | Aspect::Model | Aspect::Budgets | Aspect::Catalog)
            )
        });
        if !forbidden.is_empty() {
            return Err(forbidden);
        }
        let arms = Arms {
            catalog: &catalog,
            metric: None,
            complete: [&before, now].iter().all(|state| complete(state)),
            mixed: false,
            look: terms.look,
            confidence: terms.confidence,
            // A harness comes in new versions all the time; that it did is told.
            vary: &[Aspect::Descriptions, Aspect::HarnessVersion],
        };
        let observed = now.probes.observations();
        let Compared { comparison, differs, .. } = Compared::of(&before, now, &observed, &arms);
        let ratchet = ratchet(&comparison.headline, terms.margin);
        Ok(Self { comparison, differs, ratchet, relabelled })
    }
}

/// Enough was scored for a verdict.
fn complete(state: &State) -> bool {
    let counts = state.probes.counts(state.generation());
    counts.completion().is_some_and(|share| share >= Completion::FLOOR)
}

/// The state without the rows that now have another label or prompt, and their number. Where the
/// prompts were left out, rows with the label of now have its prompt too.
fn alike(before: &State, now: &State, redacted: bool) -> (State, usize) {
    let rows = now.queries.queries.iter();
    let known: BTreeMap<(&str, &str), &Arc<Query<SkillId>>> =
        rows.map(|row| (row.key(), row)).collect();
    let kept = |row: &Arc<Query<SkillId>>| match known.get(&row.key()) {
        None => Some(Arc::clone(row)),
        Some(now) if redacted && now.label == row.label => Some(Arc::clone(now)),
        Some(now) => (now.label == row.label && now.prompt == row.prompt).then(|| Arc::clone(row)),
    };
    let queries: Vec<_> = before.queries.queries.iter().filter_map(kept).collect();
    let relabelled = before.queries.queries.len() - queries.len();
    let probe = |row: &Arc<ProbeRow>| match kept(&row.query)? {
        same if Arc::ptr_eq(&same, &row.query) => Some(Arc::clone(row)),
        query => Some(Arc::new(ProbeRow { query, ..ProbeRow::clone(row) })),
    };
    let rows = before.probes.rows.iter().filter_map(probe).collect();
    let state = State {
        queries: Arc::new(BoundSet { queries, ..BoundSet::clone(&before.queries) }),
        probes: Arc::new(ProbeTable { rows }),
        ..before.clone()
    };
    (state, relabelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        catalog::Catalog,
        measure::{gate::Verdict, testing::probe},
        plan::Limits,
        query::Label,
        snapshot::Snapshot,
        trajectory::Outcome,
        workbench::{board::AgentInfo, probes::ProbeState},
    };

    /// Rows `q0`, `q1`, ... that all want `a`; the first `lost` of them got `b`.
    fn state(rows: usize, lost: usize) -> State {
        let query = |at: usize| {
            let label = Label::Complete { expected: vec!["a".into()], alternatives: Vec::new() };
            Arc::new(Query::<SkillId>::new(format!("q{at}"), format!("prompt {at}"), label))
        };
        let queries: Vec<_> = (0..rows).map(query).collect();
        let done = |(at, query): (usize, &Arc<Query<SkillId>>)| {
            let outcome = Outcome::Scored(probe(if at < lost { "b" } else { "a" }));
            let state = ProbeState::Done(Arc::new(outcome));
            Arc::new(ProbeRow { state, ..ProbeRow::planned(Arc::clone(query), 1, 0) })
        };
        let probes = ProbeTable { rows: queries.iter().enumerate().map(done).collect() };
        State {
            probes: Arc::new(probes),
            queries: Arc::new(BoundSet { queries, ..BoundSet::default() }),
            ..State::default()
        }
    }

    fn held(before: &State, now: &State) -> Held {
        Held::against(before, now, Terms::default()).expect("nothing forbids it")
    }

    #[test]
    fn what_fell_behind_fails_and_the_same_does_not() {
        let before = state(40, 0);
        assert_eq!(held(&before, &state(40, 8)).ratchet.verdict, Verdict::Fail);
        let same = held(&before, &before.clone());
        assert_eq!((same.ratchet.verdict, same.comparison.flips.hit_flips()), (Verdict::Pass, 0));
    }

    #[test]
    fn another_agent_model_or_stop_rule_forbids_it() {
        let before = state(40, 0);
        let with = |agent: AgentInfo| {
            let now = State { agent, ..state(40, 0) };
            Held::against(&before, &now, Terms::default()).map_err(|why| why[0].to_string())
        };
        let limits = Limits { early_exit: false, ..Limits::default() };
        let usual = AgentInfo::default;
        for (agent, told) in [
            (AgentInfo { name: "fake".into(), ..usual() }, "the agent: , then fake"),
            (AgentInfo { model: Some("m".into()), ..usual() }, "the model: none, then m"),
            (AgentInfo { limits, ..usual() }, "the limits of a probe"),
        ] {
            assert_eq!(with(agent), Err(told.to_owned()));
        }
        let newer = with(AgentInfo { harness_version: Some("2".into()), ..usual() });
        assert_eq!(newer.expect("allowed").ratchet.verdict, Verdict::Pass);
    }

    #[test]
    fn relabelled_rows_are_left_out_and_further_ones_change_nothing() {
        let before = state(40, 0);
        let mut now = state(44, 8);
        let mut queries = BoundSet::clone(&now.queries);
        for query in &mut queries.queries[..8] {
            Arc::make_mut(query).prompt.push('!');
        }
        now.queries = Arc::new(queries);
        let found = held(&before, &now);
        assert_eq!((found.relabelled, found.comparison.headline.units), (8, 32));
        assert_eq!(found.ratchet.verdict, Verdict::Pass);
        // Where the stored prompts are gone, the labels tell, and the texts do not count as others.
        let catalog = Catalog { digest: "of nothing".into(), ..Catalog::default() };
        let before = State { snapshot: Snapshot::of(Arc::new(catalog)), ..before };
        let terms = Terms { redacted: true, ..Terms::default() };
        let found = Held::against(&before, &now, terms).expect("nothing forbids it");
        assert_eq!((found.relabelled, found.ratchet.verdict), (0, Verdict::Fail));
    }

    #[test]
    fn half_a_run_decides_nothing() {
        let (before, mut now) = (state(40, 0), state(40, 20));
        for row in &mut Arc::make_mut(&mut now.probes).rows[..20] {
            Arc::make_mut(row).state = ProbeState::Planned;
        }
        assert_eq!(held(&before, &now).ratchet.verdict, Verdict::Undecided);
    }
}
