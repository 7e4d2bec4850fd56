//! Watching directories: what changed on disk, in batches that a reload can act on.
//!
//! Owns the watches, the debounce and the fall-back to polling. Must not know what a skill is: it
//! is told which directories matter and says which paths in them changed.
//!
//! Watches are on directories, never on files (editors save by rename, and a file's watch dies with
//! its inode), and never recursive (ignored trees would eat the system's watches). An idle watcher
//! wakes nothing.

mod change;
mod debounce;
mod driver;
mod git_dirs;
mod poll;
mod watches;

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use tokio::sync::{mpsc, watch};

use self::driver::{Driver, Input};

/// What changed since the batch before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileBatch {
    /// Paths below the wanted directories that were written, created, moved or removed, spelled as
    /// the wanted directories are, sorted. A path may have changed and be as it was.
    pub changed: BTreeSet<PathBuf>,
    /// Directories came, went or moved, or events were lost: `changed` does not tell it all, the
    /// wanted directories have to be walked again.
    pub rescan: bool,
    /// Git's HEAD may have moved in a work tree that wanted directories lie in, or there is a work
    /// tree where there was none. Nothing else in git's directories is told of.
    pub head: bool,
}

impl FileBatch {
    /// Adds a later batch to this one.
    pub fn merge(&mut self, later: Self) {
        self.changed.extend(later.changed);
        self.rescan |= later.rescan;
        self.head |= later.head;
    }
}

/// How changes are noticed now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WatchState {
    /// The first watches are being set.
    #[default]
    Starting,
    /// The system tells; `dirs` of the wanted directories exist and are watched.
    Watching { dirs: usize },
    /// Directories are looked at every few seconds, for a reason worth showing.
    Polling { reason: String },
    /// Changes are not noticed.
    Off { reason: String },
}

/// How to notice changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// By the system's watches, or by polling where there are none left.
    Auto,
    Poll,
    Off,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub mode: Mode,
    /// A batch waits until nothing happened for so long ...
    pub quiet: Duration,
    /// ... but not longer than this after its first event.
    pub cap: Duration,
    /// Time between two looks when polling.
    pub poll_every: Duration,
    /// Sets no more watches than this, as if the system had no more.
    pub max_watches: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: Mode::Auto,
            quiet: Duration::from_millis(25),
            cap: Duration::from_millis(100),
            poll_every: Duration::from_secs(2),
            max_watches: None,
        }
    }
}

/// A running watcher. Dropping it ends the watch.
#[derive(Debug)]
pub struct Watcher {
    inputs: mpsc::UnboundedSender<Input>,
    state: watch::Receiver<WatchState>,
}

impl Watcher {
    /// Starts to watch `dirs` on a thread of its own and returns at once.
    ///
    /// Directories are absolute. They need not exist: the nearest ancestor that does is watched until they come. The
    /// first batch is a rescan, sent when the first watches are set, since nobody saw what happened
    /// before; so is one after each [`Watcher::set_dirs`] that brought a directory not yet watched.
    /// A receiver that is slow gets several batches merged into one.
    pub fn start(dirs: BTreeSet<PathBuf>, options: Options) -> (Self, mpsc::Receiver<FileBatch>) {
        let (inputs, from_outside) = mpsc::unbounded_channel();
        let (batches, receiver) = mpsc::channel(1);
        let (told, state) = watch::channel(WatchState::Starting);
        let events = inputs.clone();
        let thread = std::thread::Builder::new().name("skillscope-watch".into()).spawn({
            let told = told.clone();
            move || match tokio::runtime::Builder::new_current_thread().enable_time().build() {
                Ok(runtime) => {
                    let driver = Driver::new(options, events, told);
                    runtime.block_on(driver.run(dirs, from_outside, batches));
                }
                Err(error) => {
                    told.send_replace(WatchState::Off { reason: error.to_string() });
                }
            }
        });
        if let Err(error) = thread {
            told.send_replace(WatchState::Off { reason: error.to_string() });
        }
        (Self { inputs, state }, receiver)
    }

    /// Watches these directories from now on, and no others. Cheap when little differs.
    pub fn set_dirs(&self, dirs: BTreeSet<PathBuf>) {
        // A driver that is gone has said so in the state.
        let _ = self.inputs.send(Input::Want(dirs));
    }

    /// How changes are noticed, now and later.
    pub fn state(&self) -> watch::Receiver<WatchState> {
        self.state.clone()
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.inputs.send(Input::Stop);
    }
}

#[cfg(test)]
mod tests;
