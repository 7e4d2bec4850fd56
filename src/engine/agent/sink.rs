//! Where a probe's events go: into the tracker, and out to whoever listens.
//!
//! Must not know agents.

use std::ops::ControlFlow;

use tokio::sync::mpsc;

use super::clean::Clean;
use crate::{
    core::trajectory::{EndedBy, Event, EventKind, Tracker, asks_too_often},
    engine::{
        scheduler::{ProbeId, Report},
        secret::Scrubber,
    },
};

/// The most that is kept of what the program behind a probe writes, in bytes.
pub const WRITTEN: usize = 1 << 20;

/// What concerns other probes too, told while one runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Aside {
    /// A service says that it is asked too often.
    Limited,
    /// So many US dollars more.
    Cost(f64),
}

/// One probe's way out. Counts turns as events pass, so that an agent is stopped in the very
/// moment in which it has shown enough.
#[derive(Debug)]
pub struct EventSink {
    probe: ProbeId,
    tracker: Tracker,
    reports: mpsc::Sender<Report>,
    latest_ms: u64,
    cost_usd: Option<f64>,
    /// Whoever wants to hear what concerns other probes.
    asides: Option<mpsc::UnboundedSender<(ProbeId, Aside)>>,
    /// Replaces the secrets of whoever tells.
    clean: Option<Clean>,
    /// Bytes of its program that were passed on.
    written: usize,
}

impl EventSink {
    pub(crate) fn new(probe: ProbeId, tracker: Tracker, reports: mpsc::Sender<Report>) -> Self {
        Self {
            probe,
            tracker,
            reports,
            latest_ms: 0,
            cost_usd: None,
            asides: None,
            clean: None,
            written: 0,
        }
    }

    /// Has everything that is told from now on pass a scrubber.
    pub(super) fn covers(&mut self, scrubber: &Scrubber) {
        self.clean = Some(Clean::of(scrubber));
    }

    /// Tells what was held back as the possible beginning of a secret.
    pub(super) async fn settle(&mut self) {
        let held = self.clean.as_mut().map_or_else(Vec::new, Clean::rest);
        for event in held {
            if self.tell(event).await.is_break() {
                break;
            }
        }
    }

    /// Tells `listener` at once of whatever concerns other probes.
    pub(crate) fn telling(self, listener: mpsc::UnboundedSender<(ProbeId, Aside)>) -> Self {
        Self { asides: Some(listener), ..self }
    }

    /// Takes an event in and passes it on. `Break` says that the probe is to stop: the record is
    /// locked, or nobody listens any more. What is told after that is dropped.
    pub async fn emit(&mut self, event: Event) -> ControlFlow<()> {
        let Some(clean) = &mut self.clean else { return self.tell(event).await };
        for event in clean.event(event) {
            self.tell(event).await?;
        }
        match self.tracker.locked() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    async fn tell(&mut self, event: Event) -> ControlFlow<()> {
        if self.tracker.locked().is_some() {
            return ControlFlow::Break(());
        }
        let lock = self.tracker.observe(&event);
        self.passed(event.at_ms);
        if lock == Some(EndedBy::StepBudget) {
            // The event belongs to a model response that the probe does not have.
            return ControlFlow::Break(());
        }
        if let EventKind::Usage { cost_usd: Some(cost), .. } = event.kind {
            *self.cost_usd.get_or_insert(0.0) += cost;
            self.aside(Aside::Cost(cost));
        }
        if let EventKind::Retry { reason } = &event.kind
            && asks_too_often(reason)
        {
            self.aside(Aside::Limited);
        }
        let heard = self.reports.send(Report::Spoke { probe: self.probe, event }).await;
        if lock.is_some() || heard.is_err() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Passes on what the program behind the probe wrote, its secrets covered, as far as anything of
    /// it is kept.
    pub async fn wrote(&mut self, bytes: &[u8]) {
        let Self { probe, written, .. } = *self;
        let room = WRITTEN.saturating_sub(written);
        let bytes = bytes.get(..room).unwrap_or(bytes);
        if !bytes.is_empty() {
            self.written += bytes.len();
            // Nobody may listen any more; the next event tells.
            let _ = self.reports.send(Report::Wrote { probe, bytes: bytes.to_vec() }).await;
        }
    }

    fn aside(&self, aside: Aside) {
        if let Some(listener) = &self.asides {
            // Where it has gone, the scheduler has too, and nothing begins any more.
            let _ = listener.send((self.probe, aside));
        }
    }

    /// Says that the probe has come to `ms` without an event.
    pub fn passed(&mut self, ms: u64) {
        self.latest_ms = self.latest_ms.max(ms);
    }

    /// The record, the latest time told, and what the probe cost as far as it was told.
    pub(crate) fn into_parts(self) -> (Tracker, u64, Option<f64>) {
        (self.tracker, self.latest_ms, self.cost_usd)
    }
}
