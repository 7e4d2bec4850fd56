//! The search thread: changes and queries in, answers out, nothing done while nothing is asked.
//!
//! Must not know tantivy.

use std::{
    collections::BTreeMap,
    sync::mpsc::{Receiver, TryRecvError},
    time::Instant,
};

use tokio::sync::{oneshot, watch};

use super::{
    Hit, SearchDoc, SearchError, SearchResults,
    index::{Index, text_of},
    query, rank,
};
use crate::core::{id::SkillId, lexical::token::Tokenizer};

/// Skills indexed between two looks at the inbox.
const CHUNK: usize = 16;
/// So many changes or fewer are made before a query is answered.
const SMALL: usize = 16;
/// Characters of a snippet.
const WIDTH: usize = 160;

#[derive(Debug)]
pub(super) enum Command {
    Update(Vec<SearchDoc>),
    Remove(Vec<SkillId>),
    Query { text: String, limit: usize, answer: oneshot::Sender<Answer> },
}

type Answer = Result<SearchResults, SearchError>;

struct Asked {
    text: String,
    limit: usize,
    answer: oneshot::Sender<Answer>,
}

pub(super) struct Worker {
    index: Index,
    revision: watch::Sender<u64>,
    /// What is still to be done, the latest wish for each skill; `None` removes it.
    todo: BTreeMap<SkillId, Option<SearchDoc>>,
    /// The latest query; those before it were dropped.
    asked: Option<Asked>,
    /// Something was put or removed since the last commit.
    dirty: bool,
}

impl Worker {
    pub fn new(index: Index, revision: watch::Sender<u64>) -> Self {
        Self { index, revision, todo: BTreeMap::new(), asked: None, dirty: false }
    }

    /// Runs until every sender of `inbox` is gone. An error of the index goes to the next query.
    pub fn run(mut self, inbox: &Receiver<Command>) {
        let mut failure = None;
        loop {
            if self.todo.is_empty() && self.asked.is_none() {
                match inbox.recv() {
                    Ok(command) => self.take(command),
                    Err(_) => return,
                }
            }
            loop {
                match inbox.try_recv() {
                    Ok(command) => self.take(command),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            if self.asked.is_none() || self.todo.len() <= SMALL {
                failure = self.work().err().or(failure);
            }
            if let Some(asked) = self.asked.take_if(|asked| !asked.answer.is_closed()) {
                let answer = match failure.take() {
                    Some(failure) => Err(failure),
                    None => self.answer(&asked.text, asked.limit),
                };
                // Fails if the one who asked has left meanwhile.
                let _ = asked.answer.send(answer);
            }
            self.asked = None;
        }
    }

    fn take(&mut self, command: Command) {
        match command {
            Command::Update(docs) => {
                self.todo.extend(docs.into_iter().map(|doc| (doc.skill.id.clone(), Some(doc))));
            }
            Command::Remove(ids) => self.todo.extend(ids.into_iter().map(|id| (id, None))),
            Command::Query { text, limit, answer } => {
                self.asked = Some(Asked { text, limit, answer });
            }
        }
    }

    /// One chunk of what is to be done; commits after the last.
    fn work(&mut self) -> Result<(), SearchError> {
        for _ in 0..CHUNK {
            let Some((id, doc)) = self.todo.pop_first() else { break };
            self.dirty = true;
            match doc {
                Some(doc) => self.index.put(doc)?,
                None => self.index.remove(&id),
            }
        }
        if self.todo.is_empty() && self.dirty {
            self.commit()?;
            self.revision.send_modify(|revision| *revision += 1);
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), SearchError> {
        self.index.commit()?;
        self.dirty = false;
        Ok(())
    }

    fn answer(&mut self, text: &str, limit: usize) -> Answer {
        let start = Instant::now();
        if self.dirty {
            self.commit()?;
        }
        let ranking = rank::rank(&self.index, &query::parse(text))?;
        let hits = ranking.matches.iter().take(limit).filter_map(|found| {
            let (doc, field) = (self.index.doc(found.key)?, found.field());
            let marks = &ranking.marks[field as usize];
            let snippet = marks.cut(&text_of(doc, field), Tokenizer::default(), WIDTH);
            Some(Hit {
                id: doc.skill.id.clone(),
                field,
                score: found.score,
                snippet: snippet.text,
                ranges: snippet.ranges,
            })
        });
        Ok(SearchResults {
            hits: hits.collect(),
            total: ranking.matches.len(),
            pending: self.todo.len(),
            took: start.elapsed(),
        })
    }
}
