//! How a command ends, as a number that scripts can rely on.

use std::process::ExitCode;

/// The exit codes, the same for every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0
    Fine,
    /// 1: a gate or a finding says no.
    Failed,
    /// 2: wrong usage, wrong configuration, or nothing there to look at.
    Usage,
    /// 3: the system or the program failed at something that should work.
    Broken,
    /// 4: the run is incomplete, as probes errored or are missing.
    Incomplete,
    /// 101: something panicked; a report was written.
    Panicked,
    /// 128 + n: ended by signal n, 130 for Ctrl-C.
    Signal(i32),
}

/// The number of Ctrl-C.
pub const INTERRUPT: i32 = 2;

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Broken => 3,
            Exit::Incomplete => 4,
            Exit::Panicked => 101,
            Exit::Signal(number) => u8::try_from(128 + number).unwrap_or(u8::MAX),
        })
    }
}
