//! A script on one snapshot: which variants hold there, and what happens to each query.
//!
//! Must not know clocks; the times of a [`Play`] are waited for elsewhere.

use std::collections::HashMap;

use crate::core::{
    catalog::{Resolution, Resolver},
    id::SkillId,
    query::{Query, unit::one_blank},
    snapshot::Snapshot,
    standin::script::{Condition, Layer, Part, Script},
    trajectory::{EventKind, Play},
};

/// A script set on one snapshot, its names resolved. Built once a generation; cheap to ask.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Layers that hold, the one that goes first in front.
    layers: Vec<Layer>,
}

impl Script {
    /// The script as it is played on this snapshot. A name that is not resident makes a refusal of
    /// its engagement.
    pub fn on(&self, snapshot: &Snapshot) -> Stage {
        let cast = Cast::of(snapshot);
        let holding = self.variants.iter().rev().filter(|v| v.when.iter().all(|c| cast.meets(c)));
        let mut layers: Vec<Layer> =
            holding.map(|v| &v.layer).chain([&self.base]).cloned().collect();
        for layer in &mut layers {
            for part in layer.parts.values_mut().chain(&mut layer.default) {
                for play in part.attempts.iter_mut().chain(&mut part.retried) {
                    play.events.iter_mut().for_each(|event| cast.resolve(&mut event.kind));
                }
            }
        }
        Stage { layers }
    }
}

impl Stage {
    /// What happens to `query` in its `attempt`-th attempt (1-based); `again` when the attempt
    /// errored before and is tried anew.
    pub fn play(&self, query: &Query<SkillId>, attempt: u32, again: bool) -> Play {
        let Some(part) = self.part(query) else { return Play::missing() };
        let turn = usize::try_from(attempt.saturating_sub(1)).unwrap_or(0);
        let scheduled = part.attempts.get(turn % part.attempts.len().max(1));
        let retried = part.retried.as_ref().filter(|_| again);
        retried.or(scheduled).cloned().unwrap_or_else(Play::missing)
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
