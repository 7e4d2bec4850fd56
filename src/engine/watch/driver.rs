//! The watcher's loop: events in, batches out, one timer.
//!
//! Runs on a thread of its own, so that it may touch the disk. Must not know who reads the batches.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

use super::{
    FileBatch, Mode, Options, WatchState,
    change::Change,
    debounce::Debounce,
    git_dirs::GitDirs,
    poll::Poller,
    watches::{Watches, is_git_dir, is_private, leads_to, matters},
};

/// Git's lock is waited for at most so long, in all.
const GIT_PATIENCE: Duration = Duration::from_secs(5);
/// Time between two looks at git's lock.
const GIT_PAUSE: Duration = Duration::from_millis(25);
/// A switch gives the index's lock back before it takes that of HEAD. On a busy machine git may
/// pause in between, and what came so far would be half a switch.
const GIT_GAP: Duration = Duration::from_millis(100);
/// A file found empty was perhaps cut by a writer that has yet to fill it. It is waited for once,
/// for so many quiet times.
const EMPTY_PAUSES: u32 = 2;

#[derive(Debug)]
pub(super) enum Input {
    Change(Change),
    Want(BTreeSet<PathBuf>),
    Stop,
}

enum Source {
    Off,
    System(Watches),
    Polling { poller: Poller, next: Instant },
}

pub(super) struct Driver {
    options: Options,
    events: mpsc::UnboundedSender<Input>,
    state: watch::Sender<WatchState>,
    want: BTreeSet<PathBuf>,
    git: GitDirs,
    source: Source,
    debounce: Debounce,
    pending: Pending,
    /// Complete, and not yet taken by the receiver.
    ready: Option<FileBatch>,
}

/// The batch that is being collected.
#[derive(Default)]
struct Pending {
    /// Path -> it was removed or moved away at some time.
    paths: BTreeMap<PathBuf, bool>,
    lost: bool,
    /// Empty files were given a second chance.
    rechecked: bool,
    /// Git's lock was there at the last look.
    locked: bool,
    /// HEAD may have moved.
    head: bool,
}

impl Driver {
    pub fn new(
        options: Options,
        events: mpsc::UnboundedSender<Input>,
        state: watch::Sender<WatchState>,
    ) -> Self {
        Self {
            debounce: Debounce::new(options.quiet, options.cap),
            options,
            events,
            state,
            want: BTreeSet::new(),
            git: GitDirs::default(),
            source: Source::Off,
            pending: Pending::default(),
            ready: None,
        }
    }

    /// Runs until it is told to stop or nobody reads the batches any more.
    pub async fn run(
        mut self,
        dirs: BTreeSet<PathBuf>,
        mut inputs: mpsc::UnboundedReceiver<Input>,
        batches: mpsc::Sender<FileBatch>,
    ) {
        self.open_source();
        self.set_want(dirs);
        let mut burst = Vec::new();
        loop {
            let wake = self.next_wake();
            tokio::select! {
                // The timer first: a storm of events must not put a due batch off.
                biased;
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {
                    self.tick(Instant::now());
                }
                permit = batches.reserve(), if self.ready.is_some() => match permit {
                    Ok(permit) => permit.send(self.ready.take().unwrap_or_default()),
                    Err(_) => return,
                },
                count = inputs.recv_many(&mut burst, 4096) => {
                    if count == 0 {
                        return;
                    }
                    for input in burst.drain(..) {
                        match input {
                            Input::Change(change) => self.note(change),
                            Input::Want(dirs) => self.set_want(dirs),
                            Input::Stop => return,
                        }
                    }
                }
                () = batches.closed() => return,
            }
        }
    }

    fn open_source(&mut self) {
        match self.options.mode {
            Mode::Off => self.tell(WatchState::Off { reason: "switched off".into() }),
            Mode::Poll => self.poll_from_now("asked for"),
            Mode::Auto => {
                let events = self.events.clone();
                let sink = move |change| {
                    // Fails only when the driver has ended.
                    let _ = events.send(Input::Change(change));
                };
                match Watches::new(self.options.max_watches, sink) {
                    Ok(watches) => self.source = Source::System(watches),
                    Err(error) => self.poll_from_now(&error.to_string()),
                }
            }
        }
    }

    fn set_want(&mut self, dirs: BTreeSet<PathBuf>) {
        self.want = dirs.into_iter().filter(|dir| !is_private(dir)).collect();
        self.git = GitDirs::of(&self.want);
        if self.relink(|_| false) {
            self.hand_over(FileBatch { rescan: true, ..FileBatch::default() });
        }
    }

