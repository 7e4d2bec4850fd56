//! How a command ends, as a number that scripts can rely on.

use std::process::ExitCode;

/// The exit codes, the same for every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Fine,
    /// A gate or finding failed.
    Failed,
    /// Wrong usage, wrong configuration, or refused for safety.
    Usage,
    /// The run is incomplete: probes errored or are missing.
    Incomplete,
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Incomplete => 4,
            Exit::Interrupted => 130,
        })
    }
}
