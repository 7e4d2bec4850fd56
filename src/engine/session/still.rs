//! A session that stands still: it reads once, and answers a request before it takes the next.
//!
//! For pictures and tests: no clock, no watching, no streams. What it cannot know is what happens
//! while nobody asks.

use std::{io, sync::Arc, time::Duration};

use tokio::runtime::{self, Runtime};

use super::{
    Setup, SetupError,
    baselines::{self, Answer},
    choosing::Search,
    disk::Disk,
    errand, found, read,
};
use crate::{
    core::workbench::{Board, Effect, Input, Request, Workbench, board::Found},
    engine::search::{SearchError, SearchHandle, SearchResults},
};

/// How long an index may take; what it has by then is searched.
const PATIENCE: Duration = Duration::from_secs(20);

/// Everything that was read, and what was asked of it so far.
#[derive(Debug)]
pub struct Still {
    setup: Setup,
    disk: Disk,
    bench: Workbench,
    /// The full-text index, with the generation that it holds; made at the first search.
    index: Option<(u64, SearchHandle)>,
}

impl Still {
    /// Reads and measures.
    ///
    /// # Errors
    /// As [`super::once`].
    pub fn new(mut setup: Setup) -> Result<Self, SetupError> {
        setup.stream = false;
        let (disk, bench) = read(&setup)?;
        let mut still = Self { setup, disk, bench, index: None };
        still.tell_edits();
        Ok(still)
    }

    /// The board as it is now.
    pub fn board(&mut self) -> Arc<Board> {
        self.bench.board()
    }

    /// Takes a request in and carries out everything that follows from it.
    pub fn ask(&mut self, request: Request) -> Arc<Board> {
        self.take(Input::Request(request));
        self.board()
    }

    fn take(&mut self, input: Input) {
        for effect in self.bench.reduce(input, 0) {
            self.act(effect);
        }
    }

    fn act(&mut self, effect: Effect) {
        match effect {
            // Nothing streams, so nothing is under way.
            Effect::Probe { .. }
            | Effect::ProbeBaseline { .. }
            | Effect::Recall { .. }
            | Effect::Pause(_)
            | Effect::Finish
            | Effect::Cancel
            | Effect::ReadPrinted(_) => {}
            Effect::FindBaselines => {
                self.wait_for(baselines::find(self.disk.store(), self.disk.roots()));
            }
            Effect::FetchBaseline(choice) => {
                self.wait_for(baselines::fetch(choice, self.disk.store(), self.disk.roots()));
            }
            Effect::FindRuns => self.wait_for(baselines::find_runs(self.disk.store())),
            Effect::ReadRuns(ids) => self.wait_for(baselines::read_runs(ids, self.disk.store())),
            Effect::Search(text) => {
                let found = self.find(text);
                self.take(Input::Found(found));
            }
            // Nobody is asked for real by something that stands still.
            Effect::Agree { .. } | Effect::Agreed { .. } | Effect::LeaveAgreeing => {}
            Effect::FindAgents => {
                let known = Search::of(&self.setup).stand_ins();
                self.take(Input::Agents(known));
            }
            Effect::Agent(wish) => {
                let chosen = self.setup.stand_in(&wish.name);
                match chosen.and_then(|chosen| self.setup.turn_to(chosen)) {
                    Ok(_) => {
                        for effect in self.bench.set_agent(self.setup.settings(), None) {
                            self.act(effect);
                        }
                    }
                    Err(error) => self.take(Input::Note(error.to_string())),
                }
            }
            Effect::Rescan => self.look_again(),
            Effect::AddRow { .. } | Effect::Edit(_) | Effect::Reset => {
                let told = errand::run(&effect, &self.setup, &self.disk);
                self.look_again();
                if let Some(told) = told {
                    self.take(Input::Note(told));
                }
            }
        }
    }

    fn look_again(&mut self) {
        let (catalog, sets) = self.disk.reload_all();
        for input in Disk::told(sets) {
            self.take(input);
        }
        if catalog.generation != self.bench.generation() {
            self.take(Input::Files(self.disk.files()));
            self.take(Input::Catalog(catalog));
        }
        self.tell_edits();
    }

    fn tell_edits(&mut self) {
        if let Some(edits) = errand::edits(&self.setup) {
            self.take(edits);
        }
    }

    /// Takes in what comes of looking for a baseline.
    fn wait_for(&mut self, work: impl Future<Output = Answer>) {
        let input = match super::runtime() {
            Ok(runtime) => runtime.block_on(work).input(&self.disk),
            Err(error) => Input::Note(error.to_string()),
        };
        self.take(input);
    }

    fn find(&mut self, text: String) -> Found {
        let runtime = match runtime::Builder::new_current_thread().enable_time().build() {
            Ok(runtime) => runtime,
            Err(error) => return found::problem(text, error.to_string()),
        };
        let searched = self.search(&runtime, &text);
        let gone = || found::problem(String::new(), io::ErrorKind::Interrupted.to_string());
        found::of(text, searched).unwrap_or_else(gone)
    }

    fn search(&mut self, runtime: &Runtime, text: &str) -> Result<SearchResults, SearchError> {
        let generation = self.bench.generation();
        let index = match self.index.take() {
            Some((of, index)) if of == generation => index,
            _ => {
                let catalog = self.bench.catalog();
                let ids = catalog.skills.iter().map(|skill| &skill.id);
                let index = SearchHandle::start()?;
                let mut revision = index.revision();
                index.update(self.disk.search_docs(&catalog, ids));
                // Without skills it never changes; then, and when it fails, the query tells.
                let filled = async {
                    let _ = tokio::time::timeout(PATIENCE, revision.changed()).await;
                };
                if !catalog.skills.is_empty() {
                    runtime.block_on(filled);
                }
                index
            }
        };
        let (_, index) = self.index.insert((generation, index));
        runtime.block_on(index.query(text, found::HITS))
    }
}
