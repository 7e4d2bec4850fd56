//! The keyword stand-in: the rules of [`KeywordRouter`] as what an agent does in a probe.
//!
//! Must not know the rules themselves, nor clocks.

use std::{collections::HashMap, sync::Arc};

use crate::core::{
    id::SkillId,
    lexical::keyword::{Candidate, KeywordRouter, Reason},
    snapshot::{Resident, Snapshot},
    trajectory::{End, Event, EventKind, Play, Via},
};

/// The keyword rules over the skills that one snapshot offers. Built once a generation; clones
/// share it.
#[derive(Clone, Debug)]
pub struct Keyword {
    router: Arc<KeywordRouter>,
    ids: Arc<[SkillId]>,
    snapshot: Snapshot,
}

/// What a keyword probe is said to last: the rules take no time worth telling.
const LASTS_MS: u64 = 1;

impl Keyword {
    /// Candidates in catalog order, which settles ties; hidden and muted skills are none.
    pub fn of(snapshot: &Snapshot) -> Self {
        let router = Arc::new(KeywordRouter::new([]));
        Self { router, ids: Arc::default(), snapshot: Snapshot::default() }.after(snapshot)
    }

    /// The same rules over another snapshot: those of [`Keyword::of`], and sooner there, as
    /// descriptions that are known are not read again.
    #[must_use]
    pub fn after(&self, snapshot: &Snapshot) -> Self {
        let known: HashMap<&SkillId, (usize, &str)> = (self.snapshot.residents().enumerate())
            .map(|(at, resident)| (resident.id(), (at, resident.description)))
            .collect();
        let residents: Vec<Resident<'_>> = snapshot.residents().collect();
        let kept = |at: usize| {
            let resident = residents.get(at)?;
            let (at, description) = known.get(resident.id())?;
            (*description == resident.description).then_some(*at)
        };
        let candidates = residents
            .iter()
            .map(|one| Candidate { name: &one.skill.name, description: one.description });
        Self {
            router: Arc::new(self.router.after(candidates, kept)),
            ids: residents.iter().map(|resident| resident.id().clone()).collect(),
            snapshot: snapshot.clone(),
        }
    }

    /// One engagement, or none; the same for the same prompt every time.
    pub fn play(&self, prompt: &str) -> Play {
        let pick = self.router.pick(prompt);
        let picked = pick.and_then(|pick| Some((self.ids.get(pick.index)?, pick.reason)));
        let why = match picked {
            Some((id, Reason::Phrase)) => format!("The prompt names {id}."),
            Some((id, Reason::Score(score))) => {
                format!("The description of {id} shares most with the prompt: {score:.3}.")
            }
            None => "No skill is named, and no description shares a word.".to_owned(),
        };
        let engagement =
            picked.map(|(id, _)| EventKind::Engagement { skill: id.clone(), via: Via::Rule });
        let kinds = [Some(EventKind::Thinking { text: why }), engagement, Some(EventKind::End)];
        let event = |kind| Event { step: 1, at_ms: LASTS_MS, kind };
        Play {
            events: kinds.into_iter().flatten().map(event).collect(),
            end: End::Answer,
            lasts_ms: LASTS_MS,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::core::{
        catalog::Catalog,
        skill::{Skill, SkillDoc, testing::with_doc},
    };

    fn skill(id: &str, description: &str, hidden: bool) -> Arc<Skill> {
        let description = description.to_owned();
        Arc::new(with_doc(id, SkillDoc { description, hidden, ..SkillDoc::default() }))
    }

    fn engaged(snapshot: &Snapshot, prompt: &str) -> Option<String> {
        let play = Keyword::of(snapshot).play(prompt);
        assert_eq!(play.events.last().map(|event| &event.kind), Some(&EventKind::End));
        play.events.iter().find_map(|event| match &event.kind {
            EventKind::Engagement { skill, via: Via::Rule } => Some(skill.to_string()),
            _ => None,
        })
    }

    #[test]
    fn picks_become_engagements_of_the_right_skill() {
        let skills = vec![
            skill("aaa-hidden", "Rotate images clockwise.", true),
            skill("image-resize", "Resize images.", false),
            skill("image-rotate", "Rotate images.", false),
        ];
        let mut snapshot = Snapshot::of(Arc::new(Catalog { skills, ..Catalog::default() }));
        let image = |id: &str| Some(id.to_owned());
        assert_eq!(engaged(&snapshot, "rotate it clockwise"), image("image-rotate"));
        assert_eq!(engaged(&snapshot, "use image resize to rotate"), image("image-resize"));
        assert_eq!(engaged(&snapshot, "what is for lunch"), None);
        snapshot.drafts.insert("image-resize".into(), "Rotate, rotate, rotate.".to_owned());
        assert_eq!(engaged(&snapshot, "rotate it"), image("image-resize"));
        snapshot.muted.insert("image-resize".into());
        assert_eq!(engaged(&snapshot, "rotate it"), image("image-rotate"));
    }

    proptest! {
        #[test]
        fn whatever_was_offered_before_the_plays_are_the_same(
            before in prop::collection::btree_map("[a-d]", "[a-e ]{0,9}", 0..5),
            after in prop::collection::btree_map("[a-d]", "[a-e ]{0,9}", 0..5),
            prompt in "[a-e ]{0,9}",
        ) {
            let snapshot = |texts: &BTreeMap<String, String>| {
                let skills = texts.iter().map(|(id, text)| skill(id, text, text.starts_with('e')));
                Snapshot::of(Arc::new(Catalog { skills: skills.collect(), ..Catalog::default() }))
            };
            let [before, after] = [snapshot(&before), snapshot(&after)];
            let edited = Keyword::of(&before).after(&after);
            prop_assert_eq!(edited.play(&prompt), Keyword::of(&after).play(&prompt));
        }
    }
}
