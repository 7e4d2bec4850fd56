//! The session's thread: one wait for everything that can happen, then measure, then publish.

mod asking;
mod chosen;
mod reading;
mod run;

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{mpsc, watch as channel},
    time::{Instant, sleep, sleep_until},
};
use tokio_util::sync::CancellationToken;

use super::{
    Live, Setup,
    agreeing::{Agreeing, News as AgentNews},
    baselines::{Answer, Baselines},
    disk::Disk,
    earlier::Earlier,
    errand,
    head::Head,
    keeping::{Keep, Keeper},
    printed::Printed,
    probing,
    searching::Searching,
    warming::{News, Warming},
    watching::Watching,
};
use crate::{
    core::workbench::{Board, Effect, Input, Request, Workbench, board::Found},
    engine::{
        git::{AtHead, NoHead},
        scheduler::{Cancel, Report, Scheduler},
        watch::FileBatch,
    },
};

/// Boards that are published a second while events stream.
const PUBLISH_EVERY: Duration = Duration::from_millis(33);
/// Reports that may wait for us.
pub(super) const REPORTS: usize = 256;

/// Everything that the session's thread owns.
pub(super) struct Driver {
    setup: Setup,
    live: Live,
    disk: Disk,
    bench: Workbench,
    publish: channel::Sender<Arc<Board>>,
    began: Instant,
    watching: Option<Watching>,
    searching: Searching,
    head: Head,
    baselines: Baselines,
    agreeing: Agreeing,
    warming: Warming,
    /// What the skills of the session were like.
    earlier: Earlier,
    printed: Printed,
    /// The run that is kept of the probes, while it can be written to.
    keeper: Option<Keeper>,
    /// Each plan of an agent that is asked for real is kept as a run of its own.
    keeps_each: bool,
    /// When the next board is due; `None` while nothing is new.
    due: Option<Instant>,
}

/// What ended a wait.
enum Woken {
    Request(Option<Request>),
    Batch(Option<FileBatch>),
    WatchState,
    Report(Report),
    TimeIsUp,
    Head(Result<AtHead, NoHead>),
    Found(Found),
    Baseline(Answer),
    Agents(AgentNews),
    Words(News),
    Publish,
}

impl Driver {
    pub fn new(
        setup: Setup,
        live: Live,
        disk: Disk,
        bench: Workbench,
        publish: channel::Sender<Arc<Board>>,
    ) -> Self {
        Self {
            keeps_each: matches!(setup.keep, Keep::EachPlan),
            setup,
            live,
            disk,
            bench,
            publish,
            began: Instant::now(),
            watching: None,
            searching: Searching::default(),
            head: Head::default(),
            baselines: Baselines::default(),
            agreeing: Agreeing::default(),
            warming: Warming::default(),
            earlier: Earlier::default(),
            printed: Printed::default(),
            keeper: None,
            due: None,
        }
    }

