//! The wish of a person, or of the system, that this program ends.
//!
//! Whoever has children listens for it: a child would outlive a process that did not.

/// The signal of Ctrl-C.
const INTERRUPT: i32 = 2;

/// Waits for it, and gives the number of the signal.
pub async fn interrupted() -> i32 {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            return tokio::select! {
                Ok(()) = tokio::signal::ctrl_c() => INTERRUPT,
                Some(()) = terminate.recv() => SignalKind::terminate().as_raw_value(),
                else => std::future::pending().await,
            };
        }
    }
    match tokio::signal::ctrl_c().await {
        Ok(()) => INTERRUPT,
        Err(_) => std::future::pending().await,
    }
}
