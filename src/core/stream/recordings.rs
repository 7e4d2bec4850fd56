//! The kept streams of many probes, as an agent that does again what was done.
//!
//! Must not know files: each stream comes with the name that it was kept under, which is the id of
//! its query, and `.2` and so on behind it where there are several attempts.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{
    id::SkillId,
    listing::Profile,
    query::Query,
    snapshot::Snapshot,
    stream::{Bound, Format, Recording},
    trajectory::{End, Play},
};

/// Streams of one harness.
#[derive(Clone, Debug)]
pub struct Recordings {
    format: Format,
    /// Decides how the harness names skills and where it looks for them.
    profile: Arc<Profile>,
    /// By name.
    streams: BTreeMap<String, Arc<[u8]>>,
    /// Who chose, where that is known.
    model: Option<String>,
}

/// The streams as read on one snapshot. Cheap to ask and to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded(Arc<BTreeMap<String, Play>>);

impl Recordings {
    pub fn new(format: Format, profile: Arc<Profile>) -> Self {
        Self { format, profile, streams: BTreeMap::new(), model: None }
    }

    /// Adds the stream that was kept under this name.
    #[must_use]
    pub fn with(mut self, name: &str, bytes: Vec<u8>) -> Self {
        self.streams.insert(name.to_owned(), bytes.into());
        self
    }

    /// Says who chose when they were recorded.
    #[must_use]
    pub fn by(self, model: &str) -> Self {
        Self { model: Some(model.to_owned()), ..self }
    }

    /// Who chose when they were recorded; `None` where nobody says.
    pub fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }

    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Names and bytes, sorted by name.
    pub fn streams(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.streams.iter().map(|(name, bytes)| (name.as_str(), &**bytes))
    }

    /// What they say of the skills of a snapshot. Where the project lay is taken from each stream;
    /// if that does not say, skills are known by the ends of their paths. `paced`: to be watched,
    /// see [`Recording::paced`].
    pub fn on(&self, snapshot: &Snapshot, paced: bool) -> Recorded {
        let bound = Arc::new(Bound::of(snapshot, &self.profile, None));
        let play = |(name, bytes): (&String, &Arc<[u8]>)| {
            let recording = Recording::read(self.format, Arc::clone(&bound), bytes);
            (name.clone(), if paced { recording.paced() } else { recording.play })
        };
        Recorded(Arc::new(self.streams.iter().map(play).collect()))
    }
}

impl Recorded {
    /// What was recorded of a query's `attempt`-th attempt (1-based): the stream of that attempt,
    /// else the one that is of all.
    pub fn play(&self, query: &Query<SkillId>, attempt: u32) -> Play {
        let name = kept_as(&query.id);
        let found = self.0.get(&format!("{name}.{attempt}")).or_else(|| self.0.get(&name));
        found.cloned().unwrap_or_else(|| Play {
            events: Vec::new(),
            end: End::Errored { cause: format!("no stream is kept as {name}.jsonl") },
            lasts_ms: 0,
        })
    }
}

/// A query's id as the name of a file.
fn kept_as(id: &str) -> String {
    id.chars()
        .map(|c| if matches!(c, '/' | '\\' | ':') || c.is_control() { '_' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        catalog::testing::catalog, listing::testing::profile, query::Label, trajectory::EventKind,
    };

    const ENGAGES: &str = r#"
{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Skill","input":{"skill":"NAME"}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}
{"type":"result","subtype":"success"}"#;

    #[test]
    fn a_query_gets_the_stream_of_its_attempt() {
        let stream = |skill: &str| ENGAGES.replace("NAME", skill).into_bytes();
        let recordings =
            Recordings::new(Format::ClaudeCode, Arc::new(profile("claude-code", None)))
                .with("moves_1", stream("booking"))
                .with("moves_1.2", stream("refunds"))
                .with("other", stream("ghost"));
        let skills = catalog(&[("booking", "Books."), ("refunds", "Refunds.")]);
        let recorded = recordings.on(&Snapshot::of(Arc::new(skills)), false);
        let engaged = |id: &str, attempt| {
            let label = Label::Complete { expected: vec![], alternatives: vec![] };
            let play = recorded.play(&Query::new(id, "p", label), attempt);
            let told = play.events.iter().find_map(|event| match &event.kind {
                EventKind::Engagement { skill, .. } => Some(skill.to_string()),
                EventKind::Foreign { name, .. } => Some(format!("{name} of others")),
                _ => None,
            });
            (told.unwrap_or_default(), play.end)
        };
        assert_eq!(engaged("moves/1", 1), ("booking".to_owned(), End::Answer));
        assert_eq!(engaged("moves/1", 2), ("refunds".to_owned(), End::Answer));
        assert_eq!(engaged("moves/1", 3), ("booking".to_owned(), End::Answer));
        assert_eq!(engaged("other", 1), ("ghost of others".to_owned(), End::Answer));
        let cause = "no stream is kept as third.jsonl".to_owned();
        assert_eq!(engaged("third", 1), (String::new(), End::Errored { cause }));
    }
}
