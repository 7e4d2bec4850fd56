//! A session over a recorded run: nothing is watched or probed, and only other runs are read.
//!
//! Must not know what is shown of it.

use std::{sync::Arc, thread, time::Duration};

use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

use super::{
    Session, Setup, SetupError,
    baselines::{self, not_read},
    beside::{self, This},
    once,
    playing::Playhead,
    printed, runtime,
};
use crate::{
    core::workbench::{
        BaselineChoice, Board, Effect, Input, Request, State, Workbench,
        baselines::{Fetched, Offer},
        board::Opened,
        playback::Pace,
        trouble,
    },
    engine::store::{Kept, Store},
};

/// Boards that are published a second while a run is played.
const PUBLISH_EVERY: Duration = Duration::from_millis(33);

/// How a run is played from the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    pub pace: Pace,
    /// It waits for somebody to ask for each model response.
    pub stepped: bool,
}

impl Session {
    /// Shows a run as it was recorded, read-only; the runs of `others` can be held against it. With
    /// `start` it is played first.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn of_run(kept: &Kept, others: Store, start: Option<Start>) -> Result<Self, SetupError> {
        let run =
            Opened { id: kept.plan.run.clone(), redacted: kept.redacted, seed: kept.plan.seed };
        let mut board = kept.board();
        board.trouble = Arc::new(trouble::rows(&board.now));
        Self::over(board, run, Some(others), start)
    }

    /// Plays what a setup's recordings come to, read-only, as a run of this name.
    ///
    /// # Errors
    /// As [`Session::start`], or no thread can be started.
    pub fn of_recordings(setup: &Setup, id: &str, start: Start) -> Result<Self, SetupError> {
        let board = Board::clone(&*once(setup)?);
        let run = Opened { id: id.to_owned(), seed: setup.seed, ..Opened::default() };
        Self::over(board, run, None, Some(start))
    }

    fn over(
        board: Board,
        run: Opened,
        others: Option<Store>,
        start: Option<Start>,
    ) -> Result<Self, SetupError> {
        let but = run.id.clone();
        let mut bench = Workbench::opened(board, run);
        let others = Others { store: others, but, this: bench.board() };
        if let Some(Start { pace, stepped }) = start {
            bench.play(pace, stepped);
        }
        let (publish, boards) = watch::channel(bench.board());
        let (requests, inbox) = mpsc::unbounded_channel();
        let runtime = runtime()?;
        let desk = Desk { bench, others, publish, head: Playhead::default() };
        let thread = thread::Builder::new()
            .name("skillscope-session".into())
            .spawn(move || runtime.block_on(desk.serve(inbox)))
            .map_err(SetupError::Runtime)?;
        Ok(Self { boards, requests, thread: Some(thread), quit: None })
    }
}

/// Everything that the session's thread owns.
struct Desk {
    bench: Workbench,
    others: Others,
    publish: watch::Sender<Arc<Board>>,
    head: Playhead,
}

impl Desk {
    /// Until nobody has requests any more.
    async fn serve(mut self, mut inbox: mpsc::UnboundedReceiver<Request>) {
        let mut published = Instant::now();
        self.head.set(&self.bench, published);
        loop {
            let due = self.head.due(&self.bench).map(|due| due.max(published + PUBLISH_EVERY));
            let request = tokio::select! {
                biased;
                request = inbox.recv() => match request {
                    None => return,
                    request => request,
                },
                () = async { sleep_until(due.unwrap_or_else(Instant::now)).await }, if due.is_some() => None,
            };
            published = Instant::now();
            self.bench.reduce(Input::Played, self.head.at_ms(&self.bench, published));
            if let Some(request) = request {
                self.asked(request);
            }
            self.head.set(&self.bench, published);
            self.publish.send_replace(self.bench.board());
        }
    }

    fn asked(&mut self, request: Request) {
        let at_ms = self.bench.playback().map_or(0, |playback| playback.at_ms);
        for effect in self.bench.reduce(Input::Request(request), at_ms) {
            if let Some(input) = self.others.answer(&effect, self.bench.now()) {
                self.bench.reduce(input, at_ms);
            }
        }
    }
}

/// The runs that one may be held against.
struct Others {
    /// Nothing is kept where nothing was run.
    store: Option<Store>,
    /// The run that is looked at.
    but: String,
    this: Arc<Board>,
}

impl Others {
    fn this(&self) -> Option<This<'_>> {
        Some(This { id: &self.but, board: &self.this })
    }

    /// `None` for what a recorded run does not want.
    fn answer(&self, effect: &Effect, now: &State) -> Option<Input> {
        Some(match effect {
            Effect::FindBaselines => {
                let mut offers = self.store.as_ref().map(baselines::runs).unwrap_or_default();
                let this = BaselineChoice::Run(self.but.clone());
                offers.retain(|offer: &Offer| offer.choice != this);
                Input::Offers(offers)
            }
            Effect::FetchBaseline(BaselineChoice::Run(id)) => {
                match baselines::run(self.store.as_ref()?, id) {
                    Ok(state) => Input::Baseline(Fetched::Run(state)),
                    Err(error) => not_read(&error),
                }
            }
            Effect::ReadPrinted(at) => {
                let row = now.probes.rows.get(*at)?;
                let path = self
                    .store
                    .as_ref()
                    .and_then(|store| store.printed(&self.but, *at, row.attempt).ok());
                Input::Printed(printed::read(row, path.as_deref()))
            }
            Effect::FindRuns => Input::Runs(beside::offers(self.store.as_ref(), self.this())),
            Effect::ReadRuns(ids) => {
                let read = beside::read(self.store.as_ref(), ids, self.this());
                Input::SideBySide(read.map(Arc::new))
            }
            _ => return None,
        })
    }
}