    /// Until nobody has requests any more, or `quit` is called.
    pub async fn run(
        mut self,
        mut requests: mpsc::UnboundedReceiver<Request>,
        quit: CancellationToken,
    ) {
        let (to_us, mut reports) = mpsc::channel(REPORTS);
        let (scheduler, director) = Scheduler::spawn(self.setup.concurrency as usize, to_us);
        self.first_look(&scheduler);
        self.open_run(&scheduler);
        self.publish_now();
        self.listen();
        self.wish_at_start(&scheduler);
        loop {
            let woken = tokio::select! {
                biased;
                () = quit.cancelled() => break,
                woken = self.wait(&mut requests, &mut reports) => woken,
            };
            match woken {
                Woken::Request(None) => break,
                Woken::Request(Some(request)) => {
                    self.take(Input::Request(request), &scheduler);
                    self.publish_now();
                }
                Woken::Batch(batch) => match batch {
                    Some(batch) => self.changed(&batch, &scheduler),
                    None => self.watching = None,
                },
                Woken::WatchState => self.told_of_watching(&scheduler),
                Woken::Report(report) => {
                    if !self.kept(&report, &scheduler) {
                        self.publish_now();
                    } else if let Some(input) = probing::input(report) {
                        self.take(input, &scheduler);
                        self.due.get_or_insert_with(|| Instant::now() + PUBLISH_EVERY);
                    }
                }
                Woken::TimeIsUp => self.take(Input::TimeIsUp, &scheduler),
                Woken::Head(head) => {
                    let input = match head {
                        Ok(head) => {
                            let (name, catalog) = self.disk.at_head(&head);
                            Input::Head { name, catalog }
                        }
                        Err(reason) => Input::NoHead { reason: reason.to_string() },
                    };
                    self.take(input, &scheduler);
                    self.publish_now();
                }
                Woken::Found(found) => {
                    self.take(Input::Found(found), &scheduler);
                    self.publish_now();
                }
                Woken::Baseline(answer) => {
                    self.take(answer.input(&self.disk), &scheduler);
                    self.publish_now();
                }
                Woken::Agents(news) => {
                    self.heard(news, &scheduler);
                    self.publish_now();
                }
                Woken::Words(news) => {
                    let input = match news {
                        News::Compared(skills) => Input::Refreshing(skills),
                        // One that was completed in place knows who claims whose triggers now.
                        News::Ended(exact) => {
                            let words = exact.unwrap_or_else(|| Arc::clone(self.bench.lexicon()));
                            Input::Words(words)
                        }
                    };
                    self.take(input, &scheduler);
                    self.publish_now();
                }
                Woken::Publish => self.publish_now(),
            }
        }
        // Whoever is asked for real is to leave nothing behind.
        drop((reports, scheduler));
        // A panic there has been told by the hook.
        let _ = director.await;
    }

    async fn wait(
        &mut self,
        requests: &mut mpsc::UnboundedReceiver<Request>,
        reports: &mut mpsc::Receiver<Report>,
    ) -> Woken {
        let due = self.due;
        let left = self.bench.time_left(self.at_ms()).map(Duration::from_millis);
        if left.is_some_and(|left| left.is_zero()) {
            // A timer would have to wait for a moment without reports.
            return Woken::TimeIsUp;
        }
        let (batch, state) = match &mut self.watching {
            Some(Watching { batches, state, .. }) => (Some(batches), Some(state)),
            None => (None, None),
        };
        tokio::select! {
            biased;
            request = requests.recv() => Woken::Request(request),
            batch = async { batch?.recv().await }, if batch.is_some() => Woken::Batch(batch),
            Some(true) = async { Some(state?.changed().await.is_ok()) } => Woken::WatchState,
            head = self.head.news() => Woken::Head(head),
            news = self.warming.news() => Woken::Words(news),
            Some(found) = self.searching.answer() => Woken::Found(found),
            Some(answer) = self.baselines.answer() => Woken::Baseline(answer),
            news = self.agreeing.news() => Woken::Agents(news),
            () = async { sleep_until(due.unwrap_or_else(Instant::now)).await }, if due.is_some() =>
                Woken::Publish,
            () = sleep(left.unwrap_or_default()), if left.is_some() => Woken::TimeIsUp,
            Some(report) = reports.recv() => Woken::Report(report),
        }
    }

    /// Reads everything for the first time.
    fn first_look(&mut self, scheduler: &Scheduler) {
        if let Some(recorded) = self.setup.keep.recorded() {
            self.take(Input::Recorded(recorded), scheduler);
        }
        match self.disk.load() {
            Ok(catalog) => {
                self.take_queries(self.disk.queries(), scheduler);
                self.take_catalog(catalog, scheduler);
            }
            Err(error) => self.take(Input::Halted(Some(error.to_string())), scheduler),
        }
        self.tell_edits(scheduler);
    }

    /// Starts what goes on beside the measuring.
    fn listen(&mut self) {
        if self.live.watch {
            self.watching = Some(Watching::start(self.disk.watch_dirs()));
        }
        if self.live.search {
            self.searching.start();
        }
        self.keep_up();
        self.ask_head();
    }

