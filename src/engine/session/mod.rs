//! The workbench with its side effects: requests in, boards out.
//!
//! One for the screen and for every command. Owns the thread that reads, measures and publishes;
//! must not know cells, keys or output formats.

mod agreeing;
mod agreement;
mod arms;
mod baselines;
mod beside;
mod changed;
mod choosing;
mod disk;
mod driver;
mod earlier;
mod errand;
mod examined;
mod found;
mod head;
mod interleaved;
mod keeping;
mod knowing;
mod opened;
mod playing;
mod printed;
mod probing;
mod searching;
mod setup;
mod still;
mod streams;
mod warming;
mod watching;
mod wired;

#[cfg(test)]
mod tests;

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tokio::{
    runtime::{Builder, Runtime},
    sync::{mpsc, watch},
};
use tokio_util::sync::CancellationToken;

pub use self::{
    agreement::{Agreement, SeenToWork},
    arms::{Arm, Measured, arms, confirmed},
    changed::{Changed, changed},
    choosing::{Choices, Chosen},
    examined::{Examined, examined},
    keeping::{Keep, sealed},
    knowing::known,
    opened::Start,
    setup::{AGENTS, Live, Setup, SetupError},
    still::Still,
    wired::wiring,
};
pub use crate::core::workbench::{Board, Request};

use self::{disk::Disk, driver::Driver};
use crate::core::{
    catalog::Catalog,
    workbench::{Input, Workbench},
};

/// How long a thread may take to end when nobody waits for what it does.
const LEAVE: Duration = Duration::from_secs(1);

/// A running session. When it is dropped its thread ends, and running probes with it.
#[derive(Debug)]
pub struct Session {
    /// The latest board; a slow reader misses those in between.
    pub boards: watch::Receiver<Arc<Board>>,
    pub requests: mpsc::UnboundedSender<Request>,
    thread: Option<JoinHandle<()>>,
    /// Ends it whoever else has requests; `None` where nothing runs that would have to be ended.
    quit: Option<CancellationToken>,
}

impl Session {
    /// Starts a session on a thread of its own and returns before anything is read.
    ///
    /// # Errors
    /// What the person asked for cannot be looked at at all: a path that is not there, an unknown
    /// harness, a script that cannot be read.
    pub fn start(setup: Setup, live: Live) -> Result<Self, SetupError> {
        let disk = Disk::new(&setup)?;
        let bench = Workbench::new(setup.settings());
        let (publish, boards) = watch::channel(Arc::new(Board::default()));
        let (requests, inbox) = mpsc::unbounded_channel();
        let runtime = runtime()?;
        let quit = CancellationToken::new();
        let told = quit.clone();
        let thread = thread::Builder::new()
            .name("skillscope-session".into())
            .spawn(move || {
                runtime.block_on(Driver::new(setup, live, disk, bench, publish).run(inbox, told));
            })
            .map_err(SetupError::Runtime)?;
        Ok(Self { boards, requests, thread: Some(thread), quit: Some(quit) })
    }

    /// Waits until everything is read and every planned probe is done. `told` sees each board on
    /// the way.
    ///
    /// # Errors
    /// Nothing could be read, or the session's thread is gone.
    pub async fn finished(
        &mut self,
        mut told: impl FnMut(&Board),
    ) -> Result<Arc<Board>, SetupError> {
        loop {
            let board = Arc::clone(&self.boards.borrow_and_update());
            told(&board);
            if let Some(reason) = &board.halted {
                return Err(SetupError::Halted(reason.clone()));
            }
            if board.now.generation() > 0 && !board.run.active() {
                return Ok(board);
            }
            self.boards.changed().await.map_err(|_| SetupError::BrokeOff)?;
        }
    }

    /// Ends the session and waits for its thread.
    pub fn stop(mut self) {
        let (closed, _) = mpsc::unbounded_channel();
        self.requests = closed;
        if let Some(thread) = self.thread.take() {
            // A panic there has been told by the hook; there is nothing to add.
            let _ = thread.join();
        }
    }
}

/// Waits for the children of running probes to be gone, since the process may end behind this.
impl Drop for Session {
    fn drop(&mut self) {
        let (Some(quit), Some(thread)) = (self.quit.take(), self.thread.take()) else { return };
        quit.cancel();
        let until = Instant::now() + LEAVE;
        while !thread.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// What a session runs on, or is waited for on: one thread.
///
/// # Errors
/// The system gives none.
pub fn runtime() -> Result<Runtime, SetupError> {
    Builder::new_current_thread().enable_all().build().map_err(SetupError::Runtime)
}

/// Reads and measures once, waiting for nobody: what commands without a screen show.
///
/// # Errors
/// As [`Session::start`], and when nothing was named and nothing is here.
pub fn once(setup: &Setup) -> Result<Arc<Board>, SetupError> {
    read(setup).map(|(_, mut bench)| bench.board())
}

/// Reads and measures everything at once.
fn read(setup: &Setup) -> Result<(Disk, Workbench), SetupError> {
    let mut disk = Disk::new(setup)?;
    let mut bench = Workbench::new(setup.settings());
    let catalog = disk.load()?;
    bench.reduce(Input::Files(disk.files()), 0);
    for input in Disk::told(disk.queries()) {
        bench.reduce(input, 0);
    }
    bench.reduce(Input::Catalog(catalog), 0);
    let lexicon = Arc::clone(&bench.board().now.lexicon);
    if lexicon.is_rough()
        && let Some(exact) = lexicon.refined(|| true)
    {
        bench.reduce(Input::Words(Arc::new(exact)), 0);
    }
    Ok((disk, bench))
}

/// As [`once`] without queries: what is known of the words alone.
///
/// # Errors
/// As [`once`].
pub fn words(setup: &Setup) -> Result<Arc<Board>, SetupError> {
    words_by(setup, Workbench::words_only)
}

/// As [`words`], with every skill compared with every other.
///
/// # Errors
/// As [`once`].
pub fn words_compared(setup: &Setup) -> Result<Arc<Board>, SetupError> {
    words_by(setup, Workbench::words_compared_only)
}

fn words_by(
    setup: &Setup,
    read: fn(&mut Workbench, Arc<Catalog>),
) -> Result<Arc<Board>, SetupError> {
    let mut disk = Disk::new(setup)?;
    let mut bench = Workbench::new(setup.settings());
    read(&mut bench, disk.skills()?);
    bench.reduce(Input::Files(disk.files()), 0);
    Ok(bench.board())
}