    /// Brings the watches up to date; true if a wanted directory is looked at for the first time.
    fn relink(&mut self, left: impl Fn(&Path) -> bool) -> bool {
        match &mut self.source {
            Source::Off => false,
            Source::System(watches) => match watches.relink(&self.want, &self.git.dirs(), left) {
                Ok(news) => {
                    let dirs = watches.count(&self.want);
                    self.tell(WatchState::Watching { dirs });
                    news
                }
                Err(full) => {
                    // Half a watch is worse than none: whoever trusts it misses the other half.
                    self.poll_from_now(&full.to_string());
                    true
                }
            },
            Source::Polling { poller, .. } => {
                let news = poller.is_news(&self.want);
                if news {
                    for change in poller.look(&self.want, &self.git.dirs()) {
                        self.note(change);
                    }
                }
                news
            }
        }
    }

    fn poll_from_now(&mut self, reason: &str) {
        let mut poller = Poller::default();
        poller.look(&self.want, &self.git.dirs());
        self.source = Source::Polling { poller, next: Instant::now() + self.options.poll_every };
        self.tell(WatchState::Polling { reason: reason.to_owned() });
    }

    fn note(&mut self, change: Change) {
        let (path, left) = match change {
            Change::Lost => {
                self.pending.lost = true;
                self.debounce.note(Instant::now());
                return;
            }
            Change::Touched(path) => (path, false),
            Change::Left(path) => (path, true),
        };
        if self.git.moves_head(&path) {
            self.pending.head = true;
            self.debounce.note(Instant::now());
            return;
        }
        let names = match &self.source {
            Source::System(watches) => watches.names(&path, &self.want),
            Source::Polling { .. } if matters(&path, &self.want) => BTreeSet::from([path]),
            Source::Polling { .. } | Source::Off => return,
        };
        if names.is_empty() {
            return;
        }
        for name in names {
            *self.pending.paths.entry(name).or_default() |= left;
        }
        self.debounce.note(Instant::now());
    }

    /// `None` while there is nothing to wait for: an idle watcher sets no timer.
    fn next_wake(&self) -> Option<Instant> {
        let poll = match &self.source {
            Source::Polling { next, .. } => Some(*next),
            Source::Off | Source::System(_) => None,
        };
        self.debounce.deadline().into_iter().chain(poll).min()
    }

    fn tick(&mut self, now: Instant) {
        if let Source::Polling { poller, next } = &mut self.source
            && *next <= now
        {
            *next = now + self.options.poll_every;
            for change in poller.look(&self.want, &self.git.dirs()) {
                self.note(change);
            }
        }
        if self.debounce.due(now) {
            self.settle(now);
        }
    }

    /// The events have calmed down: sends the batch, or holds it if what they left is not yet whole.
    fn settle(&mut self, now: Instant) {
        if self.debounce.age(now) < GIT_PATIENCE && self.git.held(GIT_PATIENCE) {
            self.pending.locked = true;
            self.debounce.hold(now, GIT_PAUSE);
            return;
        }
        if std::mem::take(&mut self.pending.locked) {
            // The lock goes last, but what was written just before may still be on its way to us,
            // and would make a second batch of the same switch.
            let pause = if self.pending.head { self.options.quiet } else { GIT_GAP };
            self.debounce.hold(now, pause);
            return;
        }
        let mut any_empty = false;
        let mut rescan = self.pending.lost;
        let mut moved = self.pending.lost;
        for path in self.pending.paths.keys() {
            if is_git_dir(path) {
                moved = true;
                continue;
            }
            let leads = leads_to(path, &self.want);
            let meta = fs::metadata(path).ok();
            any_empty |= meta.as_ref().is_some_and(|meta| meta.is_file() && meta.len() == 0);
            rescan |= leads || meta.is_some_and(|meta| meta.is_dir());
            moved |= leads;
        }
        if any_empty && !self.pending.rechecked {
            self.pending.rechecked = true;
            self.debounce.hold(now, self.options.quiet * EMPTY_PAUSES);
            return;
        }
        self.debounce.close();
        let mut pending = std::mem::take(&mut self.pending);
        if moved {
            let git = GitDirs::of(&self.want);
            pending.head |= git != self.git || pending.paths.keys().any(|path| is_git_dir(path));
            self.git = git;
            // Before the batch is sent: what happens after the reload looked must not be missed.
            let left =
                |path: &Path| pending.lost || pending.paths.get(path).is_some_and(|left| *left);
            rescan |= self.relink(left);
        }
        let changed = pending.paths.into_keys().filter(|path| !is_git_dir(path)).collect();
        self.hand_over(FileBatch { changed, rescan, head: pending.head });
    }

    fn hand_over(&mut self, batch: FileBatch) {
        self.ready.get_or_insert_default().merge(batch);
    }

    fn tell(&self, state: WatchState) {
        self.state.send_if_modified(|told| {
            let differs = *told != state;
            *told = state;
            differs
        });
    }
}
