//! What the system asks of the program: to end, or to paint again after a stop.

/// A request of the system's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// End cleanly; the number is the signal's, for the exit code `128 + n`.
    End(i32),
    /// The process was stopped and goes on: the terminal's modes may have been changed meanwhile.
    Continued,
    /// The window was resized, perhaps to and fro: what it shows is not known any more.
    Resized,
}

#[cfg(unix)]
pub use self::unix::Signals;
#[cfg(unix)]
pub(super) use self::unix::stop_own_group;

#[cfg(unix)]
mod unix {
    use std::{io, task::Poll};

    use futures_util::FutureExt;
    use tokio::signal::unix::{self, SignalKind};

    use super::Signal;

    /// SIGTERM, SIGHUP, SIGINT, SIGCONT and SIGWINCH as values.
    #[derive(Debug)]
    pub struct Signals {
        ends: [(i32, unix::Signal); 3],
        continued: unix::Signal,
        resized: unix::Signal,
    }

    impl Signals {
        /// Listens from now on; must be called within a tokio runtime.
        ///
        /// # Errors
        /// When a handler cannot be installed.
        pub fn listen() -> io::Result<Self> {
            let end =
                |kind: SignalKind| Ok::<_, io::Error>((kind.as_raw_value(), unix::signal(kind)?));
            Ok(Self {
                ends: [
                    end(SignalKind::terminate())?,
                    end(SignalKind::hangup())?,
                    end(SignalKind::interrupt())?,
                ],
                continued: unix::signal(SignalKind::from_raw(
                    rustix::process::Signal::CONT.as_raw(),
                ))?,
                resized: unix::signal(SignalKind::window_change())?,
            })
        }

        /// The next request; pends for ever when there is none.
        pub async fn next(&mut self) -> Signal {
            std::future::poll_fn(|context| {
                for (number, signal) in &mut self.ends {
                    if signal.poll_recv(context).is_ready() {
                        return Poll::Ready(Signal::End(*number));
                    }
                }
                if self.continued.poll_recv(context).is_ready() {
                    return Poll::Ready(Signal::Continued);
                }
                self.resized.poll_recv(context).map(|_| Signal::Resized)
            })
            .await
        }

        /// Drops interrupts and continuations that came while somebody else had the terminal.
        pub(in crate::tui::terminal) fn forget_pending(&mut self) {
            let [_, _, (_, interrupt)] = &mut self.ends;
            let _ = interrupt.recv().now_or_never();
            let _ = self.continued.recv().now_or_never();
        }

        /// Resolves when the process is continued after a stop.
        pub(in crate::tui::terminal) async fn continued(&mut self) {
            self.continued.recv().await;
        }
    }

    /// Stops every process of our group, as the terminal itself does at Ctrl-Z in cooked mode.
    pub(in crate::tui::terminal) fn stop_own_group() -> io::Result<()> {
        Ok(rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?)
    }
}

#[cfg(not(unix))]
pub use self::other::Signals;
#[cfg(not(unix))]
pub(super) use self::other::stop_own_group;

#[cfg(not(unix))]
mod other {
    use std::io;

    use super::Signal;

    /// Ctrl-C of the console as a value; there is no stop and no hang-up.
    #[derive(Debug)]
    pub struct Signals;

    impl Signals {
        pub fn listen() -> io::Result<Self> {
            Ok(Self)
        }

        pub async fn next(&mut self) -> Signal {
            match tokio::signal::ctrl_c().await {
                Ok(()) => Signal::End(2),
                Err(_) => std::future::pending().await,
            }
        }

        pub(in crate::tui::terminal) fn forget_pending(&mut self) {}

        pub(in crate::tui::terminal) async fn continued(&mut self) {}
    }

    pub(in crate::tui::terminal) fn stop_own_group() -> io::Result<()> {
        Ok(())
    }
}
