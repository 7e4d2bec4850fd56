//! Full-text search over the skills: names, descriptions, when to use, bodies.
//!
//! Owns the index and its thread. Must not know panes, nor rank anything that is reported as a
//! figure: that is [`crate::core::lexical`]'s, whose tokens are shared here.
//!
//! Bodies are indexed and not kept; a snippet reads its file again.
//!
//! What can be asked: bare words (skills with more of them first), `"a phrase"` (required),
//! `begin*`, `fuzy~`, and any of these after `name:`, `description:`, `when:` or `body:`. The word
//! at the very end of the text may be unfinished.

mod expand;
mod index;
mod query;
mod rank;
mod snippet;
mod tokens;
mod worker;

use std::{
    fmt,
    ops::Range,
    path::PathBuf,
    sync::{Arc, mpsc},
    time::Duration,
};

use tokio::sync::{oneshot, watch};

use self::{
    index::Index,
    worker::{Command, Worker},
};
use crate::core::{id::SkillId, skill::Skill};

/// A skill to be found.
#[derive(Clone, Debug)]
pub struct SearchDoc {
    pub skill: Arc<Skill>,
    /// Its SKILL.md, to be opened from here.
    pub file: PathBuf,
}

/// Part of a skill in which words are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    Name,
    Description,
    WhenToUse,
    Body,
}

impl Field {
    pub const ALL: [Self; 4] = [Self::Name, Self::Description, Self::WhenToUse, Self::Body];

    fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Description => "description",
            Self::WhenToUse => "when",
            Self::Body => "body",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One skill that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub id: SkillId,
    /// Where it fits best; the snippet is from there.
    pub field: Field,
    /// Comparable within one answer only.
    pub score: f32,
    /// One line, safe to show. Empty if the file cannot be read any more.
    pub snippet: String,
    /// Bytes of the snippet that answer the query: ascending, apart, on character boundaries.
    pub ranges: Vec<Range<usize>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResults {
    /// Best first, ties by id; no more than asked for.
    pub hits: Vec<Hit>,
    /// Skills found, whether or not among the hits.
    pub total: usize,
    /// Skills that were still to be indexed when this was answered.
    pub pending: usize,
    pub took: Duration,
}

/// Why there is no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SearchError {
    #[error("search failed: {0}")]
    Index(#[from] tantivy::TantivyError),
    #[error("search has no thread: {0}")]
    Thread(Arc<std::io::Error>),
    /// A later query took the place of this one.
    #[error("superseded by a later query")]
    Superseded,
}

/// The way to the search thread, which ends with the last handle.
#[derive(Clone, Debug)]
pub struct SearchHandle {
    commands: mpsc::Sender<Command>,
    revision: watch::Receiver<u64>,
}

impl SearchHandle {
    /// An empty index with a thread of its own.
    pub fn start() -> Result<Self, SearchError> {
        let index = Index::new()?;
        let (commands, inbox) = mpsc::channel();
        let (told, revision) = watch::channel(0);
        std::thread::Builder::new()
            .name("skillscope-search".into())
            .spawn(move || Worker::new(index, told).run(&inbox))
            .map_err(|error| SearchError::Thread(Arc::new(error)))?;
        Ok(Self { commands, revision })
    }

    /// Adds skills, each in place of the one with its id. Their files are read on the thread.
    pub fn update(&self, docs: Vec<SearchDoc>) {
        // A thread that is gone answers no query, and that is where it is noticed.
        let _ = self.commands.send(Command::Update(docs));
    }

    pub fn remove(&self, ids: Vec<SkillId>) {
        let _ = self.commands.send(Command::Remove(ids));
    }

    /// Looks for `text`; at most `limit` hits. A query that is overtaken by another before its turn
    /// comes is dropped. Small updates sent before it are in the answer; a large one may be in part,
    /// see [`SearchResults::pending`].
    pub async fn query(&self, text: &str, limit: usize) -> Result<SearchResults, SearchError> {
        let (answer, answered) = oneshot::channel();
        let _ = self.commands.send(Command::Query { text: text.to_owned(), limit, answer });
        answered.await.unwrap_or(Err(SearchError::Superseded))
    }

    /// Counts up whenever the index has changed and nothing is left to do: time to ask again.
    pub fn revision(&self) -> watch::Receiver<u64> {
        self.revision.clone()
    }
}

#[cfg(test)]
mod exactness;
#[cfg(test)]
mod tests;
