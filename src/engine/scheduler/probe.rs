//! One probe from its beginning to its end, and the reports in between.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use tokio::{
    sync::mpsc,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;

use crate::{
    core::trajectory::{End, Outcome, Tracker, asks_too_often},
    engine::{
        agent::EventSink,
        scheduler::{Ending, Report, Task, queue::Next},
    },
};

/// What a probe leaves behind for those that follow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    pub cost_usd: Option<f64>,
    /// It failed since somebody asks too often.
    pub limited: bool,
    /// It has an outcome, and was not stopped.
    pub ended: bool,
}

/// Runs a probe. `limited` hears whenever a service says that it is asked too often. `cancel` stops it; `newest` is the newest generation that any job was started on.
pub(super) async fn run(
    next: Next,
    cancel: CancellationToken,
    newest: Arc<AtomicU64>,
    reports: mpsc::Sender<Report>,
    limited: mpsc::UnboundedSender<()>,
) -> Left {
    let Next { probe, task: Task { spec, agent, .. }, limits, timeout, asks_service } = next;
    if reports.send(Report::Began { probe }).await.is_err() {
        return Left::default();
    }
    let start = Instant::now();
    let tracker = Tracker::new(&spec.query, &limits);
    let mut sink = EventSink::new(probe, tracker, reports.clone());
    if asks_service {
        sink = sink.telling(limited);
    }
    // The agent cleans up after itself, so it is told to stop and awaited, never dropped.
    let stop = cancel.child_token();
    let (mut end, mut cut_off) = (None, false);
    {
        let mut asked = std::pin::pin!(agent.probe(&spec, &mut sink, &stop));
        tokio::select! {
            ended = &mut asked => end = Some(ended),
            () = sleep(timeout) => {
                stop.cancel();
                asked.await;
                cut_off = true;
            }
        }
    }
    let (tracker, told_ms, cost_usd) = sink.into_parts();
    let waited_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let cancelled = cancel.is_cancelled() && tracker.locked().is_none();
    let ending = if cancelled {
        Ending::Cancelled
    } else {
        let late = || format!("no end after {} s", timeout.as_secs_f64());
        Ending::Outcome(tracker.close(end.unwrap_or_else(|| End::Errored { cause: late() })))
    };
    let left = Left {
        cost_usd,
        limited: asks_service && is_limited(&ending),
        ended: matches!(ending, Ending::Outcome(_)),
    };
    let duration_ms = if cut_off || cancelled { waited_ms } else { told_ms };
    let late = probe.generation < newest.load(Ordering::Relaxed);
    // Without a listener there is nobody to tell.
    let _ = reports.send(Report::Ended { probe, ending, duration_ms, cost_usd, late }).await;
    left
}

fn is_limited(ending: &Ending) -> bool {
    let Ending::Outcome(Outcome::Errored { cause }) = ending else { return false };
    asks_too_often(cause)
}

/// The end of a probe whose task panicked: told as an error, so that no row runs for ever.
pub(super) fn panicked() -> Ending {
    Ending::Outcome(Outcome::Errored { cause: "the agent's code panicked".to_owned() })
}
