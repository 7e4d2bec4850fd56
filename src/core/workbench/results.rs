//! Results of an agent that is asked for real, by everything that they depend on: whoever goes back
//! to an earlier text has its results at once.
//!
//! Must not know which of them are shown.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use crate::core::{
    id::SkillId,
    material::field,
    plan::{Limits, ProbeKey},
    query::Query,
    trajectory::StopRule,
    workbench::{
        probes::{ProbeRow, ProbeTable},
        state::State,
        told,
    },
};

/// Conditions of which the results are remembered; beyond that the oldest are forgotten.
const REMEMBERED: usize = 64;

/// What all probes of one state have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Ground(u64);

/// Every scored probe of the session.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// Grounds by what they are made of.
    grounds: HashMap<String, Ground>,
    next: u64,
    known: BTreeMap<Ground, HashMap<String, Arc<ProbeRow>>>,
}

impl Results {
    /// The ground of a state; equal for states on which a probe has equal chances.
    pub fn ground(&mut self, state: &State) -> Ground {
        let mut material = String::new();
        for text in [
            told::listing(state),
            told::bodies(state),
            told::configuration(&state.agent, None),
            state.agent.harness_version.clone().unwrap_or_default(),
        ] {
            field(&mut material, &text);
        }
        if let Some(ground) = self.grounds.get(&material) {
            return *ground;
        }
        let ground = Ground(self.next);
        self.next += 1;
        self.grounds.insert(material, ground);
        self.known.insert(ground, HashMap::new());
        if self.known.len() > REMEMBERED
            && let Some((oldest, _)) = self.known.pop_first()
        {
            self.grounds.retain(|_, ground| *ground != oldest);
        }
        ground
    }

    /// Keeps a scored probe; one that errored says nothing.
    pub fn keep(&mut self, ground: Ground, row: &Arc<ProbeRow>, limits: &Limits) {
        if row.outcome().is_none() || row.errored() {
            return;
        }
        if let Some(known) = self.known.get_mut(&ground) {
            known.insert(key(&row.query, row.attempt, limits), Arc::clone(row));
        }
    }

    /// What is known of a probe there.
    pub fn of(
        &self,
        ground: Ground,
        query: &Query<SkillId>,
        attempt: u32,
        limits: &Limits,
    ) -> Option<&Arc<ProbeRow>> {
        self.known.get(&ground)?.get(&key(query, attempt, limits))
    }

    /// Every planned probe of a table with what is known of it there.
    pub fn fill(&self, ground: Ground, table: &mut ProbeTable, limits: &Limits) {
        for row in table.rows.iter_mut().filter(|row| row.outcome().is_none()) {
            if let Some(known) = self.of(ground, &row.query, row.attempt, limits) {
                *row = Arc::new(ProbeRow {
                    query: Arc::clone(&row.query),
                    generation: row.generation,
                    ..ProbeRow::clone(known)
                });
            }
        }
    }
}

/// What tells a probe from the others of its ground.
fn key(query: &Query<SkillId>, attempt: u32, limits: &Limits) -> String {
    let stop = if limits.early_exit { StopRule::of(query) } else { StopRule::Never };
    let of_ground = "";
    ProbeKey {
        listing: of_ground,
        bodies: of_ground,
        prompt: &query.prompt,
        workspace: query.workspace.as_deref(),
        agent: of_ground,
        agent_version: of_ground,
        options: of_ground,
        model: None,
        limits,
        stop: &stop,
        attempt,
    }
    .material()
}
