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
        agent::{Aside, EventSink},
        scheduler::{Ending, ProbeId, Report, Task, queue::Next},
    },
};

/// Why a probe ends whose plan has cost more than it may.
const OVER: &str = "stopped: the plan had cost more than it may";

/// What a probe leaves behind for those that follow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    pub cost_usd: Option<f64>,
    /// It failed since somebody asks too often.
    pub limited: bool,
    /// It has an outcome, and was not stopped.
    pub ended: bool,
}

/// What stops a probe.
#[derive(Clone, Debug, Default)]
pub(super) struct Stops {
    /// By hand or by an edit: as if it had never begun.
    pub cancel: CancellationToken,
    /// By the cap of its plan's money: what it cost is to be told.
    pub over: CancellationToken,
}

/// Runs a probe. `asides` hears what concerns others; `newest` is the newest generation that any job
/// was started on.
pub(super) async fn run(
    next: Next,
    stops: Stops,
    newest: Arc<AtomicU64>,
    reports: mpsc::Sender<Report>,
    asides: mpsc::UnboundedSender<(ProbeId, Aside)>,
) -> Left {
    let Next { probe, task: Task { spec, agent, .. }, limits, timeout, asks_service } = next;
    if reports.send(Report::Began { probe }).await.is_err() {
        return Left::default();
    }
    let start = Instant::now();
    let tracker = Tracker::new(&spec.query, &limits);
    let mut sink = EventSink::new(probe, tracker, reports.clone()).telling(asides);
    // The agent cleans up after itself, so it is told to stop and awaited, never dropped.
    let stop = stops.cancel.child_token();
    let ended = {
        let mut asked = std::pin::pin!(agent.probe(&spec, &mut sink, &stop));
        let ended = tokio::select! {
            ended = &mut asked => Ok(ended),
            () = sleep(timeout) => Err(format!("no end after {} s", timeout.as_secs_f64())),
            () = stops.over.cancelled() => Err(OVER.to_owned()),
        };
        if ended.is_err() {
            stop.cancel();
            asked.await;
        }
        ended
    };
    let (tracker, told_ms, cost_usd) = sink.into_parts();
    let waited_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let cancelled = stops.cancel.is_cancelled() && tracker.locked().is_none();
    let timed = ended.is_ok() && !cancelled;
    let ending = match cancelled {
        true => Ending::Cancelled,
        false => {
            let end = ended.unwrap_or_else(|cause| End::Errored { cause });
            Ending::Outcome(tracker.close(end))
        }
    };
    let left = Left {
        cost_usd,
        limited: asks_service && is_limited(&ending),
        ended: matches!(ending, Ending::Outcome(_)),
    };
    let duration_ms = if timed { told_ms } else { waited_ms };
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
