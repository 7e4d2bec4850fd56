//! Standard error while the screen is owned: anything printed there by a library or a child would
//! smear the picture, so it goes to a file.

use std::{fs::File, io};

/// Sends standard error to `log`, or to nowhere, if it is a terminal now; a redirection of the
/// user's is kept.
#[cfg(unix)]
pub(super) fn divert(log: Option<&File>) -> io::Result<()> {
    if !std::io::IsTerminal::is_terminal(&io::stderr()) {
        return Ok(());
    }
    if unix::REAL.get().is_none() {
        // Above the three standard descriptors, and closed in children.
        let real = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), 3)?;
        let _ = unix::REAL.set(real);
    }
    match log {
        Some(log) => rustix::stdio::dup2_stderr(log)?,
        None => rustix::stdio::dup2_stderr(File::options().write(true).open("/dev/null")?)?,
    }
    Ok(())
}

/// Puts the real standard error back; safe to call at any time.
#[cfg(unix)]
pub(super) fn give_back() {
    if let Some(real) = unix::REAL.get() {
        let _ = rustix::stdio::dup2_stderr(real);
    }
}

#[cfg(unix)]
mod unix {
    use std::{os::fd::OwnedFd, sync::OnceLock};

    /// The real standard error, kept for the life of the process so that a panic hook finds it
    /// without a lock.
    pub(super) static REAL: OnceLock<OwnedFd> = OnceLock::new();
}

#[cfg(not(unix))]
pub(super) fn divert(_log: Option<&File>) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn give_back() {}
