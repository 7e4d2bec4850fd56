//! A child's group: whoever it started, and who did not leave it.
//!
//! Asked and killed by the number of the group and not through the child: the leader may be gone
//! while others live on, and the number is theirs as long as one of them lives.

use process_wrap::tokio::{ChildWrapper, CommandWrap};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    #[cfg(unix)]
    leader: Option<Pid>,
}

/// Has the command begin a group when it starts.
pub(super) fn begin(command: &mut CommandWrap) {
    #[cfg(unix)]
    command.wrap(process_wrap::tokio::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::tokio::JobObject);
}

#[cfg(unix)]
impl Group {
    pub fn of(child: &dyn ChildWrapper) -> Self {
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Self { leader: id.and_then(Pid::from_raw) }
    }

    /// Asks all of it to leave.
    pub fn ask(self) {
        self.signal(Signal::TERM);
    }

    pub fn kill(self, _: &mut Box<dyn ChildWrapper>) {
        self.signal(Signal::KILL);
    }

    pub fn is_alive(self) -> bool {
        self.leader.is_some_and(|leader| test_kill_process_group(leader).is_ok())
    }

    fn signal(self, signal: Signal) {
        if let Some(leader) = self.leader {
            // Nobody may be left of it, which is what is wanted.
            let _ = kill_process_group(leader, signal);
        }
    }
}

#[cfg(not(unix))]
impl Group {
    pub fn of(_: &dyn ChildWrapper) -> Self {
        Self {}
    }

    /// Nobody can be asked here.
    pub fn ask(self) {}

    pub fn kill(self, child: &mut Box<dyn ChildWrapper>) {
        // Gone already, which is what is wanted.
        let _ = child.start_kill();
    }

    /// Not known apart from the leader.
    pub fn is_alive(self) -> bool {
        false
    }
}