    fn ask_head(&mut self) {
        if self.live.head {
            self.head.ask(self.disk.roots());
        }
    }

    fn changed(&mut self, batch: &FileBatch, scheduler: &Scheduler) {
        if batch.head || batch.rescan {
            self.ask_head();
        }
        // It would take a core from what is to be measured now.
        self.warming.give_up();
        let before = self.bench.generation();
        let (catalog, sets) = self.disk.reload(batch);
        self.take_changes(catalog, sets, scheduler);
        self.tell_edits(scheduler);
        if self.bench.generation() != before || batch.rescan {
            self.publish_now();
        } else {
            self.keep_up();
        }
    }

    fn told_of_watching(&mut self, scheduler: &Scheduler) {
        let Some(status) = self.watching.as_mut().and_then(Watching::status) else { return };
        self.take(Input::Watch(status), scheduler);
        self.publish_now();
    }

    fn tell_edits(&mut self, scheduler: &Scheduler) {
        if let Some(edits) = errand::edits(&self.setup) {
            self.take(edits, scheduler);
        }
    }

    fn take(&mut self, input: Input, scheduler: &Scheduler) {
        let at_ms = self.at_ms();
        for effect in self.bench.reduce(input, at_ms) {
            self.act(effect, scheduler);
        }
    }

    /// Milliseconds since the session began.
    fn at_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn act(&mut self, effect: Effect, scheduler: &Scheduler) {
        match effect {
            Effect::Probe { plan } => {
                self.open_for_plan(scheduler);
                let now = Arc::clone(&self.bench.board().now);
                self.probe(&now, plan, scheduler);
            }
            Effect::ProbeBaseline { plan } => {
                if let Some(arm) = self.bench.fresh().cloned() {
                    self.probe_then(&arm, plan, scheduler);
                }
            }
            Effect::Recall { plan, rows } => scheduler.cancel(Cancel::Rows { plan, at: rows }),
            Effect::Pause(true) => scheduler.pause(),
            Effect::Pause(false) => scheduler.resume(),
            Effect::Finish => scheduler.finish(),
            Effect::Cancel => scheduler.cancel(Cancel::All),
            Effect::FindBaselines
            | Effect::FetchBaseline(_)
            | Effect::FindRuns
            | Effect::ReadRuns(_) => self.baselines.begin(effect, &self.disk),
            Effect::Search(text) => {
                if let Some(found) = self.searching.ask(text) {
                    self.take(Input::Found(found), scheduler);
                }
            }
            Effect::ReadPrinted(at) => {
                if let Some(printed) = self.read_printed(at) {
                    self.take(printed, scheduler);
                }
            }
            Effect::AddRow { .. } | Effect::Edit(_) | Effect::Reset => {
                let told = errand::run(&effect, &self.setup, &self.disk);
                self.look_again(scheduler);
                // The last word, after that of the generation that came of it.
                if let Some(told) = told {
                    self.note(told, scheduler);
                }
            }
            Effect::Rescan => {
                self.look_again(scheduler);
                self.ask_head();
            }
            Effect::FindAgents
            | Effect::Agent(_)
            | Effect::Agree { .. }
            | Effect::Agreed { .. }
            | Effect::LeaveAgreeing => self.act_on_agents(effect, scheduler),
        }
    }

    fn note(&mut self, text: String, scheduler: &Scheduler) {
        self.take(Input::Note(text), scheduler);
    }

    fn publish_now(&mut self) {
        self.due = None;
        let (board, uncompared) = self.bench.board_at_once();
        self.publish.send_replace(board);
        if uncompared {
            self.publish.send_replace(self.bench.board());
        }
        self.keep_up();
    }

    /// Brings up to date what nobody waits for: what is watched, what can be searched, and the
    /// words. It comes after the board, since it would take a core from those who draw that.
    fn keep_up(&mut self) {
        if let Some(watching) = &mut self.watching {
            watching.follow(self.disk.watch_dirs());
        }
        self.searching.hold(self.bench.catalog(), &self.disk);
        self.warming.begin(self.bench.now());
    }
}
