//! Runs the probes of plans: so many at a time, in turn, to be paused and cancelled.
//!
//! Asleep unless a probe ends or someone asks for something. Must not know what figures are made
//! of the outcomes, nor which rows are worth probing.

mod budget;
mod director;
mod job;
mod probe;
mod queue;
mod report;
mod throttle;

use tokio::{sync::mpsc, task::JoinHandle};

pub use job::{Cancel, Job, ProbeId, Task};
pub use report::{Ending, Report};

use director::{Command, Director};

/// The handle. When the last clone is dropped, running probes are cancelled and the task ends.
#[derive(Clone, Debug)]
pub struct Scheduler {
    // Unbounded, since commands come from people and file saves: few, and never to be lost.
    commands: mpsc::UnboundedSender<Command>,
}

impl Scheduler {
    /// Starts the scheduler on the current runtime. `concurrency` probes run at a time (0 counts as
    /// 1). Reports come through `reports`, in order within a probe; when that channel is full the
    /// probes wait, and when its receiver is gone they end. So whoever awaits the task after the
    /// last handle is dropped must go on receiving, or drop the receiver first.
    pub fn spawn(concurrency: usize, reports: mpsc::Sender<Report>) -> (Self, JoinHandle<()>) {
        let (commands, inbox) = mpsc::unbounded_channel();
        let director = Director::new(concurrency.max(1), reports);
        (Self { commands }, tokio::spawn(director.run(inbox)))
    }

    /// Queues a job. Jobs take turns, probe by probe.
    pub fn start(&self, job: Job) {
        self.tell(Command::Start(job));
    }

    /// Begins no more probes until [`Scheduler::resume`]; those that run go on.
    pub fn pause(&self) {
        self.tell(Command::Pause(true));
    }

    pub fn resume(&self) {
        self.tell(Command::Pause(false));
    }

    /// Forgets waiting probes; those that run go on to their ends.
    pub fn finish(&self) {
        self.tell(Command::Finish);
    }

    /// Stops running probes and forgets waiting ones; there is no report of the latter.
    pub fn cancel(&self, which: Cancel) {
        self.tell(Command::Cancel(which));
    }

    fn tell(&self, command: Command) {
        // The task ends only after this handle, or with the runtime: then nothing is to be done.
        let _ = self.commands.send(command);
    }
}

#[cfg(test)]
mod tests;
