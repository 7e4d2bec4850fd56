//! Kept runs and git revisions: looked for, and read once they are chosen to compare with or to stand
//! side by side.
//!
//! Must not know what is compared.

use std::{collections::BTreeSet, path::PathBuf, sync::Arc, time::Duration};

use tokio::task::{AbortHandle, JoinSet, spawn_blocking};

use super::{beside, disk::Disk};
use crate::{
    core::workbench::{
        BaselineChoice, Effect, Input, State,
        baselines::{Fetched, Offer},
        side_by_side::{RunOffer, SideBySide},
    },
    engine::{
        git::{self, AtHead, NoHead, Revision},
        store::{Entry, Kept, Store, StoreError},
    },
};

/// How long git may take over a list or a revision.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs that are listed, the newest first: each is read for it.
const RUNS: usize = 50;

/// What is looked for and read beside the session.
#[derive(Debug, Default)]
pub(super) struct Baselines {
    work: JoinSet<Answer>,
    /// What was chosen last; what was chosen before is not waited for.
    reading: Option<AbortHandle>,
}

/// What was found or read.
#[derive(Debug)]
pub(super) enum Answer {
    Found(Vec<Offer>),
    Run(Result<Arc<State>, StoreError>),
    Revision(String, Result<AtHead, NoHead>),
    Runs(Vec<RunOffer>),
    SideBySide(Result<Arc<SideBySide>, String>),
    /// There is nothing of that kind here, in words.
    Nothing(String),
}

impl Baselines {
    /// Looks for what there is to choose from, or reads what was chosen; nothing for what is asked of
    /// somebody else.
    pub fn begin(&mut self, effect: Effect, disk: &Disk) {
        match effect {
            Effect::FindBaselines => _ = self.work.spawn(find(disk.store(), disk.roots())),
            Effect::FetchBaseline(choice) => {
                let handle = self.work.spawn(fetch(choice, disk.store(), disk.roots()));
                if let Some(before) = self.reading.replace(handle) {
                    before.abort();
                }
            }
            Effect::FindRuns => _ = self.work.spawn(find_runs(disk.store())),
            Effect::ReadRuns(ids) => _ = self.work.spawn(read_runs(ids, disk.store())),
            _ => {}
        }
    }

    /// Waits for an answer; `None` if nothing is under way. May be dropped and called again.
    pub async fn answer(&mut self) -> Option<Answer> {
        loop {
            // An error was given up, or is a panic in there, which the hook has told.
            if let Ok(answer) = self.work.join_next().await? {
                return Some(answer);
            }
        }
    }
}

/// Kept runs, then git revisions.
pub(super) async fn find(store: Option<Store>, roots: BTreeSet<PathBuf>) -> Answer {
    let runs = spawn_blocking(move || store.map(|store| runs(&store)).unwrap_or_default());
    // Where there is no repository there are no revisions, and nothing is wrong.
    let revisions = git::revisions(&roots, PATIENCE).await.unwrap_or_default();
    let mut offers = runs.await.unwrap_or_default();
    offers.extend(revisions.into_iter().map(offer));
    Answer::Found(offers)
}

/// Kept runs to stand side by side.
pub(super) async fn find_runs(store: Option<Store>) -> Answer {
    let found = spawn_blocking(move || beside::offers(store.as_ref(), None)).await;
    Answer::Runs(found.unwrap_or_default())
}

/// Runs side by side.
pub(super) async fn read_runs(ids: Vec<String>, store: Option<Store>) -> Answer {
    let read = spawn_blocking(move || beside::read(store.as_ref(), &ids, None)).await;
    let read = read.unwrap_or_else(|error| Err(error.to_string()));
    Answer::SideBySide(read.map(Arc::new))
}

/// The results or the skills of a choice.
pub(super) async fn fetch(
    choice: BaselineChoice,
    store: Option<Store>,
    roots: BTreeSet<PathBuf>,
) -> Answer {
    match (choice, store) {
        (BaselineChoice::Revision(revision), _) => {
            let files = git::skill_files_at(&revision, &roots, PATIENCE).await;
            Answer::Revision(revision, files)
        }
        (BaselineChoice::Run(id), Some(store)) => {
            let read = spawn_blocking(move || run(&store, &id)).await;
            read.map_or_else(|error| Answer::Nothing(error.to_string()), Answer::Run)
        }
        _ => Answer::Nothing("there is nothing of that kind here".to_owned()),
    }
}

impl Answer {
    /// What the workbench makes of it.
    pub fn input(self, disk: &Disk) -> Input {
        match self {
            Self::Found(offers) => Input::Offers(offers),
            Self::Run(Ok(state)) => Input::Baseline(Fetched::Run(state)),
            Self::Revision(revision, Ok(files)) => {
                let (name, catalog) = disk.at_revision(&revision, &files);
                Input::Baseline(Fetched::Skills { name, catalog })
            }
            Self::Runs(runs) => Input::Runs(runs),
            Self::SideBySide(all) => Input::SideBySide(all),
            Self::Run(Err(error)) => not_read(&error),
            Self::Revision(_, Err(error)) => not_read(&error),
            Self::Nothing(why) => not_read(&why),
        }
    }
}

/// What is said of a baseline that cannot be read.
pub(super) fn not_read(why: &impl ToString) -> Input {
    Input::Note(format!("the baseline stays as it is: {}", why.to_string()))
}

/// The kept runs as offers; reads all of each.
pub(super) fn runs(store: &Store) -> Vec<Offer> {
    let offer = |entry: Entry| {
        let (about, problem) = match entry.about() {
            Ok(about) => {
                let queries = if about.queries == 1 { "query" } else { "queries" };
                let of = format!("{} {queries}, {}", about.queries, about.state());
                (format!("{}, {of}", about.who()), None)
            }
            Err(why) => (String::new(), Some(format!("broken: {why}"))),
        };
        let name = name(&entry.id);
        Offer { choice: BaselineChoice::Run(entry.id), name, about, problem }
    };
    store.list().into_iter().take(RUNS).map(offer).collect()
}

/// A kept run's results.
pub(super) fn run(store: &Store, id: &str) -> Result<Arc<State>, StoreError> {
    Ok(Arc::new(state(&store.read(id)?)))
}

fn state(kept: &Kept) -> State {
    let board = kept.board();
    let now = Arc::unwrap_or_clone(board.now);
    State { name: name(&kept.plan.run), ..now }
}

/// What a run is called beside states of the skills.
fn name(id: &str) -> String {
    format!("run {id}")
}

fn offer(revision: Revision) -> Offer {
    let Revision { kind, name, day, subject } = revision;
    Offer {
        choice: BaselineChoice::Revision(name.clone()),
        name: format!("{kind} {name}"),
        about: format!("{day} {subject}"),
        problem: None,
    }
}
