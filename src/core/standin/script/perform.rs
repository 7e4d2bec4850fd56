//! A script on one snapshot: which variants hold there, and what happens to each query.
//!
//! Must not know clocks; the times of a [`Play`] are waited for elsewhere.

use std::collections::HashMap;

use crate::core::{
    catalog::{Resolution, Resolver},
    id::SkillId,
    query::{Query, unit::one_blank},
    snapshot::Snapshot,
    standin::{
        Play,
        script::{Condition, Layer, Part, Script},
    },
    trajectory::EventKind,
};

/// A script set on one snapshot. Built once a generation; cheap to ask.
#[derive(Debug)]
pub struct Stage<'a> {
    script: &'a Script,
    /// Layers that hold, the one that goes first in front.
    layers: Vec<&'a Layer>,
    cast: Cast<'a>,
}

impl Script {
    /// The script as it is played on this snapshot.
    pub fn on<'a>(&'a self, snapshot: &'a Snapshot) -> Stage<'a> {
        let cast = Cast::of(snapshot);
        let holding = self.variants.iter().rev().filter(|v| v.when.iter().all(|c| cast.meets(c)));
        let layers = holding.map(|v| &v.layer).chain([&self.base]).collect();
        Stage { script: self, layers, cast }
    }
}

impl Stage<'_> {
    pub fn agent(&self) -> &str {
        &self.script.agent
    }

    /// What happens to `query` in its `attempt`-th attempt (1-based); `again` when the attempt
    /// errored before and is tried anew. Names of skills are resolved; a name that is not resident
    /// makes a refusal of its engagement.
    pub fn play(&self, query: &Query<SkillId>, attempt: u32, again: bool) -> Play {
        let Some(part) = self.part(query) else { return Play::missing() };
        let turn = usize::try_from(attempt.saturating_sub(1)).unwrap_or(0);
        let scheduled = part.attempts.get(turn % part.attempts.len().max(1));
        let retried = part.retried.as_ref().filter(|_| again);
        let Some(written) = retried.or(scheduled) else { return Play::missing() };
        let mut play = written.clone();
        for event in &mut play.events {
            self.cast.resolve(&mut event.kind);
        }
        play
    }

    /// The part of a query: by id or prompt in the first layer that has one, else a default.
    fn part(&self, query: &Query<SkillId>) -> Option<&Part> {
        let written = self.layers.iter().find_map(|layer| {
            layer.parts.get(&query.id).or_else(|| layer.parts.get(&query.prompt))
        });
        written.or_else(|| self.layers.iter().find_map(|layer| layer.default.as_ref()))
    }
}

/// The skills of a snapshot, as a script names them.
#[derive(Debug)]
struct Cast<'a> {
    resolver: Resolver<'a>,
    /// Description of every skill that can be picked.
    residents: HashMap<&'a SkillId, &'a str>,
}

impl<'a> Cast<'a> {
    fn of(snapshot: &'a Snapshot) -> Self {
        Self {
            resolver: Resolver::of(&snapshot.catalog),
            residents: snapshot.residents().map(|r| (r.id(), r.description)).collect(),
        }
    }

    /// The one resident skill of this name.
    fn resident(&self, name: &str) -> Result<(SkillId, &'a str), &'static str> {
        match self.resolver.resolve(name) {
            Resolution::One(id) => match self.residents.get(&id) {
                Some(description) => Ok((id, description)),
                None => Err("the skill is muted"),
            },
            Resolution::Hidden(_) => Err("the skill is hidden"),
            Resolution::NotResident => Err("no such skill"),
            Resolution::Many(_) => Err("the name means several skills"),
        }
    }

    fn meets(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Contains { skill, text } => {
                self.resident(skill).is_ok_and(|(_, description)| holds(description, text))
            }
            Condition::Lacks { skill, text } => {
                self.resident(skill).is_ok_and(|(_, description)| !holds(description, text))
            }
            Condition::Resident { skill, there } => self.resident(skill).is_ok() == *there,
        }
    }

    fn resolve(&self, kind: &mut EventKind) {
        match kind {
            EventKind::Engagement { skill, .. } => match self.resident(skill.as_str()) {
                Ok((id, _)) => *skill = id,
                Err(reason) => {
                    let (name, reason) = (skill.to_string(), reason.to_owned());
                    *kind = EventKind::Refused { name, reason };
                }
            },
            EventKind::Touch { skill, .. } => {
                if let Ok((id, _)) = self.resident(skill.as_str()) {
                    *skill = id;
                }
            }
            _ => {}
        }
    }
}

fn holds(description: &str, text: &str) -> bool {
    one_blank(description).contains(&*one_blank(text))
}
