//! Children: started in a group of their own, read with bounded memory, and ended with everybody
//! whom they started.
//!
//! Must not know which program runs, nor what its output means.

mod environment;
mod error;
mod group;
mod interrupted;
mod launch;
mod strays;
mod tail;

#[cfg(all(test, unix))]
mod tests;

use std::{process::ExitStatus, time::Duration};

use process_wrap::tokio::ChildWrapper;
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    process::{ChildStderr, ChildStdout},
    task::JoinHandle,
    time::{Instant, sleep, sleep_until},
};

pub use environment::Environment;
pub use error::ProcessError;
pub use interrupted::interrupted;
pub use launch::Launch;

use group::Group;
use tail::Tail;

/// How long a group may take to leave after it was asked to.
pub const GRACE: Duration = Duration::from_secs(2);
/// The same where somebody waits for the terminal back.
pub const HURRY: Duration = Duration::from_millis(150);

/// How long output is waited for behind the first sign of the end: the leader gone, or its standard
/// output closed. A grandchild may keep a pipe open for ever.
const LINGER: Duration = Duration::from_millis(500);
/// How long whoever was killed may take to vanish.
const REAP: Duration = Duration::from_secs(1);
/// How often a group is looked at that was asked to leave.
const LOOK: Duration = Duration::from_millis(10);
const CHUNK: usize = 16 << 10;

/// A running child with its group. Dropped without [`Process::end`], the group is killed.
#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    group: Group,
    /// In the environment of whoever descends from it.
    mark: String,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    chunk: Box<[u8]>,
    errors: Box<[u8]>,
    tail: Tail,
    /// Writes what the child is to read; one that does not read shall not hold up its own output.
    feeding: Option<JoinHandle<()>>,
    status: Option<ExitStatus>,
    /// When output is waited for no longer.
    over: Option<Instant>,
    ended: bool,
}

/// What is left of a child.
#[derive(Clone, Debug)]
pub struct Ended {
    /// `None` where the system did not tell. Programs lie here; their output says how it went.
    pub status: Option<ExitStatus>,
    /// The end of what it wrote to standard error.
    pub stderr: String,
}

/// What came of one wait.
enum Came {
    Output(usize),
    Other,
}

impl Process {
    /// The next bytes of standard output, cut anywhere; `None` when there are no more. Nothing is
    /// lost if the future is dropped before it is ready.
    pub async fn next(&mut self) -> Option<&[u8]> {
        loop {
            let open = self.stdout.is_some() || self.stderr.is_some();
            if self.status.is_some() && !open {
                return None;
            }
            let over = self.over;
            let came = tokio::select! {
                biased;
                came = self.step() => came,
                () = sleep_until(over.unwrap_or_else(Instant::now)), if over.is_some() => return None,
            };
            if let Came::Output(length) = came {
                return self.chunk.get(..length);
            }
            if self.over.is_none() && (self.status.is_some() || self.stdout.is_none()) {
                self.over = Some(Instant::now() + LINGER);
            }
        }
    }

    /// Ends the group: asks it to leave, kills it after `grace`, and reaps. Nobody of it is left
    /// afterwards, also where the leader was gone before and others lived on.
    pub async fn end(mut self, grace: Duration) -> Ended {
        if !self.is_gone() {
            self.group.ask();
            self.watch(grace).await;
        }
        self.group.kill(&mut self.child);
        self.watch(REAP).await;
        self.call_in().await;
        self.ended = true;
        if let Some(feeding) = self.feeding.take() {
            feeding.abort();
        }
        Ended { status: self.status, stderr: self.tail.text() }
    }

    /// Kills those who left the group, until nobody is found any more.
    async fn call_in(&self) {
        let deadline = Instant::now() + REAP;
        while Instant::now() < deadline {
            let mark = self.mark.clone();
            if !tokio::task::spawn_blocking(move || strays::kill(&mark)).await.unwrap_or(false) {
                return;
            }
            sleep(LOOK).await;
        }
    }

    /// The end of what was written to standard error so far.
    pub fn stderr(&self) -> String {
        self.tail.text()
    }

    /// Waits until the group is gone, but not for ever; reads on, since whoever says farewell into
    /// a full pipe would not go.
    async fn watch(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while !self.is_gone() && Instant::now() < deadline {
            let waits = self.stdout.is_some() || self.stderr.is_some() || self.status.is_none();
            tokio::select! {
                _ = self.step(), if waits => {}
                () = sleep(LOOK) => {}
            }
        }
    }

    fn is_gone(&self) -> bool {
        self.status.is_some() && !self.group.is_alive()
    }

    /// Whatever comes first: output, errors, or the leader's end. Pends where nothing can come.
    async fn step(&mut self) -> Came {
        let Self { child, stdout, stderr, chunk, errors, tail, status, .. } = self;
        tokio::select! {
            biased;
            length = read(stdout, chunk), if stdout.is_some() => {
                if length > 0 { Came::Output(length) } else { *stdout = None; Came::Other }
            }
            length = read(stderr, errors), if stderr.is_some() => {
                match errors.get(..length) {
                    Some(said) if length > 0 => tail.push(said),
                    _ => *stderr = None,
                }
                Came::Other
            }
            ended = child.wait(), if status.is_none() => {
                // Whoever cannot be waited for is gone.
                *status = Some(ended.unwrap_or_default());
                Came::Other
            }
            else => std::future::pending().await,
        }
    }
}

/// Length of what was read; 0 at the end, and where the pipe broke.
async fn read(pipe: &mut Option<impl AsyncRead + Unpin>, into: &mut [u8]) -> usize {
    match pipe {
        Some(pipe) => pipe.read(into).await.unwrap_or(0),
        None => 0,
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        self.group.kill(&mut self.child);
        // The system takes a moment over whoever was killed. This program may end right behind, and
        // nobody of theirs is to be found then.
        let deadline = std::time::Instant::now() + HURRY;
        while strays::kill(&self.mark) && std::time::Instant::now() < deadline {
            std::thread::sleep(LOOK);
        }
    }
}
